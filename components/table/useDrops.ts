// Drag and drop: which cards can be lifted, and where they are dropped.
import { targets, whyNotLift, type Pile, type PileId } from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { heldAt, onTop, type Cursor } from './keys'
import { hasColumns, type Spot } from './place'
import { dropOn, type Box } from './pointer'
import type { Feedback } from './useFeedback'
import type { Layout } from './useLayout'

export function useDrops(
  { geometry, placeOf }: Layout,
  { refuse }: Feedback,
  { moveTo, clearFeedback }: { moveTo(from: Cursor, to: PileId): boolean; clearFeedback(): void },
) {
  const store = useGame()

  /** Whether a card can be lifted with those above it; if not, says why, except in the stock. */
  function lift(card: Cursor): boolean {
    clearFeedback()
    const reason = whyNotLift(store.position, heldAt(store.position, card))
    if (reason && card.pile !== 'stock') refuse(reason, card)
    return !reason
  }

  /** The legal destinations of a card and those above it. */
  const legalFrom = (card: Cursor): ReadonlySet<PileId> =>
    new Set(targets(store.position, heldAt(store.position, card)).map(({ to }) => to))

  /** The drop area of a pile, down to its top card; a column's area ends at the next pile below, if any. */
  function boxOf({ id, index, kind }: Pile): { id: PileId; box: Box } {
    const { spots, cardWidth, cardHeight } = geometry.value
    const spot = spots[index]
    const top = placeOf(onTop(store.position, id)) ?? spot
    const below = spots.filter(({ x, y }) => y > spot.y && Math.abs(x - spot.x) < cardWidth)
    const isLane = kind === 'tableau' && hasColumns(store.game)
    const bottom = isLane ? Math.min(...below.map(({ y }) => y)) : top.y + cardHeight
    const x = Math.min(spot.x, top.x)
    return {
      id,
      box: { x, y: spot.y, width: Math.max(spot.x, top.x) - x + cardWidth, height: bottom - spot.y },
    }
  }

  /**
   * Drops a card on the legal pile (or its own) that it overlaps most. If it overlaps only illegal piles,
   * shows the reason instead. `offset` is in pixels from the card's place. Returns whether it moved.
   */
  function drop(card: Cursor, offset: Spot): boolean {
    const place = placeOf(card)
    if (!place) return false
    const { cardWidth: width, cardHeight: height } = geometry.value
    const box = { x: place.x + offset.x, y: place.y + offset.y, width, height }
    const piles = store.game.piles.map(boxOf)
    const legal = legalFrom(card)
    const to =
      dropOn(
        box,
        piles.filter(({ id }) => id === card.pile || legal.has(id)),
      ) ?? dropOn(box, piles)
    return to !== undefined && to !== card.pile && moveTo(card, to)
  }

  return { lift, legalFrom, drop }
}
