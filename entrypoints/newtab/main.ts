// Assembles the new tab: platform, stores, view; and tells the game when the tab is hidden, seen or used.
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '../../assets/style.css'
import { languageFor, setLocale } from '../../components/i18n'
import { useGame } from '../../stores/session/game'
import { useAnalysis } from '../../stores/analysis/analysis'
import { useRemoteGames } from '../../stores/sync/remote-games-store'
import { browserPlatform, platformKey } from '../../stores/platform/platform'
import { useSettings } from '../../stores/settings/settings'
import { solverKey, workerSolver } from '../../stores/analysis/solver'
import App from './App.vue'

const solver = workerSolver(
  () => new Worker(new URL('../../engine/solver/worker.ts', import.meta.url), { type: 'module' }),
)
const app = createApp(App).provide(platformKey, browserPlatform).provide(solverKey, solver).use(createPinia())
const { game, knowledge, others, settings } = app.runWithContext(() => ({
  game: useGame(),
  knowledge: useAnalysis(),
  others: useRemoteGames(),
  settings: useSettings(),
}))

await game.open(location.search, !document.hidden)
await setLocale(languageFor(settings.wantedLanguages))
app.mount('#app')
if (!document.hidden) void game.playHere()

/** Milliseconds after the start until winnable deals are prepared. */
const QUIET = 3000

/** Prepares winnable deals, one after another, while nothing else is looked for. */
async function prepare(): Promise<void> {
  const { useWinnableDeals } = await import('../../stores/analysis/winnable-deals')
  const deals = app.runWithContext(() => useWinnableDeals())
  while (!document.hidden && !knowledge.isLooking && (await deals.fill(game.game.id)));
}

let stopFollowing = () => {}
requestIdleCallback(() => {
  knowledge.begin()
  if (!document.hidden) stopFollowing = others.follow()
})
let quiet = setTimeout(() => void prepare(), QUIET)

document.addEventListener('visibilitychange', () => {
  clearTimeout(quiet)
  if (document.hidden) {
    solver.end()
    stopFollowing()
    game.hide()
  } else {
    void game.playHere()
    stopFollowing = others.follow()
    knowledge.begin()
    quiet = setTimeout(() => void prepare(), QUIET)
  }
})
window.addEventListener('pagehide', game.hide)
window.addEventListener('pageshow', ({ persisted }) => persisted && void game.playHere())
document.addEventListener('pointerdown', game.touch, { passive: true })
document.addEventListener('pointermove', game.touch, { passive: true })
