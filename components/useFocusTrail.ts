// Restores the focus when the focused element is removed, hidden or disabled: to the last element that can
// still be focused, or else to the cursor on the table, never to <body>. Loaded after the first paint.
import { useMutationObserver } from '@vueuse/core'
import { useOverlays } from '../stores/overlays/overlays'
import { listen } from './listen'

/** The maximum number of remembered elements: enough for a panel that was opened from a list. */
const LENGTH = 12

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && !(element as HTMLButtonElement).disabled && (element.checkVisibility?.() ?? true)

/** Tracks the focus until the scope is disposed. */
export function useFocusTrail(): void {
  const overlays = useOverlays()
  /** The elements that had the focus, the latest last. */
  let trail: readonly HTMLElement[] = []

  function remember(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target === document.body) return
    trail = [...trail.filter(element => element !== target && element.isConnected), target].slice(-LENGTH)
  }

  function restoreFocus(): void {
    const last = trail.at(-1)
    const focused = document.activeElement as HTMLButtonElement
    // Until the next frame, a button that was disabled keeps the focus.
    if (focused !== document.body && !focused.disabled) return
    // An element that can still be focused lost the focus on purpose.
    if (!last || canHaveFocus(last)) return
    const isOnTable = last.matches('[data-on], [data-pile]')
    const back = isOnTable && overlays.table ? undefined : trail.findLast(canHaveFocus)
    trail = trail.filter(element => element.isConnected)
    if (back && !overlays.table?.root.contains(back)) back.focus({ preventScroll: true })
    else overlays.table?.focusCursor()
  }

  remember(document.activeElement)
  listen(document, 'focusin', ({ target }) => remember(target))
  useMutationObserver(document.body, restoreFocus, {
    attributeFilter: ['disabled', 'hidden', 'open'],
    childList: true,
    subtree: true,
  })
}
