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

/** Width and height of a page, and of the bar above its table. */
const PAGES = [
  [1366, 650, 40],
  [400, 700, 40],
] as const
const ONE_LINE = { width: 285, height: 28 }
const TWO_LINES = { width: 220, height: 45 }
/** The distance from the edges of the table, and between the places that are tried, in pixels. */
const EDGE = 6
const STEP = 7
/** The maximum detour to avoid covering faces and empty places, in pixels. */
const MAX_DETOUR = 90
/** The maximum detour for each index that it would cover otherwise. */
const INDEX_DETOUR = 150
/** Width and height of an index, relative to the height of its rank. */
const [INDEX_WIDTH, INDEX_HEIGHT] = [2.3, 1.25]

/** The top card of a pile, or the empty pile. */
function topOf(position: Position, pick: number): Cursor {
  const { piles } = position.game
  return onTop(position, piles[pick % piles.length].id)
}

/** The box of the message on the table of such a page, and the boxes of the cards that it could cover. */
function shown(
  position: Position,
  told: Cursor,
  [width, height, bar]: readonly [number, number, number],
  size = ONE_LINE,
) {
  const viewport = { width, height: height - bar - (width < 600 ? 52 : 0), leftHanded: false }
  const geometry = geometryOf(position.game, viewport)
  const cards = placeCards(position, geometry)
  const message = { ...placeMessage(size, told, position, { cards, geometry, table: viewport }), ...size }
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
    cards.find(({ pile, at }) => pile === told.pile && at === told.at) ??
      geometry.spots[pileById.get(told.pile)!.index],
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

const anyTold = fc.record({
  positions: anyWalk(60),
  pick: fc.nat(),
  on: fc.constantFrom(...PAGES),
  size: fc.constantFrom(ONE_LINE, TWO_LINES),
})

describe('the message about a card', () => {
  it('is on the table and never on its card, in any game, in any position and at any length', () => {
    fc.assert(
      fc.property(anyTold, ({ positions, pick, on, size }) => {
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
  it('covers the rank and suit of a card only if there is no other place near enough', () => {
    fc.assert(
      fc.property(anyTold, ({ positions, pick, on, size }) => {
        const position = positions.at(-1)!
        const { message, own, inPlay, others, table } = shown(position, topOf(position, pick), on, size)
        const covered = (place: Box, boxes: readonly Box[]) =>
          boxes.filter(box => overlap(place, box) > 0).length
        /** The distances of the nearest places that cover no rank in play, and no rank at all. */
        let [nearest, cleanest] = [Infinity, Infinity]
        for (let y = EDGE; y <= table.height - size.height - EDGE; y += STEP)
          for (let x = EDGE; x <= table.width - size.width - EDGE; x += STEP) {
            const place = { x, y, ...size }
            const far = distance(place, own)
            if (far >= cleanest || covered(place, [own, ...inPlay]) > 0) continue
            nearest = Math.min(nearest, far)
            if (covered(place, others) === 0) cleanest = far
          }
        const { id } = position.game
        if (nearest < Infinity) expect(covered(message, inPlay), id).toBe(0)
        const many = covered(message, others)
        expect(INDEX_DETOUR * many, id).toBeLessThanOrEqual(cleanest + MAX_DETOUR)
        expect(distance(message, own), id).toBeLessThanOrEqual(cleanest + MAX_DETOUR)
      }),
      { numRuns: some(300) },
    )
  })
  it.each([
    ['in a cell, is beside it on the other cells', 'c2'],
    ['at the end of a column among full columns, is on the faces beside it', 't4'],
  ] as const)('about a card %s, not on ranks', (_, pile) => {
    const position = deal('double-sea-towers', 310)
    for (const page of [...PAGES, [683, 650, 40], [1024, 700, 40]] as const) {
      const { message, inPlay, others } = shown(position, onTop(position, pile), page)
      for (const box of [...inPlay, ...others]) expect(overlap(message, box), `${page[0]}`).toBe(0)
    }
  })
})
