// The general solver, for games that build in columns.
import { DECK_SIZE } from '../../rules/cards.ts'
import type { Position } from '../../rules/types.ts'
import { shorterLine } from '../shorten-line.ts'
import type { Budget, Finding, Found, Solver } from '../types.ts'
import { BeamSearch, type BeamSettings } from './beam.ts'
import { searchBestFirst } from './best-first.ts'
import { searchExhaustively } from './exhaustive.ts'
import { Board } from './board.ts'
import { RelaxedGame } from './relaxed-game.ts'
import { scheduleOf, type Attempt } from './schedule.ts'
import { movesOfSteps } from './steps.ts'
import { kernelSupports } from './supports.ts'

/** The steps of a win that a beam or a best-first search finds, with automatic steps; undefined if none. */
function winOf(position: Position, settings: BeamSettings, budget: Budget): number[] | undefined {
  const path = settings.isBestFirst
    ? searchBestFirst(position, settings, budget)
    : new BeamSearch(position, settings, budget).search()
  return path && new Board(position, settings).traced(path)
}

function attempt(position: Position, attempt: Attempt, budget: Budget): Found {
  if ('maxBoards' in attempt) return searchExhaustively(position, attempt, budget)
  const steps = winOf(position, attempt, budget)
  return steps ? { verdict: 'won', steps } : { verdict: 'unknown' }
}

/** Makes the attempts of the schedule until one decides or the budget is spent. */
function search(position: Position, budget: Budget): Found {
  if (new RelaxedGame(new Board(position), position.house).isLost()) return { verdict: 'lost' }
  const isOneDeck = position.game.cards.length <= DECK_SIZE
  for (const one of scheduleOf(position.game).attempts) {
    if ('maxBoards' in one && one.isForOneDeck && !isOneDeck) continue
    const found = attempt(position, one, budget)
    if (found.verdict !== 'unknown') return found
    if (budget.isSpent) break
  }
  return { verdict: 'unknown' }
}

/** The general solver. Only its exhaustive searches and `RelaxedGame` can prove a loss. */
export const kernel: Solver = {
  supports: kernelSupports,
  solve(position: Position, budget: Budget): Finding {
    const { verdict, steps } = search(position, budget)
    if (!steps) return { verdict }
    const moves = movesOfSteps(position, steps)
    if (budget.line === 'first') return { verdict, moves }
    const { short } = scheduleOf(position.game)
    const second = () => {
      const steps = short && winOf(position, short, budget)
      return steps && movesOfSteps(position, steps)
    }
    return { verdict, moves: shorterLine(position, moves, second, budget) }
  },
}
