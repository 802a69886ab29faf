// Finds the day on which a deal is the deal of the day. Pure.
import { publishedDaily, type GameId } from '../../engine/index.ts'
import { isoDay } from '../calendar.ts'

/** How many days are searched: four years, after which the published deals repeat. */
const SEARCHED = 1461

/** By deal number, the latest day up to `last` on which it is the game's deal of the day; days since 1970. */
export function daysOfDeals(game: GameId, last: number): ReadonlyMap<number, number> {
  const days = new Map<number, number>()
  for (let day = last - SEARCHED + 1; day <= last; day++) days.set(publishedDaily(game, isoDay(day))!, day)
  return days
}
