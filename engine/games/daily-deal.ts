// The deal of the day. Loads the lists of deals on first use.
import type { GameId } from '../rules/types.ts'

/**
 * The deal number of a day. Rejects if `date` is not a valid date, the game has no list yet, or the lists
 * cannot be loaded.
 * @param date the user's local date, as `2026-11-21`
 */
export async function dailyDeal(game: GameId, date: string): Promise<number> {
  const { publishedDaily } = await import('./daily.ts')
  const number = publishedDaily(game, date)
  if (number === undefined) throw new Error(`There is no deal of ${game} for the day “${date}”`)
  return number
}
