// What the solver tries for a game, one attempt after another.
import type { Game } from '../rules/types.ts'
import type { EvalWeights } from './evaluate.ts'

/** A beam of some width, or an exhaustive search that may remember so many boards. */
export type Attempt = { readonly width: number; readonly weights: EvalWeights } | { readonly maxSeen: number }

/** The attempts on a game, in order; the first that decides the position is the last. */
export interface Schedule {
  readonly attempts: readonly Attempt[]
  /** The beam that looks for a shorter line once a win is known. */
  readonly short?: { readonly width: number; readonly weights: EvalWeights }
}

const none: EvalWeights = {
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
const beam = (width: number, weights: EvalWeights): Attempt => ({ width, weights })
const proof = (maxSeen: number): Attempt => ({ maxSeen })

// Weights for the towers, from trials of 80 random ones on the deals that the others did not win. Cells are
// dear in the best of them; what one set misses another finds at the same width, rather than it at a greater.
const balanced = { ...none, breaks: 1, blockers: 0.2, cells: 2.3, up: -0.75, spaces: 0.25, length: 0.25 }
const dearCells = { ...none, breaks: 1, blockers: 0.42, cells: 3.66, up: -0.21, length: 0.46 }
const dearSpaces = { ...none, breaks: 1, blockers: 0.5, cells: 3.44, up: 0.27, spaces: -6.7, length: 0.31 }
const fewInversions = { ...none, breaks: 2, inversions: 1.2, cells: 2, up: -1, spaces: -5, length: 0.25 }
const mixed = { ...none, breaks: 1, inversions: 0.18, cells: 2.93, up: 0.09, spaces: -2.69, length: 0.13 }
const manyCells = { ...none, breaks: 1.2, cells: 2.47, up: -0.73, spaces: -4.84, length: 0.1 }
const cheapCells = { ...none, breaks: 0.8, blockers: 0.42, cells: 2.69, up: -0.21, length: 0.07 }
const freeSpaces = {
  ...none,
  breaks: 0.98,
  blockers: -0.21,
  cells: 2.47,
  up: -0.73,
  spaces: -4.84,
  length: 0.1,
}
const inOrder = { ...none, breaks: 3.2, blockers: 0.9, cells: 1.1, up: -0.8, spaces: 1.5, length: 0.5 }

/**
 * Of 700 deals of Double Sea Towers all but 21 fall to the first four beams, all but 4 to the next one.
 * A proof comes between, as positions that are lost end the beams soon.
 */
const towers: Schedule = {
  attempts: [
    beam(6, balanced),
    beam(12, dearCells),
    beam(24, cheapCells),
    beam(40, dearCells),
    proof(3000),
    beam(80, manyCells),
    beam(80, freeSpaces),
    beam(100, inOrder),
    beam(100, mixed),
    beam(300, manyCells),
    beam(300, dearSpaces),
    proof(100_000),
    beam(800, inOrder),
    beam(800, balanced),
    proof(400_000),
    beam(3000, manyCells),
    beam(9000, balanced),
  ],
  // From 213 moves to 158 in Double Sea Towers; a width of 3000 takes off 6 more for ten times the time.
  short: { width: 300, weights: { ...inOrder, length: 1.3 } },
}

// For FreeCell: of 27 sets of weights on 400 deals, two that win what the others do not.
const dearBreaks = {
  ...none,
  breaks: 1.7,
  inversions: 0.32,
  cells: 2.18,
  up: -0.2,
  spaces: -2.69,
  length: 0.13,
}
const cheapBreaks = {
  ...none,
  breaks: 0.31,
  inversions: 0.37,
  blockers: -0.18,
  cells: 2.93,
  up: 0.1,
  spaces: -2.69,
  length: 0.05,
}

/**
 * Of 1000 deals of FreeCell all but 13 fall to the first four beams, all but 6 to the first five. Only then
 * is a proof worth its time, as positions that are lost end the beams soon.
 */
const freecell: Schedule = {
  ...towers,
  attempts: [
    beam(6, balanced),
    beam(12, dearCells),
    beam(24, dearBreaks),
    beam(24, cheapBreaks),
    beam(40, dearSpaces),
    proof(3000),
    beam(40, mixed),
    beam(40, fewInversions),
    ...towers.attempts.slice(7),
  ],
}

const dealing = { ...none, breaks: 2, inversions: 0.6, up: -3, spaces: -1, length: 1.5 }

/** Of 60 deals of Double Dot all fall to the first beam. */
const doubleDot: Schedule = {
  attempts: [
    beam(5, dealing),
    beam(15, dealing),
    proof(3000),
    beam(50, dealing),
    beam(200, dealing),
    beam(1000, dealing),
    proof(400_000),
    beam(4000, dealing),
  ],
  // From 88 moves to 74.
  short: { width: 50, weights: { ...dealing, length: 3 } },
}

const turnOne = [
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
]
const turnThree = [
  { ...none, breaks: 1, inversions: 1.5, faceDown: 6, stock: 1, up: -0.3, spaces: -1, length: 0.4 },
  { ...none, breaks: 0.5, inversions: 1, faceDown: 5, stock: 0.4, spaces: -1, length: 0.05 },
]

/** For house rules under which the searches of Klondike do not hold. */
const turning = (widths: readonly number[], weights: readonly EvalWeights[]): Schedule => ({
  attempts: [
    ...weights.map(one => beam(widths[0], one)),
    proof(3000),
    ...widths.slice(1).flatMap(width => weights.map(one => beam(width, one))),
  ],
})
const klondikeOne = turning([20, 60, 300, 1500, 5000], turnOne)
const klondikeThree = turning([30, 60, 300, 1500, 5000], turnThree)

/** What is tried for a game. */
export function scheduleOf({ stock, tableau }: Game): Schedule {
  if (stock?.by === 'draw') return stock.turn === 1 ? klondikeOne : klondikeThree
  if (stock) return doubleDot
  return tableau.build.suit === 'alternating' ? freecell : towers
}
