// Whether a position can be won, and how.
import type { Game, Move, Position } from '../rules/types.ts'
import { solveBuilding } from './building/solve.ts'
import { Beam } from './beam.ts'
import { bestLine } from './best-line.ts'
import { solveDiscarding } from './discard/solve.ts'
import { searchExhaustively } from './exhaustive.ts'
import { solveKlondike } from './klondike/solve.ts'
import { toMoves } from './line.ts'
import { scheduleOf } from './schedule.ts'
import { solveSeaTowers } from './sea-towers/solve.ts'
import { shortenLine } from './shorten-line.ts'
import { Budget, type Limits, type Solution, type Verdict } from './types.ts'

/** The widest beam that looks for a line in place of one of the exhaustive search. */
const MAX_WIDTH_FOR_LINE = 100

/**
 * Decides a position: `won` with single moves that `play` accepts up to the win, `lost` only when everything
 * was searched, else `unknown`. It sees the cards that lie face down. Without limits it goes on until the
 * position is decided or its memory is used up; with `maxStates` alone the answer is always the same. A
 * position that stays `unknown` gets the best line that is known.
 */
export function solve(position: Position, limits: Limits = {}): Solution {
  const solution = decide(position, limits)
  return solution.verdict === 'unknown' ? { ...solution, best: bestLine(position, limits.seen) } : solution
}

function decide(position: Position, limits: Limits): Solution {
  const { game } = position
  if (game.id === 'sea-towers') return solveSeaTowers(position, limits)
  const discarding = solveDiscarding(position, limits)
  if (discarding) return discarding
  const klondike = mayBeKlondike(game) ? solveKlondike(position, limits) : undefined
  if (klondike) return klondike
  if (needsBuildingSearch(game)) return solveBuilding(position, limits)
  const budget = new Budget(limits)
  const { verdict, steps } = search(position, budget)
  const moves = steps && toMoves(position, steps)
  return {
    verdict,
    ...(moves && { moves: limits.line === 'short' ? shortLine(position, moves, budget) : moves }),
    states: budget.states,
    ms: budget.ms,
  }
}

/** Whether the stock is turned as in Klondike, for ever and onto a waste. */
const mayBeKlondike = ({ stock, reserve }: Game): boolean =>
  stock?.by === 'draw' && stock.passes === undefined && reserve === undefined

/** Whether a game uses words that the older search of towers and Double Dot does not know. */
const needsBuildingSearch = ({
  deck,
  foundations,
  tableau,
  stock,
  reserve,
  cells,
  hasFaceDown,
}: Game): boolean =>
  deck.copies > 2 ||
  foundations.takes !== 'card' ||
  foundations.first === 'dealt' ||
  foundations.first === 'fellows' ||
  (tableau.take !== 'top' && tableau.take !== 'run') ||
  tableau.fill === 'none' ||
  tableau.build.bothWays === true ||
  reserve !== undefined ||
  (stock?.by === 'draw' && stock.passes !== undefined) ||
  (stock?.by === 'deal' &&
    (hasFaceDown ||
      stock.onto !== undefined ||
      stock.spaces !== undefined ||
      tableau.build.suit !== 'any')) ||
  (!stock && (!cells || (tableau.build.suit === 'any' && tableau.build.step === 1)))

/** Makes one attempt after another, until one decides the position. */
function search(position: Position, budget: Budget): { verdict: Verdict; steps?: number[] } {
  const { house, game } = position
  // House rules that open more ways than the search follows leave a loss unproven.
  const mayProve = !house.includes('take-back') && !house.includes('shuffle-on-recycle')
  /** A win of the exhaustive search: certain, but far longer than that of a beam. */
  let fallback: number[] | undefined
  for (const attempt of scheduleOf(game).attempts) {
    if (budget.isSpent) break
    if ('maxSeen' in attempt) {
      if (fallback) break
      const { verdict, steps } = searchExhaustively(position, budget, attempt.maxSeen)
      if (verdict === 'lost' && mayProve) return { verdict }
      fallback = steps
    } else {
      if (fallback && attempt.width > MAX_WIDTH_FOR_LINE) break
      const steps = new Beam(position, attempt.weights, budget).search(attempt.width)
      if (steps) return { verdict: 'won', steps }
    }
  }
  return fallback ? { verdict: 'won', steps: fallback } : { verdict: 'unknown' }
}

/** The line, or one that a second beam finds for its length, whichever is shorter without its detours. */
function shortLine(position: Position, moves: Move[], budget: Budget): Move[] {
  const { short } = scheduleOf(position.game)
  const line = shortenLine(position, moves, budget)
  const steps = short && new Beam(position, short.weights, budget).search(short.width)
  if (!steps) return line
  const other = shortenLine(position, toMoves(position, steps), budget)
  return other.length < line.length ? other : line
}
