// The games of this device that have ended, read from storage when somebody looks.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { loadGames } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform'
import { pastGamesIn, type PastGame } from '../sync/past-games.ts'

/** Games that have ended on this device, the latest first. */
export const usePastGames = defineStore('past-games', () => {
  const { local } = usePlatform()
  const games = shallowRef<readonly PastGame[]>()

  /** Reads what is there now. Rejects where the storage cannot be read. */
  async function refresh(): Promise<void> {
    const [texts] = await Promise.all([local.all(), loadGames()])
    games.value = pastGamesIn(texts)
  }

  return { games, refresh }
})
