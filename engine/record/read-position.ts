// Reads positions from trusted notation, as in tests and tools, where a mistake is an error.
import { gameById } from '../games/catalogue.ts'
import { inWords } from '../rules/sentences.ts'
import type { GameId, PileId, Position } from '../rules/types.ts'
import { parsePosition, type PositionContext } from './notation.ts'

/**
 * Reads a position; a pile that is not mentioned is empty. Throws an Error whose message says which card is
 * missing, duplicate or unknown, or which pile is unknown or cannot hold its cards.
 */
export function readPosition(
  game: GameId,
  piles: Partial<Record<PileId, string>>,
  context: PositionContext = {},
): Position {
  const result = parsePosition(gameById(game, context.house), piles, context)
  if (!result.ok) throw new Error(inWords(result.reason))
  return result.value
}
