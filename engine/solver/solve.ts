// Whether a position can be won, and how.
import type { Game, Move, Position } from '../rules/types.ts'
import { Beam } from './beam.ts'
import { SCHEDULES, type BeamSchedule } from './evaluate.ts'
import { searchExhaustively } from './exhaustive.ts'
import { solveKlondike } from './klondike/solve.ts'
import { toMoves } from './line.ts'
import { solveSeaTowers } from './sea-towers/solve.ts'
import { shortenLine } from './shorten-line.ts'
import { Budget, type Limits, type Solution, type Verdict } from './types.ts'

/**
 * Boards that the exhaustive search may remember before each width of the beam is tried; undefined where it is
 * not tried. The largest needs about 128 MB.
 */
const PROOF_BUDGETS: readonly (number | undefined)[] = [undefined, 3000, undefined, undefined, 400_000]

/**
 * Decides a position: `won` with single moves that `play` accepts up to the win, `lost` only when everything
 * was searched, else `unknown`. It sees the cards that lie face down. Without limits it goes on until the
 * position is decided or its memory is used up; with `maxStates` alone the answer is always the same.
 */
export function solve(position: Position, limits: Limits = {}): Solution {
  const { game } = position
  if (game.id === 'sea-towers') return solveSeaTowers(position, limits)
  const klondike = game.stock?.by === 'draw' ? solveKlondike(position, limits) : undefined
  if (klondike) return klondike
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

function scheduleOf({ stock }: Game): BeamSchedule {
  if (stock?.by === 'draw') return SCHEDULES[stock.turn === 1 ? 'klondike-1' : 'klondike-3']
  return SCHEDULES[stock ? 'dot' : 'towers']
}

/** Tries the beam with one width after another, and between them the exhaustive search. */
function search(position: Position, budget: Budget): { verdict: Verdict; steps?: number[] } {
  const { house, game } = position
  // House rules that open more ways than the search follows leave a loss unproven.
  const mayProve = !house.includes('take-back') && !house.includes('shuffle-on-recycle')
  const { widths, weights } = scheduleOf(game)
  /** A win of the exhaustive search: certain, but far longer than the beam's. */
  let fallback: number[] | undefined
  for (const [tries, width] of widths.entries()) {
    const maxSeen = PROOF_BUDGETS[tries]
    if (maxSeen !== undefined && !fallback) {
      const { verdict, steps } = searchExhaustively(position, budget, maxSeen)
      if (verdict === 'lost' && mayProve) return { verdict }
      fallback = steps
    }
    if (fallback && tries >= PROOF_BUDGETS.length - 1) break
    for (const one of weights) {
      const steps = new Beam(position, one, budget).search(width)
      if (steps) return { verdict: 'won', steps }
    }
    if (budget.isSpent) break
  }
  return fallback ? { verdict: 'won', steps: fallback } : { verdict: 'unknown' }
}

/** The line, or one that a second beam finds for its length, whichever is shorter without its detours. */
function shortLine(position: Position, moves: Move[], budget: Budget): Move[] {
  const { short } = scheduleOf(position.game)
  const line = shortenLine(position, moves)
  const steps = short && new Beam(position, short.weights, budget).search(short.width)
  if (!steps) return line
  const other = shortenLine(position, toMoves(position, steps))
  return other.length < line.length ? other : line
}
