// Positions from notation that is known to be right, as in tests and tools: what is wrong is an error.
import { gameById } from '../games/catalogue.ts'
import { inWords } from '../rules/sentences.ts'
import type { GameId, PileId, Position } from '../rules/types.ts'
import { parsePosition, type PositionContext } from './notation.ts'

/**
 * The position that the notation describes; a pile that is not mentioned is empty. Throws an Error with a
 * sentence where a card is missing, doubled or unknown, where the game has no such pile, and where cards
 * cannot lie in a pile as the text says.
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
