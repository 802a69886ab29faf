// What the user can do with cards, independent of the input device.
import { computed, shallowRef, type Ref } from 'vue'
import {
  bestTargets,
  heldFrom,
  movesTo,
  stockMove,
  suitOf,
  targets,
  whyNotLift,
  whyNowhere,
  type Card,
  type Game,
  type Move,
  type Pile,
  type PileId,
  type Reason,
  type Result,
  type Target,
} from '../../engine/index.ts'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { cardText, t } from '../i18n'
import { reasonText } from '../reasons'
import { onTop, type Cursor } from './keys'
import { hasColumns, type Spot } from './place'
import { dropOn, type Box } from './pointer'
import { useFeedback } from './useFeedback'
import type { Layout } from './useLayout'

/** Whether a move takes a card off the table: to a foundation, or together with its partner. */
export const removes = ({ pairSum }: Game, { to }: Target): boolean =>
  pairSum !== undefined || to.startsWith('f')

/** A card that is tied to the current position; cleared by the next change. */
function useCardOfPosition() {
  const store = useGame()
  const chosen = shallowRef<{ card: Cursor; changeId: number }>()
  return computed({
    get: (): Cursor | undefined =>
      chosen.value?.changeId === store.change.id ? chosen.value.card : undefined,
    set(card) {
      chosen.value = card && { card, changeId: store.change.id }
    },
  })
}

// oxlint-disable-next-line max-lines-per-function -- Its short functions share the selection.
export function useCardActions(root: Ref<HTMLElement | null>, layout: Layout) {
  const store = useGame()
  const late = useLateAnalysis()
  const { geometry, placeOf, travel, hasLanded } = layout
  const feedback = useFeedback(root, layout)
  const { refuse, say } = feedback
  const selected = useCardOfPosition()
  /** The face-up card that is shown in full, even if others cover it. */
  const peeked = useCardOfPosition()

  const held = ({ pile, at }: Cursor) => heldFrom(store.position, pile, at)

  /** Clears the selection, the refusal message and the hint. */
  function clearFeedback(): void {
    feedback.refusal.value = undefined
    late.dismissHint()
    selected.value = undefined
  }

  /** Plays moves as one gesture, or shows beside the card why they are illegal. Returns whether it played. */
  function perform(moves: Result<Move | readonly Move[]>, where: Cursor): boolean {
    if (moves.ok) void store.playGesture([moves.value].flat())
    clearFeedback()
    if (!moves.ok) refuse(moves.reason, where)
    return moves.ok && !store.isFindingDeal
  }

  const moveTo = (from: Cursor, to: PileId): boolean => perform(movesTo(store.position, held(from), to), from)

  /** The legal destinations of a card and those above it. */
  const legalFrom = (card: Cursor): Set<PileId> =>
    new Set(targets(store.position, held(card)).map(({ to }) => to))

  function turnStock(): void {
    if (!store.game.stock) return say(() => reasonText({ key: 'noStock' }))
    perform(stockMove(store.position), onTop(store.position, 'stock'))
  }

  /** Turns the stock, unless its face-up card takes the selected card, as in Pyramid. */
  function pressStock(): void {
    const from = selected.value
    if (from && legalFrom(from).has('stock')) moveTo(from, 'stock')
    else turnStock()
  }

  /** Selects a card, moves the selected one, or clears the selection. */
  function select(card: Cursor): void {
    const from = selected.value
    if (from && from.pile !== card.pile) return void moveTo(from, card.pile)
    clearFeedback()
    if (from || card.at < 0) return
    const reason = whyNotLift(store.position, held(card))
    if (reason) return refuse(reason, card)
    selected.value = card
    const chosen = placeOf(card)!.card
    say(() => t('said.selected', { card: cardText(chosen) }))
  }

  function peek(card: Cursor): void {
    if (placeOf(card)?.faceUp) peeked.value = card
  }
  const unpeek = (): void => void (peeked.value = undefined)
  const togglePeek = (card: Cursor): void => (peeked.value ? unpeek() : peek(card))
  const isBelowTop = (card: Cursor): boolean => card.at < onTop(store.position, card.pile).at

  function playTarget({ moves }: Target): Promise<void> {
    clearFeedback()
    return store.playGesture(moves)
  }

  /**
   * Why a card cannot leave the table, alone or with a partner. In games without pairs, the reason is that of
   * the foundation with its suit, or else of an empty foundation, or else of the first.
   */
  function whyNotUp(card: Cursor): Reason {
    const { position, game } = store
    const suit = suitOf(placeOf(card)!.card)
    const topOn = ({ index }: Pile): Card | undefined => position.piles[index].at(-1)
    const { foundation } = game.of
    const askedPile =
      foundation.find(pile => topOn(pile) !== undefined && suitOf(topOn(pile)!) === suit) ??
      foundation.find(pile => topOn(pile) === undefined) ??
      foundation[0]!
    const moves = movesTo(position, held(card), askedPile.id)
    return moves.ok || game.pairSum !== undefined ? whyNowhere(position, held(card)) : moves.reason
  }

  /** Takes a card off the table; returns false if that is not possible. */
  function remove(card: Cursor): boolean {
    const target = bestTargets(store.position, held(card)).find(to => removes(store.game, to))
    if (target) void playTarget(target)
    return target !== undefined
  }

  /** Takes a card off the table, or says why that is not possible. */
  function removeOrRefuse(card: Cursor): void {
    if (!remove(card)) refuse(whyNotUp(card), card)
  }

  /** Shows a covered face-up card in full, or takes a top card off the table unless it is already leaving. */
  function secondaryAction(card: Cursor): void {
    const isGoingUp =
      card.pile.startsWith('f') && !hasLanded.value && travel.value.journeys.has(placeOf(card)!.card)
    if (isGoingUp) return
    if (isBelowTop(card)) peek(card)
    else removeOrRefuse(card)
  }

  // Only the stock's top card counts, because others may pass under the mouse while they return to the stock.
  const canMove = (card: Cursor): boolean =>
    card.pile === 'stock' ? stockMove(store.position).ok && !isBelowTop(card) : legalFrom(card).size > 0

  /** Returns whether a card and those above it can be lifted; if not, says why, except for the stock. */
  function lift(card: Cursor): boolean {
    clearFeedback()
    const reason = whyNotLift(store.position, held(card))
    if (reason && card.pile !== 'stock') refuse(reason, card)
    return !reason
  }

  /** The drop area of a pile, down to its top card; for a column, down to the next pile, or without limit. */
  function boxOf({ id, index, kind }: Pile): { id: PileId; box: Box } {
    const { spots, cardWidth, cardHeight } = geometry.value
    const spot = spots[index]
    const top = placeOf(onTop(store.position, id)) ?? spot
    const below = spots.filter(({ x, y }) => y > spot.y && Math.abs(x - spot.x) < cardWidth)
    const isColumn = kind === 'tableau' && hasColumns(store.game)
    const bottom = isColumn ? Math.min(...below.map(({ y }) => y)) : top.y + cardHeight
    const x = Math.min(spot.x, top.x)
    return {
      id,
      box: { x, y: spot.y, width: Math.max(spot.x, top.x) - x + cardWidth, height: bottom - spot.y },
    }
  }

  /**
   * Drops a card on the legal pile (or its own) that it overlaps most. If it overlaps only illegal piles,
   * shows the reason instead. `offset` is in pixels from the card's place. Returns whether the card moved.
   */
  function drop(card: Cursor, offset: Spot): boolean {
    const place = placeOf(card)
    if (!place) return false
    const { cardWidth: width, cardHeight: height } = geometry.value
    const box = { x: place.x + offset.x, y: place.y + offset.y, width, height }
    const piles = store.game.piles.map(boxOf)
    const legal = legalFrom(card).add(card.pile)
    const to =
      dropOn(
        box,
        piles.filter(({ id }) => legal.has(id)),
      ) ?? dropOn(box, piles)
    return to !== undefined && to !== card.pile && moveTo(card, to)
  }

  return {
    ...feedback,
    selected,
    peeked,
    /** The keyboard cursor as last set; its card may no longer exist. */
    cursor: shallowRef<Cursor>(),
    /** Whether the focused card or pile is marked: after Tab or a command key, until a pointer press. */
    isCursorDrawn: shallowRef(false),
    held,
    clearFeedback,
    moveTo,
    legalFrom,
    turnStock,
    pressStock,
    select,
    peek,
    unpeek,
    togglePeek,
    isBelowTop,
    playTarget,
    remove,
    removeOrRefuse,
    secondaryAction,
    canMove,
    lift,
    drop,
  }
}

export type CardActions = ReturnType<typeof useCardActions>
