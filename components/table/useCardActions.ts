// What the person's hands do to the game: cards clicked, dragged, selected and sent; and what is said about
// it.
import { shallowRef, watch, type Ref } from 'vue'
import {
  bestTargets,
  heldFrom,
  targets,
  whyNotLift,
  whyNowhere,
  type Card,
  type Held,
  type Pile,
  type PileId,
  type Position,
  type Reason,
  type Target,
} from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/settings/settings'
import { sayGesture } from '../announcements'
import { cardText, reasonText, t } from '../i18n'
import { dropOn, NEXT_BEST, type Box, type Point } from './pointer'
import { onTop, type Cursor } from './keys'
import type { Layout } from './useLayout'

export function useCardActions(root: Ref<HTMLElement | null>, { geometry, placeOf }: Layout) {
  const store = useGame()
  const settings = useSettings()
  const selected = shallowRef<Cursor>()
  const cursor = shallowRef<Cursor>()
  const peeked = shallowRef<Cursor>()
  /** The reason beside a card that was refused, in pixels on the table. */
  const refusal = shallowRef<{ text: string; x: number; y: number; id: number }>()
  /** What has just happened, for those who listen. */
  const said = shallowRef('')
  /** The last card that a click moved, what came of it, and where else it could have gone. */
  let lastClick: { card: Card; time: number; after: Position; others: Target[] } | undefined

  const heldAt = ({ pile, at }: Cursor): Held => heldFrom(store.position, pile, at)
  const isUp = ({ to }: Target) => to.startsWith('f')

  // What was held or shown belongs to the position that was: another tab, a new deal or another game may have
  // brought this one.
  watch(
    () => store.position,
    () => {
      peeked.value = undefined
      selected.value = undefined
    },
    { flush: 'sync' },
  )

  function refuse(reason: Reason, where: Cursor): void {
    const text = reasonText(reason)
    const spot = placeOf(where) ?? geometry.value.spots[store.game.pileById.get(where.pile)!.index]
    refusal.value = {
      text,
      x: spot.x + geometry.value.cardWidth / 2,
      y: spot.y,
      id: (refusal.value?.id ?? 0) + 1,
    }
    said.value = text
    for (const element of root.value!.querySelectorAll<HTMLElement>(`[data-on="${where.pile}"]`))
      if (Number(element.dataset.at) >= where.at)
        element.animate(
          { transform: ['', 'translateX(-5px)', 'translateX(5px)', 'translateX(-3px)', ''] },
          160,
        )
  }

  /** Lets go of a selected card and takes back a word of refusal. */
  function clearFeedback(): void {
    refusal.value = undefined
    selected.value = undefined
  }

  /** Does something to the game; afterwards it is said what happened, or why it did not. */
  function perform(
    what: () => { readonly ok: true } | { readonly ok: false; readonly reason: Reason },
    where: Cursor,
  ): void {
    const before = store.position
    const result = what()
    clearFeedback()
    if (result.ok) said.value = sayGesture(before, store.position)
    else refuse(result.reason, where)
  }

  const moveTo = (from: Cursor, to: PileId) => perform(() => store.move(heldAt(from), to), from)
  const turnStock = () => {
    if (store.game.stock) perform(() => store.turnStock(), onTop(store.position, 'stock'))
    else said.value = reasonText({ key: 'noStock' })
  }
  const playTarget = (target: Target, from: Cursor) =>
    perform(() => {
      store.playGesture(target.moves)
      return { ok: true }
    }, from)

  /** Plays the card to its best place, or says why there is none. */
  function playBest(card: Cursor): void {
    const held = heldAt(card)
    const [best, ...others] = bestTargets(store.position, held)
    if (!best) {
      refuse(whyNowhere(store.position, held), card)
      return
    }
    const moving = placeOf(card)!.card
    playTarget(best, card)
    lastClick = { card: moving, time: performance.now(), after: store.position, others }
  }

  /**
   * Takes the last click back and plays the next best place instead, a foundation first. False where there is
   * none.
   */
  function playNextBest(from: Cursor, onlyUp: boolean): boolean {
    if (lastClick?.after !== store.position) return false
    const { card, others } = lastClick
    const next = others.find(isUp) ?? (onlyUp ? undefined : others[0])
    if (!next) return false
    store.undo()
    playTarget(next, from)
    lastClick = {
      card,
      time: performance.now(),
      after: store.position,
      others: others.filter(other => other !== next),
    }
    return true
  }

  /** Sends a card to a foundation; false where none takes it. */
  function sendUp(card: Cursor): boolean {
    const up = bestTargets(store.position, heldAt(card)).find(isUp)
    if (up) playTarget(up, card)
    return up !== undefined
  }

  const refuseUp = (card: Cursor) => refuse(whyNowhere(store.position, heldAt(card)), card)

  function click(pile: PileId, at: number, times: number): void {
    const card = { pile, at }
    cursor.value = card
    if (pile === 'stock') {
      turnStock()
    } else if (settings.values.click === 'best') {
      const isAgain = lastClick !== undefined && performance.now() - lastClick.time < NEXT_BEST
      const isSameCard = isAgain && lastClick!.card === placeOf(card)?.card
      if (isSameCard) playNextBest(card, false)
      else if (!(isAgain && times >= 2 && playNextBest(card, true)) && at >= 0) playBest(card)
    } else if (!(times >= 2 && at >= 0 && sendUp(card)) && settings.values.click === 'select') {
      select(card)
    }
  }

  /** Selects a card, places the selected one, or lets it go. */
  function select(card: Cursor): void {
    const from = selected.value
    if (from && from.pile !== card.pile) {
      moveTo(from, card.pile)
    } else if (from || card.at < 0) {
      clearFeedback()
    } else {
      const reason = whyNotLift(store.position, heldAt(card))
      if (reason) {
        refuse(reason, card)
        return
      }
      selected.value = card
      said.value = t('said.selected', { card: cardText(placeOf(card)!.card) })
    }
  }

  /** Whether a card may be lifted with those above it; says why where not. */
  function lift(card: Cursor): boolean {
    clearFeedback()
    const reason = whyNotLift(store.position, heldAt(card))
    if (reason && card.pile !== 'stock') refuse(reason, card)
    return !reason
  }

  /** The place that a pile takes up, from its spot to the lower edge of its top card. */
  function boxOf(pile: Pile): { id: PileId; box: Box } {
    const { spots, cardWidth: width, cardHeight } = geometry.value
    const { x, y } = spots[pile.index]
    const top = placeOf(onTop(store.position, pile.id))
    return { id: pile.id, box: { x, y, width, height: (top ? top.y - y : 0) + cardHeight } }
  }

  /**
   * The legal target that the card covers most takes it; over another pile the rule is said; elsewhere it
   * glides back.
   */
  function drop(card: Cursor, offset: Point): void {
    const place = placeOf(card)
    if (!place) return
    const { cardWidth: width, cardHeight: height } = geometry.value
    const box = { x: place.x + offset.x, y: place.y + offset.y, width, height }
    const others = store.game.piles.filter(({ id }) => id !== card.pile).map(boxOf)
    const legal = legalFrom(card)
    const to =
      dropOn(
        box,
        others.filter(({ id }) => legal.has(id)),
      ) ?? dropOn(box, others)
    if (to) moveTo(card, to)
  }

  /** Right button: a covered card is shown whole, another goes to a foundation. */
  function send(card: Cursor): void {
    if (card.at < onTop(store.position, card.pile).at) togglePeek(card)
    else if (!sendUp(card)) refuseUp(card)
  }

  function peek(card: Cursor): void {
    if (placeOf(card)?.faceUp) peeked.value = card
  }

  const togglePeek = (card: Cursor) => (peeked.value ? unpeek() : peek(card))
  const unpeek = () => {
    peeked.value = undefined
  }

  /** The piles where a card and those above it may go. */
  const legalFrom = (card: Cursor): ReadonlySet<PileId> =>
    new Set(targets(store.position, heldAt(card)).map(({ to }) => to))

  return {
    selected,
    cursor,
    peeked,
    refusal,
    said,
    clearFeedback,
    click,
    drop,
    legalFrom,
    lift,
    moveTo,
    peek,
    playBest,
    refuseUp,
    select,
    send,
    sendUp,
    togglePeek,
    turnStock,
    unpeek,
  }
}

export type CardActions = ReturnType<typeof useCardActions>
