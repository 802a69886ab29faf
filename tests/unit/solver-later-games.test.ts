// The solvers of the games beyond the first eight: every win is replayed by the rules, and near the end of a
// game every verdict is that of a plain search of all rule moves.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deal,
  GAMES,
  isWon,
  legalMoves,
  play,
  solve,
  whyNot,
  writePosition,
  type GameId,
  type Move,
  type Position,
} from '../../engine/index.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { Expander } from '../../engine/solver/building/expand.ts'
import { hasLockedCards } from '../../engine/solver/building/locked.ts'
import { PackedBoard } from '../../engine/solver/building/packed-board.ts'
import { scheduleOf } from '../../engine/solver/building/schedule.ts'
import { Scorer } from '../../engine/solver/building/score.ts'
import { isWalkable } from '../../engine/solver/discard/rank-walk.ts'
import { some } from '../support/help.ts'
import { randomFrom } from '../support/random.ts'
import {
  toyAlaska,
  toyCanfield,
  toyCastle,
  toyEasthaven,
  toyFortyThieves,
  toyGypsy,
  toyPenguin,
  toyRussian,
  toyScorpion,
  toySpider,
  toyTallForty,
  toyYukon,
} from '../support/toys.ts'

const later = GAMES.slice(8)
/** Games whose cards only leave: each of their searches ends, so that they are decided. */
const leaving = ['tripeaks', 'golf', 'black-hole', 'pyramid'] as const

function expectWin(position: Position, moves: readonly Move[]): void {
  let reached = position
  for (const move of moves) {
    expect(whyNot(reached, move)).toBeUndefined()
    reached = play(reached, move)
  }
  expect(isWon(reached)).toBe(true)
}

/** Whether any order of rule moves wins; undefined where that are too many positions to look at. */
function canBeWon(start: Position, most: number): boolean | undefined {
  const seen = new Set<string>()
  const left = [start]
  const { stock } = start.game
  const hasPasses = stock?.by === 'draw' && stock.passes !== undefined
  for (let position = left.pop(); position; position = left.pop()) {
    if (isWon(position)) return true
    const pass = hasPasses ? position.pass : 0
    const key = `${pass} ${Object.values(writePosition(position)).join('|')}`
    if (seen.has(key)) continue
    seen.add(key)
    if (seen.size > most) return undefined
    for (const move of legalMoves(position)) left.push(play(position, move))
  }
  return false
}

/** Positions on the way through random games, with moves that bring cards away now and then. */
function* onTheWay(game: GameId, seed: number): Generator<Position> {
  const random = randomFrom(seed)
  let position = deal(game, 1 + Math.floor(random() * 1_000_000))
  for (let step = 0; step < 200; step++) {
    yield position
    const moves = legalMoves(position)
    if (moves.length === 0) return
    const away = moves.filter(move => move.kind === 'move' && move.to.startsWith('f'))
    const wanted = away.length > 0 && random() < 0.7 ? away : moves
    position = play(position, wanted[Math.floor(random() * wanted.length)])
  }
}

describe('a win that is found', () => {
  test.each(later)('in %s is one by the rules, from the deal and in play', id => {
    for (let number = 1; number <= some(4); number++) {
      const { verdict, moves } = solve(deal(id, number), { maxStates: 20_000 })
      if (verdict === 'won') expectWin(deal(id, number), moves!)
    }
    const onWay = [...onTheWay(id, 7)]
    for (const position of [onWay[onWay.length >> 2], onWay[onWay.length >> 1]]) {
      const { verdict, moves } = solve(position, { maxStates: 20_000 })
      if (verdict === 'won') expectWin(position, moves!)
    }
  })
})

test('a win in Yukon that needs cards to stay on the columns which could go up is found', () => {
  const start = deal('yukon', 21)
  const { verdict, moves } = solve(start, { maxStates: 20_000 })
  expect(verdict).toBe('won')
  expectWin(start, moves!)
})

test('a win in Canfield goes on with the next card of the reserve once a space is filled', () => {
  const start = deal('canfield', 27)
  const { verdict, moves } = solve(start, { maxStates: 50_000 })
  expect(verdict).toBe('won')
  expectWin(start, moves!)
})

describe('the board of the search', () => {
  const building = later.filter(id => !leaving.some(one => one === id))

  const ways = [
    ['complete', false],
    ['pruned', true],
  ] as const

  test.each(building)('of %s has the hash and score of a child that was read anew, and goes back', id => {
    const positions = [...onTheWay(id, 3)]
    const [board, other] = [new PackedBoard(positions[0]), new PackedBoard(positions[0])]
    const { weights } = scheduleOf(positions[0].game)
    const [scorer, otherScorer] = [new Scorer(board, weights[0]), new Scorer(other, weights[0])]
    for (let i = 0; i < positions.length; i += 12) {
      const bytes = new PackedBoard(positions[i]).pack()
      for (const [thoroughness, isEager] of ways) {
        board.open(bytes)
        scorer.read()
        new Expander(board, thoroughness, isEager).expand(step => {
          const score = scorer.score()
          board.rehash()
          const child = board.pack()
          other.open(bytes)
          other.make(step, isEager)
          expect(other.pack()).toEqual(child)
          other.open(child)
          otherScorer.read()
          other.rehash()
          expect([score, board.hashLow, board.hashHigh]).toEqual([
            otherScorer.score(),
            other.hashLow,
            other.hashHigh,
          ])
        })
        expect(board.pack()).toEqual(bytes)
      }
    }
  })
})

describe('face-down cards that nothing can ever turn', () => {
  test('are found in lost games alone, from the deal and in play', () => {
    let locked = 0
    for (let number = 1; number <= some(400); number++) {
      let position = dealGame(toyYukon, number)
      const random = randomFrom(number)
      for (let step = 0; step < 6; step++) {
        if (hasLockedCards(position)) {
          locked++
          expect(canBeWon(position, 100_000)).toBe(false)
        }
        const moves = legalMoves(position)
        if (moves.length === 0) break
        position = play(position, moves[Math.floor(random() * moves.length)])
      }
    }
    expect(locked).toBeGreaterThan(10)
  })
  test('lose a deal of Yukon that no search had decided', () => {
    expect(solve(deal('yukon', 3032), { maxStates: 10 }).verdict).toBe('lost')
    expect(hasLockedCards(deal('yukon', 3033))).toBe(false)
  })
})

describe('what the ranks alone tell of cards that go round the corner onto a heap', () => {
  const counted = (ranks: readonly number[]) =>
    Int8Array.from({ length: 13 }, (_, rank) => ranks.filter(one => one === rank).length)
  test('nothing is given up that can be played', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.array(fc.constantFrom(1, 12), { minLength: 1, maxLength: 51 }),
        (start, steps) => {
          let rank = start
          const walk = steps.map(step => (rank = (rank + step) % 13))
          expect(isWalkable(counted(walk), start)).toBe(true)
        },
      ),
      { numRuns: some(5000) },
    )
  })
  test.each([
    ['one that no neighbour leads to', [4], 6],
    ['two of a rank with one neighbour between them', [6, 6, 6, 5], 5],
    ['both neighbours once, and nothing to go back over', [1, 12, 1], 0],
  ])('given up is %s', (_, ranks, start) => {
    expect(isWalkable(counted(ranks), start)).toBe(false)
  })
})

describe('in small', () => {
  test.each([
    ['Easthaven', toyEasthaven],
    ['Gypsy', toyGypsy],
    ['Canfield', toyCanfield],
    ['Forty Thieves', toyFortyThieves],
    ['Yukon', toyYukon],
    ['Russian', toyRussian],
    ['Alaska', toyAlaska],
    ['Spider', toySpider],
    ['Scorpion', toyScorpion],
    ['Penguin', toyPenguin],
    ['a castle', toyCastle],
  ])('the verdict on every deal of %s is that of a plain search', (_, game) => {
    const found = { won: 0, lost: 0 }
    for (let number = 1; number <= some(400); number++) {
      const start = dealGame(game, number)
      const plain = canBeWon(start, 20_000)
      if (plain === undefined) continue
      const { verdict } = solve(start)
      expect(verdict, `deal ${number}`).toBe(plain ? 'won' : 'lost')
      found[plain ? 'won' : 'lost']++
    }
    expect(Math.min(found.won, found.lost)).toBeGreaterThan(0)
  })
})

test('two boards that differ in which of two equal cards is left in the waste are not taken for one', () => {
  for (const number of [39, 83]) {
    const start = dealGame(toyTallForty, number)
    expect(canBeWon(start, 30_000)).toBe(true)
    expect(solve(start).verdict).toBe('won')
  }
})

describe('near the end of a game', () => {
  // The stock of Canfield goes round for ever: even its last positions lead to too many others.
  test.each(later.filter(id => id !== 'canfield'))('the verdict on %s is that of a plain search', id => {
    const isLeaving = leaving.some(one => one === id)
    let compared = 0
    for (let seed = 1; seed <= some(6); seed++) {
      for (const position of [...onTheWay(id, seed)].slice(-6)) {
        const plain = canBeWon(position, 500)
        if (plain === undefined) continue
        const { verdict } = solve(position, { maxStates: 50_000 })
        if (isLeaving || verdict !== 'unknown') expect(verdict, `seed ${seed}`).toBe(plain ? 'won' : 'lost')
        compared++
      }
    }
    expect(compared).toBeGreaterThan(0)
  })

  test.each(leaving)('both verdicts on %s are met', id => {
    const verdicts = new Set<string>()
    for (let seed = 1; seed <= 40 && verdicts.size < 2; seed++)
      for (const position of [...onTheWay(id, seed)].slice(-20)) verdicts.add(solve(position).verdict)
    expect([...verdicts].sort()).toEqual(['lost', 'won'])
  })
})
