// The vocabulary of declarations: each word is tested on a toy game with few piles.
import { describe, expect, it, test } from 'vitest'
import { dealGame } from '../../engine/rules/deal.ts'
import { isWon, legalMoves, play, writePosition, type Game, type PileId } from '../../engine/index.ts'
import { fits } from '../../engine/rules/define.ts'
import {
  dealing,
  decks,
  downAlternating,
  downAnySuit,
  downByTwos,
  downInSuit,
  foundations,
  nothing,
  oneHeap,
  pairsOf,
  reserve,
  roundAlternating,
  roundInSuit,
  rows,
  tableau,
  turning,
  turningOntoHeap,
  upOrDown,
  upOrDownInSuit,
  upOrDownRound,
  wholeSuits,
} from '../../engine/rules/vocabulary.ts'
import { faceNamed } from '../../engine/rules/cards.ts'
import { arrange, move, moveText } from '../support/help.ts'
import { five } from '../support/toys.ts'

const legal = (game: Game, piles: Partial<Record<PileId, string>>, rest: PileId = 't2') =>
  legalMoves(arrange(game, piles, rest)).map(moveText)
/** The named piles after a move. */
const after = (game: Game, piles: Partial<Record<PileId, string>>, one: string, ...wanted: PileId[]) => {
  const written = writePosition(play(arrange(game, piles, 't2'), move(one)))
  return wanted.map(id => written[id])
}

describe('build', () => {
  test.each([
    ['downInSuit', '7S', 'goes', '8S', downInSuit],
    ['downInSuit', '7S', 'does not go', '8C', downInSuit],
    ['downInSuit', 'KS', 'does not go', 'AS', downInSuit],
    ['downInSuit', '8S', 'does not go', '7S', downInSuit],
    ['downAlternating', '7S', 'goes', '8H', downAlternating],
    ['downAlternating', '7S', 'does not go', '8C', downAlternating],
    ['downAlternating', 'KS', 'does not go', 'AH', downAlternating],
    ['downByTwos', '6S', 'goes', '8S', downByTwos],
    ['downByTwos', '6S', 'goes', '8H', downByTwos],
    ['downByTwos', '6S', 'does not go', '7H', downByTwos],
    ['downByTwos', 'QS', 'goes', 'AH', downByTwos],
    ['downByTwos', 'KS', 'goes', '2H', downByTwos],
    ['downByTwos', 'AS', 'goes', '3H', downByTwos],
    ['downAnySuit', '7S', 'goes', '8C', downAnySuit],
    ['downAnySuit', '7S', 'does not go', '6C', downAnySuit],
    ['downAnySuit', 'KS', 'does not go', 'AC', downAnySuit],
    ['roundInSuit', 'KS', 'goes', 'AS', roundInSuit],
    ['roundInSuit', 'KS', 'does not go', 'AC', roundInSuit],
    ['roundAlternating', 'KS', 'goes', 'AH', roundAlternating],
    ['roundAlternating', 'KS', 'does not go', 'AC', roundAlternating],
    ['upOrDownInSuit', '9S', 'goes', '8S', upOrDownInSuit],
    ['upOrDownInSuit', '7S', 'goes', '8S', upOrDownInSuit],
    ['upOrDownInSuit', '9C', 'does not go', '8S', upOrDownInSuit],
    ['upOrDownInSuit', 'KS', 'does not go', 'AS', upOrDownInSuit],
    ['upOrDown', '9C', 'goes', '8S', upOrDown],
    ['upOrDown', '7C', 'goes', '8S', upOrDown],
    ['upOrDown', 'KC', 'does not go', 'AS', upOrDown],
    ['upOrDownRound', 'KC', 'goes', 'AS', upOrDownRound],
    ['upOrDownRound', 'AC', 'goes', 'KS', upOrDownRound],
    ['nothing', '7S', 'does not go', '8S', nothing],
  ] as const)('%s: %s %s on %s', (_, card, verb, onto, build) => {
    expect(fits(build, 13, faceNamed(card)!, faceNamed(onto)!)).toBe(verb === 'goes')
  })
})

describe('fill', () => {
  it('“any”: every card fills an empty column', () => {
    expect(legal(five(), { t0: '3H' })).toContain('t0>t1')
  })
  it('“kings”: only a card of the highest rank fills an empty column', () => {
    const game = five({ tableau: tableau(3, { dealt: 2, build: downInSuit, fill: 'kings' }) })
    expect(legal(game, { t0: '3H' })).not.toContain('t0>t1')
    expect(legal(game, { t0: '5H' })).toContain('t0>t1')
  })
})

describe('fill, if empty columns are restricted', () => {
  it('“none”: an empty column stays empty', () => {
    const game = five({ tableau: tableau(3, { dealt: 2, build: downInSuit, fill: 'none' }) })
    expect(legal(game, { t0: '5H' })).not.toContain('t0>t1')
  })
  it('“reserve”: the reserve fills an empty column immediately; when it is empty, any card can', () => {
    const words = { dealt: 1, build: downInSuit, fill: 'reserve' } as const
    const game = five({ tableau: tableau(3, words), reserve: reserve(2) })
    const piles = { t0: '3H', t1: '4H', r0: '[2S] 5S' }
    expect(after(game, piles, 't0>t1', 't0', 'r0')).toEqual(['5S', '2S'])
    expect(legal(game, { t0: '3H' })).toContain('t0>t1')
  })
})

describe('take', () => {
  it('“any”: every face-up card moves with all cards on it, ordered or not', () => {
    const game = five({ tableau: tableau(3, { dealt: 2, build: downInSuit, take: 'any' }) })
    expect(legal(game, { t0: '4H 2S 5S', t1: '5H' })).toContain('t0>t1*3')
  })
  it('a build rule: cards move together if they are a run by that stricter rule', () => {
    const game = five({ tableau: tableau(3, { dealt: 2, build: downAnySuit, take: downInSuit }) })
    expect(legal(game, { t0: '3H', t1: '4S' })).toContain('t0>t1')
    expect(legal(game, { t0: '4H 3H', t1: '5S' })).toContain('t0>t1*2')
    expect(legal(game, { t0: '4S 3H', t1: '5H' })).not.toContain('t0>t1*2')
  })
  it('“top”: only the top card moves', () => {
    expect(legal(five(), { t0: '4H 3H', t1: '5H' })).not.toContain('t0>t1*2')
  })
  it('“run”: any part of a run that ends at the top moves', () => {
    const game = five({ tableau: tableau(3, { dealt: 2, build: downInSuit, take: 'run' }) })
    expect(legal(game, { t0: '4H 3H 2H', t1: '5H' })).toContain('t0>t1*3')
    expect(legal(game, { t0: '4H 3H 2H', t1: '4S' })).not.toContain('t0>t1*3')
  })
})

describe('dealt', () => {
  it('a number: that many rows are dealt, and the remaining cards into the cells', () => {
    const game = five({
      cells: { count: 3, dealt: 2, from: ['tableau'] },
      tableau: tableau(2, { dealt: 4, build: downInSuit }),
    })
    const { piles } = dealGame(game, 7)
    expect(piles.map(pile => pile.length)).toEqual([0, 0, 4, 4, 1, 1, 0])
  })
  it('“triangle”: columns of 1, 2 and 3 cards are dealt, with the top card face up', () => {
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

describe('dealt, with rows', () => {
  it('each column gets its face-down and face-up cards, and the stock gets the rest', () => {
    const words = { dealt: rows('du uu ddu'), build: downInSuit }
    const game = five({ stock: dealing(), tableau: tableau(3, words) })
    const { piles, faceDown } = dealGame(game, 7)
    expect(game.of.tableau.map(({ index }) => [piles[index].length, faceDown[index]])).toEqual([
      [2, 1],
      [2, 0],
      [3, 2],
    ])
    expect(piles[game.of.stock[0].index]).toHaveLength(3)
  })
})

describe('overlap', () => {
  it('a card is in play once both cards that cover it are gone', () => {
    const overlap = { shape: 'pyramid', covered: 'up' } as const
    const words = { dealt: 1, build: nothing, fill: 'none', overlap } as const
    const game = five({ foundations: pairsOf(6), goal: 'tableau', tableau: tableau(3, words) })
    expect(legal(game, { t0: '4H', t1: '2S', t2: '5H' }, 'f0')).not.toContain('t0>t1')
    expect(legal(game, { t0: '4H', t2: '2S' }, 'f0')).toEqual([])
    expect(legal(game, { t1: '4H', t2: '2S' }, 'f0')).toContain('t1>t2')
  })
})

describe('foundations', () => {
  it('“dealt”: the first card dealt starts a foundation, and cards of its rank start the others', () => {
    const game = five({ foundations: foundations(2, { first: 'dealt', step: 1 }) })
    const piles = { f0: '4H 5H' }
    expect(legal(game, { ...piles, t0: 'AH' })).toContain('t0>f0')
    expect(legal(game, { ...piles, t0: '4S' })).toContain('t0>f1')
    expect(legal(game, { ...piles, t0: 'AS' })).not.toContain('t0>f1')
  })
  it('“fellows”: the other cards with the rank of the first card dealt start the foundations', () => {
    const game = five({ foundations: foundations(2, { first: 'fellows', step: 1 }) })
    const { piles, faceDown } = dealGame(game, 7)
    const [first] = piles[game.of.tableau[0].index]
    const started = game.of.foundation.flatMap(({ index }) => piles[index])
    expect(started.map(card => card >> 2)).toEqual([first >> 2])
    expect(faceDown.every(count => count === 0)).toBe(true)
  })
  it('wholeSuits: a complete suit moves to a foundation automatically, and a single card never does', () => {
    const game = five({ foundations: wholeSuits(2), tableau: tableau(3, { dealt: 2, build: downInSuit }) })
    const piles = { t0: '2S 5H 4H 3H 2H', t1: 'AH' }
    expect(legal(game, piles)).not.toContain('t1>f0')
    expect(after(game, piles, 't1>t0', 't0', 'f0')).toEqual(['2S', '5H 4H 3H 2H AH'])
  })
  it('oneHeap: one heap takes the next card up or down, of any suit', () => {
    const game = five({ foundations: oneHeap(upOrDown), goal: 'tableau' })
    expect(legal(game, { f0: '3H', t0: '4S', t1: '2S' })).toEqual(expect.arrayContaining(['t0>f0', 't1>f0']))
    expect(legal(game, { f0: '5H', t0: 'AS' })).not.toContain('t0>f0')
  })
  it('pairsOf: two cards whose ranks have that sum are removed, and so is a single card of that rank', () => {
    const game = five({
      foundations: pairsOf(5),
      goal: 'tableau',
      tableau: tableau(3, { dealt: 2, build: nothing, fill: 'none' }),
    })
    expect(legal(game, { t0: '3H', t1: '2S' })).toEqual(expect.arrayContaining(['t0>t1', 't1>t0']))
    expect(legal(game, { t0: '3H', t1: '3S' })).not.toContain('t0>t1')
    expect(after(game, { t0: '4S 3H', t1: '4H 2S' }, 't0>t1', 't0', 't1')).toEqual(['4S', '4H'])
    expect(legal(game, { t0: '5H', t1: '3S' })).toContain('t0>f0')
  })
  it('step: a foundation takes the card that many ranks higher, and ranks wrap around', () => {
    const game = five({ foundations: foundations(2, { first: ['AH', '2S'], step: 2 }) })
    const base = { f0: 'AH 3H 5H', f1: '2S' }
    expect(legal(game, { ...base, t0: '2H' })).toContain('t0>f0')
    expect(legal(game, { ...base, t0: '4H' })).not.toContain('t0>f0')
  })
})

describe('cells', () => {
  it('from: cells take cards from columns only, or also from other cells', () => {
    const cells = (from: ('tableau' | 'cell')[]) => five({ cells: { count: 2, dealt: 0, from } })
    expect(legal(cells(['tableau']), { c0: '3H' })).not.toContain('c0>c1')
    expect(legal(cells(['tableau', 'cell']), { c0: '3H' })).toContain('c0>c1')
  })
})

describe('stock', () => {
  it('dealing: one card is dealt onto every column', () => {
    const game = five({ stock: { by: 'deal' } })
    const position = dealGame(game, 3)
    const after = play(position, move('deal'))
    expect(game.of.tableau.map(({ index }) => after.piles[index].length)).toEqual([3, 3, 3])
  })
})

describe('a stock', () => {
  const afterMoves = (game: Game, ...moves: string[]) =>
    moves.reduce((position, one) => play(position, move(one)), dealGame(game, 3))
  const counts = (game: Game, ...moves: string[]) => {
    const { piles } = afterMoves(game, ...moves)
    return [game.of.stock[0], ...game.of.waste, ...game.of.tableau].map(({ index }) => piles[index].length)
  }

  it('turning(3): three cards are turned at a time, in any number of passes', () => {
    const game = five({ stock: turning(3) })
    expect(counts(game)).toEqual([4, 0, 2, 2, 2])
    expect(counts(game, 'draw')).toEqual([1, 3, 2, 2, 2])
    expect(counts(game, 'draw', 'draw', 'recycle')).toEqual([4, 0, 2, 2, 2])
  })
  it('passes: the number of passes through the stock is limited', () => {
    const game = five({ stock: turning(3, { passes: 2 }) })
    const firstPass = afterMoves(game, 'draw', 'draw')
    expect(legalMoves(firstPass).map(moveText)).toContain('recycle')
    const secondPass = afterMoves(game, 'draw', 'draw', 'recycle', 'draw', 'draw')
    expect(legalMoves(secondPass).map(moveText)).not.toContain('recycle')
  })
  it('open: the top card is in play', () => {
    const game = five({ foundations: pairsOf(5), stock: turning(1, { open: true }), goal: 'tableau' })
    expect(legal(game, { stock: '[4S] 3H', t0: '2S' })).toContain('stock>t0')
  })
  it('turningOntoHeap: cards are turned onto the heap, in one pass', () => {
    const game = five({ foundations: oneHeap(upOrDown), stock: turningOntoHeap, goal: 'tableau' })
    const { piles } = afterMoves(game, 'draw')
    expect(piles[game.of.foundation[0].index]).toHaveLength(2)
    expect(game.of.waste).toEqual([])
  })
  it('onto: cards are dealt onto that many columns, the first ones', () => {
    expect(counts(five({ stock: dealing({ onto: 2 }) }), 'deal')).toEqual([2, 3, 3, 2])
  })
  it('spaces: dealing is refused while an empty column could be filled, unless that is allowed', () => {
    const piles = { t0: '5H 4H 3H', stock: '[2S] [AS] [3S]' }
    expect(legal(five({ stock: dealing() }), piles)).not.toContain('deal')
    expect(legal(five({ stock: dealing({ spaces: 'allowed' }) }), piles)).toContain('deal')
  })
})

test('a reserve is a pile whose top card is in play', () => {
  const game = five({ reserve: reserve(3) })
  expect(legal(game, { r0: '[2S] 3H', t0: '4H' })).toContain('r0>t0')
  expect(legal(game, { r0: '[3H] 2S', t0: '4H' })).not.toContain('r0>t0')
})

test('goal “tableau”: the game is won if all columns are empty, even if the stock is not', () => {
  const game = five({ foundations: oneHeap(upOrDown), stock: turningOntoHeap, goal: 'tableau' })
  expect(isWon(arrange(game, { f0: '3H', stock: '[5S]' }, 'f0'))).toBe(true)
  expect(isWon(arrange(five({ stock: turningOntoHeap }), { f0: '3H', stock: '[5S]' }, 'f0'))).toBe(false)
})

test('decks(2) declares two copies of every card', () => {
  expect(decks(2)).toEqual({ copies: 2, ranks: 13, suits: 'CDHS' })
})
