// Who gets the focus when what had it is gone, hidden or disabled: whoever had it before, else the table's
// cursor. The body of the page never keeps it. Loaded after the first paint.
import { useEventListener, useMutationObserver } from '@vueuse/core'
import { useOverlays } from '../stores/overlays/overlays'

/** So many elements are remembered: those of a panel in a list, and where that was opened. */
const LENGTH = 12

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && !(element as HTMLButtonElement).disabled && (element.checkVisibility?.() ?? true)

export function useFocusTrail(): void {
  const overlays = useOverlays()
  /** What had the focus, the latest last. */
  let trail: readonly HTMLElement[] = []

  function remember({ target }: FocusEvent): void {
    if (!(target instanceof HTMLElement)) return
    trail = [...trail.filter(element => element !== target && element.isConnected), target].slice(-LENGTH)
  }

  function giveBack(): void {
    const last = trail.at(-1)
    // What can still have the focus has given it up itself.
    if (document.activeElement !== document.body || !last || canHaveFocus(last)) return
    const back = trail.findLast(canHaveFocus)
    trail = trail.filter(element => element.isConnected)
    if (back && !overlays.table?.root.contains(back)) back.focus({ preventScroll: true })
    else overlays.table?.focusCursor()
  }

  useEventListener(document, 'focusin', remember)
  useMutationObserver(document.body, giveBack, {
    attributeFilter: ['disabled', 'hidden', 'open'],
    childList: true,
    subtree: true,
  })
}
