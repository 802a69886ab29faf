// The view model of the table: the values that each card's and pile's element needs. Pure.
import { isCovered, nameOf, type Game, type Pile, type PileId, type Position } from '../../engine/index.ts'
import { tCount } from '../i18n'
import type { Cursor } from './keys'
import type { Labels } from './labels'
import { canTurnWaste, isBare, type Geometry, type PlacedCard, type Spot } from './place'
import type { Travel } from './useTravel'

/** The state of pointer, keyboard and hint. Except in `peeked`, a cursor also denotes the cards above it. */
export interface InputState {
  readonly dragged?: Cursor
  /** The lowest cards of released drags, until the motion on the table has ended. */
  readonly returning?: readonly Cursor[]
  /** The card or stock under the mouse, if it has a legal move. */
  readonly hovered?: Cursor
  /** The lowest card of the hinted move; for stock moves, the top of the stock. */
  readonly hinted?: Cursor
  /** The destination of the hinted move; undefined for stock moves. */
  readonly hintTarget?: PileId
  readonly selected?: Cursor
  /** The face-up card that is shown in full, even if others cover it. */
  readonly peeked?: Cursor
  /** The legal destinations of the dragged or selected cards. */
  readonly dropTargets?: ReadonlySet<PileId> | undefined
  /** Screen reader labels, once they have loaded. */
  readonly labels?: Labels | undefined
}

/** The state that the views depend on besides position and layout. */
export interface ViewState extends InputState {
  readonly travel: Travel
  /** Whether all cards have landed. */
  readonly hasLanded: boolean
}

/** Whether a card is at the cursor or above it. */
const isFrom = (cursor: Cursor | undefined, card: PlacedCard): boolean =>
  cursor?.pile === card.pile && card.at >= cursor.at

const isAt = (cursor: Cursor | undefined, card: PlacedCard): boolean =>
  cursor?.pile === card.pile && cursor.at === card.at

/** Whether the card is visible in this motion although others will cover it. */
const isExposed = ({ card }: PlacedCard, { travel, hasLanded }: ViewState): boolean =>
  !hasLanded && travel.exposed.has(card)

/** Whether more than the corner is visible. If so, the face must be painted. */
function isOpen(card: PlacedCard, state: ViewState): boolean {
  const { dragged, returning, peeked } = state
  const isBeneath = (held: Cursor | undefined): boolean => held?.pile === card.pile && held.at === card.at + 1
  return (
    card.isTop ||
    card.isHalfSeen ||
    isBeneath(dragged) ||
    returning?.some(isBeneath) ||
    isAt(peeked, card) ||
    isExposed(card, state)
  )
}

function classNameOf(card: PlacedCard, state: ViewState): string {
  const { dragged, returning, hinted, selected, peeked, dropTargets, travel } = state
  let className = 'card'
  if (card.isTop) className += dropTargets?.has(card.pile) ? ' top lit' : ' top'
  if (isOpen(card, state)) className += ' open'
  if (card.isHalfSeen) className += ' half'
  if (!card.faceUp) className += ' down'
  if (card.isHidden && !isExposed(card, state)) className += ' hidden'
  if (isFrom(state.hovered, card)) className += ' liftable'
  if (isFrom(dragged, card)) className += ' held'
  if (returning?.some(held => isFrom(held, card))) className += ' returning'
  if (isFrom(hinted, card)) className += ' hinted'
  if (card.isTop && state.hintTarget === card.pile) className += ' hint-target'
  if (isFrom(selected, card)) className += ' selected'
  if (isAt(peeked, card)) className += ' peek'
  // Two animation names alternate, because the same name would not restart the animation.
  const journey = travel.journeys.get(card.card)
  const beat = (journey?.beat ?? travel.beat) % 2
  if (journey) className += `${travel.isDeal ? ' dealt' : journey.by ? ' stops' : ' moved'}${beat}`
  if (journey?.lag) className += ` trails${beat}`
  if (travel.turned.has(card.card)) className += ` turned${travel.beat % 2}`
  return className
}

/** Inline CSS of a card at rest. */
export const restStyle = ({ x, y, z, cornerHeight }: PlacedCard): string =>
  `translate:${x}px ${y}px;z-index:${z};--i:${cornerHeight}px`

const placeStyle = (name: string, spot?: Spot): string => (spot ? `;${name}:${spot.x}px ${spot.y}px` : '')

/** The printed rank in a card's name: `10` for `TS`. */
export const printedRank = (name: string): string => (name.startsWith('T') ? '10' : name.slice(0, 1))

/** A duration as CSS, multiplied by `--pace`. */
const paced = (ms: number): string => `calc(${ms}ms * var(--pace))`

/** The values for a card's element. */
export type CardView = Readonly<ReturnType<typeof viewCard>>

function viewCard(placed: PlacedCard, travel: Travel, className: string, isButton: boolean, label?: string) {
  const { card, pile, at, faceUp } = placed
  const journey = travel.journeys.get(card)
  /** `7S`; empty if face down. */
  const name = faceUp ? nameOf(card) : ''
  /**
   * The name of a card that turns face down, whose face is visible for the first half of the turn; `''` if it
   * turns face up, undefined if it does not turn.
   */
  const face = travel.turned.get(card)
  return {
    placed,
    id: `${pile}-${at}`,
    className,
    /** Whether it has the button role, as top cards and cards that can be moved with those above them do. */
    isButton,
    /** The accessible name. */
    label,
    name,
    face,
    /** The rank of the visible face as printed: `7`, `10`, `K`; empty without a face. */
    rank: printedRank(face || name),
    /**
     * Inline CSS: position, z-index at rest and in motion, corner height and motion. A single string is
     * faster to apply than separate values.
     */
    style:
      `${restStyle(placed)};--rest:${placed.z}` +
      (journey ? `;--z:${journey.z};--wait:${paced(journey.delay)}` : '') +
      (journey?.ms ? `;--t-move:${paced(journey.ms)}` : '') +
      placeStyle('--from', journey?.from) +
      placeStyle('--by', journey?.by) +
      (journey?.lag ? `;--lag:translate(${journey.lag.x}px,${journey.lag.y}px)` : ''),
  }
}

/** Compares everything about a place that is not already in the class name. */
const isSamePlace = (a: PlacedCard, b: PlacedCard): boolean =>
  a.x === b.x && a.y === b.y && a.at === b.at && a.pile === b.pile && a.cornerHeight === b.cornerHeight

/** The views of `cards`, in order. Unchanged ones keep their objects from `before`, so Vue skips them. */
export function viewCards(
  position: Position,
  cards: readonly PlacedCard[],
  state: ViewState,
  before: readonly CardView[] = [],
): CardView[] {
  const { labels, travel } = state
  return cards.map((card, i) => {
    const { game } = position
    const pile = game.pileById.get(card.pile)!
    // Removed pairs are out of play, like covered cards.
    const isBlocked = pile.kind === 'foundation' ? game.pairSum !== undefined : isCovered(position, pile)
    const className = classNameOf(card, state) + (isBlocked ? ' blocked' : '')
    const old = before[i]
    const names = labels?.piles[pile.index]
    const label = names?.cards[card.at]
    const isButton = card.isTop || card.at >= (names?.liftableFrom ?? Infinity)
    const isSame =
      old?.placed.card === card.card &&
      old.className === className &&
      old.label === label &&
      old.isButton === isButton &&
      isSamePlace(old.placed, card)
    return isSame ? old : viewCard(card, travel, className, isButton, label)
  })
}

/** The number of card edges shown below the top card of a pile, at most six. */
const edgesOf = (count: number): number => (count < 2 ? 0 : Math.min(6, 1 + Math.floor(count / 4)))

/** The minimum card width at which the badge has room for a word. */
const WORDS_WIDTH_PX = 60

/** The badge of a stock or reserve: the number of cards, or `5 deals`. On narrow cards, only the number. */
function stockText({ stock, of }: Game, count: number, cardWidth: number): string {
  if (stock?.by !== 'deal') return String(count)
  const deals = Math.ceil(count / (stock.onto ?? of.tableau.length))
  return cardWidth < WORDS_WIDTH_PX ? String(deals) : tCount('pile.deals', deals)
}

/** The values for a pile's element. */
export type SlotView = Readonly<ReturnType<typeof viewSlot>>

function viewSlot(
  position: Position,
  geometry: Geometry,
  { dropTargets, hinted, hintTarget, labels }: InputState,
  pile: Pile,
) {
  const { game, piles } = position
  const { id, kind, number, index } = pile
  const count = piles[index].length
  const { x, y } = geometry.spots[index]
  const marks =
    (dropTargets?.has(id) ? ' lit' : '') +
    (hinted?.pile === id ? ' hinted' : '') +
    (hintTarget === id ? ' hint-target' : '')
  const mayTurn = kind === 'stock' && canTurnWaste(position)
  const isFoundation = kind === 'foundation'
  const edges = kind === 'tableau' ? 0 : edgesOf(count)
  const hasBadge = count > 0 && (kind === 'stock' || kind === 'reserve')
  const decided = game.of.foundation.find(other => piles[other.index].length > 0)
  return {
    id,
    className:
      `slot ${kind}${count === 0 ? marks : ''}` +
      (isBare(game, geometry, pile) ? ' bare' : '') +
      (hasBadge && position.faceDown[index] < count ? ' up' : '') +
      (mayTurn ? ' turns' : '') +
      (edges ? ' deep' : ''),
    /** Inline CSS: position, and how many card edges show below the top card. */
    style: `translate:${x}px ${y}px` + (edges ? `;--edges:${edges}` : ''),
    /** Whether it has the button role, as an empty stock does if the waste can be recycled onto it. */
    isButton: mayTurn && count === 0,
    /** The accessible name. */
    label: labels?.piles[index].pile,
    /** The badge of a stock or reserve that is not empty: its card count or the deals left. */
    badge: hasBadge ? stockText(game, count, geometry.cardWidth) : undefined,
    /** A foundation's preferred suit, shown while it is empty. */
    preferredSuit: isFoundation ? game.foundations.preferredSuits[number] : undefined,
    /** The base rank of an empty foundation, if the deal decides it and another foundation has a card. */
    firstRank:
      isFoundation && count === 0 && decided && game.firstRanks.length === 0
        ? printedRank(nameOf(piles[decided.index][0]!))
        : undefined,
    /** Ids of the cards in the pile, for `aria-owns`. */
    ownedIds: piles[index].map((_, at) => `${id}-${at}`).join(' ') || undefined,
  }
}

/** The views of all piles, in the order of `game.piles`. Unchanged ones keep their objects. */
export const viewSlots = (
  position: Position,
  geometry: Geometry,
  state: InputState,
  before: readonly SlotView[] = [],
): SlotView[] =>
  position.game.piles.map((pile, i) => {
    const view = viewSlot(position, geometry, state, pile)
    const old = before[i] as SlotView | undefined
    const isSame = old && (Object.keys(view) as (keyof SlotView)[]).every(key => old[key] === view[key])
    return isSame ? old : view
  })
