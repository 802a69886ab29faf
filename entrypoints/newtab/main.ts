// Assembles the new tab: platform, stores, view; and tells the game when the tab is hidden, seen or used.
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '../../assets/style.css'
import { speak } from '../../components/text'
import { useGame } from '../../stores/game'
import { useKnowledge } from '../../stores/knowledge'
import { useOthers } from '../../stores/others'
import { browserPlatform, platformKey } from '../../stores/platform'
import { useSettings } from '../../stores/settings'
import { solverKey, workerSolver } from '../../stores/solver'
import App from './App.vue'

const solver = workerSolver(() => new Worker(new URL('../../engine/solver/worker.ts', import.meta.url), { type: 'module' }))
const app = createApp(App).provide(platformKey, browserPlatform).provide(solverKey, solver).use(createPinia())
const { game, knowledge, others, settings } = app.runWithContext(() => ({ game: useGame(), knowledge: useKnowledge(), others: useOthers(), settings: useSettings() }))

await game.open(location.search, !document.hidden)
await speak(settings.spoken)
app.mount('#app')
if (!document.hidden) void game.playHere()

/** Milliseconds after the start until winnable deals are prepared. */
const QUIET = 3000

/** Prepares winnable deals, one after another, while nothing else is looked for. */
async function prepare(): Promise<void> {
  const { useDeals } = await import('../../stores/deals')
  const deals = app.runWithContext(() => useDeals())
  while (!document.hidden && !knowledge.isLooking && await deals.fill(game.game.id));
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
