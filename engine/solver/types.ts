// What a search is asked and what it answers.
import type { Game, HouseRule, Move, Position } from '../rules/types.ts'

/** How far a search may go. */
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
  /** Asks for `best`. It leads to none of these positions, given by their `layoutKey`. */
  readonly seen?: readonly string[]
}

/** Whether a position can be won, as far as is known. */
export type Verdict = 'won' | 'lost' | 'unknown'

/** What a search found. */
export interface Solution {
  /**
   * `won`: here are the moves. `lost`: everything was searched, there are none. `unknown`: a limit came
   * first.
   */
  readonly verdict: Verdict
  /** Single rule moves that `play` accepts one after another up to a won position. */
  readonly moves?: Move[]
  /**
   * Where the verdict is `unknown` and `Limits.seen` is given: single rule moves to the most hopeful position
   * nearby. They meet no position twice and none of `seen`; empty where every move leads to one of those.
   */
  readonly best?: Move[]
  readonly states: number
  readonly ms: number
}

/** What one solver found: `Solution` without its costs, which the budget counts. */
export type Finding = Pick<Solution, 'verdict' | 'moves'>

/** What a search found: a verdict, and after a win the steps to it. */
export interface Found {
  readonly verdict: Verdict
  readonly steps?: readonly number[]
}

/**
 * What a verdict means. `exact`: `lost` is a proof. `wins-only`: the search does not follow every way that
 * the rules open, so only a win is certain.
 */
export type Support = 'exact' | 'wins-only'

/** One way to decide positions. */
export interface Solver {
  readonly id: string
  /**
   * What its verdicts mean for a game by these house rules; undefined where the game is declared in words or
   * has figures that it does not know. The only place that knows the limits of the solver.
   */
  supports(game: Game, house: readonly HouseRule[]): Support | undefined
  /** Decides a position of a game that it supports; `unknown` where it does not fit the search. */
  solve(position: Position, budget: Budget): Finding
}

/** Counts states and says when to give up. */
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

  /** Milliseconds since the budget was made. */
  get ms(): number {
    return performance.now() - this.#start
  }

  /** What is left of it. */
  get left(): { readonly maxMs: number; readonly maxStates: number } {
    return { maxMs: this.#end - performance.now(), maxStates: this.#maxStates - this.states }
  }

  /** Counts states that a search counted for itself. */
  add(states: number): void {
    this.states += states
    if (this.states >= this.#maxStates || performance.now() >= this.#end) this.isSpent = true
  }

  /** Whether the time is up. */
  get isLate(): boolean {
    return performance.now() >= this.#end
  }

  /** Counts one more state; false when a limit is reached, from then on. */
  spend(): boolean {
    this.states++
    if (this.states > this.#maxStates || ((this.states & 127) === 0 && performance.now() >= this.#end))
      this.isSpent = true
    return !this.isSpent
  }
}
