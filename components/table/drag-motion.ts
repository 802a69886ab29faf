// The motion of dragged cards: they rise, follow the pointer, lean back, and each trails the one below it.
import type { Spot } from './place'

/** Height in pixels, scale, and duration of the rise in milliseconds. */
const RISE = { up: 4, scale: 1.03, ms: 80 }
/** The maximum lean in degrees, and degrees per pixel per millisecond. */
const LEAN = { max: 2.5, perSpeed: 2 }
/** The time constant of trailing in milliseconds, and the maximum distance in pixels. */
const BEHIND = { ms: 30, max: 5 }
/** The time constant of leaning, and the maximum time step of a frame, in milliseconds. */
const SETTLE_MS = 70
const LONGEST_FRAME_MS = 50

/** Exponential decay: the remaining fraction after `ms` milliseconds with this time constant. */
const decay = (ms: number, timeConstant: number): number => Math.exp(-ms / timeConstant)
const clamp = (value: number, max: number): number => Math.min(max, Math.max(-max, value))

/**
 * Starts dragging cards, which are given from the lowest up.
 * @param grips for each card, the point at which it is held, in pixels from its corner at rest
 * @param isStill whether they follow without leaning or trailing
 */
export function startDrag(cards: readonly HTMLElement[], grips: readonly Spot[], isStill: boolean) {
  const places = cards.map(() => ({ x: 0, y: 0 }))
  let offset: Spot = { x: 0, y: 0 }
  let lean = 0
  let height = 0
  let frame = 0
  let last = { time: performance.now(), x: 0 }
  const origins = grips.map(({ x, y }) => (isStill ? '' : `${x}px ${y}px`))

  function paint(): void {
    const turn = isStill ? '' : ` rotate(${lean}deg) scale(${1 + (RISE.scale - 1) * height})`
    for (const [i, { style }] of cards.entries()) {
      const { x, y } = places[i]!
      style.transformOrigin = origins[i]!
      style.transform = `translate(${x}px, ${y - RISE.up}px)${turn}`
    }
  }
  /** Moves each card toward the place of the one below it. */
  function follow(ms: number): void {
    let { x, y } = offset
    for (const [i, place] of places.entries()) {
      if (i > 0 && !isStill) {
        x += clamp((place.x - x) * decay(ms, BEHIND.ms), BEHIND.max)
        y += clamp((place.y - y) * decay(ms, BEHIND.ms), BEHIND.max)
      }
      Object.assign(place, { x, y })
    }
  }
  function next(time: number): void {
    const ms = Math.min(Math.max(1, time - last.time), LONGEST_FRAME_MS)
    const wanted = clamp((-LEAN.perSpeed * (offset.x - last.x)) / ms, LEAN.max)
    lean = wanted + (lean - wanted) * decay(ms, SETTLE_MS)
    height = Math.min(1, height + ms / RISE.ms)
    last = { time, x: offset.x }
    follow(ms)
    paint()
    frame = requestAnimationFrame(next)
  }

  if (!isStill) frame = requestAnimationFrame(next)
  return {
    /** Moves the cards to an offset from their place, in pixels. */
    move(place: Spot): void {
      offset = place
      // The lowest card is always at the pointer.
      follow(0)
      paint()
    },
    /** Releases the cards, which glide to their places. */
    end(): void {
      cancelAnimationFrame(frame)
      for (const card of cards) {
        card.style.transform = ''
        // The origin has no transition, so it must not change before the transition of the transform ends.
        const clear = () => (card.style.transformOrigin = '')
        card.addEventListener('transitionend', clear, { once: true })
      }
    },
  }
}
