// Layouts of games with overlapping cards or fans: where the piles are on a table of a given size.
import type { Game } from '../../engine/index.ts'
import { cardWidthOf, shapes, type Shape, type Spot, type Viewport } from './place'

const TOP_PX = 8
/** The minimum row distance of pyramids and peaks, relative to the card height. */
const PYRAMID_STEP = 0.42
const PEAKS_STEP = 0.5
/** The maximum row distance, at which the overlap is still visible. */
const LARGEST_STEP = 0.76
/** Fans per row, and the offset from card to card within a fan, relative to the card width. */
const FANS_ACROSS = 6
const HALF = 0.5
/** The height of a one-line notice with its margins. Tables shorter than `LOW_PX` do not reserve it. */
const NOTICE_PX = 58
const LOW_PX = 400

/** Where each card of an overlapping layout is, in cards from the left and rows from the top. */
function unitsOf({ covers, of: { tableau } }: Game): Spot[] {
  const units: Spot[] = []
  let across = 0
  for (let i = tableau.length - 1; i >= 0; i--) {
    const [a, b] = covers[i]!.map(place => units[place])
    units[i] = a && b ? { x: (a.x + b.x) / 2, y: a.y - 1 } : { x: -++across, y: 0 }
  }
  const top = Math.min(...units.map(({ y }) => y))
  return units.map(({ x, y }) => ({ x: x + across, y: y - top }))
}

/**
 * A pyramid with stock and waste at its upper left and removed pairs at its upper right, or peaks above the
 * stock and the discard pile. The left-handed layout mirrors these piles; pyramid and peaks are symmetric.
 */
function overlapShape(game: Game, viewport: Viewport): Shape {
  const { width, height, leftHanded } = viewport
  const { of, piles, tableau } = game
  const isPyramid = tableau.overlap!.shape === 'pyramid'
  const units = unitsOf(game)
  const across = Math.max(...units.map(({ x }) => x)) + 1
  const rows = Math.max(...units.map(({ y }) => y))
  const minStep = isPyramid ? PYRAMID_STEP : PEAKS_STEP
  const ratio = width < 600 ? 1.5 : 1.4
  /** Card heights needed in addition to the row steps. */
  const otherHeights = isPyramid ? 1 : 2.08
  const byHeight = (height - 2 * TOP_PX) / (otherHeights + rows * minStep) / ratio
  const byWidth = (width - 16) / across
  const cardWidth = cardWidthOf(Math.min(byWidth, byHeight), Infinity, viewport)
  const cardHeight = Math.round(cardWidth * ratio)
  // If cards are smaller than the height allows, the rows spread over the remaining height.
  const roomyStep = ((height - 2 * TOP_PX) / cardHeight - otherHeights) / rows
  const step = Math.min(LARGEST_STEP, Math.max(minStep, roomyStep))
  // There is no gap between neighbors, because the card below would be visible in it.
  const left = Math.round((width - across * cardWidth) / 2)
  const spots = piles.map((): Spot => ({ x: 0, y: 0 }))
  units.forEach(({ x, y }, i) => {
    spots[of.tableau[i]!.index] = {
      x: Math.round(left + x * cardWidth),
      y: Math.round(TOP_PX + y * step * cardHeight),
    }
  })
  const below = Math.round(TOP_PX + (rows * step + 1.08) * cardHeight)
  /** The place of a pile beside the rows of a pyramid or below the peaks. */
  const beside = (slot: number) => {
    const x = left + Math.round(slot * (isPyramid ? cardWidth : 1.06 * cardWidth))
    return { x: leftHanded ? width - cardWidth - x : x, y: isPyramid ? TOP_PX : below }
  }
  const first = isPyramid ? 0 : across / 2 - 1.1
  for (const { index } of of.stock) spots[index] = beside(first)
  for (const { index } of of.waste) spots[index] = beside(first + 1)
  for (const { index } of of.foundation) spots[index] = beside(isPyramid ? across - 1 : first + 1.2)
  return { cardWidth, cardHeight, spots, bottoms: piles.map(() => height), fanAcross: 0 }
}

/**
 * Rows of fans around the foundation, which changes sides in the left-handed layout. The cards of a fan
 * overlap horizontally, or vertically on narrow tables.
 */
function fansShape({ of, piles }: Game, viewport: Viewport): Shape {
  const { width, height, leftHanded } = viewport
  const rows = Math.ceil((of.tableau.length + of.foundation.length) / FANS_ACROSS)
  const isNarrow = width < 600
  /** The width and height of a fan with its gap, relative to a card. */
  const [fanWidth, fanHeight] = isNarrow ? [1.3, 1.56] : [1 + 2 * HALF + 0.2, 1.1]
  const ratio = isNarrow ? 1.5 : 1.4
  const byHeight = (height - 2 * TOP_PX) / rows / fanHeight / ratio
  const byWidth = (width - 16) / FANS_ACROSS / fanWidth
  const cardWidth = cardWidthOf(Math.min(byWidth, byHeight), Infinity, viewport)
  const cardHeight = Math.round(cardWidth * ratio)
  const fanAcross = isNarrow ? 0 : Math.round(HALF * cardWidth)
  const pitch = Math.round(Math.min(cardWidth * 1.2 * fanWidth, (width - 16) / FANS_ACROSS))
  const rowPitch = Math.floor((height - 2 * TOP_PX) / rows)
  const left = Math.round((width - (FANS_ACROSS - 1) * pitch - cardWidth - 2 * fanAcross) / 2)
  const spots = piles.map((): Spot => ({ x: 0, y: 0 }))
  const half = Math.ceil(of.tableau.length / 2)
  const across = half % FANS_ACROSS
  const middle = leftHanded ? half - across + (FANS_ACROSS - 1 - across) : half
  const around = [...of.tableau.slice(0, middle), ...of.foundation, ...of.tableau.slice(middle)]
  around.forEach(({ index, kind }, i) => {
    spots[index] = {
      x: left + (i % FANS_ACROSS) * pitch + (kind === 'foundation' ? fanAcross : 0),
      y: TOP_PX + Math.floor(i / FANS_ACROSS) * rowPitch,
    }
  })
  const bottoms = spots.map(({ y }) => y + rowPitch - 6)
  return { cardWidth, cardHeight, spots, bottoms, fanAcross }
}

/** Reserves space for a notice before one is shown; otherwise showing it would resize the cards. */
function withRoom(viewport: Viewport): Viewport {
  const { height, reserved = 0 } = viewport
  return { ...viewport, height: height - Math.max(reserved, height < LOW_PX ? 0 : NOTICE_PX) }
}

/** The shape of a game whose columns are not side by side; undefined for all others. */
function shapeOf(game: Game, window: Viewport): Shape | undefined {
  const viewport = withRoom(window)
  if (game.tableau.overlap) return overlapShape(game, viewport)
  return game.of.tableau.length > 2 * FANS_ACROSS + 1 && !game.stock && game.of.foundation.length === 1
    ? fansShape(game, viewport)
    : undefined
}

/** Registers these shapes with `place.ts`. */
export function useShapes(): void {
  shapes.of = shapeOf
}
