// Games by the rules of those who publish how many of their deals can be won, where ours are more generous.
import { baseRank } from '../../engine/rules/fit.ts'
import { defineGame } from '../../engine/rules/define.ts'
import { downAlternating } from '../../engine/rules/vocabulary.ts'
import type { Card, GameId, Position } from '../../engine/index.ts'

/**
 * Canfield as Solvitaire plays it: nothing lies on a card of the rank that starts the foundations, where by
 * our rules the rank below goes there round the corner. Ranks are counted from the one that starts, so that
 * it is the ace.
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

/** The first position of a deal, by the published rules of its game. */
export const AS_PUBLISHED: Readonly<Partial<Record<GameId, (position: Position) => Position>>> = {
  canfield: canfieldAsPublished,
}
