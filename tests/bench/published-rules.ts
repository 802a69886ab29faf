// The rules of published odds, for games in which our rules allow more.
import { baseRank } from '../../engine/rules/fit.ts'
import { defineGame } from '../../engine/rules/define.ts'
import { downAlternating } from '../../engine/rules/vocabulary.ts'
import type { Card, GameId, Position } from '../../engine/index.ts'

/**
 * Canfield as in Solvitaire: no card goes on a card of the base rank in a column, whereas our ranks wrap
 * around. The ranks are shifted so that the base rank is the ace.
 */
function canfieldAsPublished(position: Position): Position {
  const { game } = position
  const { ranks } = game.deck
  const base = baseRank(position)
  const counted = (card: Card) => 4 * (((card >> 2) - base + ranks) % ranks) + (card & 3)
  return {
    ...position,
    game: defineGame(game.id, { ...game, tableau: { ...game.tableau, build: downAlternating } }, game),
    piles: position.piles.map(cards => cards.map(counted)),
  }
}

/** The initial position of a deal, by the published rules of its game. */
export const AS_PUBLISHED: Readonly<Partial<Record<GameId, (position: Position) => Position>>> = {
  canfield: canfieldAsPublished,
}
