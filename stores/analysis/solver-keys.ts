// Types and injection keys of the solver and the leveler, separate because the start chunk needs the keys.
import type { InjectionKey } from 'vue'
import type { GameId, Level, Limits, Position, Solution } from '../../engine/index.ts'

/** The result of a search. An aborted search says nothing about the position. */
export type Search<T> = T | 'aborted'

/** Solves one position at a time, in a worker; tests substitute it. */
export interface Solver {
  /**
   * Solves a position. Aborted if another request, `stop` or `end` comes first. Rejects if the worker cannot
   * be loaded, fails, or does not answer in time.
   */
  ask(position: Position, limits: Limits): Promise<Search<Solution>>
  /** Ends the running search. */
  stop(): void
  /** Ends the search and the worker. Called when the tab is hidden. */
  end(): void
}

/** Rates the difficulty of deals, in a worker; tests substitute it. */
export interface Leveler {
  /**
   * The level of a deal; undefined in a game without levels, and, with `checks`, for a deal that is quickly
   * proved lost. Aborted by `end`. Rejects if the worker fails.
   */
  ask(game: GameId, dealNumber: number, checks: boolean): Promise<Search<Level | undefined>>
  /** Ends the worker and aborts pending requests. Called when the tab is hidden. */
  end(): void
}

/** The function that starts a worker, which can solve positions and rate deals. */
export const startWorkerKey: InjectionKey<() => Worker> = Symbol('start-worker')
/** A substitute for the solver in tests. */
export const solverKey: InjectionKey<Solver> = Symbol('solver')
/** A substitute for the leveler in tests. */
export const levelerKey: InjectionKey<Leveler> = Symbol('leveler')
