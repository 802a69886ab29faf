// Returns the focus when the element that had it is removed, hidden or disabled: to the last element that
// can still have it, else to the cursor of the table. It never stays on <body>. Loaded after the first paint.
import { useEventListener, useMutationObserver } from '@vueuse/core'
import { useOverlays } from '../stores/overlays/overlays'

/** How many elements are remembered: enough for a panel that was opened from a list. */
const LENGTH = 12

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && !(element as HTMLButtonElement).disabled && (element.checkVisibility?.() ?? true)

/** Watches the focus until the scope ends. */
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
    // An element that can still have the focus gave it up on purpose.
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
