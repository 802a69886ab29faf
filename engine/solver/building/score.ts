// How far a board of a building game is from a win, by guess.
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

/** The score of a board; lower is better. */
export function scoreOf(board: BuildingBoard, weights: Weights): number {
  let score = 0
  for (let column = 0; column < board.columns; column++)
    score += board.length[column] === 0 ? (weights.spaces ?? 0) : scoreColumn(board, column, weights)
  let up = 0
  for (let i = 0; i < 8; i++) up += board.up[i]
  return (
    score +
    (weights.cells ?? 0) * board.inCells +
    (weights.stock ?? 0) * board.talonCount +
    (weights.waste ?? 0) * board.turned +
    (weights.up ?? 0) * up +
    (weights.reserve ?? 0) * board.inReserve +
    (weights.suitsOut ?? 0) * board.suitsOut
  )
}
