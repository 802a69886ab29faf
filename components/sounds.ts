// Synthesized sounds: a card laid down, a deal, a refusal, a win. Loaded on demand.

let context: AudioContext | undefined
/** The node that all sounds go through. Replacing it mutes the sounds on the previous one. */
let output: GainNode
/** Longer than any sound. */
const SILENCE_MS = 1500
let silence: ReturnType<typeof setTimeout> | undefined

/** A short burst of filtered noise: a card on felt. Times in seconds. */
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

/** Plays a sound. The browser blocks it until the user has interacted with the page. */
export function sound(name: Sound): void {
  if (!context) {
    context = new AudioContext()
    renewOutput(context)
  }
  void context.resume()
  sounds[name]()
  clearTimeout(silence)
  silence = setTimeout(suspendAudio, SILENCE_MS)
}

function renewOutput(on: AudioContext): void {
  output = new GainNode(on)
  output.connect(on.destination)
}

/** Stops all sounds and suspends the audio device until the next one; a running context keeps it awake. */
export function suspendAudio(): void {
  clearTimeout(silence)
  if (!context) return
  output.disconnect()
  renewOutput(context)
  void context.suspend()
}
