// Where the message about a card is shown.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { deal, heldFrom, isCovered, targets, type Position } from '../../engine/index.ts'
import { placeMessage } from '../../components/table/bubble.ts'
import { onTop, type Cursor } from '../../components/table/keys.ts'
import { useShapes } from '../../components/table/place-shapes.ts'
import { geometryOf, placeCards, type PlacedCard, type Spot } from '../../components/table/place.ts'
import { overlap, type Box } from '../../components/table/pointer.ts'
import { anyWalk, some } from '../support/help.ts'

beforeAll(useShapes)

/** Width and height of a page, and the height of the bar above its table. */
const PAGES = [
  [1366, 650, 40],
  [400, 700, 40],
] as const
const ONE_LINE = { width: 285, height: 28 }
const TWO_LINES = { width: 220, height: 45 }
/** The margin at the edges of the table, and the distance between the places that are tried, in pixels. */
const EDGE = 6
const STEP = 7
/** The maximum distance from the card, and the distance within which any free place is found, in pixels. */
const MAX_DISTANCE = 36
const DETOUR = 24
/** Width and height of a card’s index (rank and suit), relative to the height of the rank. */
const [INDEX_WIDTH, INDEX_HEIGHT] = [2.3, 1.25]

/** The top card of a pile, or the empty pile. */
function topOf(position: Position, pick: number): Cursor {
  const { piles } = position.game
  return onTop(position, piles[pick % piles.length].id)
}

/** The box of the message about a card on such a page, and the boxes of the indexes that it could cover. */
function shown(
  position: Position,
  subject: Cursor,
  [width, height, bar]: readonly [number, number, number],
  size = ONE_LINE,
) {
  const viewport = { width, height: height - bar - (width < 600 ? 52 : 0), leftHanded: false }
  const geometry = geometryOf(position.game, viewport)
  const cards = placeCards(position, geometry)
  const message = { ...placeMessage(size, subject, position, { cards, geometry, table: viewport }), ...size }
  const boxOf = ({ x, y }: Spot): Box => ({ x, y, width: geometry.cardWidth, height: geometry.cardHeight })
  const { pileById } = position.game
  const partOf = (card: PlacedCard): Box => {
    const next = cards.find(({ pile, at }) => pile === card.pile && at === card.at + 1)
    if (!next) return boxOf(card)
    const isBeside = next.x !== card.x
    const part = isBeside ? { width: Math.abs(next.x - card.x) } : { height: next.y - card.y }
    return { ...boxOf(card), ...part }
  }
  const own = boxOf(
    cards.find(({ pile, at }) => pile === subject.pile && at === subject.at) ??
      geometry.spots[pileById.get(subject.pile)!.index],
  )
  const isInPlay = ({ pile, at, isTop }: PlacedCard): boolean =>
    isTop
      ? !pile.startsWith('f') && !isCovered(position, pileById.get(pile)!)
      : targets(position, heldFrom(position, pile, at)).length > 0
  const [inPlay, others] = [true, false].map(isPlayed =>
    cards
      .filter(card => card.faceUp && !card.isHidden && isInPlay(card) === isPlayed)
      .map(card => {
        const { x, y, width, height } = partOf(card)
        const [across, down] = [INDEX_WIDTH * card.cornerHeight, INDEX_HEIGHT * card.cornerHeight]
        return { x, y, width: Math.min(width, across), height: Math.min(height, down) }
      }),
  )
  return { message, own, inPlay, others, table: viewport }
}

/** The distance between two boxes, horizontally and vertically. */
const distance = (a: Box, b: Box): number =>
  Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width) +
  Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height)

const anyMessage = fc.record({
  positions: anyWalk(60),
  pick: fc.nat(),
  on: fc.constantFrom(...PAGES),
  size: fc.constantFrom(ONE_LINE, TWO_LINES),
})

describe('the message about a card', () => {
  it('is on the table and never on its card, in any game, in any position and at any length', () => {
    fc.assert(
      fc.property(anyMessage, ({ positions, pick, on, size }) => {
        const position = positions.at(-1)!
        const { message, own, table } = shown(position, topOf(position, pick), on, size)
        expect(overlap(message, own), position.game.id).toBe(0)
        expect(message.x).toBeGreaterThanOrEqual(0)
        expect(message.y, 'below the bar').toBeGreaterThanOrEqual(0)
        expect(message.x + message.width).toBeLessThanOrEqual(table.width)
        expect(message.y + message.height).toBeLessThanOrEqual(table.height)
      }),
      { numRuns: 300 },
    )
  })
  it('is near its card, and if possible covers no index of a card, especially not of a card in play', () => {
    fc.assert(
      fc.property(anyMessage, ({ positions, pick, on, size }) => {
        const position = positions.at(-1)!
        const { message, own, inPlay, others, table } = shown(position, topOf(position, pick), on, size)
        const covered = (place: Box, boxes: readonly Box[]) =>
          boxes.filter(box => overlap(place, box) > 0).length
        /**
         * The fewest indexes of cards in play that a nearby place covers, and the fewest of other cards among
         * the places that cover none in play.
         */
        let [fewest, fewestOthers] = [Infinity, Infinity]
        const reach = { x: own.x - size.width - DETOUR, y: own.y - size.height - DETOUR }
        for (let y = Math.max(EDGE, reach.y); y <= own.y + own.height + DETOUR; y += STEP)
          for (let x = Math.max(EDGE, reach.x); x <= own.x + own.width + DETOUR; x += STEP) {
            const place = { x, y, ...size }
            const isInside = x + size.width <= table.width - EDGE && y + size.height <= table.height - EDGE
            if (!isInside || distance(place, own) > DETOUR || overlap(place, own) > 0) continue
            fewest = Math.min(fewest, covered(place, inPlay))
            if (covered(place, inPlay) === 0) fewestOthers = Math.min(fewestOthers, covered(place, others))
          }
        const { id } = position.game
        expect(distance(message, own), id).toBeLessThanOrEqual(MAX_DISTANCE)
        if (fewest === 0) expect(covered(message, inPlay), id).toBe(0)
        if (fewestOthers === 0) expect(covered(message, others), id).toBe(0)
      }),
      { numRuns: some(300) },
    )
  })
  it.each([
    ['in a cell', 'c2'],
    ['at the end of a column among full columns', 't4'],
  ] as const)('covers no index if the card is %s', (_, pile) => {
    const position = deal('double-sea-towers', 310)
    for (const page of [...PAGES, [683, 650, 40], [1024, 700, 40]] as const) {
      const { message, inPlay, others } = shown(position, onTop(position, pile), page)
      for (const box of [...inPlay, ...others]) expect(overlap(message, box), `${page[0]}`).toBe(0)
    }
  })
})
