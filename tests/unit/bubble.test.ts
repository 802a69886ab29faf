// Where the message about a card is shown.
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { games, type PileId, type Position } from '../../engine/index.ts'
import { placeMessage } from '../../components/table/bubble.ts'
import { onTop, type Cursor } from '../../components/table/keys.ts'
import { useShapes } from '../../components/table/place-shapes.ts'
import { geometryOf, placeCards } from '../../components/table/place.ts'
import { overlap } from '../../components/table/pointer.ts'
import { anyWalk } from '../support/help.ts'

beforeAll(useShapes)

/** Width and height of a page, and of the bar above its table. */
const PAGES = [
  [1366, 650, 40],
  [400, 700, 40],
] as const
const ONE_LINE = { width: 285, height: 28 }
const TWO_LINES = { width: 220, height: 45 }

/** The boxes of the message and of a pile's cards on such a page. */
function shown(
  position: Position,
  told: Cursor,
  [width, height, bar]: (typeof PAGES)[number],
  size = ONE_LINE,
) {
  const viewport = { width, height: height - bar - (width < 600 ? 52 : 0), leftHanded: false }
  const geometry = geometryOf(position.game, viewport)
  const cards = placeCards(position, geometry)
  const page = { x: 0, y: -bar, width, height: viewport.height + bar }
  const message = { ...placeMessage(size, told, position, { cards, geometry, page }), ...size }
  const top = (pile: PileId) => {
    const { at } = onTop(position, pile)
    const spot = cards.find(card => card.pile === pile && card.at === at)
    const { index } = position.game.pileById.get(pile)!
    const { x, y } = spot ?? geometry.spots[index]
    return { x, y, width: geometry.cardWidth, height: geometry.cardHeight }
  }
  return { message, top, page }
}

describe('the message about a card', () => {
  it('is on the page and never on its card, whatever the game, the position and the length', () => {
    fc.assert(
      fc.property(
        anyWalk(60),
        fc.nat(),
        fc.constantFrom(...PAGES),
        fc.constantFrom(ONE_LINE, TWO_LINES),
        (positions, pick, on, size) => {
          const position = positions.at(-1)!
          const { piles } = position.game
          const { id } = piles[pick % piles.length]
          const { message, top, page } = shown(position, onTop(position, id), on, size)
          expect(overlap(message, top(id)), `${position.game.id} ${id}`).toBe(0)
          expect(message.x).toBeGreaterThanOrEqual(page.x)
          expect(message.y).toBeGreaterThanOrEqual(page.y)
          expect(message.x + message.width).toBeLessThanOrEqual(page.width)
          expect(message.y + message.height).toBeLessThanOrEqual(page.y + page.height)
        },
      ),
      { numRuns: 300 },
    )
  })
  it('about the stock covers neither the stock nor a card that can be played', () => {
    const turning = games.filter(({ stock }) => stock?.by === 'draw')
    fc.assert(
      fc.property(anyWalk(60, fc.constantFrom(...turning)), fc.constantFrom(...PAGES), (positions, on) => {
        const position = positions.at(-1)!
        const { message, top } = shown(position, onTop(position, 'stock'), on)
        for (const { id, index } of position.game.piles)
          if (id === 'stock' || position.piles[index].length > 0)
            expect(overlap(message, top(id)), `${position.game.id} ${id}`).toBe(0)
      }),
    )
  })
})
