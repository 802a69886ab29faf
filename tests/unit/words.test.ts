// The vocabulary of games, each word alone on a toy game of five piles.
import { describe, expect, it, test } from 'vitest'
import { dealGame } from '../../engine/rules/deal.ts'
import { legalMoves, play, type Game, type PileId } from '../../engine/index.ts'
import { fits } from '../../engine/rules/define.ts'
import {
  decks,
  downAlternating,
  downByTwos,
  downInSuit,
  foundations,
  tableau,
} from '../../engine/rules/vocabulary.ts'
import { faceNamed } from '../../engine/rules/cards.ts'
import { arrange, move, moveText } from '../support/help.ts'
import { five } from '../support/toys.ts'

const legal = (game: Game, piles: Partial<Record<PileId, string>>) =>
  legalMoves(arrange(game, piles, 't2')).map(moveText)

describe('build', () => {
  test.each([
    ['downInSuit', downInSuit, '7S', '8S', true],
    ['downInSuit', downInSuit, '7S', '8C', false],
    ['downInSuit', downInSuit, 'KS', 'AS', false],
    ['downInSuit', downInSuit, '8S', '7S', false],
    ['downAlternating', downAlternating, '7S', '8H', true],
    ['downAlternating', downAlternating, '7S', '8C', false],
    ['downAlternating', downAlternating, 'KS', 'AH', false],
    ['downByTwos', downByTwos, '6S', '8S', true],
    ['downByTwos', downByTwos, '6S', '8H', true],
    ['downByTwos', downByTwos, '6S', '7H', false],
    ['downByTwos', downByTwos, 'QS', 'AH', true],
    ['downByTwos', downByTwos, 'KS', '2H', true],
    ['downByTwos', downByTwos, 'AS', '3H', true],
  ] as const)('%s %#: %o %s on %s is %s', (_, build, card, onto, answer) => {
    expect(fits(build, 13, faceNamed(card)!, faceNamed(onto)!)).toBe(answer)
  })
})

describe('fill', () => {
  it('“any”: every card fills a space', () => {
    expect(legal(five(), { t0: '3H' })).toContain('t0>t1')
  })
  it('“kings”: the highest rank alone does', () => {
    const game = five({ tableau: tableau(3, { dealt: 2, build: downInSuit, fill: 'kings' }) })
    expect(legal(game, { t0: '3H' })).not.toContain('t0>t1')
    expect(legal(game, { t0: '5H' })).toContain('t0>t1')
  })
})

describe('take', () => {
  it('“top”: one card moves', () => {
    expect(legal(five(), { t0: '4H 3H', t1: '5H' })).not.toContain('t0>t1*2')
  })
  it('“run”: any part of a run that ends at the top moves', () => {
    const game = five({ tableau: tableau(3, { dealt: 2, build: downInSuit, take: 'run' }) })
    expect(legal(game, { t0: '4H 3H 2H', t1: '5H' })).toContain('t0>t1*3')
    expect(legal(game, { t0: '4H 3H 2H', t1: '4S' })).not.toContain('t0>t1*3')
  })
})

describe('dealt', () => {
  it('a number of rows, left to right, and the left-over cards into the cells', () => {
    const game = five({
      cells: { count: 3, dealt: 2, from: ['tableau'] },
      tableau: tableau(2, { dealt: 4, build: downInSuit }),
    })
    const { piles } = dealGame(game, 7)
    expect(piles.map(pile => pile.length)).toEqual([0, 0, 4, 4, 1, 1, 0])
  })
  it('“triangle”: 1, 2, 3 cards with the top one face up', () => {
    const game = five({
      stock: { by: 'draw', turn: 1 },
      tableau: tableau(3, { dealt: 'triangle', build: downInSuit }),
    })
    const { piles, faceDown } = dealGame(game, 7)
    expect(game.of.tableau.map(({ index }) => [piles[index].length, faceDown[index]])).toEqual([
      [1, 0],
      [2, 1],
      [3, 2],
    ])
    expect(piles[game.of.stock[0].index]).toHaveLength(4)
  })
})

describe('foundations', () => {
  it('step: the next card of the suit, round the corner', () => {
    const game = five({ foundations: foundations(2, { first: ['AH', '2S'], step: 2 }) })
    const base = { f0: 'AH 3H 5H', f1: '2S' }
    expect(legal(game, { ...base, t0: '2H' })).toContain('t0>f0')
    expect(legal(game, { ...base, t0: '4H' })).not.toContain('t0>f0')
  })
})

describe('cells', () => {
  it('from: cards come from columns, or from cells as well', () => {
    const cells = (from: ('tableau' | 'cell')[]) => five({ cells: { count: 2, dealt: 0, from } })
    expect(legal(cells(['tableau']), { c0: '3H' })).not.toContain('c0>c1')
    expect(legal(cells(['tableau', 'cell']), { c0: '3H' })).toContain('c0>c1')
  })
})

describe('stock', () => {
  it('dealing: a card onto every column', () => {
    const game = five({ stock: { by: 'deal' } })
    const position = dealGame(game, 3)
    const after = play(position, move('deal'))
    expect(game.of.tableau.map(({ index }) => after.piles[index].length)).toEqual([3, 3, 3])
  })
})

test('decks(2) is every card twice', () => {
  expect(decks(2)).toEqual({ copies: 2, ranks: 13, suits: 'CDHS' })
})
