// Buffers input until input handling has loaded. replay-input.ts replays it.
import type { Ref } from 'vue'
import { useOverlays } from '../../stores/overlays/overlays'

const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'click', 'contextmenu', 'keydown'] as const

/** The element of the page, with the clicks, pointerdowns and keydowns that the first frame has recorded. */
export type Page = HTMLElement & { readonly pressed?: Event[] }

/**
 * Starts buffering pointer events on the table and all key presses. While anything is waiting, clicks
 * elsewhere wait as well, so that the user's actions keep their order.
 */
export function keepInput(table: Readonly<Ref<HTMLElement | null>>) {
  const overlays = useOverlays()
  const kept = document.querySelector<Page>('#app')?.pressed ?? []
  const keep = (event: Event): void => {
    const { type, target } = event
    const isElsewhere = type !== 'keydown' && !table.value?.contains(target as Node)
    if (kept.length ? isElsewhere && type !== 'click' : isElsewhere || type === 'pointermove') return
    kept.push(event)
    if (isElsewhere) event.stopImmediatePropagation()
    // A list or panel that is loading gets the keys, instead of the button that opened it.
    if (isElsewhere || type === 'contextmenu' || overlays.loading) event.preventDefault()
  }
  for (const type of TYPES) document.addEventListener(type, keep, true)
  return {
    kept,
    /** Stops buffering. Events that are not replayed have no effect. */
    forget(): void {
      for (const type of TYPES) document.removeEventListener(type, keep, true)
    },
  }
}

export type KeptInput = ReturnType<typeof keepInput>
