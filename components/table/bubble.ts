// Where the message about a card is shown: near the card, where it covers as little as possible. Pure.
import { heldFrom, isCovered, targets, type Position } from '../../engine/index.ts'
import type { Cursor } from './keys'
import { isBare, type Geometry, type PlacedCard, type Spot } from './place'
import { overlap, type Box } from './pointer'

/** The distance from the card, and from the edges of the table, in pixels. */
const GAP = 6
/** The distance, beyond the gap, up to which a message still seems to belong to its card, in pixels. */
const NEAR = 24
/** The cost of covering an index, and of covering a square pixel, in pixels of distance from the card. */
const INDEX_COST = 150
const WEIGHTS = { place: 0.004, card: 0.005 } as const
/** The width and height of an index with its margins, relative to the height of its rank. */
const INDEX = { width: 2.3, height: 1.25 } as const

type Size = Pick<Box, 'width' | 'height'>

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

/**
 * What a message can cover: `indexes` of cards (rank and suit, in the upper left corner), `areas` (the
 * visible parts of cards, and empty places), and `ends` (the top cards). A card `isInPlay` if it is uncovered
 * and not on a foundation, or if it can be moved with those on it.
 */
function coverable(position: Position, cards: readonly PlacedCard[], geometry: Geometry) {
  const { game, piles } = position
  const onto = new Map(cards.map(card => [`${card.pile} ${card.at - 1}`, card]))
  const isInPlay = (card: PlacedCard): boolean => {
    const from = game.pileById.get(card.pile)!
    return card.isTop
      ? from.kind !== 'foundation' && !isCovered(position, from)
      : targets(position, heldFrom(position, card.pile, card.at)).length > 0
  }
  const seen = cards
    .filter(({ isHidden }) => !isHidden)
    .map(card => ({ card, part: visiblePart(card, onto.get(`${card.pile} ${card.at}`), geometry) }))
  const indexes = seen
    .filter(({ card: { faceUp } }) => faceUp)
    .map(({ card, part }) => ({ box: indexIn(part, card.cornerHeight), isInPlay: isInPlay(card) }))
  const places = game.piles.filter(pile => piles[pile.index].length === 0 && !isBare(game, geometry, pile))
  const areas = [
    ...seen.map(({ part }) => ({ box: part, weight: WEIGHTS.card })),
    ...places.map(({ index }) => ({ box: boxAt(geometry.spots[index], geometry), weight: WEIGHTS.place })),
  ]
  return { indexes, areas, ends: seen.filter(({ card }) => card.isTop).map(({ part }) => part) }
}

const indexIn = ({ x, y, width, height }: Box, corner: number): Box => ({
  x,
  y,
  width: Math.min(width, INDEX.width * corner),
  height: Math.min(height, INDEX.height * corner),
})

const boxAt = ({ x, y }: Spot, { cardWidth, cardHeight }: Geometry): Box => ({
  x,
  y,
  width: cardWidth,
  height: cardHeight,
})

/**
 * The places to try for a message of this size: on each axis, aligned with its card, or next to an edge of
 * its card or of another box, and within `room`. The nearest place that covers no box is among them.
 */
function placesToTry(card: Box, message: Size, others: readonly Box[], room: Size): Spot[] {
  const boxes = [grown(card), ...others]
  const along = (start: 'x' | 'y', length: 'width' | 'height') => {
    const size = message[length]
    const edges = boxes.flatMap(box => [box[start] - size, box[start] + box[length]])
    const end = card[start] + card[length] - size
    const max = room[length] - size - GAP
    const inside = (at: number): number => Math.max(GAP, Math.min(at, max))
    return new Set([(card[start] + end) / 2, card[start], end, ...edges].map(inside))
  }
  const xs = [...along('x', 'width')]
  return [...along('y', 'height')].flatMap(y => xs.map(x => ({ x, y })))
}

/** A box with the gap around it. */
const grown = ({ x, y, width, height }: Box): Box => ({
  x: x - GAP,
  y: y - GAP,
  width: width + 2 * GAP,
  height: height + 2 * GAP,
})

/** The horizontal plus the vertical distance between two boxes. */
const distance = (a: Box, b: Box): number =>
  Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) +
  Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)

/** The costs of a place. The first one that differs decides between two places. */
type Costs = readonly [onOwn: number, away: number, onInPlay: number, near: number]

/**
 * The upper left corner of the message about a card or pile, in pixels from the table's corner. `message` and
 * `table` are sizes. The message stays above an overlay at the bottom edge, covers as little as possible of
 * its own card, and is within `NEAR` pixels of it. There, it covers as few indexes of cards in play as
 * possible. Within these limits, it is near its card, or farther away if it covers less there.
 */
export function placeMessage(
  message: Size,
  about: Cursor,
  position: Position,
  { cards, geometry, table }: { cards: readonly PlacedCard[]; geometry: Geometry; table: Size },
): Spot {
  const card = cards.find(({ pile, at }) => pile === about.pile && at === about.at)
  const next = cards.find(({ pile, at }) => pile === about.pile && at === about.at + 1)
  const own = card
    ? visiblePart(card, next, geometry)
    : boxAt(geometry.spots[position.game.pileById.get(about.pile)!.index], geometry)
  const { indexes, areas, ends } = coverable(position, cards, geometry)
  const room = { width: table.width, height: table.height - geometry.reserved }
  const tried = placesToTry(own, message, [...indexes.map(({ box }) => box), ...ends], room)
    .map(place => ({ place, far: distance({ ...place, ...message }, grown(own)) }))
    // The sort is stable, so of equally near places, the preferred one comes first.
    .sort((a, b) => a.far - b.far)
  let best = { place: tried[0]!.place, costs: [Infinity, Infinity, Infinity, Infinity] as Costs }
  for (const { place, far } of tried) {
    const [onOwn, away, onInPlay, leastNear] = best.costs
    const cannotBeBetter = onInPlay === 0 ? far >= leastNear : far > NEAR + away
    if (onOwn === 0 && cannotBeBetter) break
    const box = { ...place, ...message }
    const covered = indexes.filter(index => overlap(box, index.box) > 0)
    const near = areas.reduce((sum, one) => sum + one.weight * overlap(box, one.box), far)
    const costs: Costs = [
      overlap(box, own),
      Math.max(0, far - NEAR),
      covered.filter(({ isInPlay }) => isInPlay).length,
      near + INDEX_COST * covered.length,
    ]
    const change = costs.map((cost, i) => cost - best.costs[i]!).find(Boolean) ?? 0
    if (change < 0) best = { place, costs }
  }
  return best.place
}
