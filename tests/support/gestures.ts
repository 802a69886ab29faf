// User actions on the table, as gestures of the session.
import { movesTo, stockMove, type Held, type Move, type PileId, type Position } from '../../engine/index.ts'

/** The part of the game store that a gesture needs. */
interface Table {
  readonly position: Position
  playGesture(moves: readonly Move[]): Promise<void>
}

/** Moves held cards to a pile, if that is legal. */
export function moveHeld(game: Table, held: Held, to: PileId) {
  const moves = movesTo(game.position, held, to)
  if (moves.ok) void game.playGesture(moves.value)
  return moves
}

/** Uses the stock: draws, deals or recycles, if that is legal. */
export function turnStock(game: Table) {
  const turn = stockMove(game.position)
  if (turn.ok) void game.playGesture([turn.value])
  return turn
}
