// How the cards of a won game fly and come to rest: keyframes and places, as numbers. Pure.
import { RANKS } from '../../engine/index.ts'

/** Pixels a millisecond each millisecond. */
const GRAVITY = 0.0024
/** The part of the speed that a bounce leaves. */
const BOUNCE = 0.74
/** A card that falls and one that rises, as curves of time: exactly the parabolas of a throw. */
const FALL = 'cubic-bezier(0.333, 0, 0.667, 0.333)'
const RISE = 'cubic-bezier(0.333, 0.667, 0.667, 1)'

/** A height over the floor at a time, and the curve to the next. */
export interface Height {
  readonly ms: number
  readonly y: number
  readonly easing: string
}

/**
 * The heights of a card thrown up by so many pixels from `y`, until `ms` at the latest: between two of them
 * lies half of an arc. Y grows downwards.
 */
export function heightsOf(y: number, leap: number, floor: number, ms: number): Height[] {
  const heights: Height[] = []
  const timeFor = (height: number): number => Math.sqrt((2 * Math.max(1, height)) / GRAVITY)
  let now = 0
  let top = y - leap
  if (leap > 0) {
    heights.push({ ms: 0, y, easing: RISE })
    now = timeFor(leap)
  }
  while (now < ms) {
    const fall = timeFor(floor - top)
    heights.push({ ms: now, y: top, easing: FALL }, { ms: now + fall, y: floor, easing: RISE })
    top = floor - BOUNCE ** 2 * (floor - top)
    now += fall + timeFor(floor - top)
  }
  heights.push({ ms: now, y: top, easing: FALL })
  return heights
}

/** The height at a time, as the browser shows it. */
export function heightAt(heights: readonly Height[], ms: number): number {
  const next = heights.findIndex(height => height.ms > ms)
  if (next < 0) return heights.at(-1)!.y
  const [from, to] = [heights[next - 1], heights[next]]
  const part = (ms - from.ms) / (to.ms - from.ms)
  return from.y + (to.y - from.y) * (from.easing === FALL ? part ** 2 : 1 - (1 - part) ** 2)
}

/** Where a card of the ribbon comes to rest: its middle, and by how many degrees it is turned. */
interface RibbonPlace {
  readonly x: number
  readonly y: number
  readonly angle: number
}

/** A room in pixels, and the cards in it. */
interface RibbonRoom {
  readonly width: number
  readonly height: number
  readonly cardWidth: number
  readonly cardHeight: number
}

/** Degrees from the middle of the ribbon to an end. */
const BEND = 15
const MARGIN = 0.045
/** At this distance the sign of a card is to be seen beside the next one. */
const LEAST_STEP = 0.175

/** How many cards a ribbon of this width has at most. */
export const ribbonLength = ({ width, cardWidth }: RibbonRoom): number =>
  Math.max(2, Math.floor((width * (1 - 2 * MARGIN) - cardWidth) / (LEAST_STEP * cardWidth)) + 1)

/** The places of so many cards on an arc in the middle of the room. */
export function ribbonPlaces(
  count: number,
  { width, height, cardWidth, cardHeight }: RibbonRoom,
): RibbonPlace[] {
  const bend = (BEND * Math.PI) / 180
  // The corners of the cards at the ends stand out by half of what a turn adds.
  const turned = cardWidth * Math.cos(bend) + cardHeight * Math.sin(bend)
  const chord = Math.max(cardWidth, width * (1 - 2 * MARGIN) - turned)
  const radius = chord / 2 / Math.sin(bend)
  const sagitta = radius * (1 - Math.cos(bend))
  const top = Math.max(cardHeight / 2, (height - sagitta) / 2)
  return Array.from({ length: count }, (_, i) => {
    const angle = count > 1 ? bend * ((2 * i) / (count - 1) - 1) : 0
    return {
      x: width / 2 + radius * Math.sin(angle),
      y: top + radius * (1 - Math.cos(angle)),
      angle: (angle * 180) / Math.PI,
    }
  })
}

const SUITS = 'SHCD'

/**
 * The cards of the ribbon, by their names (`7S`): each once, suit by suit, from the ace to the king; where
 * they are too many, so many of them at equal distances, the last one among them.
 */
export function ribbonOf(names: readonly string[], most: number): string[] {
  const place = ([rank, suit]: string): number => SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank)
  const all = [...new Set(names)].sort((a, b) => place(a) - place(b))
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, i) => all[Math.round((i * (all.length - 1)) / (most - 1))])
}
