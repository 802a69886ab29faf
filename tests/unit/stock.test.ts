// Turning the stock, and when a game is stuck. On small decks every turn is tried.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  act,
  begin,
  deal,
  gameById,
  isStuck,
  isWon,
  legalMoves,
  play,
  positionAt,
  undo,
  writePosition,
  type Game,
  type HouseRule,
  type Position,
} from '../../engine/index.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { anyWalk, arrange, walk } from '../support/help.ts'
import { toyDot, toyFreeCell, toyKlondike, toySeaTowers } from '../support/toys.ts'

/** Every position reachable by only turning the stock, including the starting position. */
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

describe.each(toys)('%s with a small deck', (_, game) => {
  it('is stuck if and only if no move is left, however often the stock is turned', () => {
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
})

describe('a real game', () => {
  it('is stuck if and only if turning the stock never leads to another legal move', () => {
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
  it('is not stuck in Double Klondike if a card that is still in the stock can be played', () => {
    const game = gameById('double-klondike-3')
    // The first card that fits is the 9 of hearts, which comes to the top after eleven draws.
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
    // Only the 9 of hearts fits, at the bottom of the waste. Shuffling the waste can bring it to the top.
    const under = (house: HouseRule[]) => arrange(game, { ...blocked, waste: '9H KD KH' }, 't0', house)
    expect(isStuck(under([]))).toBe(true)
    expect(isStuck(under(['shuffle-on-recycle']))).toBe(false)
  })
  it('of Sea Towers that is stuck is no longer stuck after an undo', () => {
    let position = deal('sea-towers', 3)
    let history = begin(position)
    for (let i = 0; legalMoves(position).length > 0; i++) {
      const moves = legalMoves(position)
      const gesture = [moves[(7919 * i) % moves.length]]
      history = act(history, { kind: 'gesture', moves: gesture })
      position = play(position, gesture[0])
    }
    expect(isStuck(position)).toBe(true)
    expect(isStuck(positionAt(undo(history)))).toBe(false)
  })
})
