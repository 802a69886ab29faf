// A device for component tests: a tab, its background and its account.
import type { useGame } from '../../stores/session/game'
import { useBackup } from '../../stores/account/backup'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import { useStatistics } from '../../stores/account/statistics'
import { randomId } from '../../stores/sync/ids'
import { Syncer } from '../../stores/sync/syncer'
import { wonGame } from './help'
import { memoryPlatform } from './memory-platform'
import { openTab } from './mount'

/** A device with its background, on an account with these items. */
export async function device(
  account: Record<string, string>,
  browser: string,
  search = '?game=sea-towers&deal=1',
) {
  const platform = memoryPlatform({ settings: '{"automatic":"off"}' }, account)
  const syncer = new Syncer({
    local: platform.local,
    sync: platform.sync,
    now: () => Date.now(),
    random: Math.random,
    newId: randomId,
    browser,
    locked: work => platform.locked('local', work),
  })
  platform.answer(async request => {
    await (request.kind === 'erase' ? syncer.erase(request.scope) : syncer.round({ publish: true }))
  })
  const tab = await openTab(platform, search)
  const others = useRemoteGames(tab.pinia)
  const statistics = useStatistics(tab.pinia)
  const sync = async () => {
    await syncer.round({ publish: true })
    await others.refresh()
    await statistics.refresh()
  }
  return { ...tab, platform, others, statistics, syncer, sync, backup: useBackup(tab.pinia) }
}

/** Makes the moves of a won game of Sea Towers from index `from` to `to`. */
export const play = (game: ReturnType<typeof useGame>, from: number, to: number) => {
  for (const move of wonGame('sea-towers').moves.slice(from, to)) void game.playGesture([move])
}
