// Says on the page what has just changed on it as a whole, so that style can show it: another game came to
// the table (`game`), the table was hidden or shown. Whatever is done next ends it. Loaded after the first
// paint.
import { watch } from 'vue'
import { useGame } from '../stores/session/game'
import { useSettings } from '../stores/session/settings'

/** Watches the page until the function that is returned is called. */
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
