// Transitions of the whole page: another game, the table hidden or shown, and closing lists of the bar. Marks
// the page for style sheets and starts exit animations; any input ends them. Loaded after the first paint.
import { onScopeDispose, watch } from 'vue'
import { useOverlays } from '../stores/overlays/overlays'
import { useGame } from '../stores/session/game'
import { useSettings } from '../stores/session/settings'
import { endExits, leave } from './exits'
import { listen } from './listen'

/** Watches the page until the scope is disposed. */
export function showTransitions(): void {
  const game = useGame()
  const settings = useSettings()
  const { dataset } = document.documentElement
  const overlays = useOverlays()
  function end(): void {
    delete dataset.transition
    endExits()
  }
  watch(
    [() => settings.values.isFolded, () => game.game.id],
    ([isFolded], [wasFolded]) => {
      dataset.transition = isFolded === wasFolded ? 'game' : isFolded ? 'hidden' : 'shown'
      if (wasFolded) leave(document.querySelector<HTMLElement>('.strip-bar'), 'rises')
      else leave(overlays.table?.root, isFolded ? 'sinks' : 'fades')
    },
    { flush: 'pre' },
  )
  /** Fades out a copy of a list that closes. */
  function closing({ target, newState }: Event & Partial<ToggleEvent>): void {
    if (newState === 'closed' && target instanceof HTMLElement && target.matches('.popover'))
      leave(target, 'fades')
  }
  listen(document, 'beforetoggle', closing, { capture: true })
  listen(document, ['pointerdown', 'keydown'], end, { capture: true })
  onScopeDispose(end)
}
