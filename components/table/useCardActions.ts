// What the user can do with cards, independent of the input device.
import type { Ref } from 'vue'
import { movesTo, stockMove, type Move, type PileId, type Result } from '../../engine/index.ts'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { reasonText } from '../reasons'
import { heldAt, onTop, type Cursor } from './keys'
import { useClicks } from './useClicks'
import { useDrops } from './useDrops'
import { useFeedback } from './useFeedback'
import type { Layout } from './useLayout'
import { useSelection } from './useSelection'

export function useCardActions(root: Ref<HTMLElement | null>, layout: Layout) {
  const store = useGame()
  const late = useLateAnalysis()
  const feedback = useFeedback(root, layout)
  const selection = useSelection()
  const { selected, peeked } = selection

  /** Clears the selection, the refusal message and the hint. */
  function clearFeedback(): void {
    feedback.clearRefusal()
    late.dismissHint()
    selected.value = undefined
  }

  /** Plays moves as one gesture, or shows beside the card why they are illegal. Returns whether it played. */
  function perform(moves: Result<Move | readonly Move[]>, where: Cursor): boolean {
    if (moves.ok) void store.playGesture([moves.value].flat())
    clearFeedback()
    if (!moves.ok) feedback.refuse(moves.reason, where)
    return moves.ok && !store.isLeaving
  }

  const moveTo = (from: Cursor, to: PileId): boolean =>
    perform(movesTo(store.position, heldAt(store.position, from), to), from)

  function turnStock(): void {
    if (!store.game.stock) return feedback.say(() => reasonText({ key: 'noStock' }))
    perform(stockMove(store.position), onTop(store.position, 'stock'))
  }

  /** Turns the stock, unless its face-up card takes the selected card, as in Pyramid. */
  function pressStock(): void {
    const from = selected.value
    if (from && drops.legalFrom(from).has('stock')) moveTo(from, 'stock')
    else turnStock()
  }
  const clicks = useClicks(layout, feedback, selection, { moveTo, pressStock, clearFeedback })
  const drops = useDrops(layout, feedback, { moveTo, clearFeedback })

  function peek(card: Cursor): void {
    if (layout.placeOf(card)?.faceUp) peeked.value = card
  }

  const unpeek = (): void => void (peeked.value = undefined)

  const togglePeek = (card: Cursor): void => (peeked.value ? unpeek() : peek(card))
  const isBelowTop = (card: Cursor): boolean => card.at < onTop(store.position, card.pile).at

  /** Shows a covered face-up card in full, or takes a top card off the table if it is not on its way. */
  function secondaryAction(card: Cursor): void {
    if (clicks.isGoingUp(card)) return
    if (isBelowTop(card)) peek(card)
    else clicks.removeOrRefuse(card)
  }

  // While cards return to the stock, one that will be covered may pass under the mouse.
  const canMove = (card: Cursor): boolean =>
    card.pile === 'stock' ? stockMove(store.position).ok && !isBelowTop(card) : drops.legalFrom(card).size > 0

  return {
    ...feedback,
    ...selection,
    ...clicks,
    ...drops,
    canMove,
    moveTo,
    turnStock,
    pressStock,
    peek,
    unpeek,
    togglePeek,
    isBelowTop,
    secondaryAction,
    clearFeedback,
  }
}

export type CardActions = ReturnType<typeof useCardActions>
