// Whether a position can be won, and how.
import type { Position } from '../types.ts'
import { Beam } from './beam.ts'
import { Board } from './board.ts'
import { exhaust } from './exhaust.ts'
import { movesOf } from './line.ts'
import { PORTFOLIO } from './score.ts'
import { solveSeaTowers } from './sea-towers.ts'
import { Budget, type Limits, type Solution } from './types.ts'

/** States that the search for a proof looks at first and, when no win was found, at most: what fits into 128 MB. */
const QUICK_PROOF = 3000
const FULL_PROOF = 400_000
const WIDTHS = [30, 120, 500, 2000, 6000]

/**
 * Decides a position: `won` with single moves that `play` accepts up to the win, `lost` only when everything was searched, else `unknown`.
 * Cards that lie face down are seen by it. Without limits it goes on until the position is decided or its memory is used up;
 * with `maxStates` alone the answer is always the same.
 */
export function solve(position: Position, limits: Limits = {}): Solution {
  const { game, house } = position
  if (game.id === 'sea-towers') return solveSeaTowers(position, limits)
  const start = performance.now()
  const budget = new Budget(limits)
  const answer = (verdict: Solution['verdict'], steps?: readonly number[]): Solution => ({
    verdict,
    ...(steps && { moves: movesOf(position, steps) }),
    states: budget.states,
    ms: performance.now() - start,
  })
  // House rules that open more ways than the search follows leave a loss unproven.
  const mayProve = !house.includes('take-back') && !house.includes('shuffle-on-recycle')
  const prove = (most: number) => {
    const { verdict, steps } = exhaust(new Board(position), budget, most)
    return verdict === 'won' ? answer('won', steps) : verdict === 'lost' && mayProve ? answer('lost') : undefined
  }

  const quick = prove(QUICK_PROOF)
  if (quick) return quick
  const portfolio = PORTFOLIO[game.stock?.by === 'draw' ? `klondike-${game.stock.turn}` : game.stock ? 'dot' : 'towers']
  for (const width of WIDTHS) {
    for (const weights of portfolio) {
      const beam = new Beam(new Board(position), weights, budget)
      const steps = beam.search(width)
      if (steps) return answer('won', steps)
      if (beam.isOver) return answer('unknown')
    }
    if (width === WIDTHS[1]) {
      const full = prove(FULL_PROOF)
      if (full) return full
    }
  }
  return answer('unknown')
}
