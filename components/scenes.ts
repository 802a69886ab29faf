// Sets `data-scene` on the page when the whole table changes, so that CSS can animate it: another game
// (`game`), table hidden or shown. The next input removes it. Loaded after the first paint.
import { watch } from 'vue'
import { useGame } from '../stores/session/game'
import { useSettings } from '../stores/session/settings'

/** Watches the page. Returns a function that stops it. */
export function showScenes(): () => void {
  const game = useGame()
  const settings = useSettings()
  const { dataset } = document.documentElement
  const end = (): void => void delete dataset.scene
  const stop = watch(
    [() => settings.values.isFolded, () => game.game.id],
    ([isFolded], [wasFolded]) => {
      dataset.scene = isFolded === wasFolded ? 'game' : isFolded ? 'hidden' : 'shown'
    },
    { flush: 'pre' },
  )
  const events = ['pointerdown', 'keydown'] as const
  for (const event of events) document.addEventListener(event, end, { capture: true })
  return () => {
    stop()
    end()
    for (const event of events) document.removeEventListener(event, end, { capture: true })
  }
}
