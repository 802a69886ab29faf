// Screen reader labels of cards and piles. Pure; loaded after the first paint.
import {
  canMoveToFoundation,
  heldFrom,
  isCovered,
  whyNotLift,
  type Card,
  type PerPile,
  type Pile,
  type Position,
} from '../../engine/index.ts'
import { cardText, language, t, tCount } from '../i18n'
import { hasHeap, pileText } from '../pile-text'
import { canTurnWaste } from './place'

/** The part of a pile's labels that depends on other piles. */
type Circumstance = 'canTurn' | 'covered' | 'canGoUp' | undefined

function circumstanceOf(position: Position, pile: Pile): Circumstance {
  if (pile.kind === 'stock') return canTurnWaste(position) ? 'canTurn' : undefined
  if (isCovered(position, pile)) return 'covered'
  return canMoveToFoundation(position, pile) ? 'canGoUp' : undefined
}

/** The index of the lowest card that can be moved with those above it, or of the top card; −1 if empty. */
function liftableFrom(position: Position, { id, index }: Pile): number {
  let at = position.piles[index].length - 1
  while (at > position.faceDown[index] && !whyNotLift(position, heldFrom(position, id, at - 1))) at--
  return at
}

/** The labels of a pile and of its cards, from bottom to top. */
function labelsOfPile(position: Position, pile: Pile, circumstance: Circumstance) {
  const { game, piles, faceDown } = position
  const cards = piles[pile.index]
  const down = faceDown[pile.index]
  const name = pileText(pile, game)
  const from = liftableFrom(position, pile)

  function cardLabel(card: Card, at: number): string {
    const isTop = at === cards.length - 1
    const values = { card: cardText(card), pile: name, at: at + 1, count: cards.length }
    if (pile.kind === 'stock') {
      if (!isTop) return t('card.faceDown', values)
      const top = at < down ? tCount('pile.cards', cards.length, values) : t('card.top', values)
      return t(game.stock?.by === 'deal' ? 'stock.deal' : 'stock.draw', { pile: top })
    }
    if (at < down) return t('card.down', { ...values, count: down })
    if (circumstance === 'covered') return t('card.covered', values)
    // Only the top card's label contains the number of cards, so that a move does not change all labels.
    const label = t(isTop ? 'card.top' : 'card.under', values)
    if (!isTop) return at < from ? label : t('card.canMove', { card: label })
    if (circumstance !== 'canGoUp') return label
    return t(hasHeap(game) ? 'card.canGoToHeap' : 'card.canGoUp', { card: label })
  }

  function pileLabel(): string {
    if (cards.length > 0) return tCount('pile.cards', cards.length, { pile: name })
    const empty = t('pile.empty', { pile: name })
    return circumstance === 'canTurn' ? t('stock.recycle', { pile: empty }) : empty
  }

  return { pile: pileLabel(), cards: cards.map(cardLabel), liftableFrom: from, circumstance }
}

/** The accessible names of everything on the table, in the order of `game.piles`. */
export interface Labels {
  readonly language: string
  readonly position: Position
  readonly piles: PerPile<Readonly<ReturnType<typeof labelsOfPile>>>
}

/** The labels in the current language. Unchanged piles keep the objects from `before`. */
export function labelsOf(position: Position, before?: Labels): Labels {
  const { game, house } = position
  const isSameGame = before?.position.game === game && before.position.house === house
  const old = isSameGame && before.language === language.value ? before : undefined
  const piles = game.piles.map((pile, i) => {
    const circumstance = circumstanceOf(position, pile)
    const isSame =
      old?.position.piles[i] === position.piles[i] &&
      old.position.faceDown[i] === position.faceDown[i] &&
      old.piles[i].circumstance === circumstance
    return isSame ? old.piles[i] : labelsOfPile(position, pile, circumstance)
  })
  return { language: language.value, position, piles }
}
