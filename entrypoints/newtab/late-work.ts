// Late work of a visible tab, such as the winnability light, other devices' games, the sync folder, winnable
// deals and the user's picture. Loaded after the first paint.
import '../../assets/device.css'
import '../../assets/sheets.css'
import { effectScope } from 'vue'
import { showFolderMark } from '../../components/folder-mark'
import { listen } from '../../components/listen'
import { keepLook } from '../../components/page-look'
import { loadOtherGames } from '../../components/other-games'
import { showTransitions } from '../../components/page-transitions'
import { showOwnPicture } from '../../components/table-picture'
import { takeErased } from '../../stores/account/just-erased'
import { useErasedElsewhere } from '../../stores/account/erased-elsewhere-store'
import { watchFolder } from '../../stores/account/folder-watch'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import { useUnknownErasure } from '../../stores/account/unknown-erasure-store'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useLevels } from '../../stores/analysis/levels'
import { useWinnableDeals } from '../../stores/analysis/winnable-deals'
import { browserPlatform } from '../../stores/platform/platform'
import { useSession } from '../../stores/session/session'
import { useStorageWarning } from '../../stores/session/storage-warning'

/** Preloads the games list when the pointer is over its button. */
function preloadGames({ target }: Event): void {
  if (!(target instanceof Element) || !target.closest('[data-action="games"]')) return
  void Promise.all([import('../../components/bar/GamesList.vue'), loadOtherGames()]).catch(() => undefined)
}

let scope = effectScope(true)

/**
 * Starts the late work if the tab is visible. The work ends when the tab is hidden. `search`: the query
 * string of the URL.
 */
export async function startLateWork(search: string): Promise<void> {
  const { analysis } = await useLateAnalysis().load()
  if (document.hidden) return
  const { dispatch } = useSession()
  const unrevoked = takeErased()
  if (unrevoked !== null) void dispatch({ kind: 'notified', notice: { key: 'erased' } })
  if (unrevoked) void dispatch({ kind: 'notified', notice: { key: 'unrevoked', detail: unrevoked } })
  scope.stop()
  scope = effectScope(true)
  scope.run(() => {
    listen(document, 'visibilitychange', () => document.hidden && scope.stop())
    showFolderMark()
    showOwnPicture()
    keepLook()
    showTransitions()
    listen(document, 'pointerover', preloadGames)
    watchFolder(browserPlatform)
    useStorageWarning().follow()
    useRemoteGames().follow(!search)
    useUnknownErasure().follow()
    useErasedElsewhere().follow()
    useWinnableDeals().keepFilled()
    useLevels().keepRating()
  })
  void analysis.begin()
}
