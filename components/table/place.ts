// The layout: where the piles are on a table of a given size, and where the cards of a position are. Pure.
import {
  mayRecycle,
  type Card,
  type Game,
  type PerPile,
  type Pile,
  type PileId,
  type Position,
} from '../../engine/index.ts'

/** The space for the table, and the settings that affect the layout. */
export interface Viewport {
  /** The size of the table in CSS pixels. */
  readonly width: number
  readonly height: number
  /** Pixels at the bottom edge that an overlay covers; columns end above it. */
  readonly reserved?: number
  /** Whether groups of piles are mirrored for left-handed use. */
  readonly leftHanded: boolean
  /** Whether rank and suit in the card corners are printed large. */
  readonly largeCorners?: boolean
  /** Card size relative to the usual size; 1 by default. */
  readonly scale?: number
}

/** A point in CSS pixels. For a card or pile: its upper left corner, relative to the table's. */
export interface Spot {
  readonly x: number
  readonly y: number
}

/** Places and sizes of a game on the table, in CSS pixels. They do not depend on where the cards are. */
export interface Geometry {
  readonly cardWidth: number
  readonly cardHeight: number
  /** The upper left corner of each pile, in the order of `game.piles`. */
  readonly spots: PerPile<Spot>
  /** The bottom limit of each pile, in the same order. */
  readonly bottoms: PerPile<number>
  /** Pixels at the bottom edge that an overlay covers. */
  readonly reserved: number
  /** The maximum vertical offset from card to card within a column. */
  readonly fan: number
  /** The horizontal offset, for columns whose cards are side by side; 0 for vertical columns. */
  readonly fanAcross: number
  /**
   * The offset from card to card in the waste; 0 if only the top card shows. Negative in the left-handed
   * layout, where the top card is at the pile's corner and the others are to its left.
   */
  readonly wasteFan: number
  /** The maximum height of rank and suit in a card corner, and in that of a half-covered card. */
  readonly cornerHeight: number
  readonly stripCornerHeight: number
}

/** Where a card is, and which part of it is visible. */
export interface PlacedCard extends Spot {
  readonly card: Card
  readonly pile: PileId
  /** Its index in the pile, 0 at the bottom. */
  readonly at: number
  /** The card directly on it, if there is one. */
  readonly above: Card | undefined
  readonly z: number
  readonly faceUp: boolean
  readonly isTop: boolean
  /** Whether it need not be painted, because it and the card on it are completely covered. */
  readonly isHidden: boolean
  /** Whether its left half is visible over the full height. Also true of the card below the waste's fan. */
  readonly isHalfSeen: boolean
  /** The height of rank and suit in its corner, in pixels, limited by the visible part of the card. */
  readonly cornerHeight: number
}

/** Below this table width, no foundations are beside the columns, and cards are relatively taller. */
const NARROW_WIDTH_PX = 600
const TOP_PX = 8
/** The maximum card width, in pixels and as a fraction of the table's width; the larger one applies. */
const MAX_CARD_WIDTH_PX = 200
const MAX_CARD_PART = 1 / 13
const MIN_CARD_WIDTH_PX = 20
/** Gaps relative to the card width. */
const GAP = 0.085
const NARROW_GAP = 0.06
/** At this table height or more, rows of piles on narrow tables have the same minimum gap as on wide ones. */
const TALL_PX = 560
const WASTE_FAN = 0.5
/** The minimum card widths for full faces, and for the figures of court cards. */
export const FACE_PX = 84
const FIGURE_PX = 48
/** The corner height of a card that shows its full face, relative to the card width. */
export const CORNER_HEIGHT = 0.196
/** The same for smaller cards. */
const FIGURE_CORNER_HEIGHT = 0.27
const SMALL_CORNER_HEIGHT = 0.4
/**
 * The height of a corner in large print, in pixels. The following two fractions of the card width are its
 * minimum and maximum, which leave space for a figure and for a `10` with its suit.
 */
const LARGE_CORNER_PX = 34
const LARGE_CORNER_HEIGHT = 0.3
const MAX_CORNER_HEIGHT = 0.43
/** The same for half-covered cards. A `10` fits the visible part; in large print, its suit is below it. */
const STRIP_CORNER_HEIGHT = 0.2
const LARGE_STRIP_CORNER_HEIGHT = 0.34
/**
 * The maximum offset within a column, relative to the card height: the usual one, and the one on narrow
 * tables or if there is room, which is also limited to the pixels that a finger needs.
 */
const FAN = 0.3
const ROOMY_FAN = 0.75
const ROOMY_FAN_PX = 44
/** The offset after a face-down card, relative to that after a face-up card. */
const FACE_DOWN_FAN = 0.4
/** The offset between finished suits, relative to the card height. */
const SUIT_FAN = 0.26

/**
 * The card width in whole pixels: the usual width, up to the maximum, times the *Card size* setting, limited
 * by what fits, but at least `MIN_CARD_WIDTH_PX`.
 */
export const cardWidthOf = (fits: number, usual: number, { width, scale = 1 }: Viewport): number => {
  const max = Math.max(MAX_CARD_WIDTH_PX, width * MAX_CARD_PART)
  return Math.max(MIN_CARD_WIDTH_PX, Math.floor(Math.min(fits, scale * Math.min(fits, usual, max))))
}

/**
 * Arranges the groups of piles around the columns, and sizes cards and gaps, in pixels, so that all groups
 * fit and columns can grow.
 */
function measure(game: Game, viewport: Viewport) {
  const { width, height } = viewport
  const { of, stock } = game
  const { foundation, cell, waste } = of
  const columns = of.tableau.length + of.reserve.length
  const isNarrow = width < NARROW_WIDTH_PX
  /** Whether up to three cards of the waste are visible. */
  const isWasteFanned = stock?.by === 'draw' && stock.turn > 1
  const wasteSlots = waste.length === 0 ? 0 : isWasteFanned ? 1 + 2 * WASTE_FAN : 1
  /** Width of stock, waste and cells, in cards. */
  const leftSlots = of.stock.length + Math.ceil(wasteSlots) + cell.length
  /** Whether finished suits are fanned beside the columns, below the stock. */
  const isSuitFan = !isNarrow && game.foundations.takes === 'suit'
  /** Whether the foundations are beside the columns, two per row or fanned. */
  const isBeside =
    !isNarrow && (isSuitFan || game.tableau.take === 'any' || (cell.length > 0 && foundation.length > 4))
  /** Width of the piles above the columns, in cards, if all are in one row. */
  const topSlots = isBeside ? cell.length : leftSlots + foundation.length
  /** Rows of piles above the columns: none, one, or foundations above stock, waste and cells. */
  const rows = topSlots === 0 ? 0 : isNarrow && topSlots > columns ? 2 : 1
  // The widest row above the columns in card widths, without gaps.
  const topAcross = rows === 1 ? topSlots : Math.max(leftSlots, foundation.length)
  const across = isBeside ? columns + (isSuitFan ? 1 : 2) + 2 * GAP : Math.max(columns, topAcross)

  const margin = isNarrow ? 8 : 16
  const gapPart = isNarrow ? NARROW_GAP : GAP
  const ratio = isNarrow ? 1.5 : 1.4
  const byWidth = (width - 2 * margin) / (across + (Math.ceil(across) - 1) * gapPart)
  const inner = height - 2 * TOP_PX
  const suitRows = of.stock.length + 1 + SUIT_FAN * (foundation.length - 1)
  /** The card width at which piles beside the columns fit: four rows, or the stock above finished suits. */
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
    topSlots,
    cardWidth,
    cardHeight: Math.round(cardWidth * ratio),
    gap: Math.max(2, Math.round(cardWidth * gapPart)),
  }
}

/** The upper left corner of each pile in the right-handed layout, in the order of `game.piles`. */
function spotsOf({ of, piles }: Game, viewport: Viewport, measures: ReturnType<typeof measure>) {
  const { isNarrow, isBeside, isSuitFan, rows, topSlots, cardWidth, cardHeight, gap } = measures
  const { foundation, tableau, cell, stock, waste, reserve } = of
  const pitch = cardWidth + gap
  const rowPitch = cardHeight + Math.max(isNarrow && viewport.height < TALL_PX ? 4 : 8, gap)
  const columnsWidth = (tableau.length + reserve.length) * pitch - gap
  // A single row of piles and the columns below share one grid.
  const topWidth = Math.max(columnsWidth, rows === 1 ? topSlots * pitch - gap : 0)
  const width = isBeside ? columnsWidth + (isSuitFan ? 1 : 2) * pitch + 2 * gap : topWidth
  const left = Math.round((viewport.width - width) / 2)
  const spare = Math.round((width - columnsWidth) / pitch)
  // In games with a reserve, it is below the stock, and the columns are below the foundations.
  const hasReserve = reserve.length > 0
  const columnsLeft = left + (isBeside ? 0 : hasReserve ? spare * pitch : Math.ceil(spare / 2) * pitch)
  const columnsTop = TOP_PX + rows * rowPitch + (isNarrow || rows === 0 ? 0 : 4)
  /** The left edge of `count` piles centered over the columns. */
  const centered = (count: number) => columnsLeft + (columnsWidth - count * pitch + gap) / 2
  const lowerRow = TOP_PX + Math.max(0, rows - 1) * rowPitch
  const cellsLeft = isBeside || rows > 1 ? centered(cell.length) : left
  const foundationsLeft =
    rows > 1 && !hasReserve ? centered(foundation.length) : left + topWidth - foundation.length * pitch + gap
  const besideLeft = left + columnsWidth + 3 * gap

  const spots = piles.map((): Spot => ({ x: 0, y: 0 }))
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

/** Places and sizes in CSS pixels; already mirrored in the left-handed layout. */
export type Shape = Pick<Geometry, 'cardWidth' | 'cardHeight' | 'spots' | 'bottoms' | 'fanAcross'>

/**
 * The shapes of games whose columns are not side by side. Set by `useShapes` of `place-shapes.ts`, which
 * loads together with the games, because the default game does not need them.
 */
export const shapes: { of(game: Game, viewport: Viewport): Shape | undefined } = { of: () => undefined }

/** The places and sizes of a game on a table of this size. */
export function geometryOf(game: Game, viewport: Viewport): Geometry {
  const { width, height, reserved = 0, leftHanded, largeCorners } = viewport
  const measures = measure(game, viewport)
  const { isNarrow, isWasteFanned } = measures
  const bottom = height - reserved - (isNarrow ? 6 : 10)
  const shape = shapes.of(game, viewport)
  const { cardWidth, cardHeight } = shape ?? measures
  const spots = shape?.spots ?? spotsOf(game, viewport, measures)
  const tops = game.of.tableau.map(({ index }) => spots[index].y)
  const roomy = Math.min(ROOMY_FAN_PX, ROOMY_FAN * cardHeight)
  const usual = isNarrow ? roomy : FAN * cardHeight
  const corner = cornerHeightOf(cardWidth, largeCorners)
  const stripCorner = Math.min(largeCorners ? LARGE_STRIP_CORNER_HEIGHT : STRIP_CORNER_HEIGHT, corner)
  return {
    cardWidth,
    cardHeight,
    spots: leftHanded && !shape ? mirrored(game, spots, width - cardWidth) : spots,
    bottoms: shape?.bottoms ?? spots.map(() => bottom),
    reserved,
    fan: evenFan(game, usual, roomy, bottom - Math.min(...tops) - cardHeight),
    fanAcross: shape?.fanAcross ?? 0,
    wasteFan: (isWasteFanned ? WASTE_FAN : 0) * cardWidth * (leftHanded ? -1 : 1),
    // Cards side by side all have the same corner size.
    cornerHeight: cardWidth * (shape?.fanAcross ? stripCorner : corner),
    stripCornerHeight: cardWidth * stripCorner,
  }
}

/**
 * The classes of a table by what its face-up cards show: pips and court figures, a suit symbol or court
 * figure, or suit symbols alone. `large`: in large print.
 */
export const facesOf = (cardWidth: number, large: boolean): string =>
  cardWidth < (large ? LARGE_CORNER_PX / LARGE_CORNER_HEIGHT : FIGURE_PX)
    ? ''
    : large || cardWidth < FACE_PX
      ? 'faces simple'
      : 'faces'

/** The corner height of a card, relative to its width. `large`: in large print. */
export function cornerHeightOf(cardWidth: number, large = false): number {
  if (large) return Math.max(LARGE_CORNER_HEIGHT, Math.min(MAX_CORNER_HEIGHT, LARGE_CORNER_PX / cardWidth))
  if (cardWidth < FIGURE_PX) return SMALL_CORNER_HEIGHT
  return cardWidth < FACE_PX ? FIGURE_CORNER_HEIGHT : CORNER_HEIGHT
}

/** The minimum fraction of the usual offset at which the rows of a deal are still aligned. */
const EVEN_PART = 0.5

/**
 * The maximum offset: the usual one, or up to `roomy` as long as the longest column of a new deal fits, so
 * that its columns share an offset and its rows are aligned. If all cards are in the columns, the offset may
 * be reduced for that, down to `EVEN_PART` of the usual one.
 */
function evenFan({ tableau: { dealt }, cards, of }: Game, usual: number, roomy: number, room: number) {
  const columns = of.tableau.length
  const steps =
    dealt === 'triangle'
      ? FACE_DOWN_FAN * (columns - 1)
      : typeof dealt === 'object'
        ? Math.max(...dealt.map(column => stepsOf(column.length, column.lastIndexOf('d') + 1)))
        : (dealt === 'all' ? Math.ceil(cards.length / columns) : dealt) - 1
  const even = room / steps
  const fan = Math.max(usual, Math.min(roomy, even))
  return dealt === 'all' && even >= EVEN_PART * usual ? Math.min(fan, even) : fan
}

/** Whether the tableau consists of columns, rather than of overlapping places for one card each. */
export const hasColumns = ({ covers }: Game): boolean => covers.length === 0

/** Whether a pile has no outline: a place of an overlapping layout, or a suit fanned over another one. */
export const isBare = (game: Game, { spots, cardHeight }: Geometry, { index, kind, number }: Pile): boolean =>
  kind === 'tableau'
    ? !hasColumns(game)
    : kind === 'foundation' &&
      number > 0 &&
      spots[index].x === spots[index - 1]!.x &&
      spots[index].y < spots[index - 1]!.y + cardHeight

/** The left-handed layout: each group of piles moves to the other side and keeps its internal order. */
function mirrored(game: Game, spots: PerPile<Spot>, maxX: number): PerPile<Spot> {
  const result = spots.map(({ x, y }): Spot => ({ x: maxX - x, y }))
  for (const kind of ['foundation', 'tableau', 'cell'] as const) {
    const xs = game.of[kind].map(({ index }) => result[index].x)
    const sorted =
      kind === 'foundation' && new Set(xs).size === 2
        ? xs.map(x => Math.min(...xs) + Math.max(...xs) - x)
        : xs.toReversed()
    game.of[kind].forEach(({ index }, i) => {
      result[index] = { x: sorted[i]!, y: result[index].y }
    })
  }
  return result
}

/** Places every card. The result is ordered by card number, so that a card keeps its index across moves. */
export function placeCards({ game, piles, faceDown }: Position, geometry: Geometry): PlacedCard[] {
  const isOverlap = !hasColumns(game)
  const placed: PlacedCard[] = []
  for (const { id, kind, number, index: pileIndex } of game.piles) {
    const cards = piles[pileIndex]
    const spot = geometry.spots[pileIndex]
    const down = faceDown[pileIndex]
    const isColumn = kind === 'tableau'
    const height = geometry.bottoms[pileIndex] - spot.y - geometry.cardHeight
    const { fanAcross } = geometry
    const fan = isColumn && !fanAcross ? fanOf(cards.length, down, height, geometry) : 0
    const coveredCorner = cornerHeightIn(fan, geometry)
    const shown = kind === 'waste' && geometry.wasteFan !== 0 ? 3 : 1
    const firstShown = Math.max(0, cards.length - shown)
    let { x, y } = spot
    if (kind === 'waste') x += Math.max(0, cards.length - firstShown - 1) * Math.min(0, geometry.wasteFan)
    cards.forEach((card, at) => {
      const faceUp = at >= down
      const isTop = at === cards.length - 1
      const isHidden = !isColumn && at < firstShown - 1
      const isHalfSeen = !isTop && (isColumn ? fanAcross > 0 : shown > 1 && !isHidden)
      placed[card] = {
        card,
        pile: id,
        at,
        above: cards[at + 1],
        x,
        y: Math.round(y),
        // Later rows of an overlapping layout cover earlier ones, and later foundations cover earlier ones.
        z: at + 1 + (isColumn && isOverlap ? number : 0) + (kind === 'foundation' ? 14 * number : 0),
        faceUp,
        isTop,
        isHidden,
        isHalfSeen,
        cornerHeight: isHalfSeen
          ? geometry.stripCornerHeight
          : isColumn && !isTop
            ? coveredCorner
            : geometry.cornerHeight,
      }
      if (isColumn) {
        x += fanAcross
        y += faceUp ? fan : fan * FACE_DOWN_FAN
      } else if (kind === 'waste' && at >= firstShown) x += Math.abs(geometry.wasteFan)
    })
  }
  // Returns the elements by index, without the holes of the array.
  return Object.values(placed)
}

/** The offset of a column's top card from its first card, in units of the offset between face-up cards. */
const stepsOf = (count: number, down: number): number => down * FACE_DOWN_FAN + Math.max(0, count - 1 - down)

/** The offset between face-up cards in pixels: reduced to keep the column on the table, but at least 4. */
function fanOf(count: number, down: number, height: number, { fan }: Geometry): number {
  const steps = stepsOf(count, down)
  return steps > 0 ? Math.max(4, Math.min(fan, height / steps)) : fan
}

/**
 * The corner height of a card of which `fan` pixels are visible, above the edge of the next card and with the
 * margin at the top (`.card::before`); at least 8 pixels, unless the maximum is lower.
 */
const cornerHeightIn = (fan: number, { cornerHeight }: Geometry): number =>
  Math.min(cornerHeight, Math.max(8, (fan - 2) / 1.2))

/** Whether the waste can be recycled once the stock is empty. */
export const canTurnWaste = (position: Position): boolean =>
  mayRecycle(position) && position.piles[position.game.of.waste[0]!.index].length > 0
