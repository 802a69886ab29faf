// The finished games of this device.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { loadGames } from '../../engine/index.ts'
import { usePlatform } from '../platform/platform'
import type { PastGame } from '../sync/past-games.ts'

/** These games, latest first. */
export const usePastGames = defineStore('past-games', () => {
  const { local } = usePlatform()
  const games = shallowRef<readonly PastGame[]>()

  /** Reads them from storage. Rejects if that fails. */
  async function refresh(): Promise<void> {
    const [texts, { pastGamesIn }] = await Promise.all([
      local.all(),
      import('../sync/past-games.ts'),
      loadGames(),
    ])
    games.value = pastGamesIn(texts)
  }

  return { games, refresh }
})
