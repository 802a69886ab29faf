// The Klondike searches, compared with a plain search of every legal move on small decks, and with themselves
// on equivalent positions.
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import {
  deal,
  gameById,
  isWon,
  playAll,
  solve,
  type Move,
  type PerPile,
  type Position,
} from '../../engine/index.ts'
import { KlondikeBeam } from '../../engine/solver/klondike/beam.ts'
import { layoutOf, type Layout } from '../../engine/solver/klondike/layout.ts'
import { movesOfSteps } from '../../engine/solver/klondike/line.ts'
import { klondike } from '../../engine/solver/klondike/solve.ts'
import { StateStack } from '../../engine/solver/klondike/state.ts'
import { StockSearch } from '../../engine/solver/klondike/stock-search.ts'
import { TableauSearch } from '../../engine/solver/klondike/tableau-search.ts'
import { TranspositionTable } from '../../engine/solver/klondike/transposition-table.ts'
import { trialsOf } from '../../engine/solver/klondike/trials.ts'
import { Budget } from '../../engine/solver/types.ts'
import { arrange, enough, some, upTo } from '../support/help.ts'
import {
  compare,
  SMALL_DECKS,
  smallPosition,
  type Comparison,
  type Search,
} from '../support/small-klondikes.ts'

const SEARCHES: readonly (readonly [string, Search, number])[] = [
  ['the tableau search, turn one', TableauSearch, 1],
  ['the stock search, turn one', StockSearch, 1],
  ['the stock search, turn three', StockSearch, 3],
]

/** Compares a search with the plain one on all small decks, `count` positions in total. */
function compareAll(Search: Search, turn: number, count: number): Comparison {
  const perDeck = Math.ceil(count / SMALL_DECKS.length)
  const all: Comparison = { won: 0, lost: 0, large: 0, differences: [] }
  for (const small of SMALL_DECKS) {
    const { won, lost, large, differences } = compare(Search, { ...small, turn }, 1, perDeck)
    all.won += won
    all.lost += lost
    all.large += large
    all.differences.push(...differences)
  }
  return all
}

describe('on small decks with one or two copies of each card', () => {
  test.each(SEARCHES)(
    '%s agrees with a plain search of every legal move',
    (_, Search, turn) => {
      const { won, lost, large, differences } = compareAll(Search, turn, some(300))
      expect(differences).toEqual([])
      expect(won).toBeGreaterThan(enough(200))
      expect(lost).toBeGreaterThan(enough(15))
      expect(large).toBeLessThan(15)
    },
    60_000,
  )
})

describe('the comparison with the plain search detects a search that', () => {
  afterEach(() => void vi.restoreAllMocks())
  const expectDifferences = (Search: Search, turn: number) => {
    const isFound = [1, 21, 41, 61, 81].some(first =>
      SMALL_DECKS.some(
        small => compare(Search, { ...small, turn }, first, first + 19).differences.length > 0,
      ),
    )
    expect(isFound).toBe(true)
  }

  it('moves every card that fits to its foundation', () => {
    vi.spyOn(StateStack.prototype, 'safeRanks').mockImplementation(function (this: StateStack) {
      return [0, 1, 2, 3].reduce((safe, suit) => safe | (this.furthest(suit) << (4 * suit)), 0)
    })
    expectDifferences(StockSearch, 3)
  }, 60_000)
  it('never empties a column to move a king there', () => {
    vi.spyOn(StateStack.prototype, 'waitingKings', 'get').mockReturnValue(0)
    expectDifferences(TableauSearch, 1)
  }, 60_000)
  it('ignores the number of cards in the waste', () => {
    const { enter } = TranspositionTable.prototype
    vi.spyOn(TranspositionTable.prototype, 'enter').mockImplementation(function (
      this: TranspositionTable,
      low,
      high,
    ) {
      return enter.call(this, low, high, 0)
    })
    expectDifferences(StockSearch, 3)
  }, 60_000)
  it('applies the safety rule for one deck to two decks', () => {
    vi.spyOn(StateStack.prototype, 'complete').mockImplementation(function (this: StateStack, suit) {
      return this.furthest(suit)
    })
    expectDifferences(TableauSearch, 1)
  }, 60_000)
})

/** Swaps the colors of the suits. */
const withColorsSwapped = (position: Position): Position => ({
  ...position,
  piles: position.piles.map(cards => cards.map(card => card ^ 1)),
})

function withColumnsReversed(position: Position): Position {
  const indices = position.game.of.tableau.map(({ index }) => index)
  const reversed = <T>(values: PerPile<T>): PerPile<T> =>
    values.map((value, i) =>
      indices.includes(i) ? values[indices[indices.length - 1 - indices.indexOf(i)]] : value,
    )
  return { ...position, piles: reversed(position.piles), faceDown: reversed(position.faceDown) }
}

const fourSuitDecks = SMALL_DECKS.filter(({ suits }) => suits.length === 4)
const eachSmallPosition = (turn: number, count: number): Position[] =>
  fourSuitDecks.flatMap(small =>
    Array.from({ length: some(count) }, (_, i) => smallPosition({ ...small, turn }, 5000 + i)),
  )
const verdictOf = (Search: Search, position: Position) => new Search(layoutOf(position)!).search(Infinity)

describe.each(SEARCHES)('%s', (_, Search, turn) => {
  it('gives the same verdict if colors are swapped or columns are reordered', () => {
    for (const position of eachSmallPosition(turn, 60)) {
      const verdict = verdictOf(Search, position)
      expect(verdictOf(Search, withColorsSwapped(position))).toBe(verdict)
      expect(verdictOf(Search, withColumnsReversed(position))).toBe(verdict)
    }
  })
  it('gives the same verdict in one call, in small portions, and with a tiny transposition table', () => {
    const inPortions = (layout: Layout) => {
      const search = new Search(layout)
      for (;;) {
        const verdict = search.search(3)
        if (verdict !== 'unknown') return verdict
      }
    }
    for (const position of eachSmallPosition(turn, 30)) {
      const layout = layoutOf(position)!
      const verdict = new Search(layout).search(Infinity)
      expect(inPortions(layout)).toBe(verdict)
      expect(new Search(layout, 16).search(Infinity)).toBe(verdict)
    }
  })
  it('wins only with legal moves', () => {
    for (const position of eachSmallPosition(turn, 60)) {
      const search = new Search(layoutOf(position)!)
      if (search.search(Infinity) === 'won')
        expect(isWon(playAll(position, movesOfSteps(position, search.steps())))).toBe(true)
    }
  })
})

describe('a position that is won', () => {
  it('by turning three cards is never lost by turning one, on small decks and in real deals', () => {
    for (const position of eachSmallPosition(3, 100)) {
      if (verdictOf(StockSearch, position) !== 'won') continue
      expect(verdictOf(TableauSearch, position)).toBe('won')
    }
    for (let number = 1; number <= some(60); number++) {
      const three = new StockSearch(layoutOf(deal('klondike-3', number))!).search(10_000)
      const one = new TableauSearch(layoutOf(deal('klondike-1', number))!).search(10_000)
      if (three === 'won') expect(one).not.toBe('lost')
      if (one === 'lost') expect(three).not.toBe('won')
    }
  })
  it('is still won if cards can be taken back from foundations, while a loss becomes unproven', () => {
    for (const position of eachSmallPosition(3, 20)) {
      const strict = solve(position, { maxStates: 10_000 }).verdict
      const loose = solve({ ...position, house: ['take-back'] }, { maxStates: 10_000 }).verdict
      expect(loose).toBe(strict === 'won' ? 'won' : 'unknown')
    }
  })
})

/** The number of draws and recycles. */
const turnsIn = (moves: readonly Move[]): number => moves.filter(({ kind }) => kind !== 'move').length

describe('a line', () => {
  it('with turn one goes through the stock at most four times, although no search counts passes', () => {
    for (let number = 1; number <= some(20); number++) {
      const { moves } = solve(deal('klondike-1', number), { maxStates: 20_000 })
      if (moves) expect(turnsIn(moves)).toBeLessThan(4 * 25)
    }
  })
  it('wins with two decks, although the search does not distinguish the copies of a card', () => {
    for (const id of ['double-klondike-1', 'double-klondike-3'] as const)
      for (let number = 1; number <= some(3); number++) {
        const position = deal(id, number)
        const layout = layoutOf(position)!
        const search = id === 'double-klondike-1' ? new TableauSearch(layout) : new StockSearch(layout)
        if (search.search(20_000) === 'won')
          expect(isWon(playAll(position, movesOfSteps(position, search.steps())))).toBe(true)
        expect(isWon(playAll(position, solve(position, { maxStates: 100_000 }).moves!))).toBe(true)
      }
  })
  it('requested as short has at most as many moves as the first one found', () => {
    for (const id of ['klondike-1', 'double-klondike-1', 'double-klondike-3'] as const)
      for (let number = 1; number <= some(3); number++) {
        const first = solve(deal(id, number), { maxStates: 50_000 }).moves
        const short = solve(deal(id, number), { maxStates: 50_000, line: 'short' }).moves
        if (first) expect(short!.length).toBeLessThanOrEqual(first.length)
      }
  })
  it('of a beam is as long as the beam reports, and each improvement shortens it', () => {
    const position = deal('double-klondike-3', 2)
    const beam = new KlondikeBeam(layoutOf(position)!)
    const weights = trialsOf(beam.layout).refine.map(([, weight]) => weight)
    let before = Infinity
    for (const weight of weights) {
      if (!beam.improve(6, weight, new Budget({}))) continue
      const line = movesOfSteps(position, beam.bestSteps()!)
      expect(isWon(playAll(position, line))).toBe(true)
      expect(line.length).toBe(beam.shortest + 104)
      expect(line.length).toBeLessThan(before)
      before = line.length
    }
    expect(before).toBeLessThan(Infinity)
  })
})

describe('a position that the searches do not support', () => {
  it('is never called lost if a house rule shuffles the stock', () => {
    const position = deal('double-klondike-3', 1, ['shuffle-on-recycle'])
    expect(klondike.supports(position.game, position.house)).toBeUndefined()
    expect(solve(position, { maxStates: 20_000 }).verdict).not.toBe('lost')
  })
  it('is solved by another solver if the face-up cards of a column are not in order', () => {
    const position = arrange(gameById('klondike-1'), { t0: '2C 3D', f1: upTo('2D') }, 'stock')
    expect(klondike.solve(position, new Budget({})).verdict).toBe('unknown')
    expect(solve(position, { maxStates: 20_000 }).verdict).toBe('won')
  })
})
