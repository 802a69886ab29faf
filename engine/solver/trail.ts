// The parent and the step of every state that a search keeps.
import { grown } from './grown.ts'

/** For each state, the index of its parent (−1 for none) and the step from the parent. */
export class Trail {
  #words = new Int32Array(1 << 10)
  size = 0

  /** Adds a state; returns its index. */
  add(before: number, step: number): number {
    const at = 2 * this.size
    if (at === this.#words.length) this.#words = grown(this.#words)
    this.#words[at] = before
    this.#words[at + 1] = step
    return this.size++
  }

  stepOf(state: number): number {
    return this.#words[2 * state + 1]
  }

  /** The steps of the path to a state, including the one stored with its first state. */
  stepsTo(state: number): number[] {
    const steps: number[] = []
    for (let at = state; at >= 0; at = this.#words[2 * at]) steps.push(this.#words[2 * at + 1])
    return steps.reverse()
  }
}
