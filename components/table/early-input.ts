// What a person does on the table before the part that understands it is loaded: kept, and done again then.
import type { Ref } from 'vue'

const POINTER_EVENTS = ['pointerdown', 'pointermove', 'pointerup', 'click', 'contextmenu'] as const

/** What was kept, until the table can be played. */
export interface KeptInput {
  /** Ends the keeping, and hands everything on to whoever listens by then, in its order. */
  replay(): void
  /** Ends the keeping. */
  forget(): void
}

/** Keeps what the pointer does on the table, and every key, from now on. */
export function keepInput(table: Readonly<Ref<HTMLElement | null>>): KeptInput {
  const kept: Event[] = []
  const keep = (event: Event): void => {
    const { type, target } = event
    const isKey = type === 'keydown'
    if (!isKey && !table.value?.contains(target as Node)) return
    kept.push(event)
    if (type === 'contextmenu') event.preventDefault()
  }
  const types = [...POINTER_EVENTS, 'keydown']
  for (const type of types) document.addEventListener(type, keep, true)
  const forget = (): void => {
    for (const type of types) document.removeEventListener(type, keep, true)
  }
  return {
    forget,
    replay() {
      forget()
      for (const event of kept) {
        // An event cannot be sent twice; its twin needs nothing but the event's own values.
        const Twin = event.constructor as new (type: string, values: Event) => Event
        event.target!.dispatchEvent(new Twin(event.type, event))
      }
    },
  }
}
