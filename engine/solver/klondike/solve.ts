// Whether a position of Klondike or Double Klondike can be won, and how: exact searches and a beam in turn.
import type { Move, Position } from '../../rules/types.ts'
import { shortenLine } from '../shorten-line.ts'
import { Budget, type Limits, type Solution, type Verdict } from '../types.ts'
import { KlondikeBeam } from './beam.ts'
import type { HeuristicWeights } from './heuristic.ts'
import { layoutOf, type Layout } from './layout.ts'
import { movesOfSteps } from './line.ts'
import { StockSearch } from './stock-search.ts'
import { TableauSearch } from './tableau-search.ts'

interface Found {
  readonly verdict: Verdict
  readonly steps?: readonly number[]
}
const UNKNOWN: Found = { verdict: 'unknown' }

/**
 * Two ways to weigh states: `short` for lines that are short, `sure` for wins that are hard to find. Found by
 * trying some hundred on 14 deals each.
 */
const WEIGHTS: Readonly<Record<'one' | 'many', Readonly<Record<'short' | 'sure', HeuristicWeights>>>> = {
  one: {
    short: {
      inversions: 0.6,
      blockers: -0.98,
      faceDown: 1.77,
      stock: 3,
      up: 0.42,
      spaces: -0.19,
      length: 1.47,
    },
    sure: {
      inversions: 0.9,
      blockers: -0.95,
      faceDown: 2.2,
      stock: 1.5,
      up: -0.2,
      spaces: -0.5,
      length: 0.8,
    },
  },
  many: {
    short: { inversions: 1, blockers: 0, faceDown: 4, stock: 1.5, up: -0.2, spaces: -1, length: 1 },
    sure: { inversions: 1.5, blockers: 0, faceDown: 6, stock: 1, up: 0.1, spaces: -1, length: 0.4 },
  },
}
/** Moves after the first win within which a beam looks for a shorter line. */
const MORE = 4

/** The searches of one position, which can each be taken up again, and what they may still cost. */
class Searches {
  readonly #layout: Layout
  readonly #end: number
  readonly #mostStates: number
  #exact: TableauSearch | StockSearch | undefined
  #relaxed: TableauSearch | undefined
  states = 0

  constructor(layout: Layout, start: number, { maxMs = Infinity, maxStates = Infinity }: Limits) {
    this.#layout = layout
    this.#end = start + maxMs
    this.#mostStates = maxStates
  }

  get isOver(): boolean {
    return this.states >= this.#mostStates || performance.now() >= this.#end
  }

  /** So many states more of the exact search; when it ends without a win, the position is lost. */
  exact(most: number): Found {
    const layout = this.#layout
    this.#exact ??= layout.turn === 1 ? new TableauSearch(layout) : new StockSearch(layout)
    const verdict = this.#run(this.#exact, most)
    if (verdict === 'open') return UNKNOWN
    return verdict === 'won' ? { verdict, steps: this.#exact.steps() } : { verdict }
  }

  /** So many states more of the search in which the stock is free: what is lost there is lost. */
  relaxed(most: number): Found {
    if (this.#layout.turn === 1) return UNKNOWN // it would be the exact search
    this.#relaxed ??= new TableauSearch(this.#layout, 1 << 20)
    if (this.#relaxed.isDone) return UNKNOWN
    return this.#run(this.#relaxed, most) === 'lost' ? { verdict: 'lost' } : UNKNOWN
  }

  #run(search: TableauSearch | StockSearch, most: number): 'won' | 'lost' | 'open' {
    if (this.isOver) return 'open'
    const before = search.states
    const verdict = search.search(Math.min(most, this.#mostStates - this.states), this.#end)
    this.states += search.states - before
    return verdict
  }

  /** A beam that follows so many states side by side. */
  #beam(width: number, kind: 'short' | 'sure'): Found {
    if (this.isOver) return UNKNOWN
    const budget = new Budget({
      maxMs: this.#end - performance.now(),
      maxStates: this.#mostStates - this.states,
    })
    const weights = WEIGHTS[this.#layout.turn === 1 ? 'one' : 'many'][kind]
    const steps = new KlondikeBeam(this.#layout, weights, budget).search(width, MORE)
    this.states += budget.states
    return steps ? { verdict: 'won', steps } : UNKNOWN
  }

  short(width: number): Found {
    return this.#beam(width, 'short')
  }

  sure(width: number): Found {
    return this.#beam(width, 'sure')
  }
}

/** A search to be tried, and how many states or how wide. */
type Trial = readonly ['exact' | 'relaxed' | 'short' | 'sure', number]

/**
 * What is tried in turn, the cheapest first; then the exact search goes on to its end. With two decks nearly
 * every deal can be won, but the lines of the exact search are long, so a beam comes first.
 */
const TRIALS: Readonly<Record<'one' | 'many' | 'two decks', readonly Trial[]>> = {
  'one': [
    ['exact', 50_000],
    ['sure', 100],
  ],
  'many': [
    ['exact', 20_000],
    ['relaxed', 12_000],
    ['sure', 100],
    ['exact', 50_000],
    ['relaxed', 100_000],
    ['sure', 1000],
    ['relaxed', 1_000_000],
  ],
  'two decks': [
    ['short', 30],
    ['sure', 100],
    ['exact', 20_000],
    ['relaxed', 100_000],
    ['sure', 300],
    ['exact', 200_000],
    ['sure', 1000],
  ],
}

/** The searches in turn until one decides. */
function decide(searches: Searches, { turn, copies }: Layout): Found {
  for (const [search, size] of TRIALS[copies === 2 ? 'two decks' : turn === 1 ? 'one' : 'many']) {
    const found = searches[search](size)
    if (found.verdict !== 'unknown') return found
  }
  return searches.exact(Infinity)
}

/** The line, or one that a beam finds for its length, whichever is shorter without its detours. */
function shortest(position: Position, moves: Move[], searches: Searches): Move[] {
  const line = shortenLine(position, moves)
  const { steps } = searches.short(100)
  if (!steps) return line
  const other = shortenLine(position, movesOfSteps(position, steps))
  return other.length < line.length ? other : line
}

/**
 * Decides a position of a Klondike; undefined where the searches do not fit, as a house rule shuffles the
 * stock or the columns cannot come from play.
 */
export function solveKlondike(position: Position, limits: Limits): Solution | undefined {
  const start = performance.now()
  const layout = position.house.includes('shuffle-on-recycle') ? undefined : layoutOf(position)
  if (!layout) return undefined
  const searches = new Searches(layout, start, limits)
  const { verdict, steps } = decide(searches, layout)
  const moves = steps && movesOfSteps(position, steps)
  // Cards that may be taken back open ways that the searches do not follow: a loss stays unproven.
  const isProven = verdict !== 'lost' || !position.house.includes('take-back')
  return {
    verdict: isProven ? verdict : 'unknown',
    ...(moves && { moves: limits.line === 'short' ? shortest(position, moves, searches) : moves }),
    states: searches.states,
    ms: performance.now() - start,
  }
}
