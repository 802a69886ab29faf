// What a pointer means: a click, a drag, a peek. Pure; the table feeds it with events and carries out what it
// says.
import type { PileId } from '../../engine/index.ts'

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

/** How far a pointer moves before it drags, in pixels. */
const dragThreshold = (pointerType: string): number => (pointerType === 'touch' ? 10 : 6)
/** A press this long on a covered card peeks, in milliseconds. */
export const LONG_PRESS = 450
/** A second click on the same card within this time takes the next best place, in milliseconds. */
export const NEXT_BEST = 700
/** The part of the card that must lie over a target. */
const ENOUGH = 0.15

export const isDrag = (start: Point, now: Point, pointerType: string): boolean =>
  Math.hypot(now.x - start.x, now.y - start.y) >= dragThreshold(pointerType)

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** The pile that a card let go at `card` means: the one it covers most, if it covers enough of itself. */
export function dropOn(
  card: Box,
  piles: readonly { readonly id: PileId; readonly box: Box }[],
): PileId | undefined {
  let best: PileId | undefined
  let most = ENOUGH * card.width * card.height
  for (const { id, box } of piles) {
    const area = overlap(card, box)
    if (area > most) {
      most = area
      best = id
    }
  }
  return best
}
