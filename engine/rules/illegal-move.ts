// The error for illegal moves, with the violated rule and its English sentence. Not in the start chunk,
// because replaying a saved game does not need it.
import { reasonOf } from '../result.ts'
import { IllegalMove } from './play.ts'
import { inWords } from './sentences.ts'
import type { Move, Position } from './types.ts'
import { whyNot } from './why-not.ts'

/** The error for an illegal move. */
export function illegalMove(position: Position, move: Move): IllegalMove {
  const reason = whyNot(position, move) ?? reasonOf('unknownMove')
  return new IllegalMove(reason, inWords(reason))
}
