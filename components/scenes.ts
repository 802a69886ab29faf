// Says on the page what has just changed on it as a whole, so that style can show it: another game came to
// the table (`game`), the table was hidden or shown. Shows how what was there goes, and how the lists of the
// bar close. Whatever is done next ends it. Loaded after the first paint.
import { watch } from 'vue'
import { useOverlays } from '../stores/overlays/overlays'
import { useGame } from '../stores/session/game'
import { useSettings } from '../stores/session/settings'
import { endExits, leave } from './exits'

/** Watches the page. Returns a function that stops it. */
export function showScenes(): () => void {
  const game = useGame()
  const settings = useSettings()
  const { dataset } = document.documentElement
  const overlays = useOverlays()
  function end(): void {
    delete dataset.scene
    endExits()
  }
  const stop = watch(
    [() => settings.values.isFolded, () => game.game.id],
    ([isFolded], [wasFolded]) => {
      dataset.scene = isFolded === wasFolded ? 'game' : isFolded ? 'hidden' : 'shown'
      if (wasFolded) leave(document.querySelector<HTMLElement>('.strip-bar'), 'rises')
      else leave(overlays.table?.root, isFolded ? 'sinks' : 'fades')
    },
    { flush: 'pre' },
  )
  /** A list is still there when it is about to close. */
  function closing({ target, newState }: Event & Partial<ToggleEvent>): void {
    if (newState === 'closed' && target instanceof HTMLElement && target.matches('.popover'))
      leave(target, 'fades')
  }
  document.addEventListener('beforetoggle', closing, { capture: true })
  const events = ['pointerdown', 'keydown'] as const
  for (const event of events) document.addEventListener(event, end, { capture: true })
  return () => {
    stop()
    end()
    document.removeEventListener('beforetoggle', closing, { capture: true })
    for (const event of events) document.removeEventListener(event, end, { capture: true })
  }
}
