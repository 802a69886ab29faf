// What the page gives to the analysis: a way to start the worker, or a solver in its place. Tiny, as the
// start needs it.
import type { InjectionKey } from 'vue'
import type { GameId, Level, Limits, Position, Solution } from '../../engine/index.ts'

/**
 * How a search ended: with a result, or given up because something else came first. Giving up says nothing.
 */
export type Search<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'aborted' }

/** Searches one position at a time, in a worker or, in tests, in its place. */
export interface Solver {
  /**
   * Decides a position. Aborted when another request, `stop` or `end` comes first. Rejects where the worker
   * cannot be loaded, fails or does not answer in time.
   */
  ask(position: Position, limits: Limits): Promise<Search<Solution>>
  /** Ends the search that is going on. */
  stop(): void
  /** Ends the search and the worker: for a tab that is hidden. */
  end(): void
}

/** Says how hard deals are, in a worker or, in tests, in its place. */
export interface Leveler {
  /**
   * The level of a deal; undefined in a game without levels, and, where it `checks`, for a deal that is soon
   * seen to be lost. Rejects where the worker fails.
   */
  ask(game: GameId, dealNumber: number, checks: boolean): Promise<Level | undefined>
  /** Ends the worker as soon as it has answered: for a tab that is hidden. */
  end(): void
}

/** Starts the worker that solves, and says how hard deals are. */
export const startWorkerKey: InjectionKey<() => Worker> = Symbol('start-worker')
/** A solver in place of the worker, as tests give it. */
export const solverKey: InjectionKey<Solver> = Symbol('solver')
/** What says how hard deals are in place of the worker, as tests give it. */
export const levelerKey: InjectionKey<Leveler> = Symbol('leveler')
