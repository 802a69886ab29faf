// The deal of the day: a winnable deal that follows from the date alone, so that everyone gets the same.
import { deal } from '../rules/deal.ts'
import { LAST_DEAL_NUMBER, mulberry32 } from '../rules/shuffle.ts'
import type { GameId, Position } from '../rules/types.ts'

/**
 * How many states the solver may visit to find a deal of the day winnable. The limit decides which deal a day
 * gets, so it never changes.
 */
export const DAILY_STATES = 200_000

/**
 * An endless list of deals for a day. The first that the solver wins within `DAILY_STATES` states is the deal
 * of the day. The seed is the FNV-1a hash of game and date.
 * @param date the local day of the person who asks, as `2026-11-21`
 */
export function* dailyCandidates(game: GameId, date: string): Generator<Position> {
  let seed = 0x811c9dc5
  for (const character of `${game} ${date}`) seed = Math.imul(seed ^ character.charCodeAt(0), 0x01000193)
  for (const random = mulberry32(seed); ;) yield deal(game, 1 + Math.floor(random() * LAST_DEAL_NUMBER))
}
