// The deals of the day that were begun and can be gone on with, for the calendar.
import { isInProgress } from '../sync/game-envelope.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { gamesWithinReach } from './saving.ts'
import type { SessionState } from './state.ts'

/** Days since 1970 whose deal of the game on the table is in progress there or within reach. */
export function begunDays(state: SessionState): Set<number> {
  const games = [state.game, ...gamesWithinReach(state)].filter(isInProgress)
  return new Set(games.flatMap(({ playId }) => dayOfPlay(playId) ?? []))
}
