// Turns what the user does at the table into gestures of the session. Loaded with the table's input code.
import {
  movesTo,
  stockMove,
  type Held,
  type Move,
  type PileId,
  type Position,
  type Result,
} from '../../engine/index.ts'

/** The part of the current game that a gesture needs. */
interface Table {
  readonly position: Position
  playGesture(moves: readonly Move[]): Promise<void>
}

/** Moves held cards to a pile. Returns the reason, and changes nothing, if that is illegal. */
export function moveHeld(game: Table, held: Held, to: PileId): Result<readonly Move[]> {
  const result = movesTo(game.position, held, to)
  if (result.ok) void game.playGesture(result.value)
  return result
}

/** Uses the stock: draws, deals or recycles. Returns the reason, and changes nothing, if that is illegal. */
export function turnStock(game: Table): Result<Move> {
  const result = stockMove(game.position)
  if (result.ok) void game.playGesture([result.value])
  return result
}
