// The games in progress, as all lists show them.
import { GAMES, gesturesMade, isWon, type GameId, type OpenedRecord } from '../../engine/index.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { keyOf, newerKeysIn, readGame } from './game-in-memory.ts'
import { gamesWithinReach } from './saving.ts'
import type { GameInMemory, SessionState } from './state.ts'

type StoredTexts = Readonly<Record<string, string | undefined>>

/**
 * Whether a game can be continued: it has a move and is not won. A game whose moves were all undone has none.
 * It is kept (`isInProgress`), so that the moves can be redone, but it is not listed.
 */
export const canContinue = ({ history, position }: Pick<OpenedRecord, 'history' | 'position'>): boolean =>
  gesturesMade(history) > 0 && !isWon(position)

/** The games that can be continued, from the stored texts. */
export function gamesInProgress(texts: StoredTexts): Map<GameId, GameInMemory> {
  const newerKeys = newerKeysIn(texts)
  return new Map(
    GAMES.flatMap(id => {
      const text = texts[keyOf(newerKeys, 'game', id)]
      const read = text === undefined ? undefined : readGame(text, id)
      return read?.ok && canContinue(read.value) ? [[id, read.value] as const] : []
    }),
  )
}

const daysOf = (games: readonly GameInMemory[]): Set<number> =>
  new Set(games.filter(canContinue).flatMap(({ playId }) => dayOfPlay(playId) ?? []))

/**
 * The days (since 1970) whose daily deal of the current game can be continued, on the table or among the
 * previous games.
 */
export const begunDays = (state: SessionState): Set<number> =>
  daysOf([state.game, ...gamesWithinReach(state)])

/** Like `begunDays`, for another game, from the stored texts. */
export function begunDaysIn(texts: StoredTexts, id: GameId): Set<number> {
  const newerKeys = newerKeysIn(texts)
  const games = (['game', 'previous'] as const)
    .flatMap(slot => texts[keyOf(newerKeys, slot, id)]?.split(' ') ?? [])
    .map(text => readGame(text, id))
  return daysOf(games.flatMap(game => (game.ok ? [game.value] : [])))
}
