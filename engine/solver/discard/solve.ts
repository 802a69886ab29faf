// Whether a position of Golf, TriPeaks, Black Hole or Pyramid can be won, and how. Every answer is exact.
import type { Position } from '../../rules/types.ts'
import { Budget, type Limits, type Solution } from '../types.ts'
import { fitsHeapSearch, HeapSearch } from './heap-search.ts'
import { fitsPairSearch, PairSearch } from './pair-search.ts'

/** Decides a position; undefined where its game is not of this kind or too large. */
export function solveDiscarding(position: Position, limits: Limits): Solution | undefined {
  const { game } = position
  const isHeap = game.foundations.takes === 'card' && game.foundations.up.suit === 'any' && game.capacity > 13
  const budget = new Budget(limits)
  const search =
    game.pairSum !== undefined && fitsPairSearch(game)
      ? new PairSearch(position, budget)
      : isHeap && fitsHeapSearch(game)
        ? new HeapSearch(position, budget)
        : undefined
  if (!search) return undefined
  const { verdict, moves } = search.search()
  return { verdict, ...(moves && { moves }), states: budget.states, ms: budget.ms }
}
