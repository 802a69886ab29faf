// Buffers input until input handling has loaded. replay-input.ts replays it.
import type { Ref } from 'vue'

const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'click', 'contextmenu', 'keydown'] as const

/** The element of the page, with the clicks, pointerdowns and keydowns that the first frame has recorded. */
export type Page = HTMLElement & { pressed?: Event[] }

/**
 * Starts buffering pointer events on the table and all key presses. While anything is waiting, clicks
 * elsewhere wait as well, so that the user's actions keep their order. The returned function stops buffering,
 * and returns the events. Those that are not replayed have no effect.
 */
export function keepInput(table: Readonly<Ref<HTMLElement | null>>): () => Event[] {
  const kept = document.querySelector<Page>('#app')?.pressed ?? []
  const keep = (event: Event): void => {
    const { type, target } = event
    const isElsewhere = type !== 'keydown' && !table.value?.contains(target as Node)
    if (kept.length ? isElsewhere && type !== 'click' : isElsewhere || type === 'pointermove') return
    kept.push(event)
    if (isElsewhere) event.stopImmediatePropagation()
    if (isElsewhere || type === 'contextmenu') event.preventDefault()
  }
  for (const type of TYPES) document.addEventListener(type, keep, true)
  return () => {
    for (const type of TYPES) document.removeEventListener(type, keep, true)
    return kept.splice(0)
  }
}
