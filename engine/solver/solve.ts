// The entry point of the solvers.
import type { Position } from '../rules/types.ts'
import { bestLine } from './best-line.ts'
import { discard } from './discard/solve.ts'
import { kernel } from './kernel/solve.ts'
import { klondike } from './klondike/solve.ts'
import { seaTowers } from './sea-towers/solve.ts'
import { Budget, type Finding, type Limits, type Solution, type Solver } from './types.ts'

/** All solvers, in the order in which `solve` tries them. */
export const SOLVERS: readonly Solver[] = [seaTowers, discard, klondike, kernel]

/**
 * Decides a position, knowing all face-down cards. Without limits it ends when the position is decided or the
 * solvers' own bounds are reached. With `maxStates` alone, everything but `ms` is deterministic.
 */
export function solve(position: Position, limits: Limits = {}): Solution {
  const budget = new Budget(limits)
  const finding = decide(position, budget)
  const best = finding.verdict === 'unknown' && limits.seen && bestLine(position, limits.seen)
  return { ...finding, ...(best && { best }), states: budget.states, ms: budget.ms }
}

function decide(position: Position, budget: Budget): Finding {
  for (const solver of SOLVERS) {
    const support = solver.supports(position.game, position.house)
    if (!support) continue
    const finding = solver.solve(position, budget)
    // No search takes cards back from foundations.
    const isProof = support === 'exact' && !position.house.includes('take-back')
    if (finding.verdict === 'lost' && !isProof) break
    if (finding.verdict !== 'unknown') return finding
    if (budget.isSpent) break
  }
  return { verdict: 'unknown' }
}
