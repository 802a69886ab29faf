// Replays the input that was buffered before input handling was loaded.
import { pressesButton } from '../key-presses'
import type { Buffer } from './early-input'

/** Whether an event is beside all elements of the page, as before it was mounted. */
const isOnPage = ({ target }: Event) => (target as Node).contains(document.querySelector('#app'))

/**
 * What an event that was recorded before the page was mounted would hit now: the same button, card or pile,
 * or what is at the place of a press on the empty page. For a main-button press on the mounted page, the
 * `<button>` under it, if any; otherwise undefined. The table has no `<button>`.
 */
function hitBy(event: Event): Element | null | undefined {
  const element = event.target as HTMLElement
  if (event instanceof MouseEvent && isOnPage(event))
    return document.elementFromPoint(event.clientX, event.clientY)
  if (element.isConnected)
    return event instanceof MouseEvent && event.button === 0
      ? (element.closest('button') ?? undefined)
      : undefined
  const action = element.closest<HTMLElement>('[data-action]')?.dataset.action
  if (action) return document.querySelector(`[data-action="${action}"]`)
  if (!element.matches('.table > *')) return null
  const index = [...element.parentElement!.children].indexOf(element)
  // The press before may have hidden the table.
  return document.querySelector('.table')?.children[index] ?? null
}

/**
 * Repeats an event. A press before the page was mounted becomes a click. The browser does not act on
 * repeated keys, so this does: Enter and Space press a button, and Escape closes an open list.
 */
function repeat(event: Event, before: readonly Event[]): void {
  const last = before.at(-1)
  const followsKey = last instanceof KeyboardEvent && pressesButton(last)
  // The click of a key on a button, which follows the key.
  if (event instanceof MouseEvent && event.type === 'click' && event.detail === 0 && followsKey) return
  // The click of a press that began before the page was mounted, which has become a click.
  const isSamePress = ({ type, target }: Event) => type === 'pointerdown' && target === event.target
  if (event.type === 'click' && isOnPage(event) && before.some(isSamePress)) return
  const hit = hitBy(event)
  const type = hit === undefined || event.type === 'keydown' ? event.type : 'click'
  const target = hit === undefined ? (event.target as Element) : hit
  // A clone, because an event that was canceled stays canceled when it is dispatched again.
  const EventClass = event.constructor as new (type: string, values: Event) => Event
  if (!target?.dispatchEvent(new EventClass(type, event)) || !(event instanceof KeyboardEvent)) return
  if (pressesButton(event)) target.closest('button')?.click()
  if (event.key === 'Escape') document.querySelector<HTMLElement>(':popover-open')?.hidePopover()
}

/**
 * Repeats buffered events in order, with those that are added meanwhile. `settled` resolves when the table
 * shows the result of the events so far, on which the next one acts.
 */
export async function replayInput(
  buffer: Event[] & Pick<Buffer, 'isRepeating'>,
  settled: () => Promise<unknown>,
): Promise<void> {
  for (const [i, event] of buffer.entries()) {
    await settled()
    buffer.isRepeating = true
    repeat(event, buffer.slice(0, i))
    buffer.isRepeating = false
  }
}
