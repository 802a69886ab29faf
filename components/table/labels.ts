// Screen reader labels of cards and piles. Pure; loaded after the first paint.
import {
  canMoveToFoundation,
  heldFrom,
  isCovered,
  whyNotLift,
  type Game,
  type Pile,
  type Position,
} from '../../engine/index.ts'
import { cardText, t, tCount } from '../i18n'
import { hasHeap, pileText } from '../pile-text'
import { canTurnWaste, type PlacedCard } from './place'

/** `Stock, 24 cards, press to turn cards over`; if its top card is face up, starts with that card. */
function stockLabel(pile: string, game: Game, { card, at, faceUp }: PlacedCard): string {
  const name = faceUp
    ? t('card.top', { pile, count: at + 1, card: cardText(card) })
    : tCount('pile.cards', at + 1, { pile })
  return t(game.stock?.by === 'deal' ? 'stock.deal' : 'stock.draw', { pile: name })
}

/** `names`: the names of all piles, in the order of `game.piles`. */
function cardLabel(
  position: Position,
  names: readonly string[],
  placed: PlacedCard,
  isLiftable: boolean,
): string {
  const { card, pile: id, at, faceUp, isTop } = placed
  const { game, faceDown, piles } = position
  const pile = game.pileById.get(id)!
  const values = {
    card: cardText(card),
    pile: names[pile.index],
    at: at + 1,
    count: piles[pile.index].length,
  }
  if (pile.kind === 'stock') return isTop ? stockLabel(values.pile, game, placed) : t('card.faceDown', values)
  if (!faceUp) return t('card.down', { ...values, count: faceDown[pile.index] })
  if (isCovered(position, pile)) return t('card.covered', values)
  const place = t(isTop ? 'card.top' : 'card.under', values)
  if (!isTop) return isLiftable ? t('card.canMove', { card: place }) : place
  if (!canMoveToFoundation(position, pile)) return place
  return t(hasHeap(game) ? 'card.canGoToHeap' : 'card.canGoUp', { card: place })
}

function pileLabel(position: Position, pile: Pile, name: string): string {
  const count = position.piles[pile.index].length
  if (count > 0) return tCount('pile.cards', count, { pile: name })
  const empty = t('pile.empty', { pile: name })
  return pile.kind === 'stock' && canTurnWaste(position) ? t('stock.recycle', { pile: empty }) : empty
}

const isLiftable = (position: Position, { pile, at, isTop, faceUp }: PlacedCard): boolean =>
  !isTop && faceUp && !whyNotLift(position, heldFrom(position, pile, at))

/** The labels in the current language. `cards`: the placed cards of the position. */
export function labelsOf(position: Position, cards: readonly PlacedCard[]) {
  const { game } = position
  const names = game.piles.map(pile => pileText(pile, game))
  const liftable = new Set(cards.filter(placed => isLiftable(position, placed)).map(({ card }) => card))
  return {
    cards: new Map(
      cards.map(placed => [placed.card, cardLabel(position, names, placed, liftable.has(placed.card))]),
    ),
    piles: new Map(game.piles.map((pile, i) => [pile.id, pileLabel(position, pile, names[i])])),
    /** The covered cards that can be moved together with those above. */
    liftable,
  }
}

/** The accessible names of everything on the table. */
export type Labels = Readonly<ReturnType<typeof labelsOf>>
