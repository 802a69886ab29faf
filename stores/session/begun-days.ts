// Daily deals in progress, for the calendar.
import { isInProgress } from '../sync/game-envelope.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { gamesWithinReach } from './saving.ts'
import type { SessionState } from './state.ts'

/** Days since 1970 whose deal of the current game is in progress, on the table or within reach. */
export function begunDays(state: SessionState): Set<number> {
  const games = [state.game, ...gamesWithinReach(state)].filter(isInProgress)
  return new Set(games.flatMap(({ playId }) => dayOfPlay(playId) ?? []))
}
