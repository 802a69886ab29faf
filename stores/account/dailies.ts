// Results of daily deals: their outcomes, and the days that count for a streak. Pure.
import type { GameId } from '../../engine/index.ts'
import type { GameResult } from '../sync/game-results.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { timeOf, timeOfDay } from '../time.ts'

const HOUR_MS = 3_600_000

/** The result of a daily deal, with the day of the deal in days since 1970. */
export interface DailyResult extends GameResult {
  readonly day: number
}

/** The results of daily deals among all results. */
export const dailiesIn = (results: readonly GameResult[]): DailyResult[] =>
  results.flatMap(result => {
    const day = dayOfPlay(result.play)
    return day === undefined ? [] : [{ ...result, day }]
  })

/** The outcomes of daily deals by day. One win makes the day `won`. */
export function outcomesByDay(results: readonly DailyResult[]): Map<number, 'won' | 'givenUp'> {
  const days = new Map<number, 'won' | 'givenUp'>()
  for (const { day, outcome } of results)
    if (days.get(day) !== 'won') days.set(day, outcome as 'won' | 'givenUp')
  return days
}

/** The games with a daily deal that was won, by day. */
export function winsByDay(results: readonly DailyResult[]): Map<number, ReadonlySet<GameId>> {
  const wins = Map.groupBy(
    results.filter(({ outcome }) => outcome === 'won'),
    ({ day }) => day,
  )
  return new Map([...wins].map(([day, own]) => [day, new Set(own.map(({ game }) => game))]))
}

/**
 * Whether the game ended on the day of its deal in at least one time zone, from UTC+14 to UTC−12. All devices
 * therefore agree, and traveling does not break a streak.
 */
const isInTime = ({ day, minute }: DailyResult): boolean =>
  timeOf(minute) >= timeOfDay(day) - 14 * HOUR_MS && timeOf(minute) < timeOfDay(day + 1) + 12 * HOUR_MS

/** The days of the daily deals that were won on the day itself. They count for a streak. */
export const daysWonInTime = (results: readonly DailyResult[]): number[] =>
  results.filter(result => result.outcome === 'won' && isInTime(result)).map(({ day }) => day)
