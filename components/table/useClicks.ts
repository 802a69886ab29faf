// Cards that are clicked: played to their best place, to the next best by a second click, or selected.
import {
  bestTargets,
  heldFrom,
  whyNotLift,
  whyNowhere,
  type Card,
  type PileId,
  type Position,
  type Target,
} from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import { cardText, t } from '../i18n'
import type { Cursor } from './keys'
import { NEXT_BEST_MS } from './pointer'
import type { Feedback } from './useFeedback'
import type { Layout } from './useLayout'
import type { Selection } from './useSelection'

/** The last card that a click moved, when, what came of it, and where else it could have gone. */
interface LastClick {
  readonly card: Card
  readonly time: number
  readonly after: Position
  readonly others: readonly Target[]
}

interface Moves {
  moveTo(from: Cursor, to: PileId): void
  turnStock(): void
  clearFeedback(): void
}

const isFoundation = ({ to }: Target): boolean => to.startsWith('f')

/** A function that selects a card, places the selected one, or lets it go. */
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
    const reason = whyNotLift(store.position, heldFrom(store.position, card.pile, card.at))
    if (reason) return refuse(reason, card)
    selected.value = card
    say(t('said.selected', { card: cardText(placeOf(card)!.card) }))
  }
}

export function useClicks(layout: Layout, feedback: Feedback, selection: Selection, moves: Moves) {
  const { placeOf } = layout
  const { refuse } = feedback
  const { cursor } = selection
  const { turnStock, clearFeedback } = moves
  const select = useSelect(layout, feedback, selection, moves)
  const store = useGame()
  const settings = useSettings()
  const heldAt = ({ pile, at }: Cursor) => heldFrom(store.position, pile, at)
  let lastClick: LastClick | undefined

  function playTarget(target: Target): void {
    clearFeedback()
    void store.playGesture(target.moves)
  }

  /** Plays the card to its best place, or says why there is none. */
  function playBest(from: Cursor): void {
    const [best, ...others] = bestTargets(store.position, heldAt(from))
    if (!best) return refuseFoundation(from)
    const { card } = placeOf(from)!
    playTarget(best)
    lastClick = { card, time: performance.now(), after: store.position, others }
  }

  /**
   * Takes the last click back and plays the next best place instead, a foundation first. False where there is
   * none.
   */
  function playNextBest(onlyFoundation: boolean): boolean {
    if (lastClick?.after !== store.position) return false
    const { card, others } = lastClick
    const next = others.find(isFoundation) ?? (onlyFoundation ? undefined : others[0])
    if (!next) return false
    void store.undo()
    playTarget(next)
    const rest = others.filter(other => other !== next)
    lastClick = { card, time: performance.now(), after: store.position, others: rest }
    return true
  }

  /** Sends a card to a foundation; false where none takes it. */
  function sendToFoundation(card: Cursor): boolean {
    const target = bestTargets(store.position, heldAt(card)).find(isFoundation)
    if (target) playTarget(target)
    return target !== undefined
  }

  const refuseFoundation = (card: Cursor): void => refuse(whyNowhere(store.position, heldAt(card)), card)

  function click(pile: PileId, at: number, times: number): void {
    const card = { pile, at }
    cursor.value = card
    if (pile === 'stock') {
      turnStock()
    } else if (settings.values.click === 'best') {
      const isAgain = lastClick !== undefined && performance.now() - lastClick.time < NEXT_BEST_MS
      const isSameCard = isAgain && lastClick!.card === placeOf(card)?.card
      if (isSameCard) playNextBest(false)
      else if (!(isAgain && times >= 2 && playNextBest(true)) && at >= 0) playBest(card)
    } else if (!(times >= 2 && at >= 0 && sendToFoundation(card)) && settings.values.click === 'select') {
      select(card)
    }
  }

  return { click, select, playBest, sendToFoundation, refuseFoundation }
}
