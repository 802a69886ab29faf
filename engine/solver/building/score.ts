// How far a board of a building game is from a win, by guess.
import { lowestBit } from '../bits.ts'
import type { BuildingBoard } from './board.ts'
import type { Weights } from './schedule.ts'

/** What the cards of one column add. */
function scoreColumn(board: BuildingBoard, column: number, weights: Weights): number {
  const { game } = board
  const length = board.length[column]
  const down = board.down[column]
  const isWholeSuits = game.foundations.takes === 'suit'
  const countsOrder = Boolean(weights.inversions) || Boolean(weights.blockers)
  let breaks = 0
  let suitBreaks = 0
  let inversions = 0
  let blockers = 0
  for (let row = 1; row < length; row++) {
    const face = board.at(column, row)
    const below = board.at(column, row - 1)
    if (row <= down || game.fits[face * 52 + below] === 0) breaks++
    else if (game.runs[face * 52 + below] === 0) suitBreaks++
    if (!countsOrder || isWholeSuits) continue
    const order = board.order(face)
    let lower = 0
    for (let under = 0; under < row; under++) {
      const other = board.at(column, under)
      if (((other ^ face) & 3) === 0 && board.order(other) < order) lower++
    }
    inversions += lower
    if (lower > 0) blockers++
  }
  return (
    (weights.breaks ?? 0) * breaks +
    (weights.suitBreaks ?? 0) * suitBreaks +
    (weights.inversions ?? 0) * inversions +
    (weights.blockers ?? 0) * blockers +
    (weights.faceDown ?? 0) * down
  )
}

/** Scores are whole numbers: so many of them make one of a weight. */
const SCORE_UNIT = 4096

/** The scores of a board and its children, of which only the columns that changed are weighed again. */
export class Scorer {
  readonly #board: BuildingBoard
  readonly #weights: Weights
  readonly #columns: Int32Array
  #sum = 0

  constructor(board: BuildingBoard, weights: Weights) {
    this.#board = board
    this.#weights = weights
    this.#columns = new Int32Array(board.columns)
  }

  /** Weighs the board that was unpacked last. */
  read(): void {
    this.#sum = 0
    for (let column = 0; column < this.#columns.length; column++)
      this.#sum += this.#columns[column] = this.#scoreColumn(column)
  }

  /** The score of the board as it is now; lower is better. */
  score(): number {
    let score = this.#sum + this.#scoreRest()
    for (let bits = this.#board.touched; bits !== 0; bits &= bits - 1) {
      const column = lowestBit(bits)
      score += this.#scoreColumn(column) - this.#columns[column]
    }
    return score
  }

  #scoreColumn(column: number): number {
    const isSpace = this.#board.length[column] === 0
    const score = isSpace ? (this.#weights.spaces ?? 0) : scoreColumn(this.#board, column, this.#weights)
    return Math.round(SCORE_UNIT * score)
  }

  /** What the piles beside the columns add. */
  #scoreRest(): number {
    const { inCells, talonCount, turned, up, inReserve, suitsOut } = this.#board
    const weights = this.#weights
    let isUp = 0
    for (let i = 0; i < 8; i++) isUp += up[i]
    const score =
      (weights.cells ?? 0) * inCells +
      (weights.stock ?? 0) * talonCount +
      (weights.waste ?? 0) * turned +
      (weights.up ?? 0) * isUp +
      (weights.reserve ?? 0) * inReserve +
      (weights.suitsOut ?? 0) * suitsOut
    return Math.round(SCORE_UNIT * score)
  }
}
