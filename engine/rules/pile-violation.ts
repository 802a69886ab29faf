// Checks the cards of each pile in positions read from text or from a record.
import { reasonOf, type Reason } from '../result.ts'
import { faceOf, rankOf, type Card } from './cards.ts'
import { fitsCard } from './fit.ts'
import { downIn } from './stock.ts'
import type { Game, Pile } from './types.ts'

/** Why a pile cannot hold `cards`, the bottom `down` of them face down; undefined if it can. */
export function pileViolation(
  game: Game,
  pile: Pile,
  cards: readonly Card[],
  down: number,
): Reason | undefined {
  const violation = (key: Reason['key']): Reason => reasonOf(key, { pile: pile.id })
  if (pile.kind === 'stock' || pile.kind === 'reserve')
    return down < downIn(game, pile.kind, cards.length) ? violation('mustBeDown') : undefined
  if (pile.kind === 'tableau') {
    if (down > 0 && !game.hasFaceDown) return violation('mustBeUp')
    if (game.tableau.overlap) return cards.length > 1 ? violation('placeOverfull') : undefined
    return down > 0 && down === cards.length ? violation('topDown') : undefined
  }
  if (down > 0) return violation('mustBeUp')
  if (pile.kind === 'cell') return cards.length > 1 ? violation('cellOverfull') : undefined
  return pile.kind === 'foundation' && !isFoundationInOrder(game, pile, cards)
    ? violation('foundationOrder')
    : undefined
}

function isFoundationInOrder(game: Game, { number }: Pile, cards: readonly Card[]): boolean {
  const { first, takes, up } = game.foundations
  // Any card can be turned from the stock onto a heap.
  const isTurnedOnto = game.stock?.by === 'draw' && game.stock.onto !== undefined
  if (typeof takes === 'object' || isTurnedOnto) return true
  const isSuit = takes === 'suit' // a finished suit has its king at the bottom
  const order = isSuit ? cards.toReversed() : cards
  if (!order.every((card, i) => i === 0 || fitsCard(game.rises, card, order[i - 1]!))) return false
  if (isSuit) return cards.length === 0 || cards.length === game.deck.ranks
  if (cards.length > game.capacity) return false
  if (typeof first === 'object') return cards.length > 0 && faceOf(cards[0]!) === first[number]
  return cards.length === 0 || first !== 'A' || up.suit !== 'same' || rankOf(cards[0]!) === 0
}
