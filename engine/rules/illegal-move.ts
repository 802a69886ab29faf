// What is thrown for a move against the rules: the rule that forbids it, and its English sentence. A page
// that starts does without it, as it plays what was played before.
import { reasonOf } from '../result.ts'
import { IllegalMove } from './play.ts'
import { inWords } from './sentences.ts'
import type { Move, Position } from './types.ts'
import { whyNot } from './why-not.ts'

/** The error for a move that the rules forbid. */
export function illegalMove(position: Position, move: Move): IllegalMove {
  const reason = whyNot(position, move) ?? reasonOf('unknownMove')
  return new IllegalMove(reason, inWords(reason))
}
