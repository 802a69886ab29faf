// What the search of building games tries, chosen by the words of a game and not by its name.
import type { Game } from '../../rules/types.ts'

/** What a feature of a board adds to its score; the lower the score, the better the board. */
export interface Weights {
  /** Neighbours in a column that are not in order. */
  readonly breaks?: number
  /** Neighbours in order that do not move as one. */
  readonly suitBreaks?: number
  /** Pairs of a suit of which the higher card lies on the lower. */
  readonly inversions?: number
  /** Cards that lie on a lower one of their suit. */
  readonly blockers?: number
  readonly cells?: number
  readonly faceDown?: number
  readonly stock?: number
  readonly waste?: number
  readonly up?: number
  readonly spaces?: number
  readonly reserve?: number
  readonly suitsOut?: number
}

/** How a game is searched. */
export interface BeamSchedule {
  readonly weights: readonly Weights[]
  /** Whether the beam also tries boards on which cards go up only where that is safe. */
  readonly isPatient?: true
}

const spider: BeamSchedule = {
  weights: [
    { breaks: 0.6, suitBreaks: 2, faceDown: 0.15, spaces: -0.37, suitsOut: -6.86 },
    { breaks: 1, suitBreaks: 1, spaces: -1, suitsOut: -13 },
  ],
}
const scorpion: BeamSchedule = {
  weights: [
    { breaks: 1.79, suitBreaks: 0.59, faceDown: 2.91, spaces: -0.93, suitsOut: -5.25 },
    { breaks: 1, faceDown: 4, stock: -1, spaces: -2 },
  ],
}
const yukon: BeamSchedule = {
  weights: [
    { breaks: 0.98, inversions: 0.58, blockers: 1.23, faceDown: 7.28, up: -0.65, spaces: -0.17 },
    { inversions: 1.2, blockers: 0.5, faceDown: 3, up: -1, spaces: -0.5 },
  ],
  isPatient: true,
}
const russian: BeamSchedule = {
  weights: [
    { breaks: 0.8, inversions: 1, faceDown: 3, up: -0.5, spaces: -1 },
    { breaks: 1, faceDown: 2, up: -1 },
  ],
}
const dealing: BeamSchedule = {
  weights: [
    { breaks: 0.43, inversions: 0.66, blockers: 1.46, faceDown: 1.39, up: -1.38, spaces: -1.95 },
    { breaks: 0.46, inversions: 1.71, blockers: 1.02, faceDown: 3.07, up: -0.52, spaces: -1.46 },
  ],
  isPatient: true,
}
const canfield: BeamSchedule = {
  weights: [
    { breaks: 0.26, inversions: 1.51, reserve: 5.08, stock: 1.27, up: -0.03, spaces: -0.64 },
    { inversions: 1, reserve: 2, stock: 0.6, up: -1, spaces: -2 },
  ],
  isPatient: true,
}
const oncePerStock: BeamSchedule = {
  weights: [
    { breaks: 1, inversions: 1, waste: 1.5, up: -2, spaces: -3 },
    { breaks: 0.5, inversions: 0.5, up: -3, waste: 1, spaces: -4 },
  ],
  isPatient: true,
}
const cells: BeamSchedule = {
  weights: [
    { breaks: 2, inversions: 1.2, cells: 2, up: -1, spaces: -4 },
    { breaks: 3.2, blockers: 0.9, cells: 1.1, up: -0.8, spaces: 1.5 },
  ],
}
const castles: BeamSchedule = {
  weights: [
    { breaks: 1.16, inversions: 1.38, blockers: 0.5, up: -0.48, spaces: -4.41 },
    { breaks: 2, inversions: 1, up: -1, spaces: -6 },
  ],
}

/** How a game is searched. */
export function scheduleOf({
  foundations,
  tableau: { take, build },
  stock,
  reserve,
  cells: cellRule,
}: Game): BeamSchedule {
  if (foundations.takes === 'suit') return take === 'any' ? scorpion : spider
  if (take === 'any') return build.suit === 'same' ? russian : yukon
  if (reserve) return canfield
  if (stock) return stock.by === 'deal' ? dealing : oncePerStock
  return cellRule ? cells : castles
}
