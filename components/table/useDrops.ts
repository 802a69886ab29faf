// Cards that are dragged: which may be lifted, where they may go, and where they are let go.
import { targets, whyNotLift, heldFrom, type Pile, type PileId } from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { onTop, type Cursor } from './keys'
import { dropOn, type Box, type Point } from './pointer'
import type { Feedback } from './useFeedback'
import type { Layout } from './useLayout'

export function useDrops(
  { geometry, placeOf }: Layout,
  { refuse }: Feedback,
  moveTo: (from: Cursor, to: PileId) => void,
) {
  const store = useGame()
  const heldAt = ({ pile, at }: Cursor) => heldFrom(store.position, pile, at)

  /** Whether a card may be lifted with those above it; says why where not. */
  function lift(card: Cursor): boolean {
    const reason = whyNotLift(store.position, heldAt(card))
    if (reason && card.pile !== 'stock') refuse(reason, card)
    return !reason
  }

  /** The piles where a card and those above it may go. */
  const legalFrom = (card: Cursor): ReadonlySet<PileId> =>
    new Set(targets(store.position, heldAt(card)).map(({ to }) => to))

  /** The place that a pile takes up, from its spot to the lower edge of its top card. */
  function boxOf(pile: Pile): { id: PileId; box: Box } {
    const { spots, cardWidth: width, cardHeight } = geometry.value
    const { x, y } = spots[pile.index]
    const top = placeOf(onTop(store.position, pile.id))
    return { id: pile.id, box: { x, y, width, height: (top ? top.y - y : 0) + cardHeight } }
  }

  /**
   * Lets a card go: the legal target that it covers most takes it; over another pile the rule is said;
   * elsewhere the card glides back. The offset is in pixels from where the card lay.
   */
  function drop(card: Cursor, offset: Point): void {
    const place = placeOf(card)
    if (!place) return
    const { cardWidth: width, cardHeight: height } = geometry.value
    const box = { x: place.x + offset.x, y: place.y + offset.y, width, height }
    const piles = store.game.piles.filter(({ id }) => id !== card.pile).map(boxOf)
    const legal = legalFrom(card)
    const legalPiles = piles.filter(({ id }) => legal.has(id))
    const to = dropOn(box, legalPiles) ?? dropOn(box, piles)
    if (to) moveTo(card, to)
  }

  return { lift, legalFrom, drop }
}
