// What fits on what: one card against one pile. Every other file of the rules asks these functions.
import { DECK_SIZE, rankOf, suitOf, type Card, type Rank } from './cards.ts'
import type { Game } from './types.ts'
import { highestRank } from './vocabulary.ts'

/**
 * Whether the game's build rule allows `card` on `onto`. A look into the game's table, as it is asked often.
 */
const fitsCard = (game: Game, card: Card, onto: Card): boolean =>
  game.fits[(card % DECK_SIZE) * DECK_SIZE + (onto % DECK_SIZE)] === 1

/**
 * Whether a column that holds `cards` takes `card`: on its top card, or as the first card of an empty column.
 */
export function fitsColumn(game: Game, cards: readonly Card[], card: Card): boolean {
  if (cards.length > 0) return fitsCard(game, card, cards[cards.length - 1])
  return game.tableau.fill === 'any' || rankOf(card) === highestRank(game)
}

/** The rank that follows `top` on a foundation which is not complete. */
export const nextRank = ({ deck, foundations }: Game, top: Card): Rank =>
  (rankOf(top) + foundations.step) % deck.ranks

/** Whether foundation `number`, which holds `cards`, takes `card` next. */
export function fitsFoundation(game: Game, number: number, cards: readonly Card[], card: Card): boolean {
  if (cards.length === 0) return rankOf(card) === game.firstRanks[number]
  if (cards.length === game.deck.ranks) return false
  const top = cards[cards.length - 1]
  return suitOf(card) === suitOf(top) && rankOf(card) === nextRank(game, top)
}

/**
 * How many cards at the top of a column are a run by the build rule; 1 for a column of one card.
 * @param faceDown how many cards at the bottom do not count, as they lie face down
 */
export function runLength(game: Game, cards: readonly Card[], faceDown = 0): number {
  let lowest = cards.length - 1
  while (lowest > faceDown && fitsCard(game, cards[lowest], cards[lowest - 1])) lowest--
  return cards.length - lowest
}
