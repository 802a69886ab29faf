// Whether a position can be won, and how.
import type { Position } from '../rules/types.ts'
import { bestLine } from './best-line.ts'
import { discard } from './discard/solve.ts'
import { kernel } from './kernel/solve.ts'
import { klondike } from './klondike/solve.ts'
import { seaTowers } from './sea-towers/solve.ts'
import { Budget, type Finding, type Limits, type Solution, type Solver } from './types.ts'

/** Every solver; the first that supports a game is asked first. */
export const SOLVERS: readonly Solver[] = [seaTowers, discard, klondike, kernel]

/**
 * Decides a position: `won` with single moves that `play` accepts up to the win, `lost` only when everything
 * was searched, else `unknown`. It sees the cards that lie face down. Without limits it goes on until the
 * position is decided or its memory is used up; with `maxStates` alone the answer is always the same. With
 * `seen`, a position that stays `unknown` gets the best line that is known.
 */
export function solve(position: Position, limits: Limits = {}): Solution {
  const budget = new Budget(limits)
  const finding = decide(position, budget)
  const best = finding.verdict === 'unknown' && limits.seen && bestLine(position, limits.seen)
  return { ...finding, ...(best && { best }), states: budget.states, ms: budget.ms }
}

/** Asks one solver after another, until one decides the position. */
function decide(position: Position, budget: Budget): Finding {
  for (const solver of SOLVERS) {
    const support = solver.supports(position.game, position.house)
    if (!support) continue
    const finding = solver.solve(position, budget)
    if (finding.verdict === 'lost' && support !== 'exact') break
    if (finding.verdict !== 'unknown') return finding
    if (budget.isSpent) break
  }
  return { verdict: 'unknown' }
}
