// How hopeful a state of Klondike looks: the lower, the better.
import { bitCount } from '../bits.ts'
import { downOf, EMPTY, headRankOf, suitAt, topRankOf } from './column.ts'
import type { Layout } from './layout.ts'
import type { StockMoves } from './stock-moves.ts'
import { STOCK, UP, WORDS, type StateStack } from './state.ts'

/** What each feature of a state costs; the sum is its score. */
export interface HeuristicWeights {
  /** Cards above a card of their suit that goes up before them, each counted once for every such card. */
  readonly inversions: number
  /** Cards above any such card. */
  readonly blockers: number
  readonly faceDown: number
  /** Face-up cards but for one in a column that has face-down ones. */
  readonly onDown: number
  /** Cards of the stock and the waste. */
  readonly stock: number
  readonly up: number
  readonly spaces: number
  /** Moves between columns, from the waste onto columns, and turns of the stock, so that lines stay short. */
  readonly length: number
}

/** Weighs states of one layout. */
export class Heuristic {
  readonly #weights: HeuristicWeights
  readonly #columns: number
  /** What a face-up card costs on so many face-down cards of a column: `(16 · column + down) · 52 + face`. */
  readonly #cardCosts: Float64Array
  /** What the face-down cards of a column cost, by `16 · column + down`. */
  readonly #downCosts: Float64Array
  /** What each column of the state below costs, and all of them together. */
  readonly #costs: Float64Array
  #columnsCost = 0
  /** What the state below costs beside them. */
  #restCost = 0

  constructor({ columns, hidden, start }: Layout, weights: HeuristicWeights) {
    this.#weights = weights
    this.#columns = columns
    this.#costs = new Float64Array(columns)
    this.#cardCosts = new Float64Array(16 * columns * 52)
    this.#downCosts = new Float64Array(16 * columns)
    for (let j = 0; j < columns; j++)
      for (let down = 0; down <= downOf(start[j]); down++) {
        const at = 16 * j + down
        for (let face = 0; face < 52; face++) {
          let lower = 0
          for (let row = 0; row < down; row++) {
            const below = hidden[16 * j + row]
            if (((below ^ face) & 3) === 0 && below < face) lower++
          }
          this.#cardCosts[52 * at + face] = weights.inversions * lower + (lower > 0 ? weights.blockers : 0)
        }
        if (down > 0)
          this.#downCosts[at] =
            this.#downCosts[at - 1] + weights.faceDown + this.#cardCosts[52 * (at - 1) + hidden[at - 1]]
      }
  }

  /** Reads the state on top; `ofChild` and `ofLaying` then weigh the states one move further. */
  read(stack: StateStack): void {
    const { words, base } = stack
    this.#columnsCost = 0
    for (let j = 0; j < this.#columns; j++) {
      this.#costs[j] = this.#costOf(j, words[base + j])
      this.#columnsCost += this.#costs[j]
    }
    this.#restCost = this.#restOf(stack)
  }

  /**
   * Weighs the state on top, but for the length of the way to it. Only the columns that differ from those of
   * the level below, which was read, are looked at.
   */
  ofChild(stack: StateStack): number {
    const { words, base } = stack
    let cost = this.#columnsCost
    for (let j = 0; j < this.#columns; j++) {
      const column = words[base + j]
      if (column !== words[base - WORDS + j]) cost += this.#costOf(j, column) - this.#costs[j]
    }
    return cost + this.#restOf(stack)
  }

  /** What `ofChild` would say of the state after a move that lays a card of the stock onto a column. */
  ofLaying(stack: StockMoves, code: number): number {
    const to = stack.targetOf(code)
    const change = this.#costOf(to, stack.withLaid(code)) - this.#costs[to]
    return this.#columnsCost + change + this.#restCost - this.#weights.stock
  }

  /** What the cards that are not in columns cost. */
  #restOf({ words, base }: StateStack): number {
    const { stock, up } = this.#weights
    const counts = words[base + UP]
    const pairs = (counts & 0x0f0f0f0f) + ((counts >>> 4) & 0x0f0f0f0f)
    const left = bitCount(words[base + STOCK]) + bitCount(words[base + STOCK + 1])
    return stock * left + up * (Math.imul(pairs, 0x01010101) >>> 24)
  }

  #costOf(j: number, column: number): number {
    if (column === EMPTY) return this.#weights.spaces
    const down = downOf(column)
    if (down === 0) return 0
    const at = 16 * j + down
    let cost = this.#downCosts[at]
    const head = headRankOf(column)
    const top = topRankOf(column)
    cost += this.#weights.onDown * (head - top)
    for (let rank = top; rank <= head; rank++)
      cost += this.#cardCosts[52 * at + 4 * rank + suitAt(column, rank)]
    return cost
  }
}
