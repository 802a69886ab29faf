// Converts a solver's line into gestures: each move with its autoplay, as in a game that the user plays.
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
import { afterPaint } from '../platform/after-paint.ts'

/** Milliseconds of work between frames. */
const SLICE_MS = 2

/**
 * The gestures for a winning line: each move with its autoplay, and the rest as one gesture once `finish` can
 * win. One gesture per move if the line cannot be followed that way.
 */
export async function playedLine(
  start: Position,
  line: readonly Move[],
  autoplay: AutoplayMode,
): Promise<Gesture[]> {
  const gestures: Gesture[] = []
  let since = performance.now()
  let position = start
  let rest: readonly Move[] | undefined = line
  while (rest?.[0] && !isWon(position)) {
    if (performance.now() - since > SLICE_MS) {
      await new Promise<void>(afterPaint)
      since = performance.now()
    }
    const ending = finish(position)
    if (ending) return [...gestures, ending]
    const after = play(position, rest[0])
    const automatic = autoplayMoves(after, autoplay)
    gestures.push([rest[0], ...automatic])
    position = playAll(after, automatic)
    rest = automatic.length > 0 ? repairLine(after, rest.slice(1), position) : rest.slice(1)
  }
  return isWon(position) ? gestures : line.map(move => [move])
}
