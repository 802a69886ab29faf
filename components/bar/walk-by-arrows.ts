// Arrow keys in a list or grid of buttons: each moves the focus to the nearest button in that direction.
import { hasModifier } from '../key-presses'

const DIRECTIONS: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** The enabled, visible buttons and tab stops, in document order. */
const buttonsIn = (list: HTMLElement): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>('button:not(:disabled), [tabindex="0"]')].filter(
    button => button.checkVisibility?.() ?? true,
  )

/** The element nearest to `from` in a direction; elements in the same row or column are preferred. */
function nearest(from: DOMRect, others: readonly HTMLElement[], [dx, dy]: readonly [number, number]) {
  let found: HTMLElement | undefined
  let shortest = Infinity
  for (const other of others) {
    const box = other.getBoundingClientRect()
    const x = box.x + box.width / 2 - (from.x + from.width / 2)
    const y = box.y + box.height / 2 - (from.y + from.height / 2)
    const ahead = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    const distance = ahead + 3 * aside
    if (ahead > 2 && distance < shortest) [found, shortest] = [other, distance]
  }
  return found
}

/** Moves the focus on an arrow key, Home or End; up and down wrap around. Ignores fields and shortcuts. */
export function walkByArrows(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement
  const from = event.target as HTMLElement
  if (hasModifier(event) || from.matches('input, select, textarea')) return
  const buttons = buttonsIn(list)
  const direction = DIRECTIONS[event.key] as readonly [number, number] | undefined
  const to = direction
    ? (nearest(
        from.getBoundingClientRect(),
        buttons.filter(button => button !== from),
        direction,
      ) ?? (direction[1] > 0 ? buttons[0] : direction[1] < 0 ? buttons.at(-1) : undefined))
    : { Home: buttons[0], End: buttons.at(-1) }[event.key]
  if (!to) return
  event.preventDefault()
  to.focus()
}

/** Focuses the current item of a list that was opened, or its first button. */
export function focusFirst(list: HTMLElement | null): void {
  const first = list?.querySelector<HTMLElement>('[aria-current]') ?? (list ? buttonsIn(list)[0] : undefined)
  first?.focus({ preventScroll: true })
}
