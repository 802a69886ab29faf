// How the cards of a won game fly and come to rest, as numbers. Pure.
import { RANKS } from '../../engine/index.ts'

/** Where a card is: its center in pixels, its turn in radians, its size in parts of the ribbon's. */
export interface Pose {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly scale: number
}

/** Pixels a millisecond, and radians a millisecond. */
export interface Speed {
  readonly dx: number
  readonly dy: number
  readonly spin: number
}

/** Pixels a millisecond each millisecond. */
const GRAVITY = 0.0024
/** The part of the speed that a bounce leaves. */
const BOUNCE = 0.74
/** Radians of turn per pixel of way across. */
const MAX_SPIN = 0.0017

const random = (least: number, most: number): number => least + Math.random() * (most - least)

/** The speed at which a card leaves a place in a room of this size: mostly to the wider side. */
export function launch({ x, y }: Pose, room: { readonly width: number; readonly height: number }): Speed {
  const dx = (Math.random() < x / room.width ? -1 : 1) * random(0.2, 0.6)
  // A card that lies low leaps, as it has no height to fall from.
  const leap = y > 0.5 * room.height ? random(0.4, 0.8) * y : random(0, 0.3) * Math.max(0, y)
  return { dx, dy: -Math.sqrt(2 * GRAVITY * leap), spin: dx * random(0.2, 1) * MAX_SPIN }
}

/** Where a card is after some milliseconds, and how fast; `floor` is the lowest center. */
export function fly(pose: Pose, { dx, dy, spin }: Speed, ms: number, floor: number): [Pose, Speed] {
  const down = dy + GRAVITY * ms
  const y = pose.y + ((dy + down) / 2) * ms
  return [
    { ...pose, x: pose.x + dx * ms, y: Math.min(y, floor), angle: pose.angle + spin * ms },
    { dx, dy: y > floor ? -Math.abs(down) * BOUNCE : down, spin },
  ]
}

/** Between two places, at `part` of the time: quick at first, softly landing. */
export function glide(from: Pose, to: Pose, part: number): Pose {
  const way = 1 - (1 - part) ** 4
  const between = (a: number, b: number): number => a + (b - a) * way
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    angle: between(from.angle, to.angle),
    scale: between(from.scale, to.scale),
  }
}

/** A room in pixels, and the cards in it. */
export interface RibbonRoom {
  readonly width: number
  readonly height: number
  readonly cardWidth: number
  readonly cardHeight: number
}

/** Radians from the middle of the ribbon to an end. */
const BEND = Math.PI / 12
const MARGIN = 0.045
/** At this distance the sign of a card is to be seen beside the next one. */
const LEAST_STEP = 0.175

/** How many cards a ribbon of this width has at most. */
export const ribbonLength = ({ width, cardWidth }: RibbonRoom): number =>
  Math.max(2, Math.floor((width * (1 - 2 * MARGIN) - cardWidth) / (LEAST_STEP * cardWidth)) + 1)

/** The places of `count` cards on an arc in the middle of the room. */
export function ribbonPlaces(count: number, { width, height, cardWidth, cardHeight }: RibbonRoom): Pose[] {
  // The corners of the cards at the ends stand out by half of what a turn adds.
  const turned = cardWidth * Math.cos(BEND) + cardHeight * Math.sin(BEND)
  const chord = Math.max(cardWidth, width * (1 - 2 * MARGIN) - turned)
  const radius = chord / 2 / Math.sin(BEND)
  const sagitta = radius * (1 - Math.cos(BEND))
  const top = Math.max(cardHeight / 2, (height - sagitta) / 2)
  return Array.from({ length: count }, (_, i) => {
    const angle = count > 1 ? BEND * ((2 * i) / (count - 1) - 1) : 0
    return {
      x: width / 2 + radius * Math.sin(angle),
      y: top + radius * (1 - Math.cos(angle)),
      angle,
      scale: 1,
    }
  })
}

const SUITS = 'SHCD'

/**
 * The cards of the ribbon, by their names (`7S`): each once, suit by suit, from the ace to the king; where
 * there are more than `most`, whole suits, or else that number at equal distances, the last one among them.
 */
export function ribbonOf(names: readonly string[], most: number): string[] {
  const place = ([rank, suit]: string): number => SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank)
  const all = [...new Set(names)].sort((a, b) => place(a) - place(b))
  if (all.length <= most) return all
  const suits = Math.floor(most / RANKS.length) * RANKS.length
  if (suits > 0) return all.slice(-suits)
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))])
}
