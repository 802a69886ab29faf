// Whether a game is stuck, compared with a search that turns the stock until a position repeats.
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
function afterTurns(start: Position): Position[] {
  const all = new Map<string, Position>()
  for (let current = start; ;) {
    const key = JSON.stringify(writePosition(current))
    if (all.has(key)) return [...all.values()]
    all.set(key, current)
    const turn = legalMoves(current).find(({ kind }) => kind === 'draw' || kind === 'recycle')
    if (!turn) return [...all.values()]
    current = play(current, turn)
  }
}
const isStuckAfterTurns = (position: Position) =>
  !isWon(position) &&
  afterTurns(position).every(turned =>
    legalMoves(turned).every(({ kind }) => kind === 'draw' || kind === 'recycle'),
  )

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
        const isOver = isStuckAfterTurns(position)
        expect(isStuck(position), JSON.stringify(writePosition(position))).toBe(isOver)
        found[isOver ? 'stuck' : 'free']++
      }
    expect(found.free).toBeGreaterThan(20)
    expect(found.stuck).toBeGreaterThan(2)
  })
})

describe('a real game', () => {
  it('is stuck if and only if turning the stock never leads to any other kind of legal move', () => {
    let stuck = 0
    fc.assert(
      fc.property(
        anyWalk(200).filter(positions => !positions[0].house.includes('shuffle-on-recycle')),
        positions => {
          for (const position of positions.slice(-3)) {
            expect(isStuck(position)).toBe(isStuckAfterTurns(position))
            if (isStuck(position)) stuck++
          }
        },
      ),
      { numRuns: 120, seed: 5 },
    )
    expect(stuck).toBeGreaterThan(5)
  })
  const game = gameById('double-klondike-3')
  /** Columns onto which only a red 9 fits. */
  const columns = {
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
  it('is not stuck in Double Klondike if a card that is still in the stock can be played', () => {
    // The first card that fits is the 9 of hearts, which comes to the top after eleven draws.
    const position = arrange(game, { ...columns, waste: 'KD KH' }, 'stock')
    expect(legalMoves(position).every(({ kind }) => kind !== 'move')).toBe(true)
    expect(isStuck(position)).toBe(false)
  })
  it('is not stuck in Double Klondike if shuffling the waste can bring up a card that can be played', () => {
    // Only the 9 of hearts fits. It is at the bottom of the waste.
    const positionWith = (house: HouseRule[]) => arrange(game, { ...columns, waste: '9H KD KH' }, 't0', house)
    expect(isStuck(positionWith([]))).toBe(true)
    expect(isStuck(positionWith(['shuffle-on-recycle']))).toBe(false)
  })
  it('of Sea Towers that is stuck is not stuck after an undo', () => {
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
