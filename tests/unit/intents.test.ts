// Which cards can be lifted, where they can go, and where a click sends them first.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  bestTargets,
  deal,
  gameById,
  heldFrom,
  inWords,
  legalMoves,
  movesTo,
  playAll,
  rankOf,
  stockMove,
  targets,
  whyNot,
  whyNotLift,
  whyNowhere,
  writePosition,
  type Game,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { isCovered } from '../../engine/rules/fit.ts'
import { topOf } from '../../engine/rules/intents.ts'
import { anyWalk, arrange, moveText, upTo } from '../support/help.ts'

const sea = gameById('sea-towers')
const doubleSea = gameById('double-sea-towers')
const klondike = gameById('klondike-1')
const freecell = gameById('freecell')
const places = (position: Position, from: PileId, count = 1) =>
  bestTargets(position, { from, count }).map(({ to }) => to)
const lift = (position: Position, from: PileId, count: number) => whyNotLift(position, { from, count })?.key

describe('lifting cards', () => {
  const run = { t0: 'KD 7S 6S 5S', t1: '8S' }
  it('is possible for the top card, and for a run if the game has supermoves', () => {
    const position = arrange(sea, run, 't9')
    expect([1, 2, 3, 4].map(count => lift(position, 't0', count))).toEqual([
      undefined,
      undefined,
      undefined,
      'notInSuit',
    ])
    expect(lift(position, 't0', 9)).toBe('tooFewCards')
    expect([0, -1, 1.5].map(count => lift(position, 't0', count))).toEqual(Array(3).fill('badCount'))
  })
  it('is possible for a run in Double Sea Towers only with the house rule “move runs”', () => {
    expect(lift(arrange(doubleSea, run, 't10'), 't0', 2)).toBe('topOnly')
    expect(lift(arrange(doubleSea, run, 't10', ['move-runs']), 't0', 2)).toBeUndefined()
  })
  it.each([
    ['spider-2', '9H 8S', 't9', 'Only cards in order and of one suit can be moved together'],
    ['freecell', '9H 8D', 't7', 'Only cards in order, red on black and black on red, can be moved together'],
    ['streets-and-alleys', '9H 7H', 't7', 'Only cards in order can be moved together'],
  ] as const)('in %s is refused for %s with the order that cards need', (id, cards, rest, sentence) => {
    const reason = whyNotLift(arrange(gameById(id), { t0: cards }, rest), { from: 't0', count: 2 })
    expect(inWords(reason!)).toBe(sentence)
  })
  it('is refused for unknown or empty piles, the stock and the foundations', () => {
    const position = arrange(klondike, { f0: 'AS' }, 'stock')
    expect([
      lift(position, 't99', 1),
      lift(position, 'stock', 1),
      lift(position, 'f0', 1),
      lift(position, 't0', 1),
    ]).toEqual(['noSuchPile', 'stockOnlyTurns', 'foundationKeeps', 'emptyPile'])
  })
  it('is refused with the name of the pile if the pile does not exist', () => {
    expect(whyNotLift(deal('sea-towers', 1), { from: 't99', count: 1 })).toEqual({
      key: 'noSuchPile',
      values: { pile: 't99' },
    })
  })
  it('includes all cards on top of the chosen one', () => {
    expect(heldFrom(arrange(sea, run, 't9'), 't0', 1)).toEqual({ from: 't0', count: 3 })
  })
})

describe('the moves to a pile', () => {
  it('are one move for a card, and moves through the cells for a run', () => {
    const position = arrange(sea, { t0: 'KD 7S 6S', t1: '8S' }, 't9')
    const moves = (count: number, to: PileId) => {
      const result = movesTo(position, { from: 't0', count }, to)
      return result.ok ? result.value.map(moveText) : inWords(result.reason)
    }
    expect(moves(1, 'c0')).toEqual(['t0>c0'])
    expect(moves(2, 't1')).toEqual(['t0>c0', 't0>t1', 'c0>t1'])
    expect(moves(2, 'c0')).toBe('Only the top card of a column can be moved')
    expect(moves(1, 't1')).toBe('The 6 of spades goes on the 7 of spades')
    expect(moves(9, 't1')).toBe('There aren’t enough cards to move')
    expect(moves(1, 't99')).toBe('This game has no pile t99')
    expect(moves(2, 't99')).toBe('This game has no pile t99')
    expect(moves(3, 'c0')).toBe('Only cards in order and of one suit can be moved together')
  })
  it('are one move for a run if runs move as one', () => {
    const position = arrange(klondike, { t0: '[2C] 9H 8S', t1: 'TS' }, 'stock')
    expect(movesTo(position, { from: 't0', count: 2 }, 't1')).toEqual({
      ok: true,
      value: [{ kind: 'move', from: 't0', to: 't1', count: 2 }],
    })
  })
  it('exist exactly for the piles that can take the cards', () => {
    fc.assert(
      fc.property(anyWalk(60), positions => {
        const position = positions.at(-1)!
        for (const move of legalMoves(position)) {
          if (move.kind !== 'move') continue
          expect(targets(position, move).map(({ to }) => to)).toContain(move.to)
        }
        for (const { id } of position.game.piles)
          for (const { to, moves } of targets(position, { from: id, count: 1 })) {
            expect(whyNot(position, moves[0])).toBeUndefined()
            // Pairs and complete suits are removed within the move.
            if (!position.game.settles) expect(topOf(playAll(position, moves), to)).toBe(topOf(position, id))
          }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a click', () => {
  it('prefers a safe foundation move, then the longest run, a foundation, a cell, an empty column', () => {
    const piles = { t0: '9C 3H', t1: '7H 5H 4H', t2: 'KD QD', t3: '4H', f0: 'AH 2H', f1: 'AH' }
    const position = arrange(doubleSea, { ...piles, t3: '4H 4C' }, 't10', ['move-runs'])
    // The other 2♥ is not on a foundation yet, so 3♥ may still be needed.
    expect(places(position, 't0').slice(0, 3)).toEqual(['t1', 'f0', 'c0'])
    const safe = arrange(doubleSea, { ...piles, t3: '4C', f1: 'AH 2H' }, 't10')
    expect(places(safe, 't0')[0]).toBe('f0')
  })
  it('prefers the column with the longer run', () => {
    const position = arrange(doubleSea, { t0: '9C 5H', t1: '2D 6H', t2: '3D 7H 6H' }, 't10')
    expect(places(position, 't0').slice(0, 2)).toEqual(['t2', 't1'])
    const other = arrange(doubleSea, { t0: '9C 5H', t2: '2D 6H', t1: '3D 7H 6H' }, 't10')
    expect(places(other, 't0').slice(0, 2)).toEqual(['t1', 't2'])
  })
  it('prefers an empty column to a cell for a king, and a cell to an empty column for other cards', () => {
    expect(places(arrange(freecell, { t0: '2C KH', c3: 'QS' }, 't7'), 't0').slice(0, 2)).toEqual(['t1', 't2'])
    expect(
      places(arrange(freecell, { t0: '2C 9H', c3: 'QS' }, 't7'), 't0').filter(to => 'c0 t1'.includes(to)),
    ).toEqual(['c0', 't1'])
  })
  it('never sends a card from cell to cell, or the only card of a column to an empty column', () => {
    const position = arrange(freecell, { t0: '9H', c0: 'QS' }, 't7')
    expect(places(position, 'c0').filter(to => to.startsWith('c'))).toEqual([])
    expect(places(position, 't0').filter(to => to.startsWith('t'))).toEqual([])
    expect(targets(position, { from: 't0', count: 1 }).map(({ to }) => to)).toContain('t1')
    expect(places(position, 'c0')).toContain('t1')
  })
  it('sends an ace to the preferred foundation of its suit', () => {
    const position = arrange(freecell, { t0: '9H AS', c0: 'AD' }, 't7')
    const { preferredSuits } = freecell.foundations
    expect([places(position, 't0')[0], places(position, 'c0')[0]]).toEqual([
      `f${preferredSuits.indexOf('S')}`,
      `f${preferredSuits.indexOf('D')}`,
    ])
    expect(
      places(position, 't0')
        .slice(0, 4)
        .every(to => to.startsWith('f')),
    ).toBe(true)
  })
  it('tries only piles that can take the card, and each of them once', () => {
    fc.assert(
      fc.property(anyWalk(60), positions => {
        const position = positions.at(-1)!
        for (const { id } of position.game.piles) {
          const all = new Set(targets(position, { from: id, count: 1 }).map(({ to }) => to))
          const best = places(position, id)
          expect(new Set(best).size).toBe(best.length)
          for (const to of best) expect(all).toContain(to)
        }
      }),
      { numRuns: 40 },
    )
  })
})

describe('the reason why a card has no target', () => {
  const reason = (
    game: Game,
    piles: Partial<Record<PileId, string>>,
    rest: PileId,
    from: PileId,
    count = 1,
  ) => inWords(whyNowhere(arrange(game, piles, rest), { from, count }))
  it('is about columns', () => {
    const full = { c0: 'KD', c1: 'KC', c2: 'QD', c3: 'QC' }
    expect(reason(sea, { ...full, t0: '9C 5H', t1: '2D' }, 't9', 't0')).toBe(
      'The 5 of hearts goes on the 6 of hearts',
    )
    expect(reason(klondike, { t0: '[2C] 5H', t1: '9D' }, 'stock', 't0')).toBe(
      'The 5 of hearts goes on a black 6',
    )
    expect(reason(sea, { ...full, t0: 'KS', t1: '2D' }, 't9', 't0')).toBe(
      'A king goes to an empty column or a foundation',
    )
  })
  it('is about empty columns if all columns are empty', () => {
    expect(reason(klondike, { waste: '5H' }, 'stock', 'waste')).toBe('Only a king can fill an empty column')
  })
  it('is about foundations if the card could go on every column', () => {
    expect(reason(freecell, { t0: '5H' }, 't0', 't0')).toBe('An empty foundation starts with an ace')
  })
  it('is about the heap if nothing is built on columns', () => {
    const golf = arrange(gameById('golf'), { f0: '9D', t0: '4C' }, 't1')
    expect(whyNowhere(golf, { from: 't0', count: 1 }).key).toBe('heapNext')
  })
  it('is about columns rather than empty columns', () => {
    expect(reason(klondike, { t0: '[2C] 5H', t6: '9D' }, 'stock', 't0')).toBe(
      'The 5 of hearts goes on a black 6',
    )
  })
  it('is about empty columns rather than foundations', () => {
    expect(reason(klondike, { t0: '[2C] 5H', f0: 'AS' }, 'stock', 't0')).toBe(
      'Only a king can fill an empty column',
    )
  })
  it('says in Pyramid that all remaining partners of the card are covered', () => {
    for (let number = 1; number <= 20; number++) {
      const position = deal('pyramid', number)
      for (const pile of position.game.of.tableau) {
        const held = { from: pile.id, count: 1 }
        if (isCovered(position, pile) || bestTargets(position, held).length > 0) continue
        const { key, values } = whyNowhere(position, held)
        expect(key).toBe('partnersCovered')
        const open = [...position.game.of.tableau, ...position.game.of.stock]
          .filter(other => !isCovered(position, other))
          .map(({ index }) => rankOf(position.piles[index].at(-1)!))
        expect(open).not.toContain(values!.rank)
      }
    }
  })
  it('is “unknown move” if the card could in fact go everywhere', () => {
    expect(whyNowhere(arrange(freecell, { t0: 'AS' }, 't0'), { from: 't0', count: 1 })).toEqual({
      key: 'unknownMove',
    })
  })
  it('is the reason why the card cannot be lifted, if there is one', () => {
    expect(reason(klondike, { t0: '[9H] 8S' }, 'stock', 't0', 2)).toBe('A face-down card can’t be moved')
  })
})

describe('a click on the stock', () => {
  const click = (position: Position) => {
    const result = stockMove(position)
    return result.ok ? result.value.kind : inWords(result.reason)
  }
  it('draws, recycles or deals, depending on the game and the stock', () => {
    expect(click(deal('klondike-1', 1))).toBe('draw')
    expect(click(arrange(klondike, { waste: '2C' }, 't0'))).toBe('recycle')
    expect(click(deal('double-dot', 1))).toBe('deal')
  })
  it('gives the reason if no card can be turned over', () => {
    expect(click(arrange(klondike, {}, 't0'))).toBe('There is nothing left to turn over')
    expect(click(deal('sea-towers', 1))).toBe('This game has no stock to turn')
    expect(click(arrange(gameById('double-dot'), { f0: 'AS', f1: 'AH', f2: '2C', f3: '2D' }, 't0'))).toMatch(
      /stock/,
    )
  })
})

test('the top card of a pile is its last card; an empty or unknown pile has none', () => {
  const position = arrange(klondike, { t0: '[2C] [3C] 5H' }, 'stock')
  expect([topOf(position, 't0'), topOf(position, 't1'), topOf(position, 't99')]).toEqual([
    position.piles[position.game.pileById.get('t0')!.index][2],
    undefined,
    undefined,
  ])
})

test('finding targets and playing moves do not modify the position', () => {
  const position = arrange(sea, { f0: upTo('3H'), t0: '4H' }, 't9')
  const before = JSON.stringify(writePosition(position))
  playAll(position, bestTargets(position, { from: 't0', count: 1 })[0].moves)
  expect(JSON.stringify(writePosition(position))).toBe(before)
})
