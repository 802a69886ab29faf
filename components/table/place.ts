// Where everything lies: from the size of the window to the place of every pile, and from a position to the
// place of every card.
import type { Card, Game, PileId, Position } from '../../engine/index.ts'

export interface Room {
  /** Size of the table in CSS pixels. */
  readonly width: number
  readonly height: number
  readonly leftHanded: boolean
  readonly largeIndex?: boolean
}

export interface Spot {
  readonly x: number
  readonly y: number
}

/** Chosen once per game and window; while playing only fans change. */
export interface Geometry {
  readonly cardWidth: number
  readonly cardHeight: number
  /** Where the lowest card of each pile lies, in the order of `game.piles`. */
  readonly spots: readonly Spot[]
  /** How far a column may reach down. */
  readonly bottom: number
  /** The widest fan of a column and of the waste, in pixels a card. */
  readonly fan: number
  readonly wasteFan: number
  /** The tallest index, in pixels. */
  readonly index: number
}

export interface PlacedCard extends Spot {
  readonly card: Card
  readonly pile: PileId
  /** Its place in the pile, from the bottom. */
  readonly at: number
  readonly z: number
  readonly faceUp: boolean
  readonly isTop: boolean
  /** Covered as a whole, so it need not be painted. */
  readonly isHidden: boolean
  /** Height of its index in pixels, sized from the strip that can be seen. */
  readonly index: number
}

/** Below this width everything is stacked and cards are slimmer. */
const NARROW = 600
const GAP = 0.085 // of a card's width
const MARGIN = { wide: 16, narrow: 8 }
const TOP = 8
const WIDEST = 132
const FACE_DOWN_FAN = 0.4
const WASTE_FAN = 0.47
const INDEX = 0.27 // of a card's width
const LARGE_INDEX = 0.38
const WASTE_INDEX = 0.78 // of the tallest, so that rank and suit fit the strip

/** The place of every pile of a game on a table of that size. */
export function geometryOf(game: Game, room: Room): Geometry {
  const isNarrow = room.width < NARROW
  const { foundation, tableau, cell, stock, waste } = game.of
  const fanned = game.stock?.by === 'draw' && game.stock.turn > 1
  const wasteSlots = waste.length === 0 ? 0 : fanned ? 1 + 2 * WASTE_FAN : 1
  const leftSlots = stock.length + wasteSlots + cell.length
  // two by four at the side of the columns
  const isBeside = !isNarrow && cell.length > 0 && foundation.length > 4
  const topSlots = isBeside ? cell.length : leftSlots + foundation.length
  const rows = isNarrow && topSlots > tableau.length ? 2 : 1
  const across = isBeside
    ? tableau.length + 2 + 2 * GAP
    : Math.max(
        tableau.length,
        rows === 1
          ? topSlots + (topSlots > tableau.length ? GAP : 0)
          : Math.max(leftSlots, foundation.length),
      )

  const margin = isNarrow ? MARGIN.narrow : MARGIN.wide
  const gapPart = isNarrow ? 0.06 : GAP
  const ratio = isNarrow ? 1.5 : 1.4
  const byWidth = (room.width - 2 * margin) / (across + (Math.ceil(across) - 1) * gapPart)
  const byHeight =
    Math.min(room.height * 0.2525, isBeside ? (room.height - 2 * TOP - 24) / 4 : Infinity) / ratio
  const cardWidth = Math.max(20, Math.floor(Math.min(byWidth, byHeight, WIDEST)))
  const cardHeight = Math.round(cardWidth * ratio)
  const gap = Math.max(2, Math.round(cardWidth * gapPart))
  const pitch = cardWidth + gap
  const rowPitch = cardHeight + Math.max(isNarrow ? 4 : 8, gap)

  const columnsWidth = tableau.length * pitch - gap
  const sideWidth = isBeside ? 2 * pitch + 2 * gap : 0
  const topWidth = Math.max(
    columnsWidth,
    rows === 1 ? topSlots * pitch - gap + (leftSlots > 0 && !isBeside ? gap : 0) : 0,
  )
  const whole = isBeside ? columnsWidth + sideWidth : topWidth
  const left = Math.round((room.width - whole) / 2)
  const columnsLeft = left + Math.round(isBeside ? 0 : (whole - columnsWidth) / 2)
  const columnsTop = TOP + rows * rowPitch + (isNarrow ? 0 : 4)

  const spots: Spot[] = game.piles.map(() => ({ x: 0, y: 0 }))
  tableau.forEach(({ index }, i) => {
    spots[index] = { x: columnsLeft + i * pitch, y: columnsTop }
  })
  const lowRow = TOP + (rows - 1) * rowPitch
  const cellsLeft = isBeside || rows > 1 ? columnsLeft + (columnsWidth - cell.length * pitch + gap) / 2 : left
  cell.forEach(({ index }, i) => {
    spots[index] = { x: Math.round(cellsLeft + i * pitch), y: lowRow }
  })
  stock.forEach(({ index }) => {
    spots[index] = { x: left, y: lowRow }
  })
  waste.forEach(({ index }) => {
    spots[index] = { x: left + pitch, y: lowRow }
  })
  const foundationsLeft =
    rows > 1
      ? columnsLeft + (columnsWidth - foundation.length * pitch + gap) / 2
      : left + topWidth - foundation.length * pitch + gap
  foundation.forEach(({ index }, i) => {
    spots[index] = isBeside
      ? { x: left + columnsWidth + 3 * gap + (i % 2) * pitch, y: TOP + Math.floor(i / 2) * rowPitch }
      : { x: Math.round(foundationsLeft + i * pitch), y: TOP }
  })

  return {
    cardWidth,
    cardHeight,
    spots: room.leftHanded ? mirrored(game, spots, room.width - cardWidth) : spots,
    bottom: room.height - (isNarrow ? 6 : 10),
    fan: cardHeight * (isNarrow ? 0.5 : 0.3),
    wasteFan: (fanned ? WASTE_FAN : 0) * cardWidth * (room.leftHanded ? -1 : 1),
    index: Math.max((room.largeIndex ? LARGE_INDEX : INDEX) * cardWidth, 13),
  }
}

/** The table for the left hand: every group of piles on the other side, each group in its own order still. */
function mirrored(game: Game, spots: readonly Spot[], width: number): Spot[] {
  const result = spots.map(({ x, y }) => ({ x: width - x, y }))
  for (const kind of ['foundation', 'tableau', 'cell'] as const) {
    const xs = game.of[kind].map(({ index }) => result[index].x)
    const sorted =
      kind === 'foundation' && new Set(xs).size === 2
        ? xs.map(x => Math.min(...xs) + Math.max(...xs) - x)
        : xs.toReversed()
    game.of[kind].forEach(({ index }, i) => {
      result[index] = { x: sorted[i], y: result[index].y }
    })
  }
  return result
}

/** The place of every card, in the order of their numbers, so that a list of them never changes its order. */
export function placeCards({ game, piles, faceDown }: Position, geometry: Geometry): PlacedCard[] {
  const placed: PlacedCard[] = []
  for (const { id, kind, index: pileIndex } of game.piles) {
    const cards = piles[pileIndex]
    const spot = geometry.spots[pileIndex]
    const down = faceDown[pileIndex]
    const isColumn = kind === 'tableau'
    const fan = isColumn ? fanOf(cards.length, down, spot.y, geometry) : 0
    const shown = kind === 'waste' && geometry.wasteFan !== 0 ? 3 : 1
    const firstShown = Math.max(0, cards.length - shown)
    let { x, y } = spot
    cards.forEach((card, at) => {
      const faceUp = at >= down
      placed.push({
        card,
        pile: id,
        at,
        x,
        y: Math.round(y),
        z: at + 1,
        faceUp,
        isTop: at === cards.length - 1,
        isHidden: !isColumn && at < firstShown - 1,
        index:
          at === cards.length - 1
            ? geometry.index
            : isColumn
              ? indexHeight(fan, geometry)
              : geometry.index * WASTE_INDEX,
      })
      if (isColumn) y += faceUp ? fan : fan * FACE_DOWN_FAN
      else if (kind === 'waste' && at >= firstShown) x += geometry.wasteFan
    })
  }
  return placed.sort((a, b) => a.card - b.card)
}

/** Pixels from one face-up card of a column to the next, so that the column stays on the table. */
function fanOf(count: number, down: number, top: number, { bottom, cardHeight, fan }: Geometry): number {
  const steps = down * FACE_DOWN_FAN + Math.max(0, count - 1 - down)
  return steps > 0 ? Math.max(4, Math.min(fan, (bottom - top - cardHeight) / steps)) : fan
}

const indexHeight = (fan: number, { index }: Geometry): number =>
  Math.max(11, Math.min((fan - 1.5) / 0.92, index))
