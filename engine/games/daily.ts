// The deal of the day: the same winnable deal for everyone, from the date alone.
import { deal } from '../rules/deal.ts'
import { LAST_DEAL, mulberry32 } from '../rules/shuffle.ts'
import type { GameId, Position } from '../rules/types.ts'

/**
 * States within which a deal of the day must be found winnable; part of the format, as it decides which deal
 * it is.
 */
export const DAILY_STATES = 200_000

/**
 * The deals that are tried for a day one after another; the first that can be won within `DAILY_STATES`
 * states is the deal of the day.
 * @param date the day as `2026-11-21`, in the calendar of whoever asks
 */
export function* dailyCandidates(game: GameId, date: string): Generator<Position> {
  let seed = 0x811c9dc5
  for (const character of `${game} ${date}`) seed = Math.imul(seed ^ character.charCodeAt(0), 0x01000193)
  for (const random = mulberry32(seed); ;) yield deal(game, 1 + Math.floor(random() * LAST_DEAL))
}
