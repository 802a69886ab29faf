// Cards in the hand: they rise and follow the pointer, lean against the way they are moved, and each falls a
// little behind the one below it. Writes nothing but transforms.
import type { Point } from './pointer'

/** Pixels above the table, the size, and how many milliseconds they take to rise. */
const RISE = { up: 4, scale: 1.03, ms: 80 }
/** The maximum tilt of a card in degrees, and the tilt at one pixel per millisecond. */
const LEAN = { most: 2.5, perSpeed: 2 }
/** How long a card takes to be where the one below it is, and how many pixels it falls behind at most. */
const BEHIND = { ms: 30, most: 5 }
/** How long it takes to lean, and the longest time between frames that counts. */
const SETTLE_MS = 70
const LONGEST_FRAME_MS = 50

/** The part of a way that is left after some of the time that the way takes. */
const left = (ms: number, of: number): number => Math.exp(-ms / of)
const within = (value: number, most: number): number => Math.min(most, Math.max(-most, value))

/** What holds cards. */
export interface Hand {
  /** Moves the cards to a place in pixels from where they lay. */
  to(place: Point): void
  /** Lets go of the cards. */
  open(): void
}

/**
 * Takes cards, the lowest first, by a point of the window.
 * @param isStill whether they only follow
 */
export function take(cards: readonly HTMLElement[], grip: Point, isStill: boolean): Hand {
  const places = cards.map(() => ({ x: 0, y: 0 }))
  let goal: Point = { x: 0, y: 0 }
  let lean = 0
  let height = 0
  let frame = 0
  let last = { time: performance.now(), x: 0 }

  function paint(): void {
    const turn = isStill ? '' : ` rotate(${lean}deg) scale(${1 + (RISE.scale - 1) * height})`
    for (const [i, { style }] of cards.entries())
      style.transform = `translate(${places[i].x}px, ${places[i].y - RISE.up}px)${turn}`
  }
  /** Each card comes nearer to the place of the one below it. */
  function follow(ms: number): void {
    let { x, y } = goal
    for (const [i, place] of places.entries()) {
      if (i > 0 && !isStill) {
        x += within((place.x - x) * left(ms, BEHIND.ms), BEHIND.most)
        y += within((place.y - y) * left(ms, BEHIND.ms), BEHIND.most)
      }
      Object.assign(place, { x, y })
    }
  }
  function next(time: number): void {
    const ms = Math.min(Math.max(1, time - last.time), LONGEST_FRAME_MS)
    const wanted = within((-LEAN.perSpeed * (goal.x - last.x)) / ms, LEAN.most)
    lean = wanted + (lean - wanted) * left(ms, SETTLE_MS)
    height = Math.min(1, height + ms / RISE.ms)
    last = { time, x: goal.x }
    follow(ms)
    paint()
    frame = requestAnimationFrame(next)
  }

  if (!isStill) {
    for (const card of cards) {
      const { left, top } = card.getBoundingClientRect()
      card.style.transformOrigin = `${grip.x - left}px ${grip.y - top}px`
    }
    frame = requestAnimationFrame(next)
  }
  return {
    to(place) {
      goal = place
      // The lowest is at the pointer at once.
      follow(0)
      paint()
    },
    open() {
      cancelAnimationFrame(frame)
      for (const { style } of cards) style.transform = style.transformOrigin = ''
    },
  }
}
