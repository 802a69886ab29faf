// The heuristic of the beam: how far a board looks from a win, the lower, the better.
import { lowestBit } from './bits.ts'
import type { Board } from './board.ts'

/** What each feature of a board adds to its score; good things have a price below zero. */
export interface EvalWeights {
  /** Neighbours in a column that are not in order. */
  readonly breaks: number
  /** Pairs in a column of which the upper card hinders the lower one of its suit from going up. */
  readonly inversions: number
  /** Cards above any card of their suit that has to go up before them: each moves once more than up. */
  readonly blockers: number
  /** Cards in cells. */
  readonly cells: number
  readonly faceDown: number
  /** Cards in stock and waste. */
  readonly stock: number
  /** Cards on the foundations. */
  readonly up: number
  /** Empty columns. */
  readonly spaces: number
  /** Single moves and turns of the stock on the way, so that lines stay short. */
  readonly length: number
}

/** Scores are whole numbers of this fraction, so that sums of them are exact. */
const UNIT = 4096

/** Scores boards by one set of weights. */
export class Evaluator {
  readonly #board: Board
  readonly #weights: EvalWeights

  constructor(board: Board, weights: EvalWeights) {
    this.#board = board
    const scaled = Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * UNIT)])
    this.#weights = Object.fromEntries(scaled) as unknown as EvalWeights
  }

  /** The score of the board; only touched columns are looked at, the others keep what they had. */
  score(): number {
    const board = this.#board
    const weights = this.#weights
    for (let mask = board.touched & ((1 << board.columns) - 1); mask !== 0; mask &= mask - 1) {
      const column = lowestBit(mask)
      board.scores[column] = this.#scoreColumn(column)
    }
    let score =
      weights.cells * board.inCells +
      weights.stock * board.talonCount +
      weights.up * board.foundationTotal +
      weights.length * board.pathLength
    for (let column = 0; column < board.columns; column++) score += board.scores[column]
    return score
  }

  #scoreColumn(column: number): number {
    const { cards, orders, fits, length, down, stride } = this.#board
    const weights = this.#weights
    const base = column * stride
    const end = base + length[column]
    if (end === base) return weights.spaces
    const firstUp = base + down[column]
    let breaks = 0
    let blockers = 0
    let inversions = 0
    /** The lowest order seen of each suit, a byte for each. */
    let lowest = 0x7f7f7f7f
    for (let at = base; at < end; at++) {
      const card = cards[at]
      const order = orders[card]
      const shift = (card & 3) << 3
      if (at > firstUp && fits[card * 52 + cards[at - 1]] === 0) breaks++
      if (((lowest >> shift) & 127) < order) {
        blockers++
        if (weights.inversions !== 0)
          for (let below = base; below < at; below++)
            if (((cards[below] ^ card) & 3) === 0 && orders[cards[below]] < order) inversions++
      } else lowest = (lowest & ~(127 << shift)) | (order << shift)
    }
    return (
      weights.breaks * breaks +
      weights.blockers * blockers +
      weights.inversions * inversions +
      weights.faceDown * down[column]
    )
  }
}
