// Exact search of Klondike with several cards turned at a time. docs/solvers-klondike.md explains why it
// misses no win.
import type { Budget } from '../types.ts'
import type { Layout } from './layout.ts'
import { LEVELS, STOCK } from './state.ts'
import { StockMoves } from './stock-moves.ts'
import { TableauSearch } from './tableau-search.ts'

/** The exact search of a layout. */
export class StockSearch extends StockMoves {
  readonly #relaxed: TableauSearch
  /** The number of states of a subtree after which the relaxed search checks its root. */
  readonly #patience: number
  /** For each level, `#nodes` at entry, and the value after which the relaxed search checks its state. */
  readonly #entered = new Float64Array(LEVELS)
  readonly #ask = new Float64Array(LEVELS)
  /** States visited by the relaxed search. */
  #relaxedNodes = 0

  constructor(layout: Layout, maxSlots = 1 << 21, patience = 3000) {
    super(layout, maxSlots)
    this.#relaxed = new TableauSearch(layout, 1 << 18)
    this.#patience = patience
  }

  get #nodes(): number {
    return this.states - this.#relaxedNodes
  }

  /**
   * Runs the relaxed search on states of the path with expensive subtrees, for at most half their cost, and
   * backtracks from the first that is lost. A state that stays open is checked again at four times the cost.
   */
  protected override prune(budget: Budget): void {
    this.#entered[this.depth] = this.#nodes
    this.#ask[this.depth] = this.#nodes + this.#patience
    if ((this.#nodes & 31) !== 0) return
    for (let depth = 1; depth <= this.depth; depth++) {
      if (this.#nodes <= this.#ask[depth]) continue
      const cost = this.#nodes - this.#entered[depth]
      const { words, layout } = this
      const base = depth << 4
      this.#relaxed.restart(
        words,
        base,
        layout.stock.filter((_, index) => (words[base + STOCK + (index >> 5)] >> (index & 31)) & 1),
      )
      const verdict = this.#relaxed.search(cost >> 1, budget)
      this.#relaxedNodes += this.#relaxed.states
      this.states += this.#relaxed.states
      if (verdict === 'lost') {
        this.depth = depth - 1
        return
      }
      this.#ask[depth] = verdict === 'won' ? Infinity : this.#entered[depth] + 4 * cost
    }
  }
}
