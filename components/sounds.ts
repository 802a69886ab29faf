// Sounds, made on the spot: a card laid down, a deal, a refusal, a win. Loaded when they are wanted.

let context: AudioContext | undefined
/** The node that all sounds go through. Sounds on an earlier one are silent. */
let output: GainNode
/** Longer than any sound. */
const SILENCE_MS = 1500
let silence: ReturnType<typeof setTimeout> | undefined

/** A breath of filtered noise: a card on felt. Times in seconds. */
function tap(at: number, pitch: number, volume: number): void {
  const { sampleRate } = context!
  const buffer = context!.createBuffer(1, Math.round(sampleRate * 0.06), sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * Math.exp(-i / (sampleRate * 0.011))
  const source = new AudioBufferSourceNode(context!, { buffer })
  const filter = new BiquadFilterNode(context!, { type: 'bandpass', frequency: pitch, Q: 0.8 })
  source
    .connect(filter)
    .connect(new GainNode(context!, { gain: volume }))
    .connect(output)
  source.start(context!.currentTime + at)
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

const sounds = {
  card: () => tap(0, 1900, 0.5),
  deal: () => {
    for (let i = 0; i < 9; i++) tap(i * 0.045, 1500 + 120 * i, 0.35)
  },
  refusal: () => note(0, 130, 0.16, 0.25),
  win: () => [523, 659, 784, 1047].forEach((frequency, i) => note(i * 0.11, frequency, 0.5, 0.18)),
}
export type Sound = keyof typeof sounds

/** Plays a sound; before the person has done anything with the page the browser keeps it silent. */
export function sound(name: Sound): void {
  if (!context) {
    context = new AudioContext()
    renewOutput(context)
  }
  void context.resume()
  sounds[name]()
  clearTimeout(silence)
  silence = setTimeout(rest, SILENCE_MS)
}

function renewOutput(on: AudioContext): void {
  output = new GainNode(on)
  output.connect(on.destination)
}

/** Suspends the audio device, which a running context keeps awake, until the next sound. Sounds stop. */
export function rest(): void {
  clearTimeout(silence)
  if (!context) return
  output.disconnect()
  renewOutput(context)
  void context.suspend()
}
