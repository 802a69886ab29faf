// What a person wants at the table, turned into a gesture of the session. Loaded with the table's hands.
import {
  movesTo,
  stockMove,
  type Held,
  type Move,
  type PileId,
  type Position,
  type Result,
} from '../../engine/index.ts'

/** The game on the table, as far as a gesture needs it. */
interface Table {
  readonly position: Position
  playGesture(moves: readonly Move[]): Promise<void>
}

/** Brings held cards to a pile; the reason where the rules forbid it, and then nothing changes. */
export function moveHeld(game: Table, held: Held, to: PileId): Result<readonly Move[]> {
  const result = movesTo(game.position, held, to)
  if (result.ok) void game.playGesture(result.value)
  return result
}

/** Turns the stock, or deals from it; the reason where the rules forbid it. */
export function turnStock(game: Table): Result<Move> {
  const result = stockMove(game.position)
  if (result.ok) void game.playGesture([result.value])
  return result
}
