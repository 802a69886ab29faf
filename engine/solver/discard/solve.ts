// Whether a position of Golf, TriPeaks, Black Hole or Pyramid can be won, and how. Every answer is exact.
import type { Game, Position } from '../../rules/types.ts'
import type { Budget, Finding, Solver } from '../types.ts'
import { fitsHeapSearch, HeapSearch, isHeapGame } from './heap-search.ts'
import { isPairGame, PairSearch } from './pair-search.ts'

/**
 * Whether cards only leave: columns neither build nor are filled, and nothing else holds cards. The places of
 * an overlapping layout hold one card each.
 */
const onlyLeave = ({ tableau: { build, fill, overlap, dealt }, cells, reserve }: Game): boolean =>
  build.suit === 'none' && fill === 'none' && !cells && !reserve && (!overlap || dealt === 1)

/** The exact searches of games whose cards only leave. */
export const discard: Solver = {
  id: 'discard',
  supports: (game, house) =>
    onlyLeave(game) && (isHeapGame(game) || isPairGame(game))
      ? house.includes('take-back')
        ? 'wins-only'
        : 'exact'
      : undefined,
  solve(position: Position, budget: Budget): Finding {
    if (position.game.pairSum !== undefined) return new PairSearch(position, budget).search()
    return fitsHeapSearch(position) ? new HeapSearch(position, budget).search() : { verdict: 'unknown' }
  },
}
