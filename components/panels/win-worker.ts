// The worker that animates the cards of a win on an offscreen canvas, because drawing a hundred cards takes
// longer than one frame of the page.
import type { SpriteSheet } from './win-faces'
import { fly, glide, launch, type Pose, type Speed } from './win-flight'

/** The parameters of the animation. Sizes are in CSS pixels; `density` is device pixels per CSS pixel. */
export interface Show {
  readonly canvas: OffscreenCanvas
  readonly faces: SpriteSheet
  /** The size of a face including its shadow; `scale` is relative to the ribbon's cards. */
  readonly cell: { readonly width: number; readonly height: number; readonly scale: number }
  readonly density: number
  readonly room: { readonly width: number; readonly height: number; readonly floor: number }
  /** The names of the cards of each pile from the top down, and the pose of the pile. */
  readonly piles: readonly { readonly names: readonly string[]; readonly pose: Pose }[]
  /** The cards of the ribbon, their final poses, and whether the next card covers them. */
  readonly ribbon: readonly { readonly name: string; readonly pose: Pose; readonly isCovered: boolean }[]
  /** Whether to show the ribbon without the flight. */
  readonly isStill: boolean
}
/** Messages from the page: first the parameters, then `touch` for each press, key or wheel turn. */
export type ToShow = Show | 'touch'
/** Messages to the page: cards drawn, gathering begun, or most of the ribbon landed. */
export type FromShow = 'drawn' | 'gathering' | 'rest'

/** The maximum duration of the flight. */
const FLIGHT_MS = 3200
/** The maximum time between cards that leave the piles, and between cards that join the ribbon. */
const LEAVE_MS = 56
const GATHER_MS = 9
/** The maximum time until all cards have started moving to the ribbon, and the time that each takes. */
const GATHERING_MS = 470
const TO_RIBBON_MS = 460
/** The fraction of the gathering's duration after which the win sheet may appear. */
const REST_PART = 0.6
/** The maximum time step: longer frames slow the motion down. */
const MAX_STEP_MS = 50

/** A card, and its motion once it has left the pile. */
interface Flyer {
  readonly name: string
  pose: Pose
  speed?: Speed
  /** The start of its path to the ribbon. */
  from?: Pose
}

const send = (message: FromShow): void => postMessage(message)

/** Returns a function that draws a card; `covered` (0 to 1) blends in the face of covered ribbon cards. */
function drawer(
  context: OffscreenCanvasRenderingContext2D,
  { cell, density, faces: { names, columns, image } }: Show,
): (name: string, pose: Pose, alpha: number, covered: number) => void {
  const indexes = new Map(names.map((name, i) => [name, i]))
  const [across, down] = [cell.width * density, cell.height * density]
  return (name, { x, y, angle, scale }, alpha, covered) => {
    const i = indexes.get(name)!
    const size = scale / cell.scale
    const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size]
    context.setTransform(cos, sin, -sin, cos, x * density, y * density)
    for (const [row, part] of [covered < 1 ? alpha : 0, alpha * covered].entries()) {
      if (part === 0) continue
      context.globalAlpha = part
      context.drawImage(
        image,
        (i % columns) * across,
        (2 * Math.floor(i / columns) + row) * down,
        across,
        down,
        -across / 2,
        -down / 2,
        across,
        down,
      )
    }
  }
}

/** Starts the animation. Returns a function to call on input, which starts or completes the gathering. */
// oxlint-disable-next-line max-lines-per-function -- Its short functions share the state of one show.
function start(show: Show): () => void {
  const context = show.canvas.getContext('2d')!
  const draw = drawer(context, show)
  const piles = show.piles.map(({ names, pose }) => names.map((name): Flyer => ({ name, pose })))
  const longest = Math.max(...piles.map(({ length }) => length))
  const order = Array.from({ length: longest }, (_, i) => piles.flatMap(pile => pile[i] ?? [])).flat()
  const byName = Map.groupBy(order, ({ name }) => name)
  const chosen = show.ribbon.map(({ name }) => byName.get(name)!.pop()!)
  const step = Math.min(LEAVE_MS, (FLIGHT_MS - 4 * LEAVE_MS) / order.length)
  const gatherStep = Math.min(GATHER_MS, GATHERING_MS / chosen.length)
  const all = gatherStep * chosen.length + TO_RIBBON_MS
  const begun = performance.now()
  let last = begun
  let launched = 0
  /** Milliseconds since the gathering began; undefined before that, infinite if it has no motion. */
  let gathered: number | undefined
  let isResting = false

  /** Launches the cards that are due, at most two per frame. */
  function leave(now: number): void {
    for (let i = 0; i < 2 && launched < order.length && now >= launched * step; i++) {
      const flyer = order[launched++]!
      flyer.speed = launch(flyer.pose, show.room)
    }
  }
  /** Moves and draws the cards that are not on their way to the ribbon. */
  function drawOthers(ms: number): void {
    const fading = Math.max(0, 1 - (gathered ?? 0) / TO_RIBBON_MS)
    const waiting = piles.flatMap(pile => pile.find(({ speed, from }) => !speed && !from) ?? [])
    for (const flyer of [...waiting, ...order.slice(0, launched)]) {
      if (flyer.from) continue
      if (flyer.speed) [flyer.pose, flyer.speed] = fly(flyer.pose, flyer.speed, ms, show.room.floor)
      draw(flyer.name, flyer.pose, chosen.includes(flyer) ? 1 : fading, 0)
    }
  }
  function drawRibbon(now: number): void {
    for (const [i, card] of chosen.entries()) {
      if (now < i * gatherStep) return
      card.from ??= card.pose
      const part = Math.min(1, (now - i * gatherStep) / TO_RIBBON_MS)
      const { pose, isCovered } = show.ribbon[i]!
      draw(card.name, glide(card.from, pose, part), 1, isCovered ? part : 0)
    }
  }
  function gather(): void {
    gathered = 0
    send('gathering')
  }
  function paint(time: number): void {
    const ms = Math.min(Math.max(0, time - last), MAX_STEP_MS)
    last = time
    if (gathered !== undefined) gathered += ms
    else if (time - begun >= FLIGHT_MS) gather()
    else leave(time - begun)
    context.resetTransform()
    context.clearRect(0, 0, show.canvas.width, show.canvas.height)
    if (gathered !== Infinity) drawOthers(ms)
    if (gathered !== undefined) drawRibbon(gathered)
    if (gathered !== undefined && gathered >= REST_PART * all && !isResting) {
      isResting = true
      send('rest')
    }
    if (gathered === undefined || gathered < all) requestAnimationFrame(paint)
  }
  if (show.isStill) gathered = Infinity
  else requestAnimationFrame(() => send('drawn'))
  paint(begun)
  return () => (gathered === undefined ? gather() : (gathered = Infinity))
}

let touch: (() => void) | undefined
/** Whether there was input before the cards were drawn. */
let isTouched = false
addEventListener('message', ({ data }: MessageEvent<ToShow>) => {
  if (data !== 'touch') {
    touch = start(data)
    if (isTouched) touch()
  } else if (touch) touch()
  else isTouched = true
})
