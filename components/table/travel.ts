// Card motion, computed from the difference between two layouts of the same cards, so that any change, such
// as a move, undo or restart, can be animated. Pure.
import { nameOf, type Card } from '../../engine/index.ts'
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
  /** Its duration in milliseconds; undefined for the default. */
  readonly ms?: number
  /** How far it trails the lowest card of its run, in pixels. */
  readonly lag?: Spot | undefined
  /** The `beat` of the motion that started it, if another motion has started since (`Travel.beat`). */
  readonly beat?: number
}

/** The duration of a move in milliseconds: the minimum, the increase per pixel, and the maximum. */
const MOVE_MS = { min: 180, perPixel: 0.12, max: 280 }
/** The factor by which undo changes the duration. */
const UNDO_FACTOR = 0.8
/** The pause at an intermediate stop, in milliseconds. */
const STOP_MS = 30
/** The distance by which each card of a run trails the one below it, and the maximum in total, in pixels. */
const LAG = { each: 3, max: 12 }
/** The maximum time between two cards that go to the foundations one after another. */
const STEP_MS = 70
/** The maximum time between the first and the last of these cards. */
const MAX_STEPS_MS = 700
/** The same for cards that go to other piles one after another. */
const PILE_STEP_MS = 40
const MAX_PILE_STEPS_MS = 320
/** The maximum time between two cards of a deal, and between the first and the last. */
const DEAL_STEP_MS = 14
const DEAL_MS = 340

/**
 * A new deal: all cards leave the table, and are dealt row by row, each a little later than the previous one.
 * A hidden card is dealt together with the next one.
 */
export function dealJourneys(
  cards: readonly PlacedCard[],
  before: readonly PlacedCard[],
): Map<Card, Journey> {
  const old = new Map(before.map(placed => [placed.card, placed]))
  const step = Math.min(DEAL_STEP_MS, DEAL_MS / cards.filter(({ isHidden }) => !isHidden).length)
  let dealtCount = 0
  return new Map(
    cards
      .toSorted((a, b) => a.at - b.at || a.y - b.y || a.x - b.x)
      .map(({ card, z, isHidden }) => {
        const delay = Math.round(step * dealtCount)
        if (!isHidden) dealtCount++
        const from = old.get(card)
        return [card, { delay, z: from?.z ?? z, from }]
      }),
  )
}

/**
 * The turn in which each of these cards moves, counted from 0. A card moves after the cards above it and
 * after the card that it will cover. Cards that are adjacent before and after the change move together.
 * `old` and `now` include all of these cards.
 */
function turnsOf(
  moved: ReadonlySet<Card>,
  old: ReadonlyMap<Card, PlacedCard>,
  now: ReadonlyMap<Card, PlacedCard>,
): Map<Card, number> {
  const belowAfter = new Map([...now.values()].map(({ card, above }) => [above, card]))
  const turns = new Map<Card, number>()
  const turnOf = (card: Card): number => {
    const known = turns.get(card)
    if (known !== undefined) return known
    turns.set(card, 0) // breaks cycles
    const after = (other: Card | undefined, isTogether: boolean): number =>
      other === undefined || !moved.has(other) ? 0 : turnOf(other) + (isTogether ? 0 : 1)
    const on = old.get(card)!.above
    const below = belowAfter.get(card)
    const turn = Math.max(
      after(on, now.get(card)!.above === on),
      after(below, below !== undefined && old.get(below)!.above === card),
    )
    turns.set(card, turn)
    return turn
  }
  for (const card of moved) turnOf(card)
  return turns
}

/** The duration of a move in milliseconds. */
const timeOf = (from: Spot, to: Spot): number =>
  Math.min(MOVE_MS.max, MOVE_MS.min + MOVE_MS.perPixel * Math.hypot(to.x - from.x, to.y - from.y))

/** How far each card of a moving run trails the lowest card, in pixels. */
function lags(moved: readonly PlacedCard[], old: ReadonlyMap<Card, PlacedCard>): Map<Card, Spot> {
  const found = new Map<Card, Spot>()
  const followers = new Set(moved.map(({ card, above }) => old.get(card)!.above === above && above))
  for (const lead of moved.filter(({ card }) => !followers.has(card))) {
    const { x, y, above } = old.get(lead.card)!
    const [dx, dy] = [x - lead.x, y - lead.y]
    const distance = Math.hypot(dx, dy)
    let card = above
    for (let i = 1; distance > 0 && card !== undefined && followers.has(card); i++) {
      const part = Math.min(i * LAG.each, LAG.max) / distance
      found.set(card, { x: Math.round(dx * part), y: Math.round(dy * part) })
      card = old.get(card)!.above
    }
  }
  return found
}

/**
 * The journey of each card that changes its pile. Cards that go to the foundations start one after another,
 * after the first of the other cards. The lists have the same cards in the same order; `before` may be empty.
 * @param between returns the layout after the user's own move; if it brings a card to a column or the waste,
 *   and autoplay then moves the card to a foundation, the card stops in between, and all cards that go to
 *   the foundations wait for it
 * @param isBack whether the change is an undo
 */
export function journeys(
  before: readonly PlacedCard[],
  after: readonly PlacedCard[],
  between = () => before,
  isBack = false,
): Map<Card, Journey> {
  const changesPile = (_: PlacedCard, i: number) =>
    before[i]?.card === after[i]?.card && before[i]?.pile !== after[i]?.pile
  const moved = after.filter(changesPile)
  if (moved.length === 0) return new Map()
  const old = new Map(before.filter(changesPile).map(placed => [placed.card, placed]))
  // A card that is hidden before and after the change is not visible in motion.
  const seen = new Set(
    moved.filter(({ card, isHidden }) => !isHidden || !old.get(card)!.isHidden).map(({ card }) => card),
  )
  const turns = turnsOf(seen, old, new Map(moved.map(placed => [placed.card, placed])))
  const lag = lags(moved, old)
  const turn = ({ card }: PlacedCard): number => turns.get(card) ?? 0
  const isOnFoundation = ({ pile }: PlacedCard): boolean => pile.startsWith('f')
  const goingUp = moved.filter(isOnFoundation).sort((a, b) => turn(a) - turn(b) || a.at - b.at)
  const others = moved.filter(card => !isOnFoundation(card))
  const step = Math.min(STEP_MS, MAX_STEPS_MS / Math.max(1, goingUp.length))
  const pileStep = Math.min(PILE_STEP_MS, MAX_PILE_STEPS_MS / Math.max(1, ...others.map(turn)))
  const stops = new Map(
    (goingUp.length > 0 ? between() : [])
      .filter(
        ({ pile }, i) => before[i]?.pile !== pile && /^[tw]/.test(pile) && after[i]?.pile.startsWith('f'),
      )
      .map(placed => [placed.card, placed]),
  )
  const time = (from: Spot, to: Spot): number => Math.round(timeOf(from, to) * (isBack ? UNDO_FACTOR : 1))
  const stopped = [...stops].map(([card, by]) => STOP_MS + time(old.get(card)!, by))
  const first = Math.max(others.length > 0 ? STEP_MS : 0, ...stopped)
  const journey = (to: PlacedCard, delay: number): [Card, Journey] => {
    const from = old.get(to.card)!
    const by = stops.get(to.card)
    const ms = time(from, by ?? to)
    return [
      to.card,
      { delay: Math.round(delay), z: from.z, ms, lag: lag.get(to.card), ...(by && { from, by }) },
    ]
  }
  return new Map([
    ...others.map(card => journey(card, turn(card) * pileStep)),
    ...goingUp.map((card, i) => journey(card, first + i * step)),
  ])
}

/**
 * Adds the journeys of an earlier motion that have an intermediate stop, unless their card moves again. They
 * are CSS animations, which end when the card loses its class. The others are transitions, which continue.
 */
export function keepStops(
  going: Map<Card, Journey>,
  { journeys: earlier, beat }: { readonly journeys: ReadonlyMap<Card, Journey>; readonly beat: number },
): void {
  for (const [card, journey] of earlier)
    if (journey.by && !going.has(card)) going.set(card, { beat, ...journey })
}

/**
 * The cards to show during the motion even if others cover them at its end: those that are hidden in only one
 * of the layouts, those that a card leaves or lands on, and those that do not start together with the card on
 * them. Cards inside a run stay covered.
 */
export function exposed(
  before: readonly PlacedCard[],
  after: readonly PlacedCard[],
  traveling: ReadonlyMap<Card, Journey>,
): Set<Card> {
  const found = new Set<Card>()
  if (traveling.size === 0) return found
  after.forEach(({ card, isHidden, above }, i) => {
    const wasHidden = before[i]?.isHidden ?? true
    if (isHidden && wasHidden) return
    const isAhead = above !== undefined && traveling.get(card)?.delay !== traveling.get(above)?.delay
    if (before[i]?.above !== above || isHidden !== wasHidden || isAhead) found.add(card)
  })
  return found
}

/**
 * The cards that turn over between two layouts of the same cards: the name of a card that turns face down,
 * `''` for one that turns face up.
 */
export const turned = (before: readonly PlacedCard[], after: readonly PlacedCard[]): Map<Card, string> =>
  new Map(
    after
      .filter(({ faceUp }, i) => before[i] && before[i].faceUp !== faceUp)
      .map(({ card, faceUp }) => [card, faceUp ? '' : nameOf(card)]),
  )
