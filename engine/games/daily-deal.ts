// The deal of the day for a page, which loads the lists when they are first asked for.
import type { GameId } from '../rules/types.ts'

/**
 * The number of a day's deal. Rejects where the text is no date, the game has no list yet, or the lists
 * cannot be loaded.
 * @param date the local day of the person who asks, as `2026-11-21`
 */
export async function dailyDeal(game: GameId, date: string): Promise<number> {
  const { publishedDaily } = await import('./daily.ts')
  const number = publishedDaily(game, date)
  if (number === undefined) throw new Error(`There is no deal of ${game} for the day “${date}”`)
  return number
}
