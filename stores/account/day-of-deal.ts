// Finds the day whose deal of the day a deal is. Pure.
import { publishedDaily, type GameId } from '../../engine/index.ts'
import { isoDay } from '../calendar.ts'

/** How many days are searched: four years, after which the published deals repeat. */
const SEARCHED = 1461

/** The latest day of each published deal of a game, up to a given day, in days since 1970. */
export function daysOfDeals(game: GameId, last: number): ReadonlyMap<number, number> {
  const days = new Map<number, number>()
  for (let day = last - SEARCHED + 1; day <= last; day++) days.set(publishedDaily(game, isoDay(day))!, day)
  return days
}
