// The weights with which the quick player rates moves and the Spider player rates columns. They are part of
// version 1 of the levels and never change.
import type { Move } from '../rules/types.ts'

/** A move and its value to the player. */
export interface Candidate {
  readonly move: Move
  readonly worth: number
}

/** The value of each effect of a move in games with building. */
export const WEIGHTS = {
  /** A card goes to a foundation although that is not safe. */
  toFoundation: 2.5,
  /** Added if that move turns a card up. */
  foundationTurnsUp: 1,
  /** A card is turned up. */
  turnsUp: 3,
  /** Added to `turnsUp`; divided by the number of cards left in the column. */
  turnsUpNear: 1,
  /** A column becomes empty. */
  emptiesColumn: 2.5,
  /** A run is split. */
  splitsRun: -4,
  /** A card is taken off one that it fits on, but forms no run with. */
  leavesFit: -1.2,
  /** The top group (cards that form a run) leaves a column; divided by the number of groups left. */
  group: 1,
  /** The exposed card can go to its foundation next. */
  exposesNext: 2.5,
  /** A card further down can go to its foundation next; divided by its depth. */
  next: 1.5,
  /** The fraction of a column's digging value that is lost when a card covers it. */
  buries: 0.7,
  /** The exposed card can continue the run of another column. */
  exposesFitting: 0.7,
  /** The card continues the run that it is put on. */
  joinsRun: 1.5,
  /** The card fits on a column without continuing its run; divided by the column's number of groups. */
  covers: -0.5,
  kingToSpace: 1,
  otherToSpace: -1.5,
  toCell: -2,
  /** Added for each cell in use. */
  cellInUse: -0.7,
  fromCell: 1.5,
  fromWaste: 0.7,
  fromReserve: 1.5,
  turn: -0.5,
  dealRow: -1.2,
} as const
/** Weights for these effects. The levels benchmark tries other values. */
export type Weights = Readonly<Record<keyof typeof WEIGHTS, number>>

/** The value of each effect of a move in games that only remove cards. */
export const LEAVING = {
  leaves: 1,
  /** For each card that becomes exposed. */
  uncovers: 0.9,
  /** For each card that the removed card covered and that another card still covers. */
  halfUncovers: 0.15,
  /** For each card in the column, in games without an overlapping layout. */
  columnCard: 0.15,
  /** Another exposed card can follow on the heap. */
  followed: 0.8,
  /** A card of stock or waste is used. */
  fromStock: -0.4,
  turn: -3,
} as const

/** The value of each feature of the columns, in games in which whole suits leave them. */
export const SUIT_WEIGHTS = {
  /** A complete suit that has left the columns. */
  suit: 200,
  /** An empty column. */
  space: 10,
  /** The penalty for each face-down card. */
  down: 30,
  /** An additional penalty; divided by the card's number from the bottom. */
  downLast: 20,
  /** A card on the next higher card of its suit. */
  joined: 4,
  /** Added to `joined`; times the card's number in its run, from the top. */
  run: 2,
  /** The penalty for a card on the next higher card of another suit. */
  otherSuit: 8,
  /** The penalty for a card on one that it does not fit. */
  breaks: 8,
  /** An additional penalty for the nth break from the top, times n, in columns with face-down cards. */
  breaksAbove: 3,
} as const
/** Weights for these features. The levels benchmark tries other values. */
export type SuitWeights = Readonly<Record<keyof typeof SUIT_WEIGHTS, number>>
