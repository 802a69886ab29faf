// How hopeful a state of Klondike looks: the lower, the better.
import { downOf, EMPTY, headRankOf, suitAt, topRankOf } from './column.ts'
import type { Layout } from './layout.ts'
import { STOCK, UP, type StateStack } from './state.ts'

/** What each feature of a state costs; the sum is its score. */
export interface HeuristicWeights {
  /** Cards above a card of their suit that goes up before them, each counted once for every such card. */
  readonly inversions: number
  /** Cards above any such card. */
  readonly blockers: number
  readonly faceDown: number
  /** Cards of the stock and the waste. */
  readonly stock: number
  readonly up: number
  readonly spaces: number
  /** Moves between columns, from the waste onto columns, and turns of the stock, so that lines stay short. */
  readonly length: number
}

const bitsOf = (word: number): number => {
  let x = word - ((word >>> 1) & 0x55555555)
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333)
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Weighs states of one layout. */
export class Heuristic {
  readonly #weights: HeuristicWeights
  readonly #columns: number
  /** What a face-up card costs on so many face-down cards of a column: `(16 · column + down) · 52 + face`. */
  readonly #cardCosts: Float64Array
  /** What the face-down cards of a column cost, by `16 · column + down`. */
  readonly #downCosts: Float64Array

  constructor({ columns, hidden, start }: Layout, weights: HeuristicWeights) {
    this.#weights = weights
    this.#columns = columns
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

  /** Weighs the state on top, but for the length of the way to it. */
  of({ words, base }: StateStack): number {
    const weights = this.#weights
    const left = bitsOf(words[base + STOCK]) + bitsOf(words[base + STOCK + 1])
    let cost = weights.stock * left
    for (let j = 0; j < this.#columns; j++) {
      const column = words[base + j]
      if (column === EMPTY) {
        cost += weights.spaces
        continue
      }
      const at = 16 * j + downOf(column)
      cost += this.#downCosts[at]
      if (downOf(column) === 0) continue
      const head = headRankOf(column)
      for (let rank = topRankOf(column); rank <= head; rank++)
        cost += this.#cardCosts[52 * at + 4 * rank + suitAt(column, rank)]
    }
    const up = words[base + UP]
    const pairs = (up & 0x0f0f0f0f) + ((up >>> 4) & 0x0f0f0f0f)
    return cost + weights.up * (Math.imul(pairs, 0x01010101) >>> 24)
  }
}
