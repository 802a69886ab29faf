// Assembles the new tab: platform, stores, view; and tells the game when the tab is hidden, seen or used.
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import '../../assets/style.css'
import { useGame } from '../../stores/game'
import { browserPlatform, platformKey } from '../../stores/platform'
import App from './App.vue'

const app = createApp(App).provide(platformKey, browserPlatform).use(createPinia())
const game = app.runWithContext(() => useGame())

await game.open(location.search)
app.mount('#app')

document.addEventListener('visibilitychange', () => document.hidden ? game.hide() : game.unhide())
window.addEventListener('pagehide', game.hide)
window.addEventListener('pageshow', ({ persisted }) => persisted && game.catchUp())
document.addEventListener('pointerdown', game.touch, { passive: true })
document.addEventListener('pointermove', game.touch, { passive: true })
