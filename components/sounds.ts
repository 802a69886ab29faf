// Synthesized sounds: three for cards, a refusal, a win. Loaded on demand.

let context: AudioContext | undefined
/** The node that all sounds go through. Disconnecting it mutes the sounds that are playing. */
let output: GainNode
/** The time from the start of a sound until audio is suspended; longer than any sound. */
const SILENCE_MS = 1500
let silence: ReturnType<typeof setTimeout> | undefined

/** Filtered noise. Times are in seconds; `pitch` is the filter's frequency in hertz at start and end. */
interface Noise {
  readonly at?: number
  readonly pitch: readonly [from: number, to: number]
  readonly volume: number
  /** The attack time, and the time to decay to 1/e. */
  readonly rise: number
  readonly fall: number
}

/** Varies a value by up to 6%, so that no two cards sound the same. */
const vary = (value: number): number => value * (0.94 + 0.12 * Math.random())

function noise({ at = 0, pitch: [from, to], volume, rise, fall }: Noise): void {
  const { sampleRate, currentTime } = context!
  const length = rise + 5 * fall
  const buffer = context!.createBuffer(1, Math.round(sampleRate * length), sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) {
    const time = i / sampleRate
    const loud = time < rise ? time / rise : Math.exp((rise - time) / fall)
    samples[i] = (Math.random() * 2 - 1) * loud
  }
  const source = new AudioBufferSourceNode(context!, { buffer })
  const filter = new BiquadFilterNode(context!, { type: 'bandpass', frequency: vary(from), Q: 0.7 })
  const start = currentTime + at
  filter.frequency.setValueAtTime(vary(from), start)
  filter.frequency.exponentialRampToValueAtTime(vary(to), start + length)
  source
    .connect(filter)
    .connect(new GainNode(context!, { gain: vary(volume) }))
    .connect(output)
  source.start(start)
}

function note(at: number, frequency: number, length: number, volume: number): void {
  const start = context!.currentTime + at
  const tone = new OscillatorNode(context!, { type: 'triangle', frequency })
  const gain = new GainNode(context!, { gain: volume })
  gain.gain.setValueAtTime(volume, start)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  tone.connect(gain).connect(output)
  tone.start(start)
  tone.stop(start + length)
}

/** The time from the start of a move until its card is about to land, in seconds. */
const LANDS = 0.11

const sounds = {
  /** A card is laid down: the edge, then the felt below it. */
  lay: () => {
    noise({ at: LANDS, pitch: [2300, 1500], volume: 0.3, rise: 0.002, fall: 0.007 })
    noise({ at: LANDS + 0.004, pitch: [420, 240], volume: 0.8, rise: 0.004, fall: 0.016 })
  },
  /** A card is turned over: paper slides over paper. */
  turn: () => {
    noise({ pitch: [1700, 3600], volume: 0.22, rise: 0.035, fall: 0.014 })
    noise({ at: LANDS, pitch: [900, 500], volume: 0.4, rise: 0.003, fall: 0.012 })
  },
  /** Cards are dealt, faster and faster. */
  deal: () => {
    for (let i = 0; i < 11; i++)
      noise({
        at: 0.14 + 0.05 * i - 0.0013 * i * i,
        pitch: [1900 + 60 * i, 1000],
        volume: 0.26,
        rise: 0.004,
        fall: 0.011,
      })
  },
  refusal: () => note(0, 130, 0.16, 0.25),
  win: () => [523, 659, 784, 1047].forEach((frequency, i) => note(i * 0.11, frequency, 0.5, 0.18)),
}
export type Sound = keyof typeof sounds

/** Plays a sound, `volume` 0 to 1. Before the first input on the page, browsers play no sound. */
export function sound(name: Sound, volume: number): void {
  if (!context) {
    context = new AudioContext()
    renewOutput(context)
  }
  // Perceived loudness is not proportional to the gain.
  output.gain.value = volume * volume
  void context.resume()
  sounds[name]()
  clearTimeout(silence)
  silence = setTimeout(suspendAudio, SILENCE_MS)
}

function renewOutput(on: AudioContext): void {
  output = new GainNode(on)
  output.connect(on.destination)
}

/** Stops all sounds and suspends audio until the next sound; a running context keeps the device awake. */
export function suspendAudio(): void {
  clearTimeout(silence)
  if (!context) return
  output.disconnect()
  renewOutput(context)
  void context.suspend()
}
