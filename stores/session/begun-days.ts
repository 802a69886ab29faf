// Daily deals in progress, for the calendar and the daily set.
import type { GameId } from '../../engine/index.ts'
import { isInProgress } from '../sync/game-envelope.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { keyOf, newerKeysIn, readGame } from './game-in-memory.ts'
import { gamesWithinReach } from './saving.ts'
import type { GameInMemory, SessionState } from './state.ts'

const daysOf = (games: readonly GameInMemory[]): Set<number> =>
  new Set(games.filter(isInProgress).flatMap(({ playId }) => dayOfPlay(playId) ?? []))

/**
 * The days (since 1970) whose daily deal of the current game is in progress, on the table or among the
 * previous games.
 */
export const begunDays = (state: SessionState): Set<number> =>
  daysOf([state.game, ...gamesWithinReach(state)])

/** The same for another game, from the stored texts. */
export function begunDaysIn(texts: Readonly<Record<string, string | undefined>>, id: GameId): Set<number> {
  const newerKeys = newerKeysIn(texts)
  const games = (['game', 'previous'] as const)
    .flatMap(slot => texts[keyOf(newerKeys, slot, id)]?.split(' ') ?? [])
    .map(text => readGame(text, id))
  return daysOf(games.flatMap(game => (game.ok ? [game.value] : [])))
}
