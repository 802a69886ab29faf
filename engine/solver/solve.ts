// Whether a position can be won, and how.
import type { Position } from '../rules/types.ts'
import { Beam } from './beam.ts'
import { Board } from './board.ts'
import { searchExhaustively } from './exhaustive.ts'
import { movesOf } from './line.ts'
import { PLANS } from './evaluate.ts'
import { shortenLine } from './shorten-line.ts'
import { solveKlondike } from './klondike/solve.ts'
import { solveSeaTowers } from './sea-towers.ts'
import { Budget, type Limits, type Solution } from './types.ts'

/**
 * States that are looked at for a proof before the second width of the beam, and before the fifth: what fits
 * into 128 MB.
 */
const PROOF_BUDGETS: readonly (number | undefined)[] = [undefined, 3000, undefined, undefined, 400_000]

/**
 * Decides a position: `won` with single moves that `play` accepts up to the win, `lost` only when everything
 * was searched, else `unknown`.
 * Cards that lie face down are seen by it. Without limits it goes on until the position is decided or its
 * memory is used up;
 * with `maxStates` alone the answer is always the same.
 */
export function solve(position: Position, limits: Limits = {}): Solution {
  const { game, house } = position
  if (game.id === 'sea-towers') return solveSeaTowers(position, limits)
  const klondike = game.stock?.by === 'draw' ? solveKlondike(position, limits) : undefined
  if (klondike) return klondike
  const start = performance.now()
  const budget = new Budget(limits)
  const answer = (verdict: Solution['verdict'], steps?: readonly number[]): Solution => ({
    verdict,
    ...(steps && { moves: shortenLine(position, movesOf(position, steps)) }),
    states: budget.states,
    ms: performance.now() - start,
  })
  // House rules that open more ways than the search follows leave a loss unproven.
  const mayProve = !house.includes('take-back') && !house.includes('shuffle-on-recycle')
  /** A win found by looking at everything: certain, but far longer than the beam's. */
  let fallbackLine: number[] | undefined
  /** Looks at everything within bounds; true where that proves the position lost. */
  const isLost = (most: number): boolean => {
    const { verdict, steps } = searchExhaustively(new Board(position), budget, most)
    fallbackLine = steps
    return verdict === 'lost' && mayProve
  }

  const plan =
    PLANS[
      game.stock?.by === 'draw'
        ? game.stock.turn === 1
          ? 'klondike-1'
          : 'klondike-3'
        : game.stock
          ? 'dot'
          : 'towers'
    ]
  for (const [tries, width] of plan.widths.entries()) {
    const most = PROOF_BUDGETS[tries]
    if (most !== undefined && !fallbackLine && isLost(most)) return answer('lost')
    if (fallbackLine && tries >= PROOF_BUDGETS.length - 1) break
    for (const weights of plan.weights) {
      const beam = new Beam(new Board(position), weights, budget)
      const steps = beam.search(width)
      if (steps) return answer('won', steps)
    }
    if (budget.isSpent) break
  }
  return fallbackLine ? answer('won', fallbackLine) : answer('unknown')
}
