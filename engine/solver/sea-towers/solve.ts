// The solver of Sea Towers.
import type { Game, Move, Position } from '../../rules/types.ts'
import { downInSuit, isSameBuild } from '../../rules/vocabulary.ts'
import { shortenLine } from '../shorten-line.ts'
import { Budget, type Solver } from '../types.ts'
import { findFewestSteps } from './fewest-steps.ts'
import { toSeaTowersMoves } from './line.ts'
import { searchSeaTowers } from './search.ts'
import { CELLS, MAX_COLUMNS } from './table.ts'

/** State limit of the search for the fewest steps, so that a hint takes at most about 0.1 seconds. */
const MAX_SHORT_STATES = 150_000

/** Whether a game has the rules of Sea Towers, and columns and cells that fit the table. */
function isSeaTowers(game: Game): boolean {
  const { deck, foundations, tableau, cells, of } = game
  const { takes, first, up, count } = foundations
  const { build, fill, take, overlap } = tableau
  return (
    deck.copies === 1 &&
    count === deck.suits.length &&
    takes === 'card' &&
    first === 'A' &&
    isSameBuild(up, downInSuit) &&
    isSameBuild(build, downInSuit) &&
    fill === 'kings' &&
    take === 'top' &&
    cells?.from.includes('tableau') === true &&
    of.cell.length <= CELLS &&
    of.tableau.length <= MAX_COLUMNS &&
    !(game.stock ?? game.reserve ?? overlap ?? game.goal) &&
    !game.hasFaceDown
  )
}

/** The solver of Sea Towers. Its search is exact. */
export const seaTowers: Solver = {
  supports: game => (isSeaTowers(game) ? 'exact' : undefined),
  solve(position, budget) {
    const { verdict, steps } = searchSeaTowers(position, budget)
    if (!steps) return { verdict }
    const moves = toSeaTowersMoves(position, steps)
    return { verdict, moves: budget.line === 'short' ? shortLine(position, moves, budget) : moves }
  },
}

/** A line with the fewest steps, or the given one if a limit is reached first; shortened. */
function shortLine(position: Position, moves: Move[], budget: Budget): Move[] {
  const { maxMs, maxStates } = budget.left
  const limits = { maxMs, maxStates: Math.min(maxStates, MAX_SHORT_STATES) }
  const steps = findFewestSteps(position, new Budget(limits))
  return shortenLine(position, steps ? toSeaTowersMoves(position, steps) : moves, budget)
}
