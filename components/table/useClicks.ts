// Clicks on cards move them to the best destination, or to the next best on a second click, or select them.
import {
  bestTargets,
  whyNotLift,
  movesTo,
  suitOf,
  whyNowhere,
  type Card,
  type Pile,
  type PileId,
  type Position,
  type Reason,
  type Target,
} from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import { cardText, t } from '../i18n'
import { heldAt, type Cursor } from './keys'
import { NEXT_BEST_MS } from './pointer'
import type { Feedback } from './useFeedback'
import type { Layout } from './useLayout'
import type { Selection } from './useSelection'

/** The last card played by a click, and its other destinations. */
interface LastClick {
  readonly card: Card
  readonly time: number
  /** The resulting position; undefined until the session has applied the move. */
  after?: Position
  readonly others: readonly Target[]
}

interface Moves {
  moveTo(from: Cursor, to: PileId): void
  pressStock(): void
  clearFeedback(): void
}

/** Keeps only the first of several empty piles of the same kind: they are interchangeable. */
function mergeEmptyPiles({ game, piles }: Position, targets: readonly Target[]): Target[] {
  const kindOf = ({ to }: Target): string => {
    const { index, kind, id } = game.pileById.get(to)!
    return piles[index].length > 0 ? id : kind
  }
  return [...Map.groupBy(targets, kindOf).values()].map(([first]) => first)
}

const isFoundation = ({ to }: Target): boolean => to.startsWith('f')

/** Returns a function that selects a card, moves the selected one, or clears the selection. */
function useSelect(
  { placeOf }: Layout,
  { refuse, say }: Feedback,
  { selected }: Selection,
  { moveTo, clearFeedback }: Moves,
) {
  const store = useGame()
  return (card: Cursor): void => {
    const from = selected.value
    if (from && from.pile !== card.pile) return moveTo(from, card.pile)
    if (from || card.at < 0) return clearFeedback()
    const reason = whyNotLift(store.position, heldAt(store.position, card))
    if (reason) return refuse(reason, card)
    selected.value = card
    const chosen = placeOf(card)!.card
    say(() => t('said.selected', { card: cardText(chosen) }))
  }
}

/** Moves to the foundations. */
function useFoundations(
  { placeOf, travel, hasLanded }: Layout,
  { refuse }: Feedback,
  playTarget: (target: Target) => unknown,
) {
  const store = useGame()

  /** Whether a card is on its way to a foundation. */
  const isGoingUp = (card: Cursor): boolean =>
    card.pile.startsWith('f') && !hasLanded.value && travel.value.journeys.has(placeOf(card)!.card)

  /** Why no foundation accepts a card: asks the one of its suit, or else an empty one, or the first. */
  function whyNotUp(card: Cursor): Reason {
    const { position, game } = store
    const suit = suitOf(placeOf(card)!.card)
    const topOn = ({ index }: Pile): Card | undefined => position.piles[index].at(-1)
    const { foundation } = game.of
    const asked =
      foundation.find(pile => topOn(pile) !== undefined && suitOf(topOn(pile)!) === suit) ??
      foundation.find(pile => topOn(pile) === undefined) ??
      foundation[0]
    const moves = movesTo(position, heldAt(position, card), asked.id)
    return moves.ok ? whyNowhere(position, heldAt(position, card)) : moves.reason
  }

  /** Sends a card to a foundation; returns false if none accepts it. */
  function sendUp(card: Cursor): boolean {
    const target = bestTargets(store.position, heldAt(store.position, card)).find(isFoundation)
    if (target) playTarget(target)
    return target !== undefined
  }

  /** Sends a card to a foundation, or says why none accepts it. */
  function toFoundation(card: Cursor): void {
    if (!sendUp(card)) refuse(whyNotUp(card), card)
  }

  return { isGoingUp, sendUp, toFoundation }
}

// eslint-disable-next-line max-lines-per-function -- The handlers share the state of the last click.
export function useClicks(layout: Layout, feedback: Feedback, selection: Selection, moves: Moves) {
  const { placeOf } = layout
  const { refuse } = feedback
  const { cursor } = selection
  const { pressStock, clearFeedback } = moves
  const select = useSelect(layout, feedback, selection, moves)
  const store = useGame()
  const settings = useSettings()
  let lastClick: LastClick | undefined
  /** The card that the first click of a multi-click hit. */
  let firstClicked: Card | undefined

  function playTarget(target: Target): Promise<void> {
    clearFeedback()
    return store.playGesture(target.moves)
  }

  /** Plays a clicked card and remembers its other destinations for a second click. */
  function playClicked(card: Card, time: number, target: Target, others: readonly Target[]): void {
    const played: LastClick = { card, time, others }
    lastClick = played
    const before = store.position
    const carriedOut = playTarget(target)
    const remember = (): void => {
      // While a new deal is being looked for, nothing is played.
      if (store.position !== before) played.after = store.position
    }
    if (store.position === before) void carriedOut.then(remember)
    else remember()
  }

  const { isGoingUp, sendUp, toFoundation } = useFoundations(layout, feedback, playTarget)

  /** Plays a card to its best destination, or says why it has no legal move. */
  function playBest(from: Cursor, time = -Infinity): void {
    const [best, ...others] = mergeEmptyPiles(
      store.position,
      bestTargets(store.position, heldAt(store.position, from)),
    )
    if (!best) return refuse(whyNowhere(store.position, heldAt(store.position, from)), from)
    const { card } = placeOf(from)!
    playClicked(card, time, best, others)
  }

  /**
   * Undoes the last click and plays another destination instead: a foundation, or else the next best unless
   * `onlyFoundation`. Returns false if there is none, or if the position has changed since the click.
   */
  function playNextBest(onlyFoundation: boolean, time: number): boolean {
    if (lastClick?.after !== store.position) return false
    const { card, others } = lastClick
    const next = others.find(isFoundation) ?? (onlyFoundation ? undefined : others[0])
    if (!next) return false
    void store.undo()
    const rest = others.filter(other => other !== next)
    playClicked(card, time, next, rest)
    return true
  }

  function click(pile: PileId, at: number, times: number, time: number): void {
    const card = { pile, at }
    const clicked = placeOf(card)?.card
    // A second click refers to the first one's card only if nothing else has happened to the game since.
    const isLatest = lastClick !== undefined && lastClick.after === store.position
    // A double-click belongs to the card of its first click, even if the second click hits another.
    const isOther = isLatest && times >= 2 && lastClick!.card === firstClicked && clicked !== firstClicked
    if (times < 2) firstClicked = clicked
    cursor.value = card
    if (pile === 'stock') {
      pressStock()
    } else if (settings.values.click === 'best') {
      const isAgain = isLatest && time - lastClick!.time < NEXT_BEST_MS
      const isSameCard = isAgain && lastClick!.card === clicked
      // A double-click whose first click sent the card to a foundation leaves it there.
      if (isSameCard && times >= 2 && pile.startsWith('f')) return
      if (isSameCard) playNextBest(false, time)
      else if (isOther) playNextBest(true, time)
      else if (at >= 0) playBest(card, time)
    } else if (!(times >= 2 && at >= 0 && sendUp(card)) && settings.values.click === 'select') {
      select(card)
    }
  }

  return { click, select, playBest, isGoingUp, toFoundation }
}
