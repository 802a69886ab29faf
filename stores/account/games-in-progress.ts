// Which games wait in storage to be gone on with.
import { GAMES, type GameId } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform'
import { keyOf, newerKeysIn, readGame } from '../session/game-in-memory.ts'
import { isInProgress } from '../sync/game-envelope.ts'

/** The games that were begun on this device and have not ended. Rejects where storage cannot be read. */
export async function gamesInProgress(): Promise<Set<GameId>> {
  const texts = await usePlatform().local.all()
  const newerKeys = newerKeysIn(texts)
  return new Set(
    GAMES.filter(id => {
      const text = texts[keyOf(newerKeys, 'game', id)] as string | undefined
      const read = text === undefined ? undefined : readGame(text, id)
      return read?.ok && isInProgress(read.value)
    }),
  )
}
