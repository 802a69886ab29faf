// Interprets pointer input: which card is hit, when a press becomes a drag, and on which pile it drops.
import type { PileId } from '../../engine/index.ts'
import type { Cursor } from './keys'
import type { Spot } from './place'

/** A rectangle in CSS pixels; `x` and `y` are its upper left corner. */
export interface Box extends Spot {
  readonly width: number
  readonly height: number
}

/** How far a pointer moves before a drag starts, in pixels. Fingers move more during a press. */
const DRAG_PX = 6
const TOUCH_DRAG_PX = 10
/** A press held for this time shows a covered card in full. */
export const LONG_PRESS_MS = 450
/** A second click on the same card within this time sends it to its next-best pile. */
export const NEXT_BEST_MS = 700
/** The fraction of a dropped card's area that must overlap a pile. */
const MIN_OVERLAP = 0.15

/** The card or pile that contains an element; undefined elsewhere. */
export function cursorAt(target: EventTarget | null): Cursor | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-on], [data-pile]') : null
  if (!element) return undefined
  const { on, at, pile } = element.dataset
  return on !== undefined ? { pile: on as PileId, at: Number(at) } : { pile: pile as PileId, at: -1 }
}

/** The elements of a card and of those on it, lowest first. */
export const elementsFrom = (table: HTMLElement, { pile, at }: Cursor): HTMLElement[] =>
  [...table.querySelectorAll<HTMLElement>(`[data-on="${pile}"]`)]
    .filter(card => Number(card.dataset.at) >= at)
    .sort((a, b) => Number(a.dataset.at) - Number(b.dataset.at))

/**
 * Whether a pointer has moved far enough for a drag.
 * @param pointerType `PointerEvent.pointerType`
 */
export const isDrag = (start: Spot, now: Spot, pointerType: string): boolean =>
  Math.hypot(now.x - start.x, now.y - start.y) >= (pointerType === 'touch' ? TOUCH_DRAG_PX : DRAG_PX)

/** The area of the intersection, in square pixels. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

export const isWithin = (point: Spot, { x, y, width, height }: Box): boolean =>
  point.x >= x && point.x < x + width && point.y >= y && point.y < y + height

/** The smallest box that contains a box and the box before it was moved by an offset. */
export const unionOf = ({ x, y, width, height }: Box, offset: Spot): Box => ({
  x: Math.min(x, x - offset.x),
  y: Math.min(y, y - offset.y),
  width: width + Math.abs(offset.x),
  height: height + Math.abs(offset.y),
})

/** The pile with the largest overlap; undefined if the overlap is too small. */
export function dropOn(
  card: Box,
  piles: readonly { readonly id: PileId; readonly box: Box }[],
): PileId | undefined {
  const [best] = piles
    .map(({ id, box }) => ({ id, area: overlap(card, box) }))
    .filter(({ area }) => area > MIN_OVERLAP * card.width * card.height)
    .sort((a, b) => b.area - a.area)
  return best?.id
}
