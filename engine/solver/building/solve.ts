// Whether a position of a building game can be won, and how: Spider's kin, Yukon's kin, Canfield and others.
import type { Position } from '../../rules/types.ts'
import { shortenLine } from '../shorten-line.ts'
import { Budget, type Limits, type Solution, type Verdict } from '../types.ts'
import { hasLockedCards } from './locked.ts'
import { scheduleOf } from './schedule.ts'
import { searchAll, searchByBeam } from './search.ts'
import { movesOfSteps } from './steps.ts'

/** A look at everything is worth so many boards before the beam, which kills most deals that are lost. */
const FIRST_LOOK = 2000
const SECOND_LOOK = 160_000
const LAST_LOOK = 1_000_000
const NARROW_WIDTHS = [15, 50, 200]
const BROAD_WIDTHS = [800, 3000]

/** Decides a position; wins come with their moves, and losses are proved by looking at everything. */
export function solveBuilding(position: Position, limits: Limits): Solution {
  const budget = new Budget(limits)
  const { verdict, steps } = search(position, budget)
  const moves = steps && movesOfSteps(position, steps)
  return {
    verdict,
    ...(moves && { moves: limits.line === 'short' ? shortenLine(position, moves, budget) : moves }),
    states: budget.states,
    ms: budget.ms,
  }
}

function search(position: Position, budget: Budget): { verdict: Verdict; steps?: number[] } {
  for (const attempt of attemptsOn(position, budget)) {
    const result = attempt()
    if (result.verdict !== 'unknown') return result
    if (budget.isSpent) break
  }
  return { verdict: 'unknown' }
}

/** What is tried, one after another. */
function attemptsOn(position: Position, budget: Budget): (() => { verdict: Verdict; steps?: number[] })[] {
  const { weights, isPatient } = scheduleOf(position.game)
  const all = (most: number) => () => searchAll(position, most, budget)
  const beams = (widths: readonly number[], isEager: boolean) =>
    widths.flatMap(width =>
      weights.map(one => () => {
        const steps = searchByBeam(position, { weights: one, width, isEager }, budget)
        return steps ? { verdict: 'won' as const, steps } : { verdict: 'unknown' as const }
      }),
    )
  const patientBeams = (widths: readonly number[]) => (isPatient ? beams(widths, false) : [])
  // Two decks are too much for a second look, which would take the time of wider beams.
  const proof = position.game.cards.length > 52 ? [] : [all(SECOND_LOOK)]
  return [
    () => ({ verdict: hasLockedCards(position) ? 'lost' : 'unknown' }),
    all(FIRST_LOOK),
    ...beams(NARROW_WIDTHS, true),
    ...patientBeams(NARROW_WIDTHS),
    ...proof,
    ...beams(BROAD_WIDTHS, true),
    ...patientBeams(BROAD_WIDTHS),
    all(LAST_LOOK),
  ]
}
