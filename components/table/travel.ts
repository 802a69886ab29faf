// Card motion, computed from the difference between two layouts of the same cards, so that moves, undo and
// jumps are animated alike. Pure.
import type { Card, PileId } from '../../engine/index.ts'
import type { PlacedCard, Spot } from './place'

/** The motion of one card from its old place to its new one. */
export interface Journey {
  /** Milliseconds until it starts. */
  readonly delay: number
  /** Its z-index among the cards in motion. */
  readonly z: number
  /** Where it starts, if it has an intermediate stop or is dealt. */
  readonly from?: Spot | undefined
  /** The intermediate stop of a card that was moved and then continues by autoplay. */
  readonly by?: Spot
}

/** The time from the start of the move until the card continues from its intermediate stop. */
const STOP_MS = 220
/** The stagger between cards that go to the foundations. */
const STEP_MS = 60
/** The maximum time between the first and the last of them. */
const MAX_STEPS_MS = 700
/** The same for cards that leave or reach another pile one after another. */
const PILE_STEP_MS = 40
const MAX_PILE_STEPS_MS = 320
/** The time between the first and the last card of a deal. */
const DEAL_MS = 230

/**
 * A new deal: all cards leave the table from their old places and come back row by row, each slightly later
 * than the one before.
 */
export function dealJourneys(
  cards: readonly PlacedCard[],
  before: readonly PlacedCard[],
): Map<Card, Journey> {
  const old = new Map(before.map(placed => [placed.card, placed]))
  const inOrder = cards.toSorted((a, b) => a.at - b.at || a.y - b.y || a.x - b.x)
  return new Map(
    inOrder.map(({ card, z }, i) => [
      card,
      { delay: Math.round((DEAL_MS * i) / inOrder.length), z, from: old.get(card) },
    ]),
  )
}

const knownAbove = new WeakMap<readonly PlacedCard[], ReadonlyMap<Card, Card>>()

/** Maps each card to the one directly above. Cached, because each layout is queried up to four times. */
function cardsAbove(placed: readonly PlacedCard[]): ReadonlyMap<Card, Card> {
  const known = knownAbove.get(placed)
  if (known) return known
  const piles = new Map<PileId, Card[]>()
  for (const { pile, at, card } of placed) {
    const cards = piles.get(pile) ?? []
    cards[at] = card
    piles.set(pile, cards)
  }
  const above = new Map<Card, Card>()
  for (const cards of piles.values())
    for (let at = 1; at < cards.length; at++) above.set(cards[at - 1], cards[at])
  knownAbove.set(placed, above)
  return above
}

/**
 * How many cards must move before each of `moved`: those above it, and those that it will lie on. Cards that
 * are adjacent before and after move together.
 */
function turnsOf(
  moved: ReadonlySet<Card>,
  above: ReadonlyMap<Card, Card>,
  aboveThen: ReadonlyMap<Card, Card>,
): Map<Card, number> {
  const belowThen = new Map([...aboveThen].map(([lower, upper]) => [upper, lower]))
  const turns = new Map<Card, number>()
  const turnOf = (card: Card): number => {
    const known = turns.get(card)
    if (known !== undefined) return known
    turns.set(card, 0) // breaks cycles
    const after = (other: Card | undefined, isTogether: boolean): number =>
      other === undefined || !moved.has(other) ? 0 : turnOf(other) + (isTogether ? 0 : 1)
    const on = above.get(card)
    const below = belowThen.get(card)
    const turn = Math.max(
      after(on, aboveThen.get(card) === on),
      after(below, below !== undefined && above.get(below) === card),
    )
    turns.set(card, turn)
    return turn
  }
  for (const card of moved) turnOf(card)
  return turns
}

/**
 * The motion of each card that changes piles. Cards to the foundations start one by one after all others; no
 * card starts before one above it. All lists hold the same cards in the same order.
 * @param between the layout after the user's own move: a card that continues from there to a foundation by
 *   autoplay lands first, and the others wait for it
 */
export function journeys(
  before: readonly PlacedCard[],
  after: readonly PlacedCard[],
  between = before,
): Map<Card, Journey> {
  const moved = after.filter((card, i) => before[i]?.card === card.card && before[i].pile !== card.pile)
  if (moved.length === 0) return new Map()
  const old = new Map(before.map(placed => [placed.card, placed]))
  // A card that is covered at both ends is not seen in motion.
  const seen = new Set(
    moved.filter(({ card, isHidden }) => !isHidden || !old.get(card)!.isHidden).map(({ card }) => card),
  )
  const turns = turnsOf(seen, cardsAbove(before), cardsAbove(after))
  const turn = ({ card }: PlacedCard): number => turns.get(card) ?? 0
  const isOnFoundation = ({ pile }: PlacedCard): boolean => pile.startsWith('f')
  const goingUp = moved.filter(isOnFoundation).sort((a, b) => turn(a) - turn(b) || a.at - b.at)
  const others = moved.filter(card => !isOnFoundation(card))
  const step = Math.min(STEP_MS, MAX_STEPS_MS / Math.max(1, goingUp.length))
  const pileStep = Math.min(PILE_STEP_MS, MAX_PILE_STEPS_MS / Math.max(1, ...others.map(turn)))
  const stops = new Map(
    between
      .filter(
        ({ pile }, i) => /^[tw]/.test(pile) && before[i]?.pile !== pile && after[i].pile.startsWith('f'),
      )
      .map(placed => [placed.card, placed]),
  )
  const first = stops.size > 0 ? STOP_MS : others.length > 0 ? STEP_MS : 0
  const journey = ({ card }: PlacedCard, delay: number): [Card, Journey] => {
    const from = old.get(card)!
    const by = stops.get(card)
    return [card, { delay: Math.round(delay), z: from.z, ...(by && { from, by }) }]
  }
  return new Map([
    ...others.map(card => journey(card, turn(card) * pileStep)),
    ...goingUp.map((card, i) => journey(card, first + i * step)),
  ])
}

/**
 * The cards that are visible during the motion although the new layout covers them: those that were visible
 * before, and those that a card leaves or lands on. Cards inside a run stay covered.
 */
export function exposed(
  before: readonly PlacedCard[],
  after: readonly PlacedCard[],
  traveling: ReadonlyMap<Card, Journey>,
): Set<Card> {
  const found = new Set<Card>()
  if (traveling.size === 0) return found
  const above = cardsAbove(before)
  const aboveThen = cardsAbove(after)
  after.forEach(({ card, isHidden }, i) => {
    const wasHidden = before[i]?.isHidden ?? true
    if (isHidden && wasHidden) return
    if (above.get(card) !== aboveThen.get(card) || isHidden !== wasHidden) found.add(card)
  })
  return found
}

/** The cards that turn over between two layouts of the same cards. */
export const turned = (before: readonly PlacedCard[], after: readonly PlacedCard[]): Set<Card> =>
  new Set(after.filter(({ faceUp }, i) => before[i] && before[i].faceUp !== faceUp).map(({ card }) => card))
