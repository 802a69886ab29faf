// The kernel decides a position of any game of the vocabulary whose cards are built up in columns.
import { DECK_SIZE } from '../../rules/cards.ts'
import type { Move, Position } from '../../rules/types.ts'
import { shortenLine } from '../shorten-line.ts'
import type { Budget, Finding, Solver } from '../types.ts'
import { searchByBeam } from './beam.ts'
import { searchExhaustively, type Found } from './exhaustive.ts'
import { hasLockedCards } from './locked.ts'
import { scheduleOf, type Attempt } from './schedule.ts'
import { movesOfSteps } from './steps.ts'
import { kernelSupports } from './supports.ts'

/** Makes one attempt. */
function attempt(position: Position, attempt: Attempt, budget: Budget): Found {
  if ('most' in attempt) return searchExhaustively(position, attempt.most, budget)
  const steps = searchByBeam(position, attempt, budget)
  return steps ? { verdict: 'won', steps } : { verdict: 'unknown' }
}

/** Makes one attempt after another, until one decides the position. */
function search(position: Position, budget: Budget): Found {
  if (hasLockedCards(position)) return { verdict: 'lost' }
  const isOneDeck = position.game.cards.length <= DECK_SIZE
  for (const one of scheduleOf(position.game).attempts) {
    if ('most' in one && one.isForOneDeck && !isOneDeck) continue
    const found = attempt(position, one, budget)
    if (found.verdict !== 'unknown') return found
    if (budget.isSpent) break
  }
  return { verdict: 'unknown' }
}

/** The line, or one that a second beam finds for its length, whichever is shorter without its detours. */
function shortLine(position: Position, moves: Move[], budget: Budget): Move[] {
  const { short } = scheduleOf(position.game)
  const line = shortenLine(position, moves, budget)
  const steps = short && searchByBeam(position, short, budget)
  if (!steps) return line
  const other = shortenLine(position, movesOfSteps(position, steps), budget)
  return other.length < line.length ? other : line
}

/** Beams that find wins, and exhaustive searches that prove losses. */
export const kernel: Solver = {
  id: 'kernel',
  supports: kernelSupports,
  solve(position: Position, budget: Budget): Finding {
    const { verdict, steps } = search(position, budget)
    if (!steps) return { verdict }
    const moves = movesOfSteps(position, steps)
    return { verdict, moves: budget.line === 'short' ? shortLine(position, moves, budget) : moves }
  },
}
