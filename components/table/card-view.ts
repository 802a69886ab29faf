// What is drawn of a position: for every card and every pile the few values its element takes. Pure.
import {
  canMoveToFoundation,
  nameOf,
  play,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { pileText } from '../announcements'
import { cardText, tCount, t } from '../i18n'
import type { Cursor } from './keys'
import { placeCards, type Geometry, type PlacedCard } from './place'
import type { Travel } from './useLayout'

/** What is going on around the cards. */
export interface Scene {
  readonly dragged?: Cursor
  /** The lowest card that a hint would move. */
  readonly hinted?: Cursor
  readonly selected?: Cursor
  readonly peeked?: Cursor
  /** Piles lit up as legal targets. */
  readonly lit: ReadonlySet<PileId>
  readonly travel: Travel
}

export interface CardView {
  readonly placed: PlacedCard
  readonly goesUp: boolean
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

const from = (cursor: Cursor | undefined, card: PlacedCard): boolean =>
  cursor?.pile === card.pile && card.at >= cursor.at

/** The classes of a card's element. */
function looksOf(card: PlacedCard, { dragged, hinted, selected, peeked, lit, travel }: Scene): string {
  let looks = 'card'
  if (card.isTop) looks += lit.has(card.pile) ? ' top lit' : ' top'
  if (!card.faceUp) looks += ' down'
  if (card.isHidden) looks += ' hidden'
  if (from(dragged, card)) looks += ' held'
  if (from(hinted, card)) looks += ' hinted'
  if (from(selected, card)) looks += ' selected'
  if (peeked?.pile === card.pile && peeked.at === card.at) looks += ' peek'
  if (travel.waits.has(card.card)) looks += `${travel.isDeal ? ' dealt' : ' moved'}${travel.beat % 2}`
  return looks
}

function viewCard(
  placed: PlacedCard,
  looks: string,
  wait: number,
  goesUp: boolean,
  position: Position,
): CardView {
  const { card, pile, at, isTop, faceUp } = placed
  const name = faceUp ? nameOf(card) : ''
  return {
    placed,
    looks,
    goesUp,
    key: card,
    id: `${pile}-${at}`,
    pile,
    at,
    isTop,
    name,
    place: `${placed.x}px ${placed.y}px`,
    z: placed.z,
    index: `${placed.index}px`,
    wait: `${wait}ms`,
    rank: name.startsWith('T') ? '10' : name.slice(0, 1),
    label: labelOf(position, placed, goesUp),
  }
}

function labelOf(
  position: Position,
  { card, pile: id, at, faceUp, isTop }: PlacedCard,
  goesUp: boolean,
): string {
  if (!faceUp) return t('card.faceDown')
  const values = {
    card: cardText(card),
    pile: pileText(position.game.pileById.get(id)!),
    at: at + 1,
    count: at + 1,
  }
  if (!isTop) return t('card.covered', values)
  return goesUp ? t('card.canGoUp', { card: t('card.top', values) }) : t('card.top', values)
}

const isSamePlace = (a: PlacedCard, b: PlacedCard): boolean =>
  a.x === b.x &&
  a.y === b.y &&
  a.at === b.at &&
  a.pile === b.pile &&
  a.faceUp === b.faceUp &&
  a.isTop === b.isTop &&
  a.index === b.index

/**
 * The drawn cards, in the order of `cards`. A card that looks as it did `before` is the same object, so that
 * nothing is done for it.
 */
export function viewCards(
  position: Position,
  cards: readonly PlacedCard[],
  scene: Scene,
  before: readonly CardView[] = [],
): CardView[] {
  return cards.map((card, i) => {
    const looks = looksOf(card, scene)
    const goesUp = card.isTop && canMoveToFoundation(position, position.game.pileById.get(card.pile)!)
    const old = before[i]
    const isSame =
      old?.key === card.card && old.looks === looks && old.goesUp === goesUp && isSamePlace(old.placed, card)
    return isSame ? old : viewCard(card, looks, scene.travel.waits.get(card.card) ?? 0, goesUp, position)
  })
}

/** The slots of all piles, with their names for a reader and the ids of the cards that belong to them. */
export function viewSlots({ game, piles }: Position, { spots }: Geometry, lit: ReadonlySet<PileId>) {
  return game.piles.map(pile => {
    const count = piles[pile.index].length
    const { x, y } = spots[pile.index]
    const name = pileText(pile)
    return {
      id: pile.id,
      looks: `slot ${pile.kind}${count === 0 && lit.has(pile.id) ? ' lit' : ''}`,
      place: `${x}px ${y}px`,
      label: count === 0 ? t('pile.empty', { pile: name }) : tCount('pile.cards', count, { pile: name }),
      /** How many cards are left, where they cannot be counted by eye. */
      badge: pile.kind === 'stock' && count > 0 ? count : undefined,
      /** The suit that belongs here, shown while the foundation is empty. */
      home: pile.kind === 'foundation' ? game.foundations.preferredSuits[pile.number] : undefined,
      owns: count === 0 ? undefined : Array.from({ length: count }, (_, at) => `${pile.id}-${at}`).join(' '),
    }
  })
}

/** The lowest card that a move takes, as a place; the stock's top for a move of the stock. */
export function hintedCards({ game, piles }: Position, move: Move | undefined): Cursor | undefined {
  if (!move) return undefined
  const { from, count } = move.kind === 'move' ? move : { from: 'stock' as const, count: 1 }
  return { pile: from, at: piles[game.pileById.get(from)!.index].length - count }
}

/**
 * The cards of a move where they would lie after it; none for a move of the stock, which would show what is
 * hidden.
 */
export function viewGhosts(position: Position, move: Move, geometry: Geometry): CardView[] {
  if (move.kind !== 'move') return []
  const after = play(position, move)
  const pile = after.piles[after.game.pileById.get(move.to)!.index]
  const moved = new Set(pile.slice(-move.count))
  return placeCards(after, geometry)
    .filter(({ card }) => moved.has(card))
    .map(card => viewCard({ ...card, z: card.z + 300 }, 'card', 0, false, after))
}
