// Limits and results of the solvers.
import type { Game, HouseRule, Move, Position } from '../rules/types.ts'

/** The limits of a search. */
export interface Limits {
  /** Milliseconds. With this limit the result can depend on the machine. */
  readonly maxMs?: number
  /** The maximum number of states. With this limit alone the result is deterministic. */
  readonly maxStates?: number
  /** `first` (default): the first line found. `short`: spends more time to find a shorter line. */
  readonly line?: 'first' | 'short'
  /** Requests `best`, which avoids these positions, given by their `layoutKey`. */
  readonly seen?: readonly string[]
}

/** `lost` is proved. `unknown`: a limit was reached first, or no solver handles all rules in play. */
export type Verdict = 'won' | 'lost' | 'unknown'

/** The result of `solve`. */
export interface Solution {
  readonly verdict: Verdict
  /** If won: single moves that `play` accepts, up to a won position. */
  readonly moves?: Move[]
  /**
   * With `unknown`, if `Limits.seen` is given: single moves to the most promising position nearby. They
   * repeat no position and avoid `seen`. Empty if no move leads to a new position.
   */
  readonly best?: Move[]
  /** The number of states that the solvers visited, and the milliseconds taken. */
  readonly states: number
  readonly ms: number
}

/** The result of one solver. */
export type Finding = Pick<Solution, 'verdict' | 'moves'>

/** The result of one search, with its steps if it won. */
export interface Found {
  readonly verdict: Verdict
  readonly steps?: readonly number[]
}

/** `wins-only`: the solver does not follow every legal move, so its `lost` is not a proof. */
export type Support = 'exact' | 'wins-only'

/** A solver for some of the games. */
export interface Solver {
  /** How a game is supported; undefined if it is not. If cards can be taken back, `lost` is never a proof. */
  supports(game: Game, house: readonly HouseRule[]): Support | undefined
  solve(position: Position, budget: Budget): Finding
}

/** Counts states and enforces limits. */
export class Budget {
  states = 0
  isSpent = false
  readonly line: 'first' | 'short'
  readonly #start = performance.now()
  readonly #maxStates: number
  readonly #end: number

  constructor({ maxMs = Infinity, maxStates = Infinity, line = 'first' }: Limits) {
    this.line = line
    this.#maxStates = maxStates
    this.#end = this.#start + maxMs
  }

  get ms(): number {
    return performance.now() - this.#start
  }

  get left(): { readonly maxMs: number; readonly maxStates: number } {
    return { maxMs: this.#end - performance.now(), maxStates: this.#maxStates - this.states }
  }

  /** Whether the time limit is reached. */
  get isLate(): boolean {
    return performance.now() >= this.#end
  }

  /** Counts a state; false once a limit is exceeded. Checks the time every 128 states. */
  spend(): boolean {
    this.states++
    if (this.states > this.#maxStates || ((this.states & 127) === 0 && performance.now() >= this.#end))
      this.isSpent = true
    return !this.isSpent
  }
}
