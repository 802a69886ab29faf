// Where everything lies: from the size of the window to the place of every pile, and from a position to the
// place of every card. Pure.
import {
  mayRecycle,
  type Card,
  type Game,
  type Pile,
  type PileId,
  type Position,
} from '../../engine/index.ts'

/** The space for the table, and the settings that change where things lie. */
export interface Viewport {
  /** Size of the table in CSS pixels. */
  readonly width: number
  readonly height: number
  /** Pixels at the lower edge that something else stands on: no column reaches there. */
  readonly reserved?: number
  /** Whether groups of piles are mirrored for the left hand. */
  readonly leftHanded: boolean
  /** Whether rank and suit in the corner of a card are printed large. */
  readonly largeCorners?: boolean
  /** How large cards are in parts of their usual size; 1 where nothing is said. */
  readonly scale?: number
}

/** The upper left corner of a card or pile, in CSS pixels from that of the table. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/**
 * The places and sizes of a game on the table, in CSS pixels. They depend on the window and not on the cards.
 */
export interface Geometry {
  readonly cardWidth: number
  readonly cardHeight: number
  /** Where the lowest card of each pile lies, in the order of `game.piles`. */
  readonly spots: readonly Spot[]
  /** The lowest edge that each pile may reach, in the same order. */
  readonly bottoms: readonly number[]
  /** The largest distance from one card of a column to the next. */
  readonly fan: number
  /** The same to the right, where cards of a column lie beside each other; 0 where they lie below. */
  readonly fanAcross: number
  /**
   * The distance from one card of the waste to the next, 0 where only the top shows; negative for the left
   * hand, where the top lies on the place of the pile and those below it to the left.
   */
  readonly wasteFan: number
  /** The largest height of rank and suit in the corner of a card. */
  readonly cornerHeight: number
}

/** Where one card lies, and what of it can be seen. */
export interface PlacedCard extends Spot {
  readonly card: Card
  readonly pile: PileId
  /** Its index in the pile, from 0 at the bottom. */
  readonly at: number
  /** Its place in the painting order; cards with a larger number are painted later. */
  readonly z: number
  readonly faceUp: boolean
  readonly isTop: boolean
  /** Whether other cards cover it as a whole, so that it need not be painted. */
  readonly isHidden: boolean
  /** Whether its left half is in sight, from top to bottom. */
  readonly isHalfSeen: boolean
  /** Height of rank and suit in its corner in pixels, so that they fit the strip that can be seen. */
  readonly cornerHeight: number
}

/** Below this width of the table, groups of piles are stacked and cards are slimmer. */
const NARROW_WIDTH_PX = 600
const TOP_PX = 8
const MAX_CARD_WIDTH_PX = 200
const MIN_CARD_WIDTH_PX = 20
/** Distances in parts of a card's width. */
const GAP = 0.085
const NARROW_GAP = 0.06
/** From this height of the table, rows of piles on narrow tables stand apart like those on wide ones. */
const TALL_PX = 560
const WASTE_FAN = 0.5
/** A card's width in pixels from which it shows its face, and from which a court shows its figure. */
export const FACE_PX = 84
export const FIGURE_PX = 48
/** The height of rank and suit in the corner of a card that shows its face, in parts of its width. */
export const CORNER_HEIGHT = 0.196
/** On smaller cards, and in large print. */
const FIGURE_CORNER_HEIGHT = 0.27
const SMALL_CORNER_HEIGHT = 0.4
const LARGE_CORNER_HEIGHT = 0.3
/** The corner of a card that another one lies half over, so that a ten fits the strip. */
const STRIP_CORNER_HEIGHT = 0.2
/** The largest distance of cards in a column on narrow tables: enough for a finger. */
const NARROW_FAN_PX = 44
/** The distance after a face-down card in parts of that after a face-up card. */
const FACE_DOWN_FAN = 0.4
/** The distance from one finished suit to the next in parts of a card's height. */
const SUIT_FAN = 0.26

/** How the groups of piles are arranged around the columns, and how large everything is, in pixels. */
interface Measures {
  readonly isNarrow: boolean
  /** Whether the foundations stand at the side of the columns, two in a row. */
  readonly isBeside: boolean
  /** Whether finished suits lie there instead, as a fan below the stock. */
  readonly isSuitFan: boolean
  /** Whether three cards of the waste can be seen. */
  readonly isWasteFanned: boolean
  /** Rows of piles above the columns: none, one, or the foundations above stock, waste and cells. */
  readonly rows: 0 | 1 | 2
  /** Widths of a card that stock, waste and cells take. */
  readonly leftSlots: number
  /** Widths of a card that the piles above the columns take where they are in one row. */
  readonly topSlots: number
  readonly cardWidth: number
  readonly cardHeight: number
  readonly gap: number
}

/**
 * The width of a card, the same rule for all games: as large as is usual, at most `MAX_CARD_WIDTH_PX`, times
 * what a person chose, where that fits.
 */
export const cardWidthOf = (fits: number, usual: number, { scale = 1 }: Viewport): number =>
  Math.max(MIN_CARD_WIDTH_PX, Math.floor(Math.min(fits, scale * Math.min(fits, usual, MAX_CARD_WIDTH_PX))))

/** The largest cards with which every group fits the width and a column has enough room to grow. */
function measure(game: Game, viewport: Viewport): Measures {
  const { width, height } = viewport
  const { of, stock } = game
  const { foundation, cell, waste } = of
  const columns = of.tableau.length + of.reserve.length
  const isNarrow = width < NARROW_WIDTH_PX
  const isWasteFanned = stock?.by === 'draw' && stock.turn > 1
  const wasteSlots = waste.length === 0 ? 0 : isWasteFanned ? 1 + 2 * WASTE_FAN : 1
  const leftSlots = of.stock.length + Math.ceil(wasteSlots) + cell.length
  const isSuitFan = !isNarrow && game.foundations.takes === 'suit'
  const isBeside =
    !isNarrow && (isSuitFan || game.tableau.take === 'any' || (cell.length > 0 && foundation.length > 4))
  const topSlots = isBeside ? cell.length : leftSlots + foundation.length
  const rows = topSlots === 0 ? 0 : isNarrow && topSlots > columns ? 2 : 1
  // The widest row in widths of a card, without the gaps between neighbours.
  const topAcross = rows === 1 ? topSlots : Math.max(leftSlots, foundation.length)
  const across = isBeside ? columns + (isSuitFan ? 1 : 2) + 2 * GAP : Math.max(columns, topAcross)

  const margin = isNarrow ? 8 : 16
  const gapPart = isNarrow ? NARROW_GAP : GAP
  const ratio = isNarrow ? 1.5 : 1.4
  const byWidth = (width - 2 * margin) / (across + (Math.ceil(across) - 1) * gapPart)
  const inner = height - 2 * TOP_PX
  /** What the piles beside the columns allow: four rows, or the stock and below it finished suits. */
  const suitRows = of.stock.length + 1 + SUIT_FAN * (foundation.length - 1)
  const byRows = isSuitFan
    ? Math.min((inner - 1) / suitRows / ratio, (inner + 7) / (suitRows * ratio + gapPart))
    : isBeside && foundation.length > 4
      ? Math.min((inner - 24) / 4 / ratio, inner / (4 * ratio + 3 * gapPart) - 1)
      : Infinity
  const cardWidth = cardWidthOf(Math.min(byWidth, byRows), (height * 0.2525) / ratio, viewport)
  return {
    isNarrow,
    isBeside,
    isSuitFan,
    isWasteFanned,
    rows,
    leftSlots,
    topSlots,
    cardWidth,
    cardHeight: Math.round(cardWidth * ratio),
    gap: Math.max(2, Math.round(cardWidth * gapPart)),
  }
}

/** Where every pile begins for the right hand, in the order of `game.piles`. */
function spotsOf({ of, piles }: Game, viewport: Viewport, measures: Measures): Spot[] {
  const { isNarrow, isBeside, isSuitFan, rows, topSlots, cardWidth, cardHeight, gap } = measures
  const { foundation, tableau, cell, stock, waste, reserve } = of
  const pitch = cardWidth + gap
  const rowPitch = cardHeight + Math.max(isNarrow && viewport.height < TALL_PX ? 4 : 8, gap)
  const columnsWidth = (tableau.length + reserve.length) * pitch - gap
  // All piles stand on one grid, whose pitch is that of the columns.
  const topWidth = Math.max(columnsWidth, rows === 1 ? topSlots * pitch - gap : 0)
  const width = isBeside ? columnsWidth + (isSuitFan ? 1 : 2) * pitch + 2 * gap : topWidth
  const left = Math.round((viewport.width - width) / 2)
  const spare = Math.round((width - columnsWidth) / pitch)
  // A reserve lies below the stock, and the columns below the foundations that they feed.
  const hasReserve = reserve.length > 0
  const columnsLeft = left + (isBeside ? 0 : hasReserve ? spare * pitch : Math.ceil(spare / 2) * pitch)
  const columnsTop = TOP_PX + rows * rowPitch + (isNarrow || rows === 0 ? 0 : 4)
  /** The left edge of so many piles in the middle of the columns. */
  const centred = (count: number) => columnsLeft + (columnsWidth - count * pitch + gap) / 2
  const lowerRow = TOP_PX + Math.max(0, rows - 1) * rowPitch
  const cellsLeft = isBeside || rows > 1 ? centred(cell.length) : left
  const foundationsLeft =
    rows > 1 && !hasReserve ? centred(foundation.length) : left + topWidth - foundation.length * pitch + gap
  const besideLeft = left + columnsWidth + 3 * gap

  const spots: Spot[] = piles.map(() => ({ x: 0, y: 0 }))
  for (const { index, number } of tableau)
    spots[index] = { x: columnsLeft + (reserve.length + number) * pitch, y: columnsTop }
  for (const { index } of reserve) spots[index] = { x: left, y: columnsTop }
  for (const { index, number } of cell)
    spots[index] = { x: Math.round(cellsLeft + number * pitch), y: lowerRow }
  const besideStock = stock.length > 0 && isBeside
  for (const { index } of stock)
    spots[index] = besideStock ? { x: besideLeft, y: TOP_PX } : { x: left, y: lowerRow }
  for (const { index } of waste) spots[index] = { x: left + pitch, y: lowerRow }
  for (const { index, number } of foundation)
    spots[index] = isSuitFan
      ? {
          x: besideLeft,
          y: TOP_PX + (besideStock ? rowPitch : 0) + Math.round(number * SUIT_FAN * cardHeight),
        }
      : isBeside
        ? { x: besideLeft + (number % 2) * pitch, y: TOP_PX + Math.floor(number / 2) * rowPitch }
        : { x: Math.round(foundationsLeft + number * pitch), y: TOP_PX }
  return spots
}

/** Spots and sizes of a shape, for the hand that was asked for, in CSS pixels. */
export interface Shape {
  readonly cardWidth: number
  readonly cardHeight: number
  readonly spots: readonly Spot[]
  /** The lowest edge that each pile may reach. */
  readonly bottoms: readonly number[]
  /** The distance to the right from one card of a column to the next; 0 where they lie below each other. */
  readonly fanAcross: number
  /** Whether each place holds one card, so that an empty one need not be shown. */
  readonly isOverlap: boolean
}

/**
 * The shapes of games whose columns do not stand side by side. They are loaded together with the games, as
 * the default game needs none: `useShapes` of `place-shapes.ts` sets them.
 */
export const shapes: { of(game: Game, viewport: Viewport): Shape | undefined } = { of: () => undefined }

/** The places and sizes of a game on a table of that size. */
export function geometryOf(game: Game, viewport: Viewport): Geometry {
  const { width, height, reserved = 0, leftHanded, largeCorners } = viewport
  const measures = measure(game, viewport)
  const { isNarrow, isWasteFanned } = measures
  const bottom = height - reserved - (isNarrow ? 6 : 10)
  const shape = shapes.of(game, viewport)
  const { cardWidth, cardHeight } = shape ?? measures
  const spots = shape?.spots ?? spotsOf(game, viewport, measures)
  const tops = game.of.tableau.map(({ index }) => spots[index].y)
  const fan = isNarrow ? Math.min(NARROW_FAN_PX, 0.75 * cardHeight) : 0.3 * cardHeight
  const corner = largeCorners
    ? Math.max(LARGE_CORNER_HEIGHT, cornerHeightOf(cardWidth))
    : cornerHeightOf(cardWidth)
  return {
    cardWidth,
    cardHeight,
    spots: leftHanded && !shape ? mirrored(game, spots, width - cardWidth) : spots,
    bottoms: shape?.bottoms ?? spots.map(() => bottom),
    fan: evenFan(game, fan, bottom - Math.min(...tops) - cardHeight),
    fanAcross: shape?.fanAcross ?? 0,
    wasteFan: (isWasteFanned ? WASTE_FAN : 0) * cardWidth * (leftHanded ? -1 : 1),
    // Cards that lie side by side have corners of one size.
    cornerHeight: cardWidth * (shape?.fanAcross ? Math.min(STRIP_CORNER_HEIGHT, corner) : corner),
  }
}

const cornerHeightOf = (cardWidth: number): number =>
  cardWidth >= FACE_PX ? CORNER_HEIGHT : cardWidth >= FIGURE_PX ? FIGURE_CORNER_HEIGHT : SMALL_CORNER_HEIGHT

/** The least part of the usual distance with which the rows of a deal are still made even. */
const EVEN_PART = 0.5

/**
 * The largest distance of cards such that the rows of a deal stand even: where some columns begin with one
 * card more than others, and that card lacks room, the others take the same distance.
 */
function evenFan({ tableau: { dealt }, cards, of: { tableau } }: Game, fan: number, height: number): number {
  const rows = dealt === 'all' ? Math.ceil(cards.length / tableau.length) : 0
  const even = height / (rows - 1)
  return rows > 1 && even >= EVEN_PART * fan ? Math.min(fan, even) : fan
}

/**
 * Whether the place of a pile shows no outline: it holds one card of an overlapping layout, or lies on the
 * place of a suit that has left before.
 */
export const isBare = (
  game: Game,
  { spots, cardHeight }: Geometry,
  { index, kind, number }: Pile,
): boolean =>
  kind === 'tableau'
    ? game.covers.length > 0
    : kind === 'foundation' &&
      number > 0 &&
      spots[index].x === spots[index - 1].x &&
      spots[index].y < spots[index - 1].y + cardHeight

/** The spots for the left hand: each group of piles moves to the other side and keeps its own order. */
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

/**
 * The place of every card, in the order of the cards' numbers: a card keeps its index in the list whatever is
 * moved.
 */
export function placeCards({ game, piles, faceDown }: Position, geometry: Geometry): PlacedCard[] {
  const isOverlap = game.covers.length > 0
  const placed: PlacedCard[] = []
  for (const { id, kind, number, index: pileIndex } of game.piles) {
    const cards = piles[pileIndex]
    const spot = geometry.spots[pileIndex]
    const down = faceDown[pileIndex]
    const isColumn = kind === 'tableau'
    const height = geometry.bottoms[pileIndex] - spot.y - geometry.cardHeight
    const { fanAcross } = geometry
    const fan = isColumn && !fanAcross ? fanOf(cards.length, down, height, geometry) : 0
    const strip = cornerHeightIn(fan, geometry)
    const shown = kind === 'waste' && geometry.wasteFan !== 0 ? 3 : 1
    const firstShown = Math.max(0, cards.length - shown)
    let { x, y } = spot
    if (kind === 'waste') x += Math.max(0, cards.length - firstShown - 1) * Math.min(0, geometry.wasteFan)
    cards.forEach((card, at) => {
      const faceUp = at >= down
      const isTop = at === cards.length - 1
      const isHidden = !isColumn && at < firstShown - 1
      const isHalfSeen = !isTop && (isColumn ? fanAcross > 0 : shown > 1 && !isHidden)
      placed.push({
        card,
        pile: id,
        at,
        x,
        y: Math.round(y),
        // Cards that overlap lie above those of the row before; finished suits above each other.
        z: at + 1 + (isColumn && isOverlap ? number : 0) + (kind === 'foundation' ? 14 * number : 0),
        faceUp,
        isTop,
        isHidden,
        isHalfSeen,
        cornerHeight: isHalfSeen
          ? Math.min(geometry.cornerHeight, STRIP_CORNER_HEIGHT * geometry.cardWidth)
          : isColumn && !isTop
            ? strip
            : geometry.cornerHeight,
      })
      if (isColumn) {
        x += fanAcross
        y += faceUp ? fan : fan * FACE_DOWN_FAN
      } else if (kind === 'waste' && at >= firstShown) x += Math.abs(geometry.wasteFan)
    })
  }
  return placed.sort((a, b) => a.card - b.card)
}

/** Pixels from one face-up card of a column to the next, such that the column stays on the table. */
function fanOf(count: number, down: number, height: number, { fan }: Geometry): number {
  const steps = down * FACE_DOWN_FAN + Math.max(0, count - 1 - down)
  return steps > 0 ? Math.max(4, Math.min(fan, height / steps)) : fan
}

/** The height of rank and suit that fits a strip of so many pixels. */
const cornerHeightIn = (fan: number, { cornerHeight }: Geometry): number =>
  Math.min(cornerHeight, Math.max(8, 0.84 * fan))

/** Whether an empty stock takes the waste. */
export const canTurnWaste = (position: Position): boolean =>
  mayRecycle(position) && position.piles[position.game.of.waste[0].index].length > 0
