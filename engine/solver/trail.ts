// How every state was reached that a beam has followed: the state before it, and the step from there.
import { grown } from './grown.ts'

/** Entries by their number, in one typed array that grows. */
export class Trail {
  #words = new Int32Array(1 << 10)
  size = 0

  /** Adds a state, by the number of the one before it; returns its own number. */
  add(before: number, step: number): number {
    const at = 2 * this.size
    if (at === this.#words.length) this.#words = grown(this.#words)
    this.#words[at] = before
    this.#words[at + 1] = step
    return this.size++
  }

  /** The steps from where the beam began to a state. */
  stepsTo(state: number): number[] {
    const steps: number[] = []
    for (let at = state; at >= 0; at = this.#words[2 * at]) steps.push(this.#words[2 * at + 1])
    return steps.reverse()
  }
}
