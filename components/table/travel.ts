// How cards travel: the difference between two placings of the table, so that moves, undo and jumps animate
// alike.
import type { Card } from '../../engine/index.ts'
import type { PlacedCard } from './place'

/**
 * Milliseconds between two cards that go to the foundations one after another, and at most for all of them.
 */
const STEP = 60
const ALL_STEPS = 700

/** Milliseconds within which the last card of a deal starts. */
const DEAL = 230

/** For each card of a new deal: how many milliseconds later than the first it starts, row by row. */
export function dealOf(cards: readonly PlacedCard[]): Map<Card, number> {
  const inOrder = cards.toSorted((a, b) => a.at - b.at || a.y - b.y || a.x - b.x)
  return new Map(inOrder.map(({ card }, i) => [card, Math.round((DEAL * i) / inOrder.length)]))
}

/** For each card that changes its pile: how many milliseconds later than the first it starts. */
export function travelOf(before: readonly PlacedCard[], after: readonly PlacedCard[]): Map<Card, number> {
  const moved = after.filter((card, i) => before[i]?.card === card.card && before[i].pile !== card.pile)
  const isUp = ({ pile }: PlacedCard) => pile.startsWith('f')
  const up = moved.filter(isUp).sort((a, b) => a.at - b.at)
  const others = moved.filter(card => !isUp(card))
  const step = Math.min(STEP, ALL_STEPS / Math.max(1, up.length))
  const wait = others.length > 0 ? STEP : 0
  return new Map([
    ...others.map(({ card }): [Card, number] => [card, 0]),
    ...up.map(({ card }, i): [Card, number] => [card, wait + i * step]),
  ])
}
