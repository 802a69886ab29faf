// Whether a card fits on another card or on a pile. The other rule files use these functions.
import { DECK_SIZE, rankOf, type Card, type Rank } from './cards.ts'
import type { Game, Pile, Position } from './types.ts'

/** Whether a table of a game, such as `Game.fits`, allows `card` on `onto`. */
export const fitsCard = (table: Uint8Array, card: Card, onto: Card): boolean =>
  table[(card % DECK_SIZE) * DECK_SIZE + (onto % DECK_SIZE)] === 1

/** The base rank of the first foundation: declared, or decided by the deal; an ace if none has cards yet. */
export function baseRank({ game, piles }: Pick<Position, 'game' | 'piles'>): Rank {
  if (game.firstRanks.length > 0) return game.firstRanks[0]!
  for (const { index } of game.of.foundation) if (piles[index].length > 0) return rankOf(piles[index][0]!)
  return 0
}

/** The rank below the foundations' base: the king in most games. */
export const lastRank = (position: Pick<Position, 'game' | 'piles'>): Rank => {
  const { ranks } = position.game.deck
  return (baseRank(position) + ranks - 1) % ranks
}

/** Whether `card` can fill an empty column. */
function fillsSpace(position: Position, card: Card): boolean {
  switch (position.game.tableau.fill) {
    case 'any':
    case 'reserve': // a column stays empty only if the reserve is empty
      return true
    case 'kings':
      return rankOf(card) === lastRank(position)
    case 'none':
      return false
  }
}

/** Whether a column takes `card`: on its top card, or as its first card if it is empty. */
export function fitsColumn(position: Position, to: Pile, card: Card): boolean {
  const cards = position.piles[to.index]
  return cards.length > 0
    ? fitsCard(position.game.fits, card, cards[cards.length - 1]!)
    : fillsSpace(position, card)
}

/** The rank that follows `top` on an incomplete foundation. */
export const nextRank = ({ deck, foundations }: Game, top: Card): Rank =>
  (rankOf(top) + foundations.up.step) % deck.ranks

/** Whether a foundation takes a single card next. */
export function fitsFoundation(position: Position, to: Pile, card: Card): boolean {
  const { game } = position
  const { takes } = game.foundations
  if (takes !== 'card') return takes !== 'suit' && rankOf(card) + 1 === takes.sum
  const cards = position.piles[to.index]
  if (cards.length === 0) return rankOf(card) === (game.firstRanks[to.number] ?? baseRank(position))
  return cards.length < game.capacity && fitsCard(game.rises, card, cards[cards.length - 1]!)
}

/** Whether two cards form a pair that can be removed. */
export const makesPair = (game: Game, a: Card, b: Card): boolean =>
  game.pairSum !== undefined && rankOf(a) + rankOf(b) + 2 === game.pairSum

/** Whether a pile is a place in an overlapping layout that is covered by another card. */
export function isCovered({ game, piles }: Pick<Position, 'game' | 'piles'>, pile: Pile): boolean {
  if (pile.kind !== 'tableau' || game.covers.length === 0) return false
  return game.covers[pile.number]!.some(number => piles[game.of.tableau[number]!.index].length > 0)
}

/**
 * The length of the run at the top of a column, which must not be empty; with `take: 'any'`, the number of
 * its face-up cards. `faceDown` cards at the bottom do not count.
 */
export function runLength(game: Game, cards: readonly Card[], faceDown = 0): number {
  if (game.tableau.take === 'any') return cards.length - faceDown
  let lowest = cards.length - 1
  while (lowest > faceDown && fitsCard(game.runs, cards[lowest]!, cards[lowest - 1]!)) lowest--
  return cards.length - lowest
}
