// The best line that hints play where no win is known: step by step, never back to a position of the game.
import { layoutKey, play, type History, type Move, type Position } from '../../engine/index.ts'
import { positionKey } from './remembered.ts'

/** Positions before the one on the table to which no best line leads back. */
const MAX_SEEN = 500

/** The positions of a game up to the one on the table, by their `layoutKey`. */
export function seenPositions({ start, gestures, cursor }: History): string[] {
  let position = start
  const keys = [layoutKey(start)]
  for (const gesture of gestures.slice(0, cursor))
    for (const move of gesture) keys.push(layoutKey((position = play(position, move))))
  return keys.slice(-MAX_SEEN)
}

/** The line that hints play. */
export class Course {
  /** The move on from each of its positions, by their keys. */
  #moves: ReadonlyMap<string, Move> = new Map()

  /** The move on from a position of the line; none where it leads to a position that was seen. */
  next(position: Position, seen: readonly string[]): Move | undefined {
    const move = this.#moves.get(positionKey(position))
    return move && !seen.includes(layoutKey(play(position, move))) ? move : undefined
  }

  /** Takes a line, unless it leads to a position that was seen; returns its first move. */
  take(start: Position, line: readonly Move[], seen: readonly string[]): Move | undefined {
    const moves = new Map<string, Move>()
    let position = start
    for (const move of line) {
      moves.set(positionKey(position), move)
      position = play(position, move)
      if (seen.includes(layoutKey(position))) return undefined
    }
    this.#moves = moves
    return line[0]
  }
}
