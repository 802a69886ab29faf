// Safe autoplay never makes a winnable game unwinnable, and “Finish” wins whenever it is offered.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  autoplayMoves,
  canMoveToFoundation,
  deal,
  finish,
  games,
  gameById,
  isSafe,
  isWon,
  legalMoves,
  playAll,
  play,
  writePosition,
  type Game,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { faceOf } from '../../engine/rules/cards.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { firstGames, anyWalk, arrange, enough, moveText, some, upTo, walk, wonGame } from '../support/help.ts'
import {
  toyCanfield,
  toyDot,
  toyDoubleSeaTowers,
  toyEasthaven,
  toyFortyThieves,
  toyGypsy,
  toyKlondike,
  toySeaTowers,
} from '../support/toys.ts'

/** Returns an exhaustive search that memoizes its results and decides whether a position can be won. */
function exhaustiveSearch(): (position: Position) => boolean {
  const known = new Map<string, boolean>()
  // One character per card and one for the number of face-down cards, because there are millions of keys.
  const keyOf = ({ piles, faceDown }: Position) =>
    piles
      .map((cards, i) => String.fromCharCode(100 + faceDown[i], ...cards.map(card => 200 + faceOf(card))))
      .join()
  return start => {
    const path = [{ key: keyOf(start), position: start }]
    const seen = new Set([path[0].key])
    let won = known.get(path[0].key)
    while (won === undefined && path.length > 0) {
      const { position } = path.pop()!
      if (isWon(position)) won = true
      else
        for (const legal of legalMoves(position)) {
          const next = play(position, legal)
          const key = keyOf(next)
          if (known.get(key)) won = true
          if (seen.has(key) || known.has(key)) continue
          seen.add(key)
          path.push({ key, position: next })
        }
    }
    won ??= false
    if (won) known.set(keyOf(start), true)
    else for (const key of seen) known.set(key, false)
    return won
  }
}

/** The number of deals of each toy game, enough to catch a weakened rule. */
const DEALS = some(250)

const toys: [string, Game][] = [
  ['Sea Towers', toySeaTowers],
  ['Double Sea Towers', toyDoubleSeaTowers],
  ['Double Klondike, turn one', toyKlondike(1)],
  ['Double Klondike, turn three', toyKlondike(3)],
  ['Double Dot', toyDot],
  ['Easthaven', toyEasthaven],
  ['Gypsy', toyGypsy],
  ['Canfield', toyCanfield],
  ['Forty Thieves', toyFortyThieves],
]

describe('a safe foundation move', () => {
  test.each(toys)(
    'keeps a winnable toy game of %s winnable, according to an exhaustive search',
    (_, game) => {
      let checked = 0
      for (let number = 1; number <= DEALS; number++) {
        const canBeWon = exhaustiveSearch()
        const picks = Array.from({ length: 14 }, (_, i) => 31 * i + 17 * number)
        for (const position of walk(dealGame(game, number), picks)) {
          const safe = legalMoves(position).filter(
            one =>
              one.kind === 'move' &&
              one.to.startsWith('f') &&
              !one.from.startsWith('f') &&
              isSafe(position, one.from),
          )
          if (safe.length === 0 || !canBeWon(position)) continue
          for (const one of safe) {
            if (!canBeWon(play(position, one)))
              expect.fail(`${moveText(one)} loses ${JSON.stringify(writePosition(position))}`)
            checked++
          }
        }
      }
      expect(checked).toBeGreaterThan(enough(20))
    },
    120_000,
  )
})

describe('autoplay in Double Sea Towers', () => {
  const game = gameById('double-sea-towers')
  it('holds 3♥ back until both 2♥ are on the foundations', () => {
    const one = arrange(game, { f0: 'AH 2H', f1: 'AH', t0: '3H', c0: '2H' }, 't10')
    expect(isSafe(one, 't0')).toBe(false)
    expect(autoplayMoves(one, 'safe').map(moveText)).toEqual(['c0>f1', 't0>f0'])
  })
  it('makes no moves when it is off', () => {
    expect(autoplayMoves(arrange(game, { t0: 'AS' }, 't10'), 'off')).toEqual([])
  })
  it('moves every card that fits on a foundation if it is set to “all”', () => {
    const position = arrange(game, { f0: 'AH 2H', t0: '4H', t1: '3H' }, 't10')
    expect(autoplayMoves(position, 'safe')).toEqual([])
    expect(autoplayMoves(position, 'all').map(moveText)).toEqual(['t1>f0', 't0>f0'])
  })
})

describe('autoplay', () => {
  it('moves 3♠ in Double Klondike once all red 2s and both 2♠ are on the foundations', () => {
    const game = gameById('double-klondike-1')
    const up = {
      f0: upTo('3S'),
      f1: upTo('2S'),
      f2: upTo('2H'),
      f3: upTo('2H'),
      f4: upTo('2D'),
      f5: upTo('2D'),
      f6: upTo('AC'),
      t0: '3S',
    }
    expect(isSafe(arrange(game, up, 'stock'), 't0')).toBe(true)
    for (const short of [{ f0: upTo('AS') }, { f2: upTo('AH') }, { f5: upTo('AD') }])
      expect(isSafe(arrange(game, { ...up, ...short }, 'stock'), 't0')).toBe(false)
  })
  it('moves a card in Double Dot if the stock is empty and no card could still be built on it', () => {
    const game = gameById('double-dot')
    const up = { f0: 'AS', f1: 'AH 3H', f2: '2C', f3: '2D' }
    const movesWith = (piles: Partial<Record<PileId, string>>, rest: PileId) =>
      autoplayMoves(arrange(game, { ...up, ...piles }, rest), 'safe').map(moveText)
    // An ace can be built on a 3, and a queen on an ace.
    expect(movesWith({ t0: '3S' }, 'stock')).toEqual([])
    expect(movesWith({ t0: '3S' }, 't7')).toEqual([])
    const aces = { f2: '2C 4C 6C 8C TC QC AC', f3: '2D 4D 6D 8D TD QD AD' }
    expect(movesWith({ ...aces, t0: '3S' }, 't7')[0]).toBe('t0>f0')
    expect(movesWith({ ...aces, t0: '3S' }, 'stock')).toEqual([])
    // A 3 can be built on a 5.
    expect(movesWith({ f0: 'AS 3S', t0: '5S' }, 't7')).toEqual([])
  })
  it('does not move a card from the waste if recycling shuffles the waste', () => {
    const game = gameById('double-klondike-1')
    expect(
      autoplayMoves(arrange(game, { waste: 'AS', t0: 'AH' }, 'stock', ['shuffle-on-recycle']), 'safe').map(
        moveText,
      ),
    ).toEqual(['t0>f2'])
  })
  it('moves a card in Beleaguered Castle if every card two ranks below it is on a foundation', () => {
    const game = gameById('beleaguered-castle')
    const up = { f0: upTo('3C'), f1: upTo('3D'), f2: upTo('3H'), f3: upTo('4S'), t0: '5S' }
    expect(isSafe(arrange(game, up, 't1'), 't0')).toBe(true)
    expect(isSafe(arrange(game, { ...up, f2: upTo('2H') }, 't1'), 't0')).toBe(false)
    expect(isSafe(arrange(game, { ...up, f0: upTo('AC') }, 't1'), 't0')).toBe(false)
  })
  it('holds back a card of the base rank if ranks wrap around in columns', () => {
    const penguin = arrange(gameById('penguin'), { f0: '8S', t0: '8H', t1: '9S' }, 't2')
    expect(autoplayMoves(penguin, 'safe').map(moveText)).toEqual(['t1>f0'])
    const canfield = arrange(gameById('canfield'), { f0: '8S', t0: '8H' }, 't1')
    expect(autoplayMoves(canfield, 'safe')).toEqual([])
    expect(autoplayMoves(canfield, 'all').map(moveText)).toContain('t0>f1')
  })
  it('moves an ace if ranks do not wrap around in columns', () => {
    expect(autoplayMoves(arrange(gameById('eight-off'), { t0: 'AS' }, 't1'), 'safe').length).toBeGreaterThan(
      0,
    )
  })
  it('makes no safe moves in a game whose columns are built both up and down', () => {
    const position = arrange(gameById('alaska'), { t0: 'AS' }, 't1')
    expect(autoplayMoves(position, 'safe')).toEqual([])
    expect(autoplayMoves(position, 'all')[0]).toMatchObject({ from: 't0' })
  })
  it("moves a card to its suit's preferred foundation", () => {
    const game = gameById('freecell')
    const suits = ['C', 'D', 'H', 'S']
    const position = arrange(game, { t0: '9H AS', t1: '9C AD', c0: 'AH', c1: 'AC' }, 't7')
    const moves = autoplayMoves(position, 'safe').filter(one => one.kind === 'move')
    for (const suit of suits)
      expect(moves.some(({ to }) => to === `f${game.foundations.preferredSuits.indexOf(suit)}`)).toBe(true)
    expect(moves[0]).toEqual({
      kind: 'move',
      from: 't0',
      to: `f${game.foundations.preferredSuits.indexOf('S')}`,
      count: 1,
    })
  })
})

test('cards can move to a foundation from columns, cells, waste and reserve, but from no other piles', () => {
  const game = gameById('klondike-1')
  const can = (position: Position, id: PileId) =>
    canMoveToFoundation(position, position.game.pileById.get(id)!)
  const position = arrange(game, { f0: 'AS', t0: '2S', t1: '[KC] 9D', waste: 'AH', stock: '[AD]' }, 't2')
  expect((['t0', 'waste', 't1', 't3', 'f0', 'stock'] as PileId[]).map(id => can(position, id))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
  expect(can(arrange(gameById('freecell'), { c0: 'AH' }, 't0'), 'c0')).toBe(true)
  const columns = { t0: 'KS', t1: 'KH', t2: 'KD', t3: 'KC' }
  expect(can(arrange(gameById('canfield'), { ...columns, f0: '8S', r0: '9S' }, 'stock'), 'r0')).toBe(true)
})

test('autoplay moves no waste cards in turn-three games, because later draws would then differ', () => {
  const piles = { waste: 'AS' }
  expect(autoplayMoves(arrange(gameById('double-klondike-1'), piles, 'stock'), 'safe').map(moveText)).toEqual(
    ['waste>f0'],
  )
  expect(autoplayMoves(arrange(gameById('double-klondike-3'), piles, 'stock'), 'safe')).toEqual([])
})

test('autoplay makes only legal moves, and continues until there are none left', () => {
  fc.assert(
    fc.property(anyWalk(), fc.constantFrom('safe', 'all'), (positions, mode) => {
      const position = positions[positions.length - 1]
      const after = playAll(position, autoplayMoves(position, mode as 'safe'))
      expect(autoplayMoves(after, mode as 'safe')).toEqual([])
    }),
    { numRuns: 60 },
  )
})

describe('finish', () => {
  it('plays a game through to a win', () => {
    const position = arrange(
      gameById('sea-towers'),
      { f0: upTo('KC'), f1: upTo('KD'), f2: upTo('KH'), f3: upTo('TS'), t0: 'KS QS', c0: 'JS' },
      't0',
    )
    expect(finish(position)?.map(moveText)).toEqual(['c0>f3', 't0>f3', 't0>f3'])
  })
  it('turns over stock cards until every card is on a foundation', () => {
    const game = gameById('double-klondike-3')
    const up = ['C', 'D', 'H', 'S'].flatMap(suit => [upTo('K' + suit), upTo('9' + suit)])
    const piles = Object.fromEntries(up.map((cards, i) => [`f${i}`, cards]))
    const position = arrange(game, piles, 'stock')
    const moves = finish(position)!
    expect(isWon(playAll(position, moves))).toBe(true)
  })
  it('recycles the waste, and is not offered if no draw brings up a card that fits', () => {
    const last = (stock: string, waste: string, turn: 1 | 3) => {
      const up = { f0: upTo('KC'), f1: upTo('KD'), f2: upTo('KH'), f3: upTo('TS') }
      return finish(arrange(gameById(`klondike-${turn}`), { ...up, stock, waste }, 't0'))?.map(moveText)
    }
    expect(last('', 'JS QS KS', 1)).toEqual([
      'recycle',
      'draw',
      'waste>f3',
      'draw',
      'waste>f3',
      'draw',
      'waste>f3',
    ])
    expect(last('[KS] [QS]', 'JS', 1)).toEqual(['waste>f3', 'draw', 'waste>f3', 'draw', 'waste>f3'])
    expect(last('', 'KS QS JS', 3)).toEqual(['waste>f3', 'waste>f3', 'waste>f3'])
    expect(last('', 'QS JS KS', 3)).toBeUndefined()
    expect(last('[QS] [JS] [KS]', '', 3)).toEqual(undefined)
  })
  it('is not offered in games that collect complete suits, or whose foundations ignore suits', () => {
    for (const id of ['spider-1', 'golf', 'pyramid'] as const)
      expect(finish(playAll(deal(id, wonGame(id).deal), wonGame(id).moves.slice(0, -1)))).toBeUndefined()
  })
  it('is not offered while a column has a face-down card, or a high card on top of a low one', () => {
    expect(finish(arrange(gameById('double-klondike-1'), { t0: '[2C] AC' }, 'stock'))).toBeUndefined()
    expect(finish(arrange(gameById('sea-towers'), { t0: 'AS KS' }, 't1'))).toBeUndefined()
  })
  it.each(
    games
      .filter(({ foundations }) => foundations.takes === 'card' && foundations.up.suit === 'same')
      .map(({ id }) => id),
  )('wins %s whenever it is offered during a won game, and is not offered after the win', id => {
    const { deal: number, moves } = wonGame(id)
    let position = deal(id, number)
    let offered = 0
    for (const one of moves) {
      const rest = finish(position)
      if (rest) {
        expect(isWon(playAll(position, rest))).toBe(true)
        offered++
      }
      position = play(position, one)
    }
    expect(offered).toBeGreaterThan(0)
    expect(finish(position)).toBeUndefined()
  })
})

test('autoplay makes safe moves by default in the games of version 1.0 except Double Dot', () => {
  expect(firstGames.map(({ id, autoplay }) => [id, autoplay])).toEqual([
    ['double-sea-towers', 'safe'],
    ['sea-towers', 'safe'],
    ['double-dot', 'off'],
    ['double-klondike-1', 'safe'],
    ['double-klondike-3', 'safe'],
    ['freecell', 'safe'],
    ['klondike-1', 'safe'],
    ['klondike-3', 'safe'],
  ])
})
