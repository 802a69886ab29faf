// The pictures beside the rules: they show cards of the game, and its piles under the names they go by there.
import { describe, expect, it, test } from 'vitest'
import { deal, gameById, games, type GameId } from '../../engine/index.ts'
import { boardPicture, labelsOf } from '../../components/panels/board-picture'
import { factsOf } from '../../components/game-facts'
import { useShapes } from '../../components/table/place-shapes'

useShapes()

const outlines = (id: GameId) => {
  const picture = boardPicture(deal(id, 17), { face: 'f', back: 'b', edge: 'e', line: 'l' })
  return picture.split('</g><g')[0].split('<rect').length - 1
}

describe('the picture of a rule', () => {
  test.each(games)('of $id shows cards of its deck', ({ id, deck }) => {
    const cards = factsOf(id)
      .pictures.join(' ')
      .match(/\b[A2-9TJQK][SHCD]\b/g)!
    for (const card of cards) expect(deck.suits).toContain(card[1])
  })
})

describe('the picture of a deal', () => {
  it('calls piles what they are in the game', () => {
    const parts = (id: GameId) => labelsOf(gameById(id)).map(({ part }) => part)
    expect(parts('tripeaks')).toEqual(expect.arrayContaining(['stock', 'heap', 'peaks']))
    expect(parts('pyramid')).toEqual(expect.arrayContaining(['stock', 'waste', 'heap', 'pyramid']))
    expect(parts('klondike-1')).toEqual(expect.arrayContaining(['stock', 'waste', 'foundation', 'tableau']))
  })
  it('numbers every group of piles on its own place, apart from the others, also on a phone', () => {
    // The picture on a phone, and the size of a number, in pixels.
    const [width, height, number] = [330, 170, 20]
    for (const game of games) {
      const labels = labelsOf(game)
      for (const [i, a] of labels.entries()) {
        expect(a.x * width, game.id).toBeGreaterThanOrEqual(number / 2)
        expect(a.x * width, game.id).toBeLessThanOrEqual(width - number / 2)
        expect(a.y * height, game.id).toBeLessThanOrEqual(height - number / 2)
        for (const b of labels.slice(0, i)) {
          const [across, down] = [Math.abs(a.x - b.x) * width, Math.abs(a.y - b.y) * height]
          expect(Math.max(across, down), `${game.id}: ${a.part}, ${b.part}`).toBeGreaterThanOrEqual(number)
        }
      }
    }
  })
  it('outlines one place for suits that have left, as they lie on each other', () => {
    expect(outlines('spider-1')).toBe(10 + 1 + 1)
    expect(outlines('klondike-1')).toBe(7 + 4 + 2)
  })
})
