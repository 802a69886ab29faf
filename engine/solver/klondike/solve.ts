// Whether a position of Klondike or Double Klondike can be won, and how: exact searches and a beam in turn.
import type { Game, Move, Position } from '../../rules/types.ts'
import { shortenLine } from '../shorten-line.ts'
import { Budget, type Solver, type Verdict } from '../types.ts'
import { KlondikeBeam } from './beam.ts'
import type { HeuristicWeights } from './heuristic.ts'
import { layoutOf, type Layout } from './layout.ts'
import { movesOfSteps } from './line.ts'
import { UP } from './state.ts'
import { StockSearch } from './stock-search.ts'
import { TableauSearch } from './tableau-search.ts'
import { trialsOf, type Refinement } from './trials.ts'

interface Found {
  readonly verdict: Verdict
  readonly steps?: readonly number[]
}
const UNKNOWN: Found = { verdict: 'unknown' }

/** The searches of one position, which can each be taken up again, and what they may still cost. */
class Searches {
  readonly layout: Layout
  readonly #end: number
  readonly #mostStates: number
  #exact: TableauSearch | StockSearch | undefined
  #relaxed: TableauSearch | undefined
  #beam: KlondikeBeam | undefined
  states = 0

  constructor(layout: Layout, { maxMs, maxStates }: Budget['left']) {
    this.layout = layout
    this.#end = performance.now() + maxMs
    this.#mostStates = maxStates
  }

  get isLate(): boolean {
    return performance.now() >= this.#end
  }

  get isOver(): boolean {
    return this.states >= this.#mostStates || this.isLate
  }

  /** So many states more of the exact search; when it ends without a win, the position is lost. */
  exact(most: number): Found {
    const layout = this.layout
    this.#exact ??= layout.turn === 1 ? new TableauSearch(layout) : new StockSearch(layout)
    const verdict = this.#run(this.#exact, most)
    if (verdict === 'open') return UNKNOWN
    return verdict === 'won' ? { verdict, steps: this.#exact.steps() } : { verdict }
  }

  /** So many states more of the search in which the stock is free: what is lost there is lost. */
  relaxed(most: number): Found {
    if (this.layout.turn === 1) return UNKNOWN // it would be the exact search
    this.#relaxed ??= new TableauSearch(this.layout, 1 << 20)
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

  /** A beam that follows so many states side by side, and finds only wins with shorter lines than before. */
  beam(width: number, weights: HeuristicWeights, part = 0): Found {
    if (this.isOver) return UNKNOWN
    const budget = new Budget({
      maxMs: this.#end - performance.now(),
      maxStates: this.#mostStates - this.states,
    })
    this.#beam ??= new KlondikeBeam(this.layout)
    const isFound = this.#beam.improve(width, weights, budget, Math.floor(part * this.#beam.moveCount))
    this.states += budget.states
    return isFound ? { verdict: 'won', steps: this.#beam.bestSteps() } : UNKNOWN
  }

  /** The searches in turn until one decides. */
  decide(): Found {
    const { decide, refine } = trialsOf(this.layout)
    for (const [search, size, weights] of decide) {
      const found = search === 'beam' ? this.beam(size, weights) : this[search](size)
      if (found.verdict === 'won' && search === 'beam') return this.refined(refine) ?? found
      if (found.verdict !== 'unknown') return found
    }
    return this.exact(Infinity)
  }

  /** The shortest line of the beams, after these have looked for a shorter one; undefined where none won. */
  refined(refinements: readonly Refinement[]): Found | undefined {
    for (const [width, weights, part] of refinements) this.beam(width, weights, part)
    const steps = this.#beam?.bestSteps()
    return steps && { verdict: 'won', steps }
  }
}

/** The line, or one that beams find for its length, whichever is shorter without its detours. */
function shortest(position: Position, moves: Move[], searches: Searches): Move[] {
  const line = shortenLine(position, moves, searches)
  const steps = searches.refined(trialsOf(searches.layout).shorten)?.steps
  if (!steps) return line
  const other = shortenLine(position, movesOfSteps(position, steps), searches)
  return other.length < line.length ? other : line
}

/** Whether a game is declared as the Klondikes are, with at most as many columns as a state has words for. */
function isKlondike({ deck, foundations, tableau, cells, stock, reserve, goal, of }: Game): boolean {
  const { takes, first, up, count } = foundations
  const { build, fill, take, overlap } = tableau
  return (
    stock?.by === 'draw' &&
    (stock.turn === 1 || stock.turn === 3) &&
    !(stock.passes ?? stock.onto ?? stock.open ?? cells ?? reserve ?? overlap ?? goal) &&
    deck.copies <= 2 &&
    count === deck.copies * deck.suits.length &&
    takes === 'card' &&
    first === 'A' &&
    [up, build].every(one => one.step === 1 && !one.wraps && !one.bothWays) &&
    up.suit === 'same' &&
    build.suit === 'alternating' &&
    fill === 'kings' &&
    take === 'run' &&
    of.tableau.length <= UP
  )
}

/** The searches of the Klondikes; what they say does not hold where the stock is shuffled. */
export const klondike: Solver = {
  id: 'klondike',
  supports(game, house) {
    if (!isKlondike(game) || house.includes('shuffle-on-recycle')) return undefined
    // Cards that may be taken back open ways that the searches do not follow: a loss stays unproven.
    return house.includes('take-back') ? 'wins-only' : 'exact'
  },
  solve(position, budget) {
    const layout = layoutOf(position)
    if (!layout) return { verdict: 'unknown' } // columns that cannot come from play
    const searches = new Searches(layout, budget.left)
    const { verdict, steps } = searches.decide()
    const moves = steps && movesOfSteps(position, steps)
    const line = moves && budget.line === 'short' ? shortest(position, moves, searches) : moves
    budget.add(searches.states)
    return { verdict, ...(line && { moves: line }) }
  },
}
