// Assembles the new tab, and tells the session when the tab is hidden, shown or used.
import { createPinia } from 'pinia'
import { createApp, h, watch } from 'vue'
import '../../assets/style.css'
import { DEFAULT_GAME } from '../../engine/index.ts'
import { paintedIn } from '../../components/bar/painted-bar'
import { languageFor, setLocale } from '../../components/i18n'
import { loadOtherGames } from '../../components/other-games'
import { workerStarter } from '../../components/worker-starter'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { startWorkerKey } from '../../stores/analysis/solver-keys'
import { browserPlatform, platformKey } from '../../stores/platform/platform'
import { useGame } from '../../stores/session/game'
import { parseAddress } from '../../stores/session/launch-request'
import { useSession } from '../../stores/session/session'
import { useSettings } from '../../stores/session/settings'
import solverWorker from '../../engine/worker.ts?worker&url'
import App from './App.vue'

// The root is a function. If it were an object without `render`, Vue would compile the painted board in the
// page as its template.
const app = createApp(() => h(App))
  .provide(platformKey, browserPlatform)
  .provide(startWorkerKey, workerStarter('quickhand', solverWorker))
  .use(createPinia())
const game = useGame()
const session = useSession()
const settings = useSettings()
const late = useLateAnalysis()
app.config.errorHandler = session.report
window.addEventListener('unhandledrejection', ({ reason }) => session.report(reason))

/** The query string with a numeric fragment, as in `?deal=golf #4`, read before the session removes both. */
const search = location.search && location.search + /(^#\d+)?$/.exec(location.hash)![0]

const startWork = (): void =>
  void import('./late-work').then(work => work.startLateWork(search)).catch(session.reportLoad)

declare global {
  interface Window {
    /** Resolves once the first frame is painted and the font has loaded (first-frame.js). */
    firstFrame: Promise<unknown>
  }
}

/** The handle of the idle callback that starts the late work. */
let starting = 0

/**
 * If the tab is visible, plays the game here and starts the late work. Otherwise hides the game and stops the
 * solver. Late work that has started ends by itself.
 */
function followVisibility(): void {
  if (document.hidden) {
    cancelIdleCallback(starting)
    late.end()
    game.hide()
  } else {
    void game.playHere()
    starting = requestIdleCallback(startWork)
  }
}

/** The query string with ids instead of names. Names are loaded only if it cannot be parsed without them. */
async function parsableSearch(): Promise<string> {
  if (parseAddress(search).ok) return search
  try {
    return await (await import('../../components/typed-names')).withGameIds(search)
  } catch (error) {
    session.reportLoad(error)
    return search
  }
}

async function applyLanguage(language: ReturnType<typeof languageFor>): Promise<void> {
  if (!(await setLocale(language))) void session.dispatch({ kind: 'notified', notice: { key: 'noLocale' } })
}

async function start(): Promise<void> {
  if (!(await game.open(await parsableSearch(), !document.hidden))) {
    const { showRescue } = await import('./rescue')
    return showRescue(browserPlatform.local, game.notices.at(0)?.detail ?? '')
  }
  if (search) await settings.unfold()
  await applyLanguage(languageFor(settings.wantedLanguages))
  watch(() => languageFor(settings.wantedLanguages), applyLanguage)
  // Set only now, because the names of games are loaded in the page's language.
  session.loadGamesBy(loadOtherGames)
  if (game.game.id !== DEFAULT_GAME) await loadOtherGames().catch(session.reportLoad)
  const root = document.getElementById('app')!
  await window.firstFrame
  const continuePainted = paintedIn(root, late)
  app.mount(root)
  continuePainted()
  // The tab may have been hidden or shown during startup, before the listener was attached.
  followVisibility()
  document.addEventListener('visibilitychange', followVisibility)
  window.addEventListener('pagehide', game.hide)
  window.addEventListener('blur', game.blur)
  document.addEventListener('pointerdown', game.touch)
  document.addEventListener('pointermove', game.touch)
}

void start()
