// Buffers input until input handling has loaded. replay-input.ts replays it.
import type { Ref } from 'vue'

const TYPES = ['pointerdown', 'pointermove', 'pointerup', 'click', 'contextmenu', 'keydown'] as const

/** Buffered events, in order. While one of them is repeated, none is added. `end` stops buffering. */
export type Buffer = Event[] & { isRepeating?: boolean; end(): void }

declare global {
  interface Window {
    /** The clicks, pointerdowns and keydowns before the page was mounted, recorded by first-frame.js. */
    pressed?: Event[] | null
  }
}

/**
 * Starts buffering pointer events on the table and all key presses. While anything is waiting, presses on
 * buttons elsewhere wait as well, so that the user's actions keep their order.
 */
export function keepInput(table: Readonly<Ref<HTMLElement | null>>): Buffer {
  const kept = (window.pressed ?? []) as Buffer
  /** The button on which the last press began. */
  let pressed: HTMLButtonElement | null
  const keep = (event: Event): void => {
    if (kept.isRepeating) return
    const { type } = event
    const target = event.target as Element
    const isElsewhere = type !== 'keydown' && !table.value?.contains(target)
    if (type === 'pointerdown') pressed = target.closest('button')
    // Browsers send no click to a disabled button, but a buffered event may be about to enable it.
    const isPress =
      type === 'click' || (type === 'pointerup' && pressed?.contains(target) && pressed.disabled)
    if (kept.length ? isElsewhere && !isPress : isElsewhere || type === 'pointermove') return
    kept.push(event)
    event.stopImmediatePropagation()
    if (isElsewhere || type === 'contextmenu') event.preventDefault()
  }
  for (const type of TYPES) document.addEventListener(type, keep, true)
  kept.end = () => {
    for (const type of TYPES) document.removeEventListener(type, keep, true)
    kept.length = 0
  }
  return kept
}
