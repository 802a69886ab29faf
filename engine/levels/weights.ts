// The weights by which the quick player values moves. They are part of version 1 of the levels and never
// change.

import type { Move } from '../rules/types.ts'

/** A move and its value to the player. */
export interface Candidate {
  readonly move: Move
  readonly worth: number
}

/** The value of each effect of a move, in building games. */
export interface Weights {
  /** A card goes to a foundation although that is not safe. */
  readonly toFoundation: number
  /** Added if that turns a card up. */
  readonly foundationTurnsUp: number
  /** A card is turned up. */
  readonly turnsUp: number
  /** Added to `turnsUp`; divided by the number of cards left in the column. */
  readonly turnsUpNear: number
  /** A column becomes empty. */
  readonly emptiesColumn: number
  /** A run is split. */
  readonly splitsRun: number
  /** A card leaves a card that it fits on without forming a run. */
  readonly leavesFit: number
  /** The top group of a column leaves; divided by the number of groups left. */
  readonly group: number
  /** The exposed card can go to its foundation next. */
  readonly exposesNext: number
  /** A card further down can go to its foundation next; divided by its depth. */
  readonly next: number
  /** The fraction of a column's digging value that is lost when a card covers it. */
  readonly buries: number
  /** The exposed card fits on another column. */
  readonly exposesFitting: number
  /** The card continues the run that it is put on. */
  readonly joinsRun: number
  /** It fits without continuing a run; divided by the number of groups in that column. */
  readonly covers: number
  readonly kingToSpace: number
  readonly otherToSpace: number
  readonly toCell: number
  /** Added for each cell in use. */
  readonly cellInUse: number
  readonly fromCell: number
  readonly fromWaste: number
  readonly fromReserve: number
  readonly turn: number
  readonly dealRow: number
}

/** The weights of the player that rates deals. */
export const WEIGHTS: Weights = {
  toFoundation: 2.5,
  foundationTurnsUp: 1,
  turnsUp: 3,
  turnsUpNear: 1,
  emptiesColumn: 2.5,
  splitsRun: -4,
  leavesFit: -1.2,
  group: 1,
  exposesNext: 2.5,
  next: 1.5,
  buries: 0.7,
  exposesFitting: 0.7,
  joinsRun: 1.5,
  covers: -0.5,
  kingToSpace: 1,
  otherToSpace: -1.5,
  toCell: -2,
  cellInUse: -0.7,
  fromCell: 1.5,
  fromWaste: 0.7,
  fromReserve: 1.5,
  turn: -0.5,
  dealRow: -1.2,
}

/** The value of each effect of a move in games that only remove cards. */
export const LEAVING = {
  leaves: 1,
  /** For each card that becomes exposed. */
  uncovers: 0.9,
  /** For each card that is still covered by one other. */
  halfUncovers: 0.15,
  /** For each card of a column without overlap. */
  columnCard: 0.15,
  /** Another exposed card can follow on the heap. */
  followed: 0.8,
  /** A card of stock or waste is used. */
  fromStock: -0.4,
  turn: -3,
} as const

/** The value of what is in the columns, in games in which whole suits leave them. */
export interface SuitWeights {
  /** A suit that has left. */
  suit: number
  /** An empty column. */
  space: number
  /** Lost for each face-down card. */
  down: number
  /** Lost in addition; divided by the card's number from the bottom. */
  downLast: number
  /** A card on the next card of its suit. */
  joined: number
  /** Added to `joined`; times the card's number in its run, from the top. */
  run: number
  /** Lost for a card on the next card of another suit. */
  otherSuit: number
  /** Lost for a card on one that it does not fit. */
  breaks: number
  /** Lost in addition above face-down cards; times the number of such breaks from the top. */
  breaksAbove: number
}

/** The weights of the player that rates deals. */
export const SUIT_WEIGHTS: SuitWeights = {
  suit: 200,
  space: 10,
  down: 30,
  downLast: 20,
  joined: 4,
  run: 2,
  otherSuit: 8,
  breaks: 8,
  breaksAbove: 3,
}
