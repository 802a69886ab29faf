// Turning the stock: what it brings to light, and whether a game is stuck in spite of it, by trying every
// turn on small decks.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  deal,
  gameById,
  isStuck,
  isWon,
  legalMoves,
  play,
  writePosition,
  type Game,
  type Position,
} from '../../engine/index.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { reachableWasteTops } from '../../engine/rules/stock.ts'
import { anyWalk, arrange, walk } from '../support/help.ts'
import { toyDot, toyFreeCell, toyKlondike, toySeaTowers } from '../support/toys.ts'

/** Every position that turning the stock alone leads to, the first included. */
function turned(start: Position): Position[] {
  const all = new Map<string, Position>()
  for (let now = start; ;) {
    const key = JSON.stringify(writePosition(now))
    if (all.has(key)) return [...all.values()]
    all.set(key, now)
    const turn = legalMoves(now).find(({ kind }) => kind === 'draw' || kind === 'recycle')
    if (!turn) return [...all.values()]
    now = play(now, turn)
  }
}
const isReallyStuck = (position: Position) =>
  !isWon(position) &&
  turned(position).every(now => legalMoves(now).every(({ kind }) => kind === 'draw' || kind === 'recycle'))

const toys: [string, Game][] = [
  ['Klondike, turn one', toyKlondike(1, 1)],
  ['Klondike, turn three', toyKlondike(3, 1)],
  ['Double Klondike, turn one', toyKlondike(1)],
  ['Double Klondike, turn three', toyKlondike(3)],
  ['Sea Towers', toySeaTowers],
  ['FreeCell', toyFreeCell],
  ['Double Dot', toyDot],
]
const positionsOf = (game: Game, number: number) =>
  walk(
    dealGame(game, number),
    Array.from({ length: 60 }, (_, i) => 7919 * (i + 1) + number * 104_729),
  )

describe.each(toys)('in %s, on small decks', (_, game) => {
  it('a game is stuck exactly where no move is left, however often the stock is turned', () => {
    const found = { stuck: 0, free: 0 }
    for (let number = 1; number <= 200; number++)
      for (const position of positionsOf(game, number).slice(-20)) {
        const isOver = isReallyStuck(position)
        expect(isStuck(position), JSON.stringify(writePosition(position))).toBe(isOver)
        found[isOver ? 'stuck' : 'free']++
      }
    expect(found.free).toBeGreaterThan(20)
    expect(found.stuck).toBeGreaterThan(2)
  })
  it('the cards that can come to the top of the waste are those that turning brings there', () => {
    for (let number = 1; number <= 100; number++)
      for (const position of positionsOf(game, number).filter((_, i) => i % 5 === 0)) {
        const tops = turned(position).flatMap(({ piles }) =>
          game.of.waste.flatMap(({ index }) => piles[index].slice(-1)),
        )
        expect(new Set(reachableWasteTops(position))).toEqual(new Set(tops))
      }
  })
})

test('with the house rule that shuffles at every recycle every card of stock and waste comes to the top', () => {
  const game = gameById('double-klondike-3')
  const position = arrange(game, { t0: 'KC', waste: 'KD KH', stock: '[2H]' }, 't1', ['shuffle-on-recycle'])
  const tops = reachableWasteTops(position)
  expect(tops).toHaveLength(3)
  expect(reachableWasteTops({ ...position, house: [] })).toHaveLength(2)
})

describe('stuck, in the real games,', () => {
  it('is exactly: no move but turning the stock, now or after any number of turns', () => {
    let stuck = 0
    fc.assert(
      fc.property(
        anyWalk(200).filter(positions => !positions[0].house.includes('shuffle-on-recycle')),
        positions => {
          for (const position of positions.slice(-3)) {
            expect(isStuck(position)).toBe(isReallyStuck(position))
            if (isStuck(position)) stuck++
          }
        },
      ),
      { numRuns: 120, seed: 5 },
    )
    expect(stuck).toBeGreaterThan(5)
  })
  it('in Double Klondike looks through the stock: a card that comes by in the next pass is a move', () => {
    const game = gameById('double-klondike-3')
    // Six columns of cards that take nothing, the waste on its last card: only in the next pass does the 9 of
    // hearts come to the top.
    const blocked = {
      t0: '4C',
      t1: '4S',
      t2: '6C',
      t3: '6S',
      t4: '8C',
      t5: '8S',
      t6: 'TS',
      t7: '2C',
      t8: '2S',
    }
    const rest = (waste: string) => arrange(game, { ...blocked, waste }, 'stock')
    expect(legalMoves(rest('KD KH')).every(({ kind }) => kind !== 'move')).toBe(true)
    expect(isStuck(rest('KD KH'))).toBe(false)
  })
  it('a walk of random moves in the towers ends stuck, and undo stays possible', () => {
    const positions = walk(
      deal('sea-towers', 3),
      Array.from({ length: 500 }, (_, i) => 7919 * i),
    )
    const last = positions[positions.length - 1]
    expect(legalMoves(last)).toEqual([])
    expect(isStuck(last)).toBe(true)
  })
})
