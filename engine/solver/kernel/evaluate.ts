// How far a board looks from a win, the lower, the better.
import { lowestBit } from '../bits.ts'
import type { Board } from './board.ts'

/** What each feature of a board adds to its score; good things have a price below zero. */
export interface Weights {
  /** Neighbors in a column that are not in order. */
  readonly breaks?: number
  /** Neighbors in order that do not move as one. */
  readonly suitBreaks?: number
  /** Pairs of a suit in a column of which the upper card goes up after the lower one. */
  readonly inversions?: number
  /** Cards above any card of their suit that has to go up before them. */
  readonly blockers?: number
  readonly cells?: number
  readonly faceDown?: number
  /** Cards in stock and waste. */
  readonly stock?: number
  readonly waste?: number
  /** Cards on the foundations. */
  readonly up?: number
  /** Empty columns. */
  readonly spaces?: number
  readonly reserve?: number
  readonly suitsOut?: number
  /** Single moves on the way, so that lines stay short. */
  readonly length?: number
}

/** Scores are whole numbers of this fraction, so that sums of them are exact. */
const UNIT = 4096

const NO_WEIGHTS: Required<Weights> = {
  breaks: 0,
  suitBreaks: 0,
  inversions: 0,
  blockers: 0,
  cells: 0,
  faceDown: 0,
  stock: 0,
  waste: 0,
  up: 0,
  spaces: 0,
  reserve: 0,
  suitsOut: 0,
  length: 0,
}

/** Scores boards by one set of weights. */
export class Evaluator {
  readonly #board: Board
  readonly #weights: Required<Weights>
  /** What two neighbors add, by the upper and the lower face. */
  readonly #pairs: Int32Array
  readonly #countsOrder: boolean

  constructor(board: Board, weights: Weights) {
    this.#board = board
    const scaled = Object.entries(weights).map(([name, weight]) => [name, Math.round(Number(weight) * UNIT)])
    this.#weights = { ...NO_WEIGHTS, ...Object.fromEntries(scaled) }
    const { breaks, suitBreaks, inversions, blockers } = this.#weights
    const { fits, runs, foundations } = board.game
    this.#pairs = new Int32Array(fits.length)
    for (let i = 0; i < fits.length; i++)
      this.#pairs[i] = fits[i] === 0 ? breaks : runs[i] === 0 ? suitBreaks : 0
    this.#countsOrder = foundations.takes === 'card' && (inversions !== 0 || blockers !== 0)
  }

  /** The score of the board; only touched columns are looked at, the others keep what they had. */
  score(): number {
    const board = this.#board
    const weights = this.#weights
    const { scores } = board
    for (let mask = board.touched & ((1 << board.columns) - 1); mask !== 0; mask &= mask - 1) {
      const column = lowestBit(mask)
      scores[column] = this.#scoreColumn(column)
    }
    let score =
      weights.cells * board.inCells +
      weights.stock * board.talonCount +
      weights.waste * board.turned +
      weights.up * board.upTotal +
      weights.reserve * board.inReserve +
      weights.suitsOut * board.suitsOut +
      weights.length * board.pathLength
    for (let column = 0; column < board.columns; column++) score += scores[column]
    return score
  }

  #scoreColumn(column: number): number {
    const { cards, length, down, stride } = this.#board
    const weights = this.#weights
    const pairs = this.#pairs
    const base = column * stride
    const end = base + length[column]
    if (end === base) return weights.spaces
    const firstUp = base + Math.max(1, down[column])
    let score = weights.faceDown * down[column] + weights.breaks * (firstUp - base - 1)
    if (down[column] > 0 && firstUp < end) {
      // The lowest card that lies face up is out of order on what is hidden below it.
      score += weights.breaks
      for (let at = firstUp + 1; at < end; at++) score += pairs[cards[at] * 52 + cards[at - 1]]
    } else for (let at = firstUp; at < end; at++) score += pairs[cards[at] * 52 + cards[at - 1]]
    return this.#countsOrder ? score + this.#scoreOrder(base, end) : score
  }

  #scoreOrder(base: number, end: number): number {
    const { cards, orders } = this.#board
    const weights = this.#weights
    let blockers = 0
    let inversions = 0
    /** The lowest order seen of each suit, a byte for each. */
    let lowest = 0x7f7f7f7f
    for (let at = base; at < end; at++) {
      const card = cards[at]
      const order = orders[card]
      const shift = (card & 3) << 3
      if (((lowest >> shift) & 127) < order) {
        blockers++
        if (weights.inversions !== 0)
          for (let below = base; below < at; below++)
            if (((cards[below] ^ card) & 3) === 0 && orders[cards[below]] < order) inversions++
      } else lowest = (lowest & ~(127 << shift)) | (order << shift)
    }
    return weights.blockers * blockers + weights.inversions * inversions
  }
}
