// Sea Towers, decided exactly, with its line.
import type { Move, Position } from '../../rules/types.ts'
import { shortenLine } from '../shorten-line.ts'
import { Budget, type Limits, type Solution } from '../types.ts'
import { findFewestSteps } from './fewest-steps.ts'
import { toSeaTowersMoves } from './line.ts'
import { searchSeaTowers } from './search.ts'

/**
 * States that the search for the shortest line may look at, so that a hint comes within a tenth of a second.
 */
const MAX_SHORT_STATES = 150_000

/** Decides a Sea Towers position: exact unless a limit comes first. */
export function solveSeaTowers(position: Position, limits: Limits = {}): Solution {
  const budget = new Budget(limits)
  const { verdict, steps } = searchSeaTowers(position, budget)
  const moves = steps && toSeaTowersMoves(position, steps)
  return {
    verdict,
    ...(moves && { moves: limits.line === 'short' ? shortLine(position, moves, limits, budget) : moves }),
    states: budget.states,
    ms: budget.ms,
  }
}

/** A line of fewest steps without its detours; the given one where the limits come first. */
function shortLine(position: Position, moves: Move[], { maxMs, maxStates }: Limits, spent: Budget): Move[] {
  const most = Math.min(maxStates ?? Infinity, MAX_SHORT_STATES)
  const budget = new Budget({ maxMs: maxMs === undefined ? undefined : maxMs - spent.ms, maxStates: most })
  const steps = findFewestSteps(position, budget)
  return shortenLine(position, steps ? toSeaTowersMoves(position, steps) : moves, budget)
}
