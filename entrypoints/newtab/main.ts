// Assembles the new tab: platform, stores, view; and tells the session when the tab is hidden, seen or used.
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '../../assets/style.css'
import { setLocale } from '../../components/i18n'
import { useRemoteGames } from '../../stores/account/remote-games-store'
import { useAnalysis } from '../../stores/analysis/analysis'
import { solverKey, workerSolver } from '../../stores/analysis/solver'
import { browserPlatform, platformKey } from '../../stores/platform/platform'
import { useGame } from '../../stores/session/game'
import { useSession } from '../../stores/session/session'
import { useSettings } from '../../stores/session/settings'
import App from './App.vue'

const solver = workerSolver(
  () => new Worker(new URL('../../engine/solver/worker.ts', import.meta.url), { type: 'module' }),
)
const app = createApp(App).provide(platformKey, browserPlatform).provide(solverKey, solver).use(createPinia())
const { game, session, analysis, remote, settings } = app.runWithContext(() => ({
  game: useGame(),
  session: useSession(),
  analysis: useAnalysis(),
  remote: useRemoteGames(),
  settings: useSettings(),
}))
app.config.errorHandler = session.report
window.addEventListener('unhandledrejection', ({ reason }) => session.report(reason))

let stopFilling = (): void => undefined

/** Prepares winnable deals from now on. Where that cannot be loaded, a new deal is looked for when it is wanted. */
async function startFilling(): Promise<void> {
  const { useWinnableDeals } = await import('../../stores/analysis/winnable-deals')
  if (document.hidden) return
  const deals = app.runWithContext(() => useWinnableDeals())
  stopFilling = deals.stopFilling
  deals.startFilling()
}

/** What a tab that is seen does beside the game: it evaluates, follows other devices, prepares winnable deals. */
function startWork(): void {
  if (document.hidden) return
  analysis.begin()
  remote.follow()
  void startFilling().catch(() => undefined)
}

/** A tab that is hidden does nothing at all. */
function stopWork(): void {
  solver.end()
  remote.unfollow()
  stopFilling()
}

async function start(): Promise<void> {
  if (!(await game.open(location.search, !document.hidden))) {
    const { showRescue } = await import('./rescue')
    return showRescue(browserPlatform.local, game.notice?.detail ?? '')
  }
  await setLocale(settings.locale).catch(session.report)
  app.mount('#app')
  if (!document.hidden) void game.playHere()
  requestIdleCallback(startWork)
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      stopWork()
      game.hide()
    } else {
      void game.playHere()
      startWork()
    }
  })
  window.addEventListener('pagehide', game.hide)
  window.addEventListener('pageshow', ({ persisted }) => persisted && void game.playHere())
  document.addEventListener('pointerdown', game.touch, { passive: true })
  document.addEventListener('pointermove', game.touch, { passive: true })
}

void start()
