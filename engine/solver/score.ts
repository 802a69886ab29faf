// How hopeful a board looks: the lower, the better. The weights were found by trying.
import type { Board } from './board.ts'

export interface Weights {
  /** Neighbours in a column that are not in order. */
  readonly breaks: number
  /** Cards that lie above a card of their suit which has to go up before them. */
  readonly inversions: number
  readonly cells: number
  readonly faceDown: number
  readonly stock: number
  /** Cards on the foundations, and empty columns; good things count below zero. */
  readonly up: number
  readonly spaces: number
}

export function weigh(board: Board, weights: Weights): number {
  const { orders, fits } = board
  let breaks = 0
  let inversions = 0
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
      for (let below = 0; below < row; below++) {
        const other = board.at(column, below)
        if (((other ^ card) & 3) === 0 && orders[other] < order) inversions++
      }
    }
  }
  let up = 0
  for (let i = 0; i < 8; i++) up += board.up[i]
  return weights.breaks * breaks + weights.inversions * inversions + weights.cells * board.inCells + weights.faceDown * faceDown
    + weights.stock * board.left + weights.up * up + weights.spaces * spaces
}

/** What is tried in turn for each game, the most promising first. */
export const PORTFOLIO: Readonly<Record<string, readonly Weights[]>> = {
  'towers': [{ breaks: 3, inversions: 1.2, cells: 2, faceDown: 0, stock: 0, up: -2, spaces: -5 }],
  'dot': [{ breaks: 3, inversions: 0.6, cells: 0, faceDown: 0, stock: 0, up: -2, spaces: -2 }],
  'klondike-1': [
    { breaks: 0.5, inversions: 1, cells: 0, faceDown: 5, stock: 0.4, up: 0.5, spaces: -1 },
    { breaks: 0.5, inversions: 1.5, cells: 0, faceDown: 5, stock: 0.3, up: 0, spaces: -1 },
  ],
  'klondike-3': [
    { breaks: 0.5, inversions: 1, cells: 0, faceDown: 5, stock: 0.4, up: 0, spaces: -1 },
    { breaks: 0.5, inversions: 2, cells: 0, faceDown: 5, stock: 0.5, up: 0, spaces: -1 },
  ],
}
