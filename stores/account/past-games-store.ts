// The finished games of this device.
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { loadGames } from '../../engine/index.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform'
import type { PastGame } from '../sync/past-games.ts'

/** A game that ended here. */
interface ListedGame extends PastGame {
  /** For a game given up here, the name of the device that won it; empty for an import. */
  readonly wonOn?: string
}

/** The games that ended here, latest first. */
export const usePastGames = defineStore('past-games', () => {
  const { local } = usePlatform()
  const games = shallowRef<readonly ListedGame[]>()

  /** Reads the games from storage. Rejects if that fails. */
  const refresh = inTurn(async (): Promise<void> => {
    const [texts, { pastGamesIn }, { remoteStateIn, endElsewhere }] = await Promise.all([
      local.all(),
      import('../sync/past-games.ts'),
      import('./remote-games.ts'),
      loadGames(),
    ])
    const known = remoteStateIn(texts)
    games.value = pastGamesIn(texts).map(game => {
      const end = game.outcome === 'givenUp' ? endElsewhere(known, game.opened.playId) : undefined
      return end?.outcome === 'won' ? { ...game, wonOn: end.device } : game
    })
  })

  return { games, refresh }
})
