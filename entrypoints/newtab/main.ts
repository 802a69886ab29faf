// Assembles the new tab: platform, stores, view; and tells the game when the tab is hidden, seen or used.
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '../../assets/style.css'
import { useDeals } from '../../stores/deals'
import { useGame } from '../../stores/game'
import { useKnowledge } from '../../stores/knowledge'
import { browserPlatform, platformKey } from '../../stores/platform'
import { solverKey, workerSolver } from '../../stores/solver'
import App from './App.vue'

const solver = workerSolver(() => new Worker(new URL('../../engine/solver/worker.ts', import.meta.url), { type: 'module' }))
const app = createApp(App).provide(platformKey, browserPlatform).provide(solverKey, solver).use(createPinia())
const { game, knowledge, deals } = app.runWithContext(() => ({ game: useGame(), knowledge: useKnowledge(), deals: useDeals() }))

await game.open(location.search)
app.mount('#app')

/** Milliseconds after the start until winnable deals are prepared. */
const QUIET = 3000

/** Prepares winnable deals, one after another, while nothing else is looked for. */
async function prepare(): Promise<void> {
  while (!document.hidden && !knowledge.isLooking && await deals.fill(game.game.id));
}

requestIdleCallback(() => knowledge.begin())
let quiet = setTimeout(() => void prepare(), QUIET)

document.addEventListener('visibilitychange', () => {
  clearTimeout(quiet)
  if (document.hidden) {
    solver.end()
    game.hide()
  } else {
    game.unhide()
    knowledge.begin()
    quiet = setTimeout(() => void prepare(), QUIET)
  }
})
window.addEventListener('pagehide', game.hide)
window.addEventListener('pageshow', ({ persisted }) => persisted && game.catchUp())
document.addEventListener('pointerdown', game.touch, { passive: true })
document.addEventListener('pointermove', game.touch, { passive: true })
