// How hopeful a board looks: the lower, the better.
import type { Board } from './board.ts'

export interface EvalWeights {
  /** Neighbours in a column that are not in order. */
  readonly breaks: number
  /** Cards that lie above a card of their suit which has to go up before them. */
  readonly inversions: number
  /** Cards that lie above any such card: each has to move once more than up. */
  readonly blockers: number
  readonly cells: number
  readonly faceDown: number
  readonly stock: number
  /** Cards on the foundations, and empty columns; good things count below zero. */
  readonly up: number
  readonly spaces: number
  /** Single moves and turns of the stock on the way, so that lines stay short. */
  readonly length: number
}

export function evaluate(board: Board, weights: EvalWeights): number {
  const { orders, fits } = board
  let breaks = 0
  let inversions = 0
  let blockers = 0
  let faceDown = 0
  let spaces = 0
  for (let column = 0; column < board.columns; column++) {
    const length = board.length[column]
    if (length === 0) {
      spaces++
      continue
    }
    const down = board.down[column]
    faceDown += down
    for (let row = 1; row < length; row++) {
      const card = board.at(column, row)
      const order = orders[card]
      if (row > down && fits[card * 52 + board.at(column, row - 1)] === 0) breaks++
      const before = inversions
      for (let below = 0; below < row; below++) {
        const other = board.at(column, below)
        if (((other ^ card) & 3) === 0 && orders[other] < order) inversions++
      }
      if (inversions > before) blockers++
    }
  }
  let up = 0
  for (let i = 0; i < 8; i++) up += board.up[i]
  return (
    weights.breaks * breaks +
    weights.inversions * inversions +
    weights.blockers * blockers +
    weights.cells * board.inCells +
    weights.faceDown * faceDown +
    weights.stock * board.left +
    weights.up * up +
    weights.spaces * spaces
  )
}

/** What is tried for a game: each of the weights with the first width, then with the next … */
export interface Plan {
  readonly widths: readonly number[]
  readonly weights: readonly EvalWeights[]
}

const none = {
  breaks: 0,
  inversions: 0,
  blockers: 0,
  cells: 0,
  faceDown: 0,
  stock: 0,
  up: 0,
  spaces: 0,
  length: 0,
}

/** The weights were found by trying them on 40 to 80 deals each; the comment says what came of it. */
export const PLANS: Readonly<Record<'towers' | 'dot' | 'klondike-1' | 'klondike-3', Plan>> = {
  // 61 of 80 deals fall to the first width, all to the fourth
  'towers': {
    widths: [15, 50, 200, 800, 3000, 9000],
    weights: [
      { ...none, breaks: 3.2, blockers: 0.9, cells: 1.1, up: -0.8, spaces: 1.5, length: 0.5 },
      { ...none, breaks: 2, inversions: 1.2, cells: 2, up: -1, spaces: -5, length: 0.25 },
    ],
  },
  // 60 of 60 with the first; a reward for length below 0.3 makes lines ten moves longer
  'dot': {
    widths: [15, 50, 200, 1000, 4000],
    weights: [{ ...none, breaks: 2, inversions: 0.6, up: -3, spaces: -1, length: 1.5 }],
  },
  // without a price on length lines are three to four times as long, and rarer
  'klondike-1': {
    widths: [20, 60, 300, 1500, 5000],
    weights: [
      {
        ...none,
        inversions: 0.9,
        blockers: -0.95,
        faceDown: 2.2,
        stock: 1.5,
        up: -1,
        spaces: -0.5,
        length: 0.8,
      },
      { ...none, breaks: 0.5, inversions: 1, faceDown: 5, stock: 0.4, spaces: -1, length: 0.1 },
    ],
  },
  'klondike-3': {
    widths: [30, 60, 300, 1500, 5000],
    weights: [
      { ...none, breaks: 1, inversions: 1.5, faceDown: 6, stock: 1, up: -0.3, spaces: -1, length: 0.4 },
      { ...none, breaks: 0.5, inversions: 1, faceDown: 5, stock: 0.4, spaces: -1, length: 0.05 },
    ],
  },
}
