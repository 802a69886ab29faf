// Where the message about a card is shown: beside the card, where it covers as little as possible. Pure.
import type { Position } from '../../engine/index.ts'
import type { Cursor } from './keys'
import { isBare, type Geometry, type PlacedCard } from './place'
import { overlap, type Box, type Point } from './pointer'

/** The distance from the card, and from the edges of the page, in pixels. */
const GAP = 6
/** The cost of a pixel of distance from the card. */
const PER_PIXEL = 40
/** The cost of covering a square pixel of each. */
const Weight = { never: 1000, top: 10, place: 1, covered: 0.5, bar: 0.1 } as const

type Size = Pick<Box, 'width' | 'height'>

interface Covered {
  readonly box: Box
  readonly weight: number
}

/** The visible part of a card. `next`: the card on it, if there is one. */
function visiblePart({ x, y }: PlacedCard, next: PlacedCard | undefined, geometry: Geometry): Box {
  const { cardWidth, cardHeight } = geometry
  const isBeside = next !== undefined && next.x !== x
  return {
    x,
    y,
    width: isBeside ? Math.abs(next.x - x) : cardWidth,
    height: next && !isBeside ? next.y - y : cardHeight,
  }
}

/** Where a message can be, and what is there. */
interface Surroundings {
  readonly cards: readonly PlacedCard[]
  readonly geometry: Geometry
  readonly page: Box
}

/** What a message can cover: the visible parts of the cards, and the empty places. */
function coverable(position: Position, cards: readonly PlacedCard[], geometry: Geometry): Covered[] {
  const { game, piles } = position
  const onto = new Map(cards.map(card => [`${card.pile} ${card.at - 1}`, card]))
  const places = game.piles.filter(pile => piles[pile.index].length === 0 && !isBare(game, geometry, pile))
  return [
    ...cards
      .filter(({ isHidden }) => !isHidden)
      .map(card => ({
        box: visiblePart(card, onto.get(`${card.pile} ${card.at}`), geometry),
        weight: Weight[card.isTop ? 'top' : 'covered'],
      })),
    ...places.map(({ index }) => ({ box: boxAt(geometry.spots[index], geometry), weight: Weight.place })),
  ]
}

const boxAt = ({ x, y }: Point, { cardWidth, cardHeight }: Geometry): Box => ({
  x,
  y,
  width: cardWidth,
  height: cardHeight,
})

/**
 * The places above, below and beside a card, in order of preference, for a message of this size, and those
 * above the table. `edges`: the left edges of all piles, because a place beside the card may be on the other
 * side of its neighbor.
 */
function placesAround(card: Box, { width, height }: Size, edges: readonly number[]): Point[] {
  const xs = [card.x + (card.width - width) / 2, card.x, card.x + card.width - width]
  const ys = [card.y, card.y + (card.height - height) / 2, card.y + card.height - height]
  const beside = edges.map(x => (x < card.x ? x - width - GAP : x + card.width + GAP))
  return [
    ...[card.y - height - GAP, card.y + card.height + GAP, -height].flatMap(y => xs.map(x => ({ x, y }))),
    ...[card.x + card.width + GAP, card.x - width - GAP, ...beside].flatMap(x => ys.map(y => ({ x, y }))),
  ]
}

/** The distance between two boxes, horizontally and vertically. */
const distance = (a: Box, b: Box): number =>
  Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) +
  Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)

/**
 * The upper left corner of the message, in pixels from the table's corner. `message` has its size. `page` is
 * the part of the page where it may be: the table, and what is above it, with negative coordinates.
 */
export function placeMessage(
  message: Size,
  told: Cursor,
  position: Position,
  { cards, geometry, page }: Surroundings,
): Point {
  const card = cards.find(({ pile, at }) => pile === told.pile && at === told.at)
  const next = cards.find(({ pile, at }) => pile === told.pile && at === told.at + 1)
  const own = card
    ? visiblePart(card, next, geometry)
    : boxAt(geometry.spots[position.game.pileById.get(told.pile)!.index], geometry)
  const covered: Covered[] = [
    { box: own, weight: Weight.never },
    {
      box: { ...page, y: page.y + page.height - geometry.reserved, height: geometry.reserved },
      weight: Weight.never,
    },
    { box: { ...page, height: -page.y }, weight: Weight.bar },
    ...coverable(position, cards, geometry),
  ]
  const inside = (at: number, size: number, from: number, room: number): number =>
    Math.round(Math.max(from + GAP, Math.min(at, from + room - size - GAP)))
  const costOf = (place: Box): number =>
    covered.reduce(
      (sum, { box, weight }) => sum + weight * overlap(place, box),
      PER_PIXEL * distance(place, own),
    )
  const edges = new Set(geometry.spots.map(({ x }) => x))
  const [best] = placesAround(own, message, [...edges])
    .map(({ x, y }) => ({
      x: inside(x, message.width, page.x, page.width),
      y: inside(y, message.height, page.y, page.height),
    }))
    .map(place => ({ place, cost: costOf({ ...place, ...message }) }))
    // A stable sort keeps the preferred one of equal places.
    .sort((a, b) => a.cost - b.cost)
  return best.place
}
