// Finds the day on which a deal is the deal of the day. Pure, with a cache.
import { publishedDaily, type GameId } from '../../engine/index.ts'
import { isoDay } from '../calendar.ts'

/** The number of days to search: four years, after which the published deals repeat. */
export const SEARCHED = 1461

/** By deal number, the latest day up to `last` on which it is the game's deal of the day; days since 1970. */
function daysOfDeals(game: GameId, last: number): ReadonlyMap<number, number> {
  const days = new Map<number, number>()
  for (let day = last - SEARCHED + 1; day <= last; day++) days.set(publishedDaily(game, isoDay(day))!, day)
  return days
}

/** The days found last for each game, cached because a search takes milliseconds. */
const found = new Map<GameId, { readonly last: number; readonly days: ReturnType<typeof daysOfDeals> }>()

/** Whether the days of a game's deals are known without a search. */
export const knowsDays = (game: GameId, last: number): boolean => found.get(game)?.last === last

/** The latest day up to `last` on which this deal is published; undefined if there is none. */
export function dayOfDeal(game: GameId, deal: number, last: number): number | undefined {
  if (!knowsDays(game, last)) found.set(game, { last, days: daysOfDeals(game, last) })
  return found.get(game)!.days.get(deal)
}
