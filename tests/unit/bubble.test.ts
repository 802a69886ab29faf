// Where the message about a card is shown.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { heldFrom, isCovered, targets, type Position } from '../../engine/index.ts'
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
/** The maximum detour to avoid covering cards and places that are not in play, in pixels. */
const MAX_DETOUR = 90

/** The top card of a pile, or the empty pile. */
function topOf(position: Position, pick: number): Cursor {
  const { piles } = position.game
  return onTop(position, piles[pick % piles.length].id)
}

/** The box of the message on the table of such a page, and the boxes of the cards that it could cover. */
function shown(
  position: Position,
  told: Cursor,
  [width, height, bar]: (typeof PAGES)[number],
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
  const inPlay = cards
    .filter(({ pile, at, isTop, isHidden, faceUp }) =>
      isTop
        ? !pile.startsWith('f') && !isCovered(position, pileById.get(pile)!)
        : faceUp && !isHidden && targets(position, heldFrom(position, pile, at)).length > 0,
    )
    .map(partOf)
  return { message, own, inPlay, table: viewport }
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
  it('covers a card in play only if there is no other place, and is about as near as it can be', () => {
    fc.assert(
      fc.property(anyTold, ({ positions, pick, on, size }) => {
        const position = positions.at(-1)!
        const { message, own, inPlay, table } = shown(position, topOf(position, pick), on, size)
        const covers = (place: Box) => [own, ...inPlay].some(box => overlap(place, box) > 0)
        let nearest = Infinity
        for (let y = EDGE; y <= table.height - size.height - EDGE; y += STEP)
          for (let x = EDGE; x <= table.width - size.width - EDGE; x += STEP) {
            const place = { x, y, ...size }
            const far = distance(place, own)
            if (far < nearest && !covers(place)) nearest = far
          }
        if (nearest < Infinity) expect(covers(message), position.game.id).toBe(false)
        // It may go a little farther where it covers fewer other cards and places.
        expect(distance(message, own), position.game.id).toBeLessThanOrEqual(nearest + MAX_DETOUR)
      }),
      { numRuns: some(300) },
    )
  })
})
