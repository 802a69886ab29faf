// Sea Towers, decided exactly, with its line.
import type { Game, Move, Position } from '../../rules/types.ts'
import { shortenLine } from '../shorten-line.ts'
import { Budget, type Finding, type Solver } from '../types.ts'
import { findFewestSteps } from './fewest-steps.ts'
import { toSeaTowersMoves } from './line.ts'
import { searchSeaTowers } from './search.ts'
import { CELLS, MAX_COLUMNS } from './table.ts'

/**
 * States that the search for the shortest line may look at, so that a hint comes within a tenth of a second.
 */
const MAX_SHORT_STATES = 150_000

/** Whether a game is declared as Sea Towers is, with at most as many columns and cells. */
function isSeaTowers({
  deck,
  foundations,
  tableau,
  cells,
  stock,
  reserve,
  goal,
  hasFaceDown,
  of,
}: Game): boolean {
  const { takes, first, up, count } = foundations
  const { build, fill, take, overlap } = tableau
  return (
    deck.copies === 1 &&
    count === deck.suits.length &&
    takes === 'card' &&
    first === 'A' &&
    [up, build].every(one => one.suit === 'same' && one.step === 1 && !one.wraps && !one.bothWays) &&
    fill === 'kings' &&
    take === 'top' &&
    cells?.from.includes('tableau') === true &&
    of.cell.length <= CELLS &&
    of.tableau.length <= MAX_COLUMNS &&
    !(stock ?? reserve ?? overlap ?? goal) &&
    !hasFaceDown
  )
}

/** The exact search of Sea Towers. */
export const seaTowers: Solver = {
  id: 'sea-towers',
  supports: (game, house) =>
    isSeaTowers(game) ? (house.includes('take-back') ? 'wins-only' : 'exact') : undefined,
  solve: solveSeaTowers,
}

/** Decides a Sea Towers position: exact unless a limit comes first. */
function solveSeaTowers(position: Position, budget: Budget): Finding {
  const { verdict, steps } = searchSeaTowers(position, budget)
  if (!steps) return { verdict }
  const moves = toSeaTowersMoves(position, steps)
  return { verdict, moves: budget.line === 'short' ? shortLine(position, moves, budget) : moves }
}

/** A line of fewest steps without its detours; the given one where the limits come first. */
function shortLine(position: Position, moves: Move[], budget: Budget): Move[] {
  const { maxMs, maxStates } = budget.left
  const most = Math.min(maxStates, MAX_SHORT_STATES)
  const steps = findFewestSteps(position, new Budget({ maxMs, maxStates: most }))
  return shortenLine(position, steps ? toSeaTowersMoves(position, steps) : moves, budget)
}
