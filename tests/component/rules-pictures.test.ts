// The pictures beside the rules: they show cards of the game, and its piles under the names they go by there.
import { describe, expect, it, test } from 'vitest'
import { deal, gameById, games, type GameId } from '../../engine/index.ts'
import { boardPicture, labelsOf } from '../../components/panels/board-picture'
import { factsOf } from '../../components/game-facts'
import { useShapes } from '../../components/table/place-shapes'
import { languages, loadTexts, setLocale, t } from '../../components/i18n'

useShapes()

const PICTURE = { width: 400, height: 206 }
/** Pixels that a name takes at most, by its letters, and where style sheets put it. */
const boxOf = (text: string, x: number, y: number) => {
  const width = 18 + 7.2 * text.length * (/[^\u0000-\u024f]/.test(text) ? 1.8 : 1)
  const middle = Math.max(52, Math.min(x * PICTURE.width, PICTURE.width - 52))
  return { left: middle - width / 2, right: middle + width / 2, y: y * PICTURE.height }
}
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
  it.each(languages)('has room for its names in %s', async language => {
    await setLocale(language)
    await loadTexts('panels')
    for (const game of games) {
      const boxes = labelsOf(game).map(({ part, x, y }) => boxOf(t(`rules.part.${part}`), x, y))
      for (const [i, a] of boxes.entries()) {
        expect(a.left, game.id).toBeGreaterThanOrEqual(0)
        expect(a.right, game.id).toBeLessThanOrEqual(PICTURE.width)
        for (const b of boxes.slice(0, i)) {
          const areApart = Math.abs(a.y - b.y) >= 22 || a.right <= b.left || b.right <= a.left
          expect(areApart, `${game.id}: ${JSON.stringify([a, b])}`).toBe(true)
        }
      }
    }
  })
  it('outlines one place for suits that have left, as they lie on each other', () => {
    expect(outlines('spider-1')).toBe(10 + 1 + 1)
    expect(outlines('klondike-1')).toBe(7 + 4 + 2)
  })
})
