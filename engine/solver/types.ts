// What a search is asked and what it answers.
import type { Move } from '../rules/types.ts'

export interface Limits {
  /** Milliseconds; unlimited unless given. The answer may then depend on the machine. */
  readonly maxMs?: number
  /** States to look at; with this limit alone the answer is always the same. */
  readonly maxStates?: number
  /**
   * `first`, unless given: the line that was found first, as soon as possible. `short`: a second search makes
   * it shorter, as for hints.
   */
  readonly line?: 'first' | 'short'
}

export type Verdict = 'won' | 'lost' | 'unknown'

export interface Solution {
  /**
   * `won`: here are the moves. `lost`: everything was searched, there are none. `unknown`: a limit came
   * first.
   */
  readonly verdict: Verdict
  /** Single rule moves that `play` accepts one after another up to a won position. */
  readonly moves?: Move[]
  readonly states: number
  readonly ms: number
}

/** Counts states and says when to give up. */
export class Budget {
  states = 0
  isSpent = false
  readonly #maxStates: number
  readonly #end: number
  constructor({ maxMs = Infinity, maxStates = Infinity }: Limits) {
    this.#maxStates = maxStates
    this.#end = performance.now() + maxMs
  }

  /** Counts one more state; false when a limit is reached, from then on. */
  spend(): boolean {
    this.states++
    if (this.states > this.#maxStates || ((this.states & 127) === 0 && performance.now() >= this.#end))
      this.isSpent = true
    return !this.isSpent
  }
}
