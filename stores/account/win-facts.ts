// The most noteworthy fact about a win. Pure.
import type { Statistics } from '../sync/aggregate.ts'

/** A fact, with its margin or count. */
export type WinFact =
  | { readonly kind: 'fastest' | 'shortest' | 'days' | 'row'; readonly value: number }
  | { readonly kind: 'first' | 'firstClean' | 'clean' }

/** A win and the results before it. */
export interface WinInContext {
  readonly seconds: number
  readonly moves: number
  /** Whether it was won without undo, and whether it is proved to be the first win without undo. */
  readonly isClean: boolean
  readonly isFirstClean: boolean
  /** The other results of the same game. */
  readonly before: Pick<Statistics, 'won' | 'bestSeconds' | 'fewestMoves'>
  /** Whether wins before a reset of the statistics are left out. */
  readonly isReset?: boolean
  /** The current streak of days with a won daily deal, if this was today's daily deal. */
  readonly days?: number
  readonly row: number
}

/** Shorter streaks are not mentioned. */
const LEAST_DAYS = 2
const LEAST_ROW = 3

/** The most noteworthy fact; undefined if there is none. */
export function bestFact(win: WinInContext): WinFact | undefined {
  const { before, days = 0, row } = win
  const { won, bestSeconds = 0, fewestMoves = 0 } = before
  if (won === 0 && !win.isReset) return { kind: 'first' }
  if (win.seconds < bestSeconds) return { kind: 'fastest', value: bestSeconds - win.seconds }
  if (win.moves < fewestMoves) return { kind: 'shortest', value: fewestMoves - win.moves }
  if (win.isFirstClean) return { kind: 'firstClean' }
  if (days >= LEAST_DAYS) return { kind: 'days', value: days }
  if (row >= LEAST_ROW) return { kind: 'row', value: row }
  return win.isClean ? { kind: 'clean' } : undefined
}
