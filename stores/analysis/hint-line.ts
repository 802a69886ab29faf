// The line that hints follow while no win is known. It avoids earlier positions.
import { layoutKey, play, type History, type Move, type Position } from '../../engine/index.ts'
import { positionKey } from './remembered.ts'

/** The maximum number of earlier positions that best lines must avoid. */
const MAX_SEEN = 500

/** The layout keys of the last positions of a game, up to the current one. */
export function seenPositions({ start, gestures, cursor }: History): string[] {
  let position = start
  const keys = [layoutKey(start)]
  for (const gesture of gestures.slice(0, cursor))
    for (const move of gesture) keys.push(layoutKey((position = play(position, move))))
  return keys.slice(-MAX_SEEN)
}

/** The line that hints follow. */
export class HintLine {
  /** The next move for each position of the line, by key. */
  #moves: ReadonlyMap<string, Move> = new Map()

  /**
   * The next move from a position; undefined if the position is not on the line, or if the move leads to a
   * seen position.
   */
  next(position: Position, seen: readonly string[]): Move | undefined {
    const move = this.#moves.get(positionKey(position))
    return move && !seen.includes(layoutKey(play(position, move))) ? move : undefined
  }

  /** Adopts a line and returns its first move; undefined if the line is empty or leads to a seen position. */
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
