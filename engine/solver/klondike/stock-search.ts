// Klondike where several cards are turned at a time, exactly: a search in which the stock counts, as every
// card played from it shifts the order in which the others come. docs/solvers-klondike.md says why it loses
// nothing.
import type { Layout } from './layout.ts'
import { LEVELS, STOCK, TURNED } from './state.ts'
import { StockMoves } from './stock-moves.ts'
import { TranspositionTable } from './transposition-table.ts'
import { TableauSearch } from './tableau-search.ts'

/** Mixed into the hash of a state whose next move must fill the column that was just emptied. */
const MUST_FILL = 0x5bd1e995

/** The exact search from the position of a layout. It can be taken up again where it stopped. */
export class StockSearch extends StockMoves {
  readonly #seen: TranspositionTable
  readonly #relaxed: TableauSearch
  /** States below one after which it is asked whether that one could be won were the stock free. */
  readonly #patience: number
  /** For each level: the next of its moves, their end, and whether the next one must fill a space. */
  readonly #next = new Int32Array(LEVELS)
  readonly #end = new Int32Array(LEVELS + 1)
  readonly #must = new Uint8Array(LEVELS)
  /** For each level, `nodes` when it was entered, and from how many on it is asked. */
  readonly #entered = new Float64Array(LEVELS)
  readonly #ask = new Float64Array(LEVELS)
  #depth = -1
  #nodes = 0
  /** States that were looked at to ask whether a state could be won were the stock free. */
  #relaxedNodes = 0

  constructor(layout: Layout, mostSlots = 1 << 21, patience = 3000) {
    super(layout)
    this.#seen = new TranspositionTable(layout.turn, mostSlots)
    this.#relaxed = new TableauSearch(layout, 1 << 18)
    this.#patience = patience
  }

  /** States that were looked at so far. */
  get states(): number {
    return this.#nodes + this.#relaxedNodes
  }

  /**
   * Searches on, `most` states further: `won`, `lost` when all was searched, or `open`, and then it can be
   * called again.
   */
  search(most: number, end = Infinity): 'won' | 'lost' | 'open' {
    const limit = this.states + most
    if (this.#depth < 0) {
      this.begin(() => void this.raiseSafe())
      this.#enter(0)
      if (this.isWon) return 'won'
    }
    while (this.#depth >= 0) {
      const depth = this.#depth
      if (this.#next[depth] === this.#end[depth]) {
        this.#depth--
        continue
      }
      const code = this.moves[this.#next[depth]++]
      if (this.level !== depth) this.ascendTo(depth)
      this.descend()
      const must = this.play(code)
      if (!this.#isNew(must)) continue
      this.#must[depth + 1] = must ? 1 : 0
      this.#enter(depth + 1)
      if (this.isWon) return 'won'
      if ((this.#nodes & 31) === 0) this.#leaveHopeless(end)
      if (this.states >= limit || ((this.#nodes & 255) === 0 && performance.now() >= end)) return 'open'
    }
    return 'lost'
  }

  /** The steps of the way from the start to the state on top. */
  steps(): number[] {
    return this.replay(
      this.#depth,
      level => this.moves[this.#next[level] - 1],
      code => this.play(code),
    )
  }

  #isNew(must: boolean): boolean {
    const waste = this.words[this.base + TURNED]
    if (!must) return this.#seen.enter(this.low, this.high, waste)
    return (
      !this.#seen.knows(this.low, this.high, waste) &&
      this.#seen.enter(this.low ^ MUST_FILL, this.high, waste)
    )
  }

  #enter(depth: number): void {
    this.#depth = depth
    this.#nodes++
    this.#entered[depth] = this.#nodes
    this.#ask[depth] = depth === 0 ? Infinity : this.#nodes + this.#patience
    this.count = depth === 0 ? 0 : this.#end[depth - 1]
    this.#next[depth] = this.count
    this.generate(this.#must[depth] === 1)
    this.#end[depth] = this.count
  }

  /**
   * Asks of the states on the way that have cost much whether they could be won if every card of the stock
   * were at hand, and leaves the first that could not. The search for that may cost half as much again; when
   * it stays open, it is asked again at four times the cost.
   */
  #leaveHopeless(end: number): void {
    for (let depth = 1; depth <= this.#depth; depth++) {
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
      if (verdict === 'lost') {
        this.#depth = depth - 1
        return
      }
      this.#ask[depth] = verdict === 'won' ? Infinity : this.#entered[depth] + 4 * cost
    }
  }
}
