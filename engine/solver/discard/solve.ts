// The solver for games that only remove cards: Golf, TriPeaks, Black Hole, Pyramid.
import { dealGame } from '../../rules/deal.ts'
import type { Game, Position } from '../../rules/types.ts'
import type { Budget, Finding, Solver } from '../types.ts'
import { fitsHeapSearch, HeapSearch, isHeapGame } from './heap-search.ts'
import { isPairGame, PairSearch } from './pair-search.ts'

/**
 * Whether cards only leave the columns: nothing is built on them, empty ones stay empty, there are no cells
 * and no reserve, and an overlapping layout has one card per place.
 */
const onlyLeave = ({ tableau: { build, fill, overlap, dealt }, cells, reserve }: Game): boolean =>
  build.suit === 'none' && fill === 'none' && !cells && !reserve && (!overlap || dealt === 1)

/** The solver of these games. Its searches are exhaustive. */
export const discard: Solver = {
  supports: game =>
    onlyLeave(game) && (isPairGame(game) || (isHeapGame(game) && fitsHeapSearch(dealGame(game, 1))))
      ? 'exact'
      : undefined,
  solve(position: Position, budget: Budget): Finding {
    if (position.game.pairSum !== undefined) return new PairSearch(position, budget).search()
    return fitsHeapSearch(position) ? new HeapSearch(position, budget).search() : { verdict: 'unknown' }
  },
}
