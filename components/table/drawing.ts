// What is drawn of a position: for every card and every pile the few values its element takes. Pure.
import { canGoUp, nameOf, type PileId, type Position } from '../../engine/index.ts'
import { cardText, pileText } from '../speech'
import { counted, t } from '../text'
import type { Cursor } from './keys'
import type { Geometry, PlacedCard } from './place'
import type { Travel } from './useLayout'

/** What is going on around the cards. */
export interface Scene {
  readonly dragged?: Cursor
  readonly selected?: Cursor
  readonly peeked?: Cursor
  /** Piles lit up as legal targets. */
  readonly lit: ReadonlySet<PileId>
  readonly travel: Travel
}

export interface DrawnCard {
  readonly key: number
  readonly id: string
  readonly pile: PileId
  readonly at: number
  readonly place: string
  readonly z: number
  readonly index: string
  readonly wait: string
  readonly looks: string
  /** `7S`; empty when face down. */
  readonly name: string
  /** As printed: `7`, `10`, `K`. */
  readonly rank: string
  readonly isTop: boolean
  readonly label: string
}

const from = (cursor: Cursor | undefined, card: PlacedCard): boolean => cursor?.pile === card.pile && card.at >= cursor.at

function drawCard(position: Position, card: PlacedCard, { dragged, selected, peeked, lit, travel }: Scene): DrawnCard {
  const { pile, at, isTop, faceUp } = card
  const wait = travel.waits.get(card.card)
  let looks = 'card'
  if (isTop) looks += lit.has(pile) ? ' top lit' : ' top'
  if (!faceUp) looks += ' down'
  if (card.isHidden) looks += ' hidden'
  if (from(dragged, card)) looks += ' held'
  if (from(selected, card)) looks += ' selected'
  if (peeked?.pile === pile && peeked.at === at) looks += ' peek'
  if (wait !== undefined) looks += travel.beat % 2 === 0 ? ' moved0' : ' moved1'
  const name = faceUp ? nameOf(card.card) : ''
  return {
    key: card.card, id: `${pile}-${at}`, pile, at, isTop, name, looks,
    place: `${card.x}px ${card.y}px`, z: card.z, index: `${card.index}px`, wait: `${wait ?? 0}ms`,
    rank: name.startsWith('T') ? '10' : name.slice(0, 1),
    label: labelOf(position, card),
  }
}

function labelOf(position: Position, { card, pile: id, at, faceUp, isTop }: PlacedCard): string {
  if (!faceUp) return t('card.faceDown')
  const pile = position.game.pileById.get(id)!
  const values = { card: cardText(card), pile: pileText(pile), at: at + 1, count: at + 1 }
  if (!isTop) return t('card.covered', values)
  return canGoUp(position, pile) ? t('card.canGoUp', { card: t('card.top', values) }) : t('card.top', values)
}

const KEYS = ['place', 'z', 'index', 'wait', 'looks', 'name', 'id', 'label'] as const

/** The drawn cards, in the order of `cards`. A card that looks as it did `before` is the same object, so that nothing is done for it. */
export function drawCards(position: Position, cards: readonly PlacedCard[], scene: Scene, before: readonly DrawnCard[] = []): DrawnCard[] {
  return cards.map((card, i) => {
    const drawn = drawCard(position, card, scene)
    const old = before[i]
    return old?.key === drawn.key && KEYS.every(key => old[key] === drawn[key]) ? old : drawn
  })
}

/** The slots of all piles, with their names for a reader and the ids of the cards that belong to them. */
export function drawSlots({ game, piles }: Position, { spots }: Geometry, lit: ReadonlySet<PileId>) {
  return game.piles.map((pile) => {
    const count = piles[pile.index].length
    const { x, y } = spots[pile.index]
    const name = pileText(pile)
    return {
      id: pile.id,
      looks: `slot ${pile.kind}${count === 0 && lit.has(pile.id) ? ' lit' : ''}`,
      place: `${x}px ${y}px`,
      label: count === 0 ? t('pile.empty', { pile: name }) : counted('pile.cards', count, { pile: name }),
      owns: count === 0 ? undefined : Array.from({ length: count }, (_, at) => `${pile.id}-${at}`).join(' '),
    }
  })
}
