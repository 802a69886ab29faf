// The motion of the cards in the win animation.
import { RANKS } from '../../engine/index.ts'

/** The placement of a card: center in pixels, rotation in radians, size relative to the ribbon's cards. */
export interface Pose {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly scale: number
}

/** Pixels per millisecond, and radians per millisecond. */
export interface Speed {
  readonly dx: number
  readonly dy: number
  readonly spin: number
}

/** Pixels per millisecond squared. */
const GRAVITY = 0.0024
/** The fraction of speed kept by a bounce. */
const BOUNCE = 0.74
/** The maximum rotation in radians per pixel of horizontal motion. */
const MAX_SPIN = 0.0017

const random = (least: number, most: number): number => least + Math.random() * (most - least)

/** The initial speed of a card in a space of this size, mostly toward the side with more space. */
export function launch({ x, y }: Pose, room: { readonly width: number; readonly height: number }): Speed {
  const dx = (Math.random() < x / room.width ? -1 : 1) * random(0.2, 0.6)
  // A card near the bottom jumps, because it has no height to fall from.
  const leap = y > 0.5 * room.height ? random(0.4, 0.8) * y : random(0, 0.3) * Math.max(0, y)
  return { dx, dy: -Math.sqrt(2 * GRAVITY * leap), spin: dx * random(0.2, 1) * MAX_SPIN }
}

/** The pose and speed of a card after `ms` milliseconds; `floor` is the y of the lowest possible center. */
export function fly(pose: Pose, { dx, dy, spin }: Speed, ms: number, floor: number): [Pose, Speed] {
  const down = dy + GRAVITY * ms
  const y = pose.y + ((dy + down) / 2) * ms
  return [
    { ...pose, x: pose.x + dx * ms, y: Math.min(y, floor), angle: pose.angle + spin * ms },
    { dx, dy: y > floor ? -Math.abs(down) * BOUNCE : down, spin },
  ]
}

/** Interpolates between two poses, fast at the start and slow at the end. */
export function glide(from: Pose, to: Pose, part: number): Pose {
  const eased = 1 - (1 - part) ** 4
  const between = (a: number, b: number): number => a + (b - a) * eased
  return {
    x: between(from.x, to.x),
    y: between(from.y, to.y),
    angle: between(from.angle, to.angle),
    scale: between(from.scale, to.scale),
  }
}

/** The space of the ribbon and the size of its cards, in pixels. */
export interface RibbonRoom {
  readonly width: number
  readonly height: number
  readonly cardWidth: number
  readonly cardHeight: number
}

/** Radians from the middle of the ribbon to an end. */
const BEND = Math.PI / 12
const MARGIN = 0.045
/** The minimum distance between cards, relative to their width: the suit symbol must stay visible. */
const MIN_STEP = 0.175

/** The maximum number of cards in a ribbon of this width. */
export const ribbonLength = ({ width, cardWidth }: RibbonRoom): number =>
  Math.max(2, Math.floor((width * (1 - 2 * MARGIN) - cardWidth) / (MIN_STEP * cardWidth)) + 1)

/** The distance between the rows of a ribbon, relative to the card's height: the indexes stay visible. */
const ROW_STEP = 0.5

/** The poses of the cards of rows with these lengths, on arcs in the middle of the space. */
export function ribbonPlaces(lengths: readonly number[], room: RibbonRoom): Pose[][] {
  const step = ROW_STEP * room.cardHeight
  const height = room.height - step * (lengths.length - 1)
  return lengths.map((length, row) =>
    arc(length, { ...room, height }).map(pose => ({ ...pose, y: pose.y + row * step })),
  )
}

/** The poses of `count` cards on an arc in the middle of the space. */
function arc(count: number, { width, height, cardWidth, cardHeight }: RibbonRoom): Pose[] {
  // The rotated cards at the ends extend beyond the arc by half the width of their bounding boxes.
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
const CARDS_PER_DECK = 52

/** At most `most` cards of a row: all, or else its last or first whole suits, or evenly spaced cards. */
function fitting(row: readonly string[], most: number, isLast: boolean): string[] {
  if (row.length <= most) return [...row]
  // A won game of Golf can leave cards in the stock, so a suit can have fewer than 13 cards.
  const rankAt = (i: number): number => RANKS.indexOf(row[i]![0]!)
  const starts = row.flatMap((_, i) => (i === 0 || rankAt(i) <= rankAt(i - 1) ? [i] : []))
  const suits = Math.floor(most / RANKS.length)
  if (suits > 0) return isLast ? row.slice(starts.at(-suits)) : row.slice(0, starts[suits])
  return Array.from({ length: most }, (_, i) => row[Math.round((i * (row.length - 1)) / (most - 1))]!)
}

/**
 * The rows of the ribbon, one for each deck, as names of cards (`7S`): suit by suit, from ace to king. A row
 * has at most `most` cards.
 */
export function ribbonOf(names: readonly string[], most: number): string[][] {
  const place = ([rank = '', suit = '']: string): number =>
    SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank)
  // The copies of a card are in different sequences.
  const copies = [...Map.groupBy(names, name => name).values()]
  const all = Array.from({ length: Math.max(...copies.map(({ length }) => length)) }, (_, copy) =>
    copies.flatMap(same => same[copy] ?? []).sort((a, b) => place(a) - place(b)),
  ).flat()
  const count = Math.ceil(all.length / CARDS_PER_DECK)
  const length = Math.ceil(all.length / count)
  return Array.from({ length: count }, (_, row) =>
    fitting(all.slice(row * length, (row + 1) * length), most, row === count - 1),
  )
}

/** The cards of a ribbon with their poses, and whether the next card covers them, in painting order. */
export function ribbonIn(room: RibbonRoom, names: readonly string[], most = ribbonLength(room)) {
  const rows = ribbonOf(names, most)
  const poses = ribbonPlaces(
    rows.map(({ length }) => length),
    room,
  )
  return rows.flatMap((row, n) =>
    row.map((name, i) => ({ name, pose: poses[n]![i]!, isCovered: i < row.length - 1 })),
  )
}
