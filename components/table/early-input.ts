// Buffers input on the table until input handling has loaded, then replays it.
import type { Ref } from 'vue'

const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'click', 'contextmenu', 'keydown'] as const

/** Starts buffering pointer events on the table and all key presses. */
export function keepInput(table: Readonly<Ref<HTMLElement | null>>) {
  const kept: Event[] = []
  const keep = (event: Event): void => {
    const { type, target } = event
    if (type !== 'keydown' && !table.value?.contains(target as Node)) return
    kept.push(event)
    if (type === 'contextmenu') event.preventDefault()
  }
  for (const type of TYPES) document.addEventListener(type, keep, true)
  /** Stops buffering. Events that are not replayed have no effect. */
  const forget = (): void => {
    for (const type of TYPES) document.removeEventListener(type, keep, true)
  }
  return {
    forget,
    /** Stops buffering and redispatches the events in order. */
    replay() {
      forget()
      for (const event of kept) {
        // A clone, because an event that was canceled stays canceled when it is dispatched again.
        const EventClass = event.constructor as new (type: string, values: Event) => Event
        event.target!.dispatchEvent(new EventClass(event.type, event))
      }
    },
  }
}

export type KeptInput = ReturnType<typeof keepInput>
