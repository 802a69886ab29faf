// The heuristic of the beam. Lower scores are better.
import { bitCount } from '../bits.ts'
import { downOf, EMPTY, headRankOf, suitAt, topRankOf } from './column.ts'
import type { Layout } from './layout.ts'
import type { StockMoves } from './stock-moves.ts'
import { STOCK, UP, WORDS, type StateStack } from './state.ts'

/** The weight of each feature of a state in its score. */
export interface HeuristicWeights {
  /** Pairs of cards of a suit in a column where the card nearer the bottom goes up first. */
  readonly inversions: number
  /** Cards above a card of their suit that goes up first. */
  readonly blockers: number
  readonly faceDown: number
  /** Face-up cards after the first, in columns with face-down cards. */
  readonly onDown: number
  /** Cards in stock and waste. */
  readonly stock: number
  readonly up: number
  readonly spaces: number
  /** Moves and turns of the stock, without moves to foundations. */
  readonly length: number
}

/** Scores states of one layout. */
export class Heuristic {
  readonly weights: HeuristicWeights
  readonly #columns: number
  /** The cost of a face-up card above `down` face-down ones, at index `(16 · column + down) · 52 + face`. */
  readonly #cardCosts: Float64Array
  /** The cost of a column's bottom `down` cards while they are face down, at index `16 · column + down`. */
  readonly #downCosts: Float64Array
  /** The cost of each column of the state that was read, and their sum. */
  readonly #costs: Float64Array
  #columnsCost = 0
  #restCost = 0

  constructor({ columns, hidden, start }: Layout, weights: HeuristicWeights) {
    this.weights = weights
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

  /** Reads the state on top; `ofChild` and `ofStockOnto` score its children. */
  read(stack: StateStack): void {
    const { words, base } = stack
    this.#columnsCost = 0
    for (let j = 0; j < this.#columns; j++) {
      this.#costs[j] = this.#costOf(j, words[base + j])
      this.#columnsCost += this.#costs[j]
    }
    this.#restCost = this.#restOf(stack)
  }

  /** The score of the state on top, without `length`; its parent, on the level below, must have been read. */
  ofChild(stack: StateStack): number {
    const { words, base } = stack
    let cost = this.#columnsCost
    for (let j = 0; j < this.#columns; j++) {
      const column = words[base + j]
      if (column !== words[base - WORDS + j]) cost += this.#costOf(j, column) - this.#costs[j]
    }
    return cost + this.#restOf(stack)
  }

  /** Like `ofChild`, for the child in which a stock card moves onto a column, without making the move. */
  ofStockOnto(stack: StockMoves, code: number): number {
    const to = stack.targetOf(code)
    const change = this.#costOf(to, stack.targetAfter(code)) - this.#costs[to]
    return this.#columnsCost + change + this.#restCost - this.weights.stock
  }

  /** The cost of the stock, the waste and the foundations. */
  #restOf({ words, base }: StateStack): number {
    const { stock, up } = this.weights
    const counts = words[base + UP]
    const pairs = (counts & 0x0f0f0f0f) + ((counts >>> 4) & 0x0f0f0f0f)
    const left = bitCount(words[base + STOCK]) + bitCount(words[base + STOCK + 1])
    return stock * left + up * (Math.imul(pairs, 0x01010101) >>> 24)
  }

  #costOf(j: number, column: number): number {
    if (column === EMPTY) return this.weights.spaces
    const down = downOf(column)
    if (down === 0) return 0
    const at = 16 * j + down
    let cost = this.#downCosts[at]
    const head = headRankOf(column)
    const top = topRankOf(column)
    cost += this.weights.onDown * (head - top)
    for (let rank = top; rank <= head; rank++)
      cost += this.#cardCosts[52 * at + 4 * rank + suitAt(column, rank)]
    return cost
  }
}
