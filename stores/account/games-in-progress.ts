// Games that can be continued.
import { GAMES, type GameId } from '../../engine/index.ts'
import { keyOf, newerKeysIn, readGame } from '../session/game-in-memory.ts'
import type { GameInMemory } from '../session/state.ts'
import { isInProgress } from '../sync/game-envelope.ts'

/** The games in progress, from the stored texts. */
export function gamesInProgress(
  texts: Readonly<Record<string, string | undefined>>,
): Map<GameId, GameInMemory> {
  const newerKeys = newerKeysIn(texts)
  return new Map(
    GAMES.flatMap(id => {
      const text = texts[keyOf(newerKeys, 'game', id)]
      const read = text === undefined ? undefined : readGame(text, id)
      return read?.ok && isInProgress(read.value) ? [[id, read.value] as const] : []
    }),
  )
}
