// What the quick player thinks moves are worth. These numbers are part of version 1 of the levels and never
// change; docs/levels.md says where they come from.

import type { Move } from '../rules/types.ts'

/** A move and what it is worth to a player. */
export interface Candidate {
  readonly move: Move
  readonly worth: number
}

/** What each part of a move is worth in games whose cards are built in columns. */
export interface Worths {
  /** A card goes to a foundation, though another card may want it. */
  readonly toFoundation: number
  /** That turns a card up. */
  readonly foundationTurnsUp: number
  /** A card is turned up. */
  readonly turnsUp: number
  /** The same, divided by the cards that are left in the column. */
  readonly turnsUpNear: number
  /** A column becomes empty. */
  readonly empties: number
  /** Cards that move as one are parted. */
  readonly parts: number
  /** A card leaves one on which it fits, but with which it does not move. */
  readonly unfits: number
  /** The top group of a column leaves; divided by the groups that are left. */
  readonly group: number
  /** The card laid bare goes to its foundation next. */
  readonly baresNext: number
  /** A card below goes to its foundation next; divided by its depth. */
  readonly next: number
  /** Part of what digging in a column is worth that is lost when a card is laid on it. */
  readonly buries: number
  /** The card laid bare fits on another column. */
  readonly baresFitting: number
  /** The card moves as one with the card it is laid on. */
  readonly joins: number
  /** It only fits there; divided by the groups of that column. */
  readonly covers: number
  readonly kingToSpace: number
  readonly otherToSpace: number
  readonly toCell: number
  /** The same, for each cell in use. */
  readonly cellInUse: number
  readonly fromCell: number
  readonly fromWaste: number
  readonly fromReserve: number
  readonly turn: number
  readonly dealRow: number
}

/** The worths of the player whose games give a deal its level. */
export const WORTHS: Worths = {
  toFoundation: 2.5,
  foundationTurnsUp: 1,
  turnsUp: 3,
  turnsUpNear: 1,
  empties: 2.5,
  parts: -4,
  unfits: -1.2,
  group: 1,
  baresNext: 2.5,
  next: 1.5,
  buries: 0.7,
  baresFitting: 0.7,
  joins: 1.5,
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

/** What moves are worth in games whose cards only leave: heaps and pairs. */
export const LEAVING = {
  leaves: 1,
  /** For each place that nothing covers any more. */
  uncovers: 0.9,
  /** For each place that one card still covers. */
  halfUncovers: 0.15,
  /** For each card of a plain column. */
  columnCard: 0.15,
  /** Another top card follows on the heap. */
  followed: 0.8,
  /** A card of stock or waste is used. */
  fromStock: -0.4,
  turn: -3,
} as const
