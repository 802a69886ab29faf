// Replays the input that was buffered before input handling was loaded.

/** The button, card or pile of the page for an element of the first frame; other elements unchanged. */
function mountedAs(element: HTMLElement): Element | null {
  if (element.isConnected) return element
  const action = element.closest<HTMLElement>('[data-action]')?.dataset.action
  if (action) return document.querySelector(`[data-action="${action}"]`)
  if (!element.matches('.table > *')) return null
  return document.querySelector('.table')!.children[[...element.parentElement!.children].indexOf(element)]!
}

/** Replays events in order. A press in the first frame becomes a click. */
export function replayInput(events: readonly Event[]): void {
  for (const event of events) {
    const target = event.target as HTMLElement
    const type = target.isConnected || event.type === 'keydown' ? event.type : 'click'
    // A clone, because an event that was canceled stays canceled when it is dispatched again.
    const EventClass = event.constructor as new (type: string, values: Event) => Event
    mountedAs(target)?.dispatchEvent(new EventClass(type, event))
  }
}
