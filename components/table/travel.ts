// How cards travel: by the difference between two placings of the table, so that moves, undo and jumps are
// animated in the same way. Pure.
import type { Card } from '../../engine/index.ts'
import type { PlacedCard } from './place'

/** The time between two cards that go to the foundations one after another. */
const STEP_MS = 60
/** The longest time between the first and the last of these cards. */
const MAX_STEPS_MS = 700
/** The time between the first and the last card of a deal. */
const DEAL_MS = 230

/** For each card of a new deal, row by row: how many milliseconds later than the first it starts. */
export function dealDelays(cards: readonly PlacedCard[]): Map<Card, number> {
  const inOrder = cards.toSorted((a, b) => a.at - b.at || a.y - b.y || a.x - b.x)
  return new Map(inOrder.map(({ card }, i) => [card, Math.round((DEAL_MS * i) / inOrder.length)]))
}

/**
 * For each card that changes its pile: how many milliseconds later than the first it starts. Cards to the
 * foundations start one after another, after all other cards. Both lists hold the same cards in the same
 * order.
 */
export function travelDelays(before: readonly PlacedCard[], after: readonly PlacedCard[]): Map<Card, number> {
  const moved = after.filter((card, i) => before[i]?.card === card.card && before[i].pile !== card.pile)
  const isOnFoundation = ({ pile }: PlacedCard) => pile.startsWith('f')
  const toFoundations = moved.filter(isOnFoundation).sort((a, b) => a.at - b.at)
  const others = moved.filter(card => !isOnFoundation(card))
  const step = Math.min(STEP_MS, MAX_STEPS_MS / Math.max(1, toFoundations.length))
  const first = others.length > 0 ? STEP_MS : 0
  return new Map([
    ...others.map(({ card }): [Card, number] => [card, 0]),
    ...toFoundations.map(({ card }, i): [Card, number] => [card, first + i * step]),
  ])
}
