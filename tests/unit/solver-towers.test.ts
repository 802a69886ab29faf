// The Sea Towers search and the exhaustive search, compared with a plain search of every legal move on small
// decks, and with themselves on equivalent positions.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { deal, isWon, playAll, solve, type Position } from '../../engine/index.ts'
import { rankOf, SUITS, type Card } from '../../engine/rules/cards.ts'
import { Board } from '../../engine/solver/kernel/board.ts'
import { searchExhaustively } from '../../engine/solver/kernel/exhaustive.ts'
import { StepsLister } from '../../engine/solver/kernel/steps-lister.ts'
import { movesOfSteps, StepKind } from '../../engine/solver/kernel/steps.ts'
import { findFewestSteps } from '../../engine/solver/sea-towers/fewest-steps.ts'
import { toSeaTowersMoves } from '../../engine/solver/sea-towers/line.ts'
import { seaTowers } from '../../engine/solver/sea-towers/solve.ts'
import { readStep } from '../../engine/solver/step-code.ts'
import { Budget } from '../../engine/solver/types.ts'
import { enough, some } from '../support/help.ts'
import { randomFrom } from '../support/random.ts'
import { compare, SMALL_FREECELLS, SMALL_SEA_TOWERS, smallPosition } from '../support/small-towers.ts'
import { smallTower, type SmallTower } from '../support/toys.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.doUnmock('../../engine/solver/sea-towers/arrangements.ts')
  vi.resetModules()
})

/** The verdict of the exhaustive search, whose lines must win. */
function exhaustiveVerdict(position: Position): string {
  const { verdict, steps } = searchExhaustively(position, { maxBoards: 1_000_000 }, new Budget({}))
  if (steps) expect(isWon(playAll(position, movesOfSteps(position, steps)))).toBe(true)
  return verdict
}

/** The verdict of the Sea Towers search, whose lines must win. */
function seaTowersVerdict(position: Position): string {
  const { verdict, moves } = seaTowers.solve(position, new Budget({}))
  if (moves) expect(isWon(playAll(position, moves))).toBe(true)
  return verdict
}

describe('on small decks', () => {
  it('the Sea Towers search agrees with a plain search of every move', () => {
    const { won, lost, large, differences } = compare(SMALL_SEA_TOWERS, seaTowersVerdict, 1, some(40))
    expect(differences).toEqual([])
    expect(won).toBeGreaterThan(enough(150))
    expect(lost).toBeGreaterThan(enough(30))
    expect(large).toBeLessThan(20)
  }, 60_000)
  it('the exhaustive search agrees with a plain search of every move', () => {
    const { won, lost, large, differences } = compare(
      [...SMALL_FREECELLS, ...SMALL_SEA_TOWERS],
      exhaustiveVerdict,
      41,
      40 + some(30),
    )
    expect(differences).toEqual([])
    expect(won).toBeGreaterThan(enough(200))
    expect(lost).toBeGreaterThan(enough(80))
    expect(large).toBeLessThan(20)
  }, 60_000)
})

it('Sea Towers is solved exactly even if a column has more than 32 cards', () => {
  const random = randomFrom(36)
  const start = deal('sea-towers', 1)
  const [first, second] = start.game.of.tableau
  for (let height = 33; height <= 52; height++) {
    const cards = start.game.cards.toSorted((a, b) => rankOf(b) - rankOf(a))
    for (let swaps = 0; swaps < 6; swaps++) {
      const at = Math.floor(random() * 50)
      cards.splice(at, 2, cards[at + 1], cards[at])
    }
    const piles = start.piles.map((): Card[] => [])
    piles[first.index] = cards.slice(0, height)
    piles[second.index] = cards.slice(height)
    const position = { ...start, piles }
    expect([height, seaTowersVerdict(position)]).toEqual([height, exhaustiveVerdict(position)])
    const line = solve(position, { line: 'short' }).moves
    expect(line && isWon(playAll(position, line))).toBe(true)
  }
})

describe('a line of Sea Towers that is proved shortest', () => {
  /** The same search without its lower bound. This is a breadth-first search. */
  let breadthFirst: typeof findFewestSteps
  beforeAll(async () => {
    vi.doMock('../../engine/solver/sea-towers/blocked-groups.ts', () => ({
      countBlockedGroups: () => undefined,
      blockedGroups: () => 0,
    }))
    vi.resetModules()
    breadthFirst = (await import('../../engine/solver/sea-towers/fewest-steps.ts')).findFewestSteps
    vi.doUnmock('../../engine/solver/sea-towers/blocked-groups.ts')
    vi.resetModules()
  })
  /** The number of steps of the shortest line, which must win and agree with breadth-first search. */
  function fewest(position: Position): number | undefined {
    const steps = findFewestSteps(position, new Budget({}))
    expect(steps?.length).toBe(breadthFirst(position, new Budget({}))?.length)
    expect(steps !== undefined).toBe(seaTowersVerdict(position) === 'won')
    if (steps) expect(isWon(playAll(position, toSeaTowersMoves(position, steps)))).toBe(true)
    return steps?.length
  }
  it('has as many steps as the line that breadth-first search finds, on small decks', () => {
    for (const small of SMALL_SEA_TOWERS)
      for (let number = 1; number <= some(40); number++) fewest(smallPosition(small, number))
  }, 60_000)
  it('has as many steps as the line that breadth-first search finds, in real deals', () => {
    const steps = Array.from({ length: some(6) }, (_, i) => fewest(deal('sea-towers', i + 1)))
    expect(steps.filter(count => count !== undefined && count > 15).length).toBeGreaterThan(enough(3))
  }, 60_000)
})

describe('a short line', () => {
  it.each(['sea-towers', 'double-sea-towers', 'freecell', 'double-dot'] as const)(
    'of %s also wins, in at most as many moves as the first line',
    id => {
      let saved = 0
      for (let number = 1; number <= some(3); number++) {
        const position = deal(id, number)
        const limits = { maxStates: 200_000 }
        const [first, short] = [solve(position, limits), solve(position, { ...limits, line: 'short' })]
        expect(short.verdict).toBe('won')
        expect(isWon(playAll(position, short.moves!))).toBe(true)
        expect(short.moves!.length).toBeLessThanOrEqual(first.moves!.length)
        saved += first.moves!.length - short.moves!.length
      }
      expect(saved).toBeGreaterThan(enough(10))
    },
    60_000,
  )
})

/** The position with renamed suits and reordered columns. */
function renamed(position: Position, suits: readonly number[], turn: number): Position {
  const { game } = position
  const piles = position.piles.map(cards => cards.map(card => (card & ~3) | suits[card & 3]))
  const columns = game.of.tableau.map(({ index }) => piles[index])
  game.of.tableau.forEach(({ index }, i) => {
    piles[index] = columns[(i + turn) % columns.length]
  })
  return { ...position, piles }
}

/** The position in a game with one more cell, in which any card fills an empty column. */
function looser(position: Position, small: SmallTower): Position {
  const game = smallTower({ ...small, cells: small.cells + 1, fill: 'any' })
  const piles = game.piles.map(({ index }) => position.piles[index] ?? [])
  return { ...position, game, piles, faceDown: game.piles.map(() => 0) }
}

describe('a verdict depends neither on the names of suits nor on the order of columns', () => {
  /** Renamings of the suits in which alternating colors still alternate. */
  const RENAMINGS = [
    [3, 2, 1, 0],
    [0, 2, 1, 3],
    [2, 3, 0, 1],
  ]
  it('on small decks', () => {
    for (const small of [...SMALL_SEA_TOWERS, ...SMALL_FREECELLS].filter(({ suits }) => suits === SUITS))
      for (let number = 1; number <= some(15); number++) {
        const position = smallPosition(small, number)
        const verdict = exhaustiveVerdict(position)
        for (const [turn, suits] of RENAMINGS.entries())
          expect(exhaustiveVerdict(renamed(position, suits, turn + 1))).toBe(verdict)
      }
  }, 60_000)
  it('in deals of Sea Towers', () => {
    for (let number = 1; number <= some(30); number++) {
      const position = deal('sea-towers', number)
      const verdict = seaTowersVerdict(position)
      for (const [turn, suits] of RENAMINGS.entries())
        expect(seaTowersVerdict(renamed(position, suits, turn + 1))).toBe(verdict)
    }
  }, 60_000)
})

it('a position that is won is also won with one more cell and any card allowed in an empty column', () => {
  let gained = 0
  for (const small of [...SMALL_SEA_TOWERS, ...SMALL_FREECELLS])
    for (let number = 1; number <= some(20); number++) {
      const position = smallPosition(small, number)
      const [strict, loose] = [position, looser(position, small)].map(exhaustiveVerdict)
      if (strict === 'won') expect(loose).toBe('won')
      else if (loose === 'won') gained++
    }
  expect(gained).toBeGreaterThan(enough(5))
}, 60_000)

describe('a plain search on small decks disproves the assumption', () => {
  it('that every card that fits its foundation is safe', () => {
    vi.spyOn(Board.prototype, 'isSafe').mockReturnValue(true)
    expect(compare(SMALL_FREECELLS, exhaustiveVerdict, 1, 30).differences).not.toEqual([])
  }, 60_000)
  it('that an ordered card never has to leave its column', () => {
    const { list } = StepsLister.prototype
    vi.spyOn(StepsLister.prototype, 'list').mockImplementation(function (this: StepsLister) {
      const kept = [...this.steps.subarray(0, list.call(this))].filter(step => {
        const { kind, a } = readStep(step)
        return (kind !== StepKind.run && kind !== StepKind.toCells) || this.board.run(a) === 1
      })
      this.steps.set(kept)
      return kept.length
    })
    expect(compare(SMALL_FREECELLS, exhaustiveVerdict, 1, 30).differences).not.toEqual([])
  }, 60_000)
  it('that kings never have to be rearranged in Sea Towers', async () => {
    vi.doMock('../../engine/solver/sea-towers/arrangements.ts', async original => ({
      ...(await original<object>()),
      reachable: (set: number, feasible: number) => set & feasible,
    }))
    vi.resetModules()
    const { searchSeaTowers } = await import('../../engine/solver/sea-towers/search.ts')
    const decide = (position: Position) => searchSeaTowers(position, new Budget({})).verdict
    expect(compare(SMALL_SEA_TOWERS, decide, 1, 40).differences).not.toEqual([])
  }, 60_000)
})
