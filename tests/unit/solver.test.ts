// The solvers: every win is checked with the rules, and every loss with a search that uses only the rules.
import { describe, expect, it, test } from 'vitest'
import {
  deal,
  gameById,
  isWon,
  legalMoves,
  play,
  playAll,
  solve,
  writePosition,
  type GameId,
  type Position,
} from '../../engine/index.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { shortenLine } from '../../engine/solver/shorten-line.ts'
import { searchExhaustively } from '../../engine/solver/kernel/exhaustive.ts'
import { movesOfSteps } from '../../engine/solver/kernel/steps.ts'
import { searchSeaTowers } from '../../engine/solver/sea-towers/search.ts'
import { StepKind } from '../../engine/solver/sea-towers/steps.ts'
import { readStep } from '../../engine/solver/step-code.ts'
import { Budget } from '../../engine/solver/types.ts'
import { firstGames, arrange, enough, move, moveText, some, upTo, walk, wonGame } from '../support/help.ts'
import { canBeWon } from '../support/plain-rules.ts'
import { toyDot, toyDoubleSeaTowers, toyFreeCell, toyKlondike } from '../support/toys.ts'

/** Solves a position by exhaustive search of legal moves. */
function plainVerdict(start: Position, maxPositions = 200_000): 'won' | 'lost' | 'unknown' {
  const plain = canBeWon(start, maxPositions)
  return plain === undefined ? 'unknown' : plain ? 'won' : 'lost'
}

/** Numbers that pick the moves of a random walk, from a seed. */
const picks = (count: number, seed: number) =>
  Array.from({ length: count }, (_, i) => (i + 1) * 7919 + seed * 104_729)

/** The deals from 1 to 5 that no search has won. */
const NEVER_WON: Partial<Record<GameId, readonly number[]>> = { 'sea-towers': [5], 'klondike-3': [5] }

describe('a deal', () => {
  test.each(firstGames.map(({ id }) => id))(
    'of %s is won by legal moves, unless no search has ever won it',
    id => {
      for (let number = 1; number <= some(5); number++) {
        const position = deal(id, number)
        const { verdict, moves } = solve(position, { maxStates: 300_000 })
        if (NEVER_WON[id]?.includes(number)) {
          expect(verdict).not.toBe('won')
          continue
        }
        expect(verdict).toBe('won')
        expect(isWon(playAll(position, moves!))).toBe(true)
      }
    },
    120_000,
  )
  it('is solved deterministically with a state limit', () => {
    for (const { id } of firstGames) {
      const [one, two] = [1, 2].map(() => solve(deal(id, 3), { maxStates: 4000 }))
      expect({ ...one, ms: 0 }).toEqual({ ...two, ms: 0 })
    }
  })
  it('of a game other than Sea Towers is undecided if no time or only one state is allowed', () => {
    for (const { id } of firstGames.filter(game => game.id !== 'sea-towers'))
      for (const limits of [{ maxStates: 1 }, { maxMs: 0 }])
        expect(solve(deal(id, 3), limits).verdict).toBe('unknown')
  })
  it('is not modified when it is solved', () => {
    const position = deal('double-sea-towers', 3)
    const before = JSON.stringify(writePosition(position))
    solve(position, { maxStates: 2000 })
    expect(JSON.stringify(writePosition(position))).toBe(before)
  })
})

describe('the exhaustive search agrees with a plain search on small decks of', () => {
  test.each([
    ['Double Sea Towers', toyDoubleSeaTowers],
    ['Double Klondike, turn one', toyKlondike(1)],
    ['Double Klondike, turn three', toyKlondike(3)],
    ['Double Dot', toyDot],
    ['FreeCell', toyFreeCell],
    ['Klondike, turn one', toyKlondike(1, 1)],
    ['Klondike, turn three', toyKlondike(3, 1)],
  ] as const)(
    '%s',
    (_, game) => {
      const found = { won: 0, lost: 0, unknown: 0 }
      for (let number = 1; number <= some(150); number++) {
        for (const position of walk(dealGame(game, number), picks(12, number)).slice(-4)) {
          const plain = plainVerdict(position)
          // Every other deal is searched in random order.
          const settings = { maxBoards: 1_000_000, seed: number % 2 || undefined }
          const { verdict, steps } = searchExhaustively(position, settings, new Budget({}))
          expect(verdict, JSON.stringify(writePosition(position))).toBe(plain)
          const loose = searchExhaustively(position, { ...settings, ignoresSuits: true }, new Budget({}))
          if (loose.verdict !== 'won') expect(loose.verdict, 'without suits').toBe('unknown')
          for (const line of [steps, loose.steps])
            if (line) expect(isWon(playAll(position, movesOfSteps(position, line)))).toBe(true)
          found[verdict]++
        }
      }
      expect(found.won).toBeGreaterThan(enough(20))
      expect(found.lost).toBeGreaterThan(enough(5))
    },
    60_000,
  )
})

describe('Sea Towers is solved exactly', () => {
  it('in positions during play', () => {
    const found = { won: 0, lost: 0, unknown: 0 }
    for (let number = 1; number <= some(60); number++) {
      const positions = walk(deal('sea-towers', number), picks(25, number))
      for (const position of [positions.at(-1)!, positions.at(-4) ?? positions[0]]) {
        const plain = plainVerdict(position, 8000)
        const { verdict, moves } = solve(position)
        if (plain !== 'unknown') expect(verdict, JSON.stringify(writePosition(position))).toBe(plain)
        if (moves) expect(isWon(playAll(position, moves))).toBe(true)
        found[verdict]++
      }
    }
    expect(found.unknown).toBe(0)
    expect(found.lost).toBeGreaterThan(enough(10))
  }, 120_000)
  it('in the first hundred deals, with the same ten losses as in fc-solve', () => {
    const lost = Array.from({ length: 100 }, (_, i) => i + 1).filter(
      number => solve(deal('sea-towers', number)).verdict === 'lost',
    )
    expect(lost).toEqual([5, 6, 9, 18, 24, 57, 60, 65, 78, 81])
  })
  it('even if a king must be moved from its column to a cell', () => {
    for (const number of [154, 192, 271, 277, 312, 313]) {
      const position = deal('sea-towers', number)
      const { steps } = searchSeaTowers(position, new Budget({}))
      expect(steps!.some(step => readStep(step).kind === StepKind.evictKing)).toBe(true)
      expect(isWon(playAll(position, solve(position).moves!))).toBe(true)
    }
  })
})

test('the only lost deal among Microsoft’s first 32,000 FreeCell deals is proved lost', () => {
  expect(solve(deal('freecell', 11982)).verdict).toBe('lost')
}, 60_000)

describe('a win by exhaustive search', () => {
  it('has a line of fewer than 2,000 moves, however deep the search went', () => {
    for (const number of [1, 2, 3, 4, 5, 6]) {
      const start = deal('freecell', number)
      const budget = new Budget({})
      const { verdict, steps } = searchExhaustively(start, { maxBoards: 300_000 }, budget)
      expect(verdict).toBe('won')
      const line = movesOfSteps(start, steps!)
      expect(isWon(playAll(start, line))).toBe(true)
      expect(line.length).toBeLessThan(2000)
    }
  })
})

describe('a shortened line', () => {
  const piles = { f0: upTo('KC'), f1: upTo('KD'), f2: upTo('KH'), f3: upTo('TS'), t0: 'KS QS', t1: 'JS' }
  const shorter = (...line: string[]) =>
    shortenLine(arrange(gameById('sea-towers'), piles, 't0'), line.map(move), new Budget({})).map(moveText)
  it('has no moves that are undone later and no unnecessary moves to cells, but every necessary move', () => {
    expect(shorter('t0>c0', 'c0>c1', 't1>f3', 'c1>f3', 't0>f3')).toEqual(['t1>f3', 't0>f3', 't0>f3'])
    expect(shorter('t0>c0', 'c0>t0', 't1>f3', 't0>f3', 't0>f3')).toEqual(['t1>f3', 't0>f3', 't0>f3'])
    expect(shorter('t1>f3', 't0>f3', 't0>f3')).toEqual(['t1>f3', 't0>f3', 't0>f3'])
    expect(shorter('t1>c2', 't0>c0', 'c2>f3', 'c0>f3', 't0>f3')).toEqual(['t1>f3', 't0>f3', 't0>f3'])
  })
  it('still wins, in at most as many moves, and repeats no position', () => {
    for (const { id } of firstGames)
      for (let number = 1; number <= some(3); number++) {
        const start = deal(id, number)
        const { moves } = solve(start, { maxMs: 20_000 })
        if (!moves) continue
        const shorter = shortenLine(start, moves, new Budget({}))
        expect(shorter.length).toBeLessThanOrEqual(moves.length)
        const keys = new Set<string>()
        let position = start
        for (const move of shorter) {
          const key = JSON.stringify(writePosition(position))
          expect(keys.has(key)).toBe(false)
          keys.add(key)
          position = play(position, move)
        }
        expect(isWon(position)).toBe(true)
      }
  }, 60_000)
})

describe('a position in play', () => {
  test.each(firstGames.map(({ id }) => id))(
    'of %s that occurs in a won game is solved',
    id => {
      const { deal: number, moves } = wonGame(id)
      let position = deal(id, number)
      const stride = Math.max(25, Math.ceil(moves.length / Math.max(6, some(24))))
      moves.forEach((move, i) => {
        if (i % stride === 0) expect(solve(position, { maxMs: 3000 }).verdict).toBe('won')
        position = play(position, move)
      })
      expect(solve(position)).toMatchObject({ verdict: 'won', moves: [] })
    },
    120_000,
  )
  it('without legal moves is lost, and one move from the end is won by that move', () => {
    const stuck = walk(
      deal('sea-towers', 3),
      Array.from({ length: 500 }, (_, i) => 7919 * i),
    ).at(-1)!
    expect(legalMoves(stuck)).toEqual([])
    expect(solve(stuck).verdict).toBe('lost')
    const piles = { f0: upTo('KC'), f1: upTo('KD'), f2: upTo('KH'), f3: upTo('QS'), c0: 'KS' }
    expect(solve(arrange(gameById('sea-towers'), piles, 't0')).moves).toEqual([
      { kind: 'move', from: 'c0', to: 'f3', count: 1 },
    ])
  })
  it('that is lost by exhaustive search is not called lost if a house rule allows more moves', () => {
    let lost = 0
    for (let number = 1; number <= 20; number++) {
      const position = walk(dealGame(toyKlondike(3, 1), number), picks(12, number)).at(-1)!
      if (solve(position).verdict !== 'lost') continue
      lost++
      for (const rule of ['take-back', 'shuffle-on-recycle'] as const)
        expect(solve({ ...position, house: [rule] }).verdict).not.toBe('lost')
    }
    expect(lost).toBeGreaterThan(3)
  })
  it('is never called lost if the search does not follow all moves that a house rule allows', () => {
    const start = deal('double-klondike-1', 3, ['take-back'])
    for (const position of walk(start, picks(150, 5)).slice(-5))
      expect(solve(position, { maxStates: 3000 }).verdict).not.toBe('lost')
  })
})
