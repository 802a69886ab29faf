// The deals of the day that were begun and can be gone on with, for the calendar.
import { dayOfPlay } from '../sync/ids.ts'
import { gamesWithinReach, isGameInProgress } from './saving.ts'
import type { SessionState } from './state.ts'

/** Days since 1970 whose deal of the game on the table is in progress there or within reach. */
export function begunDays({ game, previousText }: SessionState): Set<number> {
  const games = [game, ...gamesWithinReach(previousText, game.position.game.id)].filter(isGameInProgress)
  return new Set(games.flatMap(({ playId }) => dayOfPlay(playId) ?? []))
}
