// A line of single moves as it would be played at the table, so that it is counted as a person's moves are.
import {
  autoplayMoves,
  finish,
  isWon,
  play,
  playAll,
  repairLine,
  type AutoplayMode,
  type Gesture,
  type Move,
  type Position,
} from '../../engine/index.ts'

/**
 * The gestures by which a winning line is played where cards go up by themselves, and the formality at the
 * end is one; each move alone where the line cannot be followed so.
 */
export function playedLine(start: Position, line: readonly Move[], autoplay: AutoplayMode): Gesture[] {
  const gestures: Gesture[] = []
  let position = start
  let rest: readonly Move[] | undefined = line
  while (rest && rest.length > 0 && !isWon(position)) {
    const formality = finish(position)
    if (formality) return [...gestures, formality]
    const after = play(position, rest[0])
    const automatic = autoplayMoves(after, autoplay)
    gestures.push([rest[0], ...automatic])
    position = playAll(after, automatic)
    rest = automatic.length > 0 ? repairLine(after, rest.slice(1), position) : rest.slice(1)
  }
  return isWon(position) ? gestures : line.map(move => [move])
}
