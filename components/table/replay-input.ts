// Replays the input that was buffered before input handling was loaded.
import { pressesButton } from '../key-presses'

/** The button, card or pile of the page for an element of the first frame; other elements unchanged. */
function mountedAs(element: HTMLElement): Element | null {
  if (element.isConnected) return element
  const action = element.closest<HTMLElement>('[data-action]')?.dataset.action
  if (action) return document.querySelector(`[data-action="${action}"]`)
  if (!element.matches('.table > *')) return null
  return document.querySelector('.table')!.children[[...element.parentElement!.children].indexOf(element)]!
}

/**
 * Replays events in order. A press in the first frame becomes a click. The browser does not act on replayed
 * keys, so this does: Enter and Space press a button, and Escape closes an open list.
 */
export function replayInput(events: readonly Event[]): void {
  for (const [i, event] of events.entries()) {
    const last = events[i - 1]
    const followsKey = last instanceof KeyboardEvent && pressesButton(last)
    // The click of a key on a button, which follows the key.
    if (event instanceof MouseEvent && event.type === 'click' && event.detail === 0 && followsKey) continue
    const target = event.target as HTMLElement
    const type = target.isConnected || event.type === 'keydown' ? event.type : 'click'
    const mounted = mountedAs(target)
    // A clone, because an event that was canceled stays canceled when it is dispatched again.
    const EventClass = event.constructor as new (type: string, values: Event) => Event
    if (!mounted?.dispatchEvent(new EventClass(type, event)) || !(event instanceof KeyboardEvent)) continue
    if (pressesButton(event)) mounted.closest('button')?.click()
    if (event.key === 'Escape') document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
  }
}
