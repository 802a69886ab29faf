// Where the message about a card is shown: beside the card, where it covers as little as possible. Pure.
import { isCovered, targets, type Position } from '../../engine/index.ts'
import { heldAt, type Cursor } from './keys'
import { isBare, type Geometry, type PlacedCard, type Spot } from './place'
import { overlap, type Box } from './pointer'

/** The distance from the card, and from the edges of the table, in pixels. */
const GAP = 6
/** The cost of covering a square pixel, in pixels of distance from the card. */
const Weight = { place: 0.008, covered: 0.005 } as const

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
 * What a message can cover: the cards in play (uncovered ones, and those that can be moved with the cards on
 * them), the visible parts of other cards, and the empty places.
 */
function coverable(position: Position, cards: readonly PlacedCard[], geometry: Geometry) {
  const { game, piles } = position
  const onto = new Map(cards.map(card => [`${card.pile} ${card.at - 1}`, card]))
  const partOf = (card: PlacedCard): Box => visiblePart(card, onto.get(`${card.pile} ${card.at}`), geometry)
  const isInPlay = (card: PlacedCard): boolean => {
    const from = game.pileById.get(card.pile)!
    return card.isTop
      ? from.kind !== 'foundation' && !isCovered(position, from)
      : card.faceUp && targets(position, heldAt(position, card)).length > 0
  }
  const [inPlay, others] = [true, false].map(isPlayed =>
    cards.filter(card => !card.isHidden && isInPlay(card) === isPlayed),
  )
  const places = game.piles.filter(pile => piles[pile.index].length === 0 && !isBare(game, geometry, pile))
  const rest = [
    ...others.map(card => ({ box: partOf(card), weight: Weight.covered })),
    ...places.map(({ index }) => ({ box: boxAt(geometry.spots[index], geometry), weight: Weight.place })),
  ]
  return { inPlay: inPlay.map(partOf), rest }
}

const boxAt = ({ x, y }: Spot, { cardWidth, cardHeight }: Geometry): Box => ({
  x,
  y,
  width: cardWidth,
  height: cardHeight,
})

/**
 * The places to try for a message of this size: on each axis, aligned with its card, or next to an edge of
 * its card or of a card in play, and within `room`. The nearest place that covers no card in play is among
 * them.
 */
function placesToTry(card: Box, message: Size, inPlay: readonly Box[], room: Size): Spot[] {
  const boxes = [grown(card), ...inPlay]
  const along = (start: 'x' | 'y', length: 'width' | 'height') => {
    const size = message[length]
    const edges = boxes.flatMap(box => [box[start] - size, box[start] + box[length]])
    const end = card[start] + card[length] - size
    const most = room[length] - size - GAP
    const inside = (at: number): number => Math.round(Math.max(GAP, Math.min(at, most)))
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

/** The area of a box that others cover. */
const areaUnder = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + overlap(box, other), 0)

/**
 * The upper left corner of the message, in pixels from the table's corner. `message` and `table` are sizes.
 * It covers neither its card nor an overlay at the bottom edge, and a card in play only if there is no other
 * place. Within these limits it is near its card, or a little farther away where it covers less.
 */
export function placeMessage(
  message: Size,
  told: Cursor,
  position: Position,
  { cards, geometry, table }: { cards: readonly PlacedCard[]; geometry: Geometry; table: Size },
): Spot {
  const card = cards.find(({ pile, at }) => pile === told.pile && at === told.at)
  const next = cards.find(({ pile, at }) => pile === told.pile && at === told.at + 1)
  const own = card
    ? visiblePart(card, next, geometry)
    : boxAt(geometry.spots[position.game.pileById.get(told.pile)!.index], geometry)
  const { inPlay, rest } = coverable(position, cards, geometry)
  const room = { width: table.width, height: table.height - geometry.reserved }
  const tried = placesToTry(own, message, inPlay, room)
    .map(place => ({ place, far: distance({ ...place, ...message }, grown(own)) }))
    // The sort is stable, so the preferred one of equally near places comes first.
    .sort((a, b) => a.far - b.far)
  let best = { place: tried[0].place, rank: [Infinity, Infinity, Infinity] }
  for (const { place, far } of tried) {
    const [onOwn, onInPlay, leastNear] = best.rank
    if (onOwn === 0 && onInPlay === 0 && far >= leastNear) break
    const box = { ...place, ...message }
    const near = rest.reduce((sum, one) => sum + one.weight * overlap(box, one.box), far)
    const rank = [overlap(box, own), areaUnder(box, inPlay), near]
    const change = rank.map((cost, i) => cost - best.rank[i]).find(Boolean) ?? 0
    if (change < 0) best = { place, rank }
  }
  return best.place
}
