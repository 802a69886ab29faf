// Pointer input on the table: mouse, pen and touch become clicks, drags and peeks. Moving dragged cards only
// sets transforms.
import { useTimeoutFn } from '@vueuse/core'
import { onScopeDispose, shallowRef, type Ref } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { listen } from '../listen'
import { useIsStill } from '../useIsStill'
import { startDrag } from './drag-motion'
import { onTop, type Cursor } from './keys'
import type { Spot } from './place'
import { cursorAt, elementsFrom, isDrag, isWithin, LONG_PRESS_MS, unionOf, type Box } from './pointer'
import type { InputActions } from './useClicks'
import type { Layout } from './useLayout'
import { landing } from './useTravel'

interface Press {
  readonly card?: Cursor
  readonly start: Spot
  readonly pointerId: number
  readonly pointerType: string
}

// oxlint-disable-next-line max-lines-per-function -- The listeners share the state of one press.
export function usePointer(
  root: Ref<HTMLElement | null>,
  { travel, placeOf }: Layout,
  actions: InputActions,
) {
  const store = useGame()
  const late = useLateAnalysis()
  /** The lowest dragged card. */
  const dragged = shallowRef<Cursor>()
  /** The lowest cards of released drags, until the motion on the table has ended. */
  const returning = shallowRef<readonly Cursor[]>([])
  /** The card or stock under the mouse, if it has a legal move. */
  const hovered = shallowRef<Cursor>()
  /** For each refused drag, the part of the window that the card crosses on its way back. */
  const crossed = new WeakMap<Cursor, Box>()
  let press: Press | undefined
  /** Moves the lifted cards. */
  let drag: ReturnType<typeof startDrag> | undefined
  const isStill = useIsStill()
  /** Whether the click or context menu of this press is ignored, because it was a drag, a peek or a miss. */
  let isClickSpent = false
  let isMenuSpent = false
  /** The card shown by the right button, and the timestamp of the press in milliseconds. */
  let peekedByButton: { readonly card: Cursor; readonly since: number } | undefined

  const longPress = useTimeoutFn(
    (card: Cursor) => {
      isClickSpent = true
      actions.peek(card)
    },
    LONG_PRESS_MS,
    { immediate: false },
  )

  /** The card or empty pile under the pointer. The visible edges of a pile count as its top card. */
  function pressedAt({ target }: Event): Cursor | undefined {
    const found = cursorAt(target)
    return found && found.at < 0 ? onTop(store.position, found.pile) : found
  }

  const offset = (event: PointerEvent): Spot => ({
    x: event.clientX - press!.start.x,
    y: event.clientY - press!.start.y,
  })

  /** Whether a press hits the path of a card on its way back, and so was probably meant for that card. */
  const isMissed = ({ clientX: x, clientY: y }: PointerEvent, pressed: Cursor | undefined): boolean =>
    returning.value.some(card => {
      const area = crossed.get(card)
      const isOther = pressed?.pile !== card.pile || pressed.at < card.at
      return area && isOther && isWithin({ x, y }, area)
    })

  /** Picks up a card and the cards on it at a point of the window, even if they are still in motion. */
  function pickUp(card: Cursor, point: Spot) {
    const { left, top } = root.value!.getBoundingClientRect()
    const elements = elementsFrom(root.value!, card)
    const grips = elements.map((_, i) => {
      const { x, y } = placeOf({ ...card, at: card.at + i })!
      return { x: point.x - left - x, y: point.y - top - y }
    })
    return startDrag(elements, grips, isStill())
  }

  function endPeek(): void {
    if (peekedByButton) actions.unpeek()
    peekedByButton = undefined
  }

  function down(event: PointerEvent): void {
    const card = travel.value.isDeal ? undefined : pressedAt(event)
    // A second pointerdown without a pointerup: the previous press is over.
    if (press?.pointerId === event.pointerId) release()
    if (!press) isClickSpent = isMissed(event, card)
    // The right button shows a covered card while it is held; after a short click the card stays visible
    // until the pointer leaves it. The contextmenu event may come before or after the release.
    endPeek()
    isMenuSpent = event.button === 2 && card !== undefined && actions.isBelowTop(card)
    if (isMenuSpent) {
      peekedByButton = { card: card!, since: event.timeStamp }
      actions.peek(card!)
    }
    if (press || event.button !== 0) return
    hovered.value = undefined
    press = {
      card,
      start: { x: event.clientX, y: event.clientY },
      pointerId: event.pointerId,
      pointerType: event.pointerType,
    }
    // Only covered cards can be peeked at; others are already fully visible.
    if (card && card.at >= 0 && actions.isBelowTop(card)) longPress.start(card)
    else longPress.stop()
  }

  function move(event: PointerEvent): void {
    if (!press || event.pointerId !== press.pointerId) return
    const { card, start, pointerType } = press
    if (!dragged.value) {
      const now = { x: event.clientX, y: event.clientY }
      if (!card || card.at < 0 || isClickSpent || !isDrag(start, now, pointerType)) return
      longPress.stop()
      isClickSpent = true
      if (!actions.lift(card)) return
      dragged.value = card
      returning.value = returning.value.filter(({ pile, at }) => pile !== card.pile || at < card.at)
      drag = pickUp(card, start)
      // Replayed events have no active pointer to capture.
      if (event.isTrusted) root.value!.setPointerCapture(event.pointerId)
    }
    drag!.move(offset(event))
  }

  /** Marks the card or stock under the mouse if it has a legal move. Ends a peek once the mouse leaves. */
  function over(event: PointerEvent): void {
    const card = event.pointerType === 'mouse' && !press ? pressedAt(event) : undefined
    const peeked = peekedByButton?.card
    if (peeked && event.buttons === 0 && (card?.pile !== peeked.pile || card.at !== peeked.at)) endPeek()
    hovered.value =
      card && (card.at >= 0 || card.pile === 'stock') && actions.canMove(card) ? card : undefined
  }
  const leave = (): void => {
    hovered.value = undefined
    endPeek()
  }

  function up(event: PointerEvent): void {
    if (event.button === 2 && peekedByButton && event.timeStamp - peekedByButton.since > LONG_PRESS_MS)
      endPeek()
    if (!press || event.pointerId !== press.pointerId) return
    const card = dragged.value
    const at = offset(event)
    const [lowest] = card ? elementsFrom(root.value!, card) : []
    const area = lowest && unionOf(lowest.getBoundingClientRect(), at)
    release()
    if (!card) return
    if (!actions.drop(card, at) && area) crossed.set(card, area)
  }

  /** Ends press, drag and peek. Cards that are not dropped glide back. Returns whether there was a drag. */
  function release(): boolean {
    const card = dragged.value
    longPress.stop()
    actions.unpeek()
    peekedByButton = undefined
    drag?.end()
    drag = undefined
    press = undefined
    if (card) void glideBack(card)
    dragged.value = undefined
    return card !== undefined
  }

  async function glideBack(card: Cursor): Promise<void> {
    returning.value = [...returning.value, card]
    await landing(root.value!)
    returning.value = returning.value.filter(one => one !== card)
  }

  function click(event: MouseEvent): void {
    const card = pressedAt(event)
    if (isClickSpent) return
    if (!card) actions.clearFeedback()
    // No card can be played in a replay. Checked here, because assistive technology clicks without a pointer.
    else if (!late.isReplaying) actions.click(card.pile, card.at, event.detail, event.timeStamp)
  }

  function contextMenu(event: MouseEvent): void {
    const card = pressedAt(event)
    // While a menu is open, the page would not notice that the dragged cards are released.
    if (card || dragged.value) event.preventDefault()
    if (!card || card.at < 0 || dragged.value || isClickSpent || isMenuSpent || late.isReplaying) return
    actions.secondaryAction(card)
  }

  listen(root.value!, 'pointerover', over)
  listen(root.value!, 'pointerleave', leave)
  listen(root.value!, 'pointerdown', down)
  listen(root.value!, 'click', click)
  listen(root.value!, 'contextmenu', contextMenu)
  // The click after a drag can go to any element that is under the pointer, so the window listens for it.
  listen(window, 'click', () => {
    isClickSpent = false
  })
  // A press on the table ends wherever the pointer is released, even over the bar or outside the window.
  listen(window, 'pointermove', move)
  listen(window, 'pointerup', up)
  listen(window, 'pointercancel', ({ pointerId }) => pointerId === press?.pointerId && release())
  listen(window, 'blur', release)

  onScopeDispose(() => drag?.end())

  return { dragged, returning, hovered, release }
}
