// Klondike where several cards are turned at a time, exactly: a search in which the stock counts, as every
// card played from it shifts the order in which the others come. docs/solvers-klondike.md says why it loses
// nothing.
import type { Layout } from './layout.ts'
import { LEVELS, STOCK } from './state.ts'
import { StockMoves } from './stock-moves.ts'
import { TableauSearch } from './tableau-search.ts'

/** The exact search from the position of a layout. */
export class StockSearch extends StockMoves {
  readonly #relaxed: TableauSearch
  /** States below one after which it is asked whether that one could be won were the stock free. */
  readonly #patience: number
  /** For each level, `#nodes` when it was entered, and from how many on it is asked. */
  readonly #entered = new Float64Array(LEVELS)
  readonly #ask = new Float64Array(LEVELS)
  /** States that were looked at to ask whether a state could be won were the stock free. */
  #relaxedNodes = 0

  constructor(layout: Layout, mostSlots = 1 << 21, patience = 3000) {
    super(layout, mostSlots)
    this.#relaxed = new TableauSearch(layout, 1 << 18)
    this.#patience = patience
  }

  get #nodes(): number {
    return this.states - this.#relaxedNodes
  }

  /**
   * Asks of the states on the way that have cost much whether they could be won if every card of the stock
   * were at hand, and leaves the first that could not. The search for that may cost half as much again; when
   * it stays open, it is asked again at four times the cost.
   */
  protected override prune(end: number): void {
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
        layout.stock.filter((_, place) => (words[base + STOCK + (place >> 5)] >> (place & 31)) & 1),
      )
      const verdict = this.#relaxed.search(cost >> 1, end)
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
