// The heuristic of the beam search and the best-first search. Lower scores are better.
import { bitCount, lowestBit } from '../bits.ts'
import type { Board } from './board.ts'

/** The weight of each feature of a board in its score. */
class AllWeights {
  /** Neighbors that are not in order. */
  breaks = 0
  /** Neighbors in order that do not move as one. */
  suitBreaks = 0
  /** Pairs of cards of a suit in a column where the card nearer the bottom goes up first. */
  inversions = 0
  /** Cards above a card of their suit that goes up first. */
  blockers = 0
  cells = 0
  faceDown = 0
  /** Cards in stock and waste. */
  stock = 0
  waste = 0
  /** Cards on the foundations. */
  up = 0
  /** Empty columns. */
  spaces = 0
  reserve = 0
  suitsOut = 0
  /** Single moves from the start, to favor short lines. */
  length = 0
}

/** The weights that differ from 0. */
export type Weights = Readonly<Partial<AllWeights>>

/** Fixed-point scale, so that sums are exact. */
const UNIT = 4096

/** Fixed-point weights, and the cost of two neighbors by `52 · upper + lower`. */
interface Prices {
  readonly fits: Uint8Array
  readonly weights: Readonly<AllWeights>
  readonly pairs: Int32Array
}

/** Cached for the last game, because computing them takes longer than a narrow beam. */
const pricesByWeights = new WeakMap<Weights, Prices>()

function pricesOf({ fits, runs }: Board['game'], weights: Weights): Prices {
  const known = pricesByWeights.get(weights)
  if (known?.fits === fits) return known
  const scaled = Object.entries(weights).map(([name, weight]) => [name, Math.round(weight * UNIT)])
  const all = Object.assign(new AllWeights(), Object.fromEntries(scaled))
  const pairs = Int32Array.from(fits, (fit, i) =>
    fit === 0 ? all.breaks : runs[i] === 0 ? all.suitBreaks : 0,
  )
  const prices = { fits, weights: all, pairs }
  pricesByWeights.set(weights, prices)
  return prices
}

/** Scores a board by one set of weights. */
export class Evaluator {
  readonly #board: Board
  readonly #weights: Readonly<AllWeights>
  readonly #pairs: Int32Array
  readonly #countsOrder: boolean
  /** For each face, the lower of the two bits for its foundation order. */
  readonly #bits: Int32Array
  /** Scratch: for each suit, a mask of the bits of the cards nearer the bottom. */
  readonly #lower = new Int32Array(4)

  constructor(board: Board, weights: Weights) {
    this.#board = board
    const prices = pricesOf(board.game, weights)
    this.#weights = prices.weights
    this.#pairs = prices.pairs
    const { inversions, blockers } = this.#weights
    this.#countsOrder = board.game.foundations.takes === 'card' && (inversions !== 0 || blockers !== 0)
    this.#bits = new Int32Array(board.orders).map(order => 1 << (order << 1))
  }

  /** The score of the board. Scores only the touched columns again. */
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
    let at = firstUp
    if (down[column] > 0 && at < end) {
      score += weights.breaks
      at++
    }
    for (; at < end; at++) score += pairs[cards[at] * 52 + cards[at - 1]]
    return this.#countsOrder ? score + this.#scoreOrder(base, end) : score
  }

  #scoreOrder(base: number, end: number): number {
    const { cards } = this.#board
    const { inversions, blockers } = this.#weights
    const bits = this.#bits
    const lower = this.#lower
    let score = 0
    lower[0] = lower[1] = lower[2] = lower[3] = 0
    for (let at = base; at < end; at++) {
      const card = cards[at]
      const suit = card & 3
      const bit = bits[card]
      const all = lower[suit]
      const below = all & (bit - 1)
      if (below !== 0) score += inversions === 0 ? blockers : blockers + inversions * bitCount(below)
      lower[suit] = all | ((all & bit) !== 0 ? bit << 1 : bit)
    }
    return score
  }
}
