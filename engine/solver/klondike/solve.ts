// The solver of Klondike games: exact searches, relaxed searches and beams, in the order of `trials.ts`.
import { dealGame } from '../../rules/deal.ts'
import { recyclesLeft } from '../../rules/stock.ts'
import type { DrawRule, Game, Move, Position } from '../../rules/types.ts'
import { downAlternating, downInSuit, isSameBuild } from '../../rules/vocabulary.ts'
import { shorterLine } from '../shorten-line.ts'
import type { Budget, Found, Solver } from '../types.ts'
import { KlondikeBeam } from './beam.ts'
import type { HeuristicWeights } from './heuristic.ts'
import { layoutOf, type Layout } from './layout.ts'
import { movesOfSteps } from './line.ts'
import { UP } from './state.ts'
import { StockSearch } from './stock-search.ts'
import { TableauSearch } from './tableau-search.ts'
import { trialsOf, type Refinement } from './trials.ts'

const UNKNOWN: Found = { verdict: 'unknown' }

/** The searches of one position. The exact and the relaxed one can be resumed; beams can be run again. */
class Searches {
  readonly layout: Layout
  readonly #budget: Budget
  #exact: TableauSearch | StockSearch | undefined
  #relaxed: TableauSearch | undefined
  #beam: KlondikeBeam | undefined

  constructor(layout: Layout, budget: Budget) {
    this.layout = layout
    this.#budget = budget
  }

  get #isOver(): boolean {
    return this.#budget.isSpent || this.#budget.isLate
  }

  /** Continues the exact search for at most `maxStates` more states. */
  exact(maxStates: number): Found {
    const layout = this.layout
    this.#exact ??= layout.turn === 1 ? new TableauSearch(layout) : new StockSearch(layout)
    if (this.#isOver) return UNKNOWN
    const verdict = this.#exact.search(maxStates, this.#budget)
    return verdict === 'won' ? { verdict, steps: this.#exact.steps() } : { verdict }
  }

  /** Continues the relaxed search, in which every stock card is available. It can only prove a loss. */
  relaxed(maxStates: number): Found {
    if (this.layout.turn === 1) return UNKNOWN // it would be the exact search
    this.#relaxed ??= new TableauSearch(this.layout, 1 << 20)
    if (this.#relaxed.isDone || this.#isOver) return UNKNOWN
    return this.#relaxed.search(maxStates, this.#budget) === 'lost' ? { verdict: 'lost' } : UNKNOWN
  }

  beam(width: number, weights: HeuristicWeights, part = 0): Found {
    if (this.#isOver) return UNKNOWN
    this.#beam ??= new KlondikeBeam(this.layout)
    const isFound = this.#beam.improve(width, weights, this.#budget, part)
    return isFound ? { verdict: 'won', steps: this.#beam.bestSteps() } : UNKNOWN
  }

  decide(): Found {
    const { decide, refine } = trialsOf(this.layout)
    for (const [search, size, weights] of decide) {
      const found = search === 'beam' ? this.beam(size, weights) : this[search](size)
      if (found.verdict === 'won' && search === 'beam') return this.refined(refine) ?? found
      if (found.verdict !== 'unknown') return found
    }
    return this.exact(Infinity)
  }

  /** Runs more beams; returns the steps of the shortest line of all beams, or undefined if none has won. */
  refined(refinements: readonly Refinement[]): Found | undefined {
    for (const [width, weights, part] of refinements) this.beam(width, weights, part)
    const steps = this.#beam?.bestSteps()
    return steps && { verdict: 'won', steps }
  }
}

/** Whether a game has the rules of Klondike with at least two passes, and columns that fit the state. */
function isKlondike({ deck, foundations, tableau, cells, stock, reserve, goal, of }: Game): boolean {
  const { takes, first, up, count } = foundations
  const { build, fill, take, overlap } = tableau
  return (
    stock?.by === 'draw' &&
    (stock.turn === 1 || stock.turn === 3) &&
    stock.passes !== 1 &&
    !(stock.onto ?? stock.open ?? cells ?? reserve ?? overlap ?? goal) &&
    deck.copies <= 2 &&
    count === deck.copies * deck.suits.length &&
    takes === 'card' &&
    first === 'A' &&
    isSameBuild(up, downInSuit) &&
    isSameBuild(build, downAlternating) &&
    fill === 'kings' &&
    take === 'run' &&
    of.tableau.length <= UP
  )
}

const isRecycle = ({ kind }: Move): boolean => kind === 'recycle'

/** The solver of the Klondikes, unless the waste is shuffled. */
export const klondike: Solver = {
  supports(game, house) {
    if (!isKlondike(game) || house.includes('shuffle-on-recycle')) return undefined
    return layoutOf(dealGame(game, 1)) && 'exact'
  },
  solve(limited, budget) {
    // The searches do not count passes. A loss is valid for any limit, a win only if its line is within it.
    const recycles = recyclesLeft(limited)
    const stock = { ...(limited.game.stock as DrawRule), passes: undefined }
    const position: Position = { ...limited, game: { ...limited.game, stock } }
    const layout = layoutOf(position)
    if (!layout) return { verdict: 'unknown' } // unreachable by play, or too large
    const searches = new Searches(layout, budget)
    const { verdict, steps } = searches.decide()
    if (!steps) return { verdict }
    const moves = movesOfSteps(position, steps)
    if (budget.line === 'first' && recycles === Infinity) return { verdict, moves }
    const second = () => {
      const steps = searches.refined(trialsOf(layout).shorten)?.steps
      return steps && movesOfSteps(position, steps)
    }
    const shorter = shorterLine(position, moves, second, budget)
    // The shorter line can need more passes than the first one.
    const allowed = [shorter, moves].find(line => line.filter(isRecycle).length <= recycles)
    return allowed ? { verdict, moves: allowed } : { verdict: 'unknown' }
  },
}
