// A line without its detours: where it comes back to a position, what lay between is left out.
import { faceOf } from '../cards.ts'
import { play } from '../play.ts'
import type { Move, Position } from '../types.ts'

/** Equal for positions that differ in nothing but the copies of their cards. */
function keyOf({ game, piles, faceDown }: Position): string {
  const text = (index: number) => `${faceDown[index]}:${piles[index].map(faceOf)}`
  return game.piles.map(({ index }) => text(index)).join('|')
}

/** The same win in as many moves or fewer. */
export function withoutDetours(start: Position, line: readonly Move[]): Move[] {
  const positions = [start]
  for (const move of line) positions.push(play(positions[positions.length - 1], move))
  const last = new Map(positions.map((position, i) => [keyOf(position), i]))
  const moves: Move[] = []
  for (let i = 0; i < line.length; i++) {
    i = last.get(keyOf(positions[i]))! // go on from where the line is here for the last time
    if (i < line.length) moves.push(line[i])
  }
  return moves
}
