// The pointer on the table: mouse, pen and touch become clicks, drags and peeks. Writes nothing but
// transforms while dragging.
import { useEventListener, useTimeoutFn } from '@vueuse/core'
import { shallowRef, type Ref } from 'vue'
import type { PileId } from '../../engine/index.ts'
import { useIsStill } from '../useIsStill'
import { take, type Hand } from './carry'
import { isDrag, LONG_PRESS_MS, type Point } from './pointer'
import type { Cursor } from './keys'
import { landing } from './useTravel'

/** What the table makes of the pointer. Offsets are in pixels from where the drag began. */
export interface PointerHandlers {
  /** Whether the card and those above it may be lifted; says why where not. */
  lift(card: Cursor): boolean
  /** The lifted cards are let go. */
  drop(card: Cursor, offset: Point): void
  /** How often it was clicked in a row, and when: in milliseconds, as the browser noted it. */
  click(pile: PileId, at: number, times: number, time: number): void
  isCovered(card: Cursor): boolean
  /** Right button on a card. */
  secondaryAction(card: Cursor): void
  /** Whether the card and those above it could be moved somewhere. */
  canMove(card: Cursor): boolean
  /** A long look at a covered card begins. */
  peek(card: Cursor): void
  unpeek(): void
  clickFelt(): void
}

interface Press {
  readonly card?: Cursor
  readonly start: Point
  readonly pointerId: number
  readonly pointerType: string
}

/** The card or pile that an element of the table stands for. */
export function cursorAt(target: EventTarget | null): Cursor | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-on], [data-pile]') : null
  if (!element) return undefined
  const { on, at, pile } = element.dataset
  return on !== undefined ? { pile: on as PileId, at: Number(at) } : { pile: pile as PileId, at: -1 }
}

// eslint-disable-next-line max-lines-per-function -- The listeners share the state of one press.
export function usePointer(root: Ref<HTMLElement | null>, handlers: PointerHandlers) {
  /** The lowest card in the hand while dragging. */
  const dragged = shallowRef<Cursor>()
  /** The same after it was let go, until it lies where it lay. */
  const returning = shallowRef<Cursor>()
  /** The card under the mouse, where it could be played. */
  const hovered = shallowRef<Cursor>()
  let press: Press | undefined
  /** What holds the lifted cards. */
  let hand: Hand | undefined
  const isStill = useIsStill()
  /** Whether a drag or a peek used up the click or the context menu of this press. */
  let isClickSpent = false
  let isMenuSpent = false
  /** The card that the right button shows, and since when in milliseconds. */
  let peekedByButton: { readonly card: Cursor; readonly since: number } | undefined

  const longPress = useTimeoutFn(
    (card: Cursor) => {
      isClickSpent = true
      handlers.peek(card)
    },
    LONG_PRESS_MS,
    { immediate: false },
  )

  const elementsFrom = ({ pile, at }: Cursor): HTMLElement[] =>
    [...root.value!.querySelectorAll<HTMLElement>(`[data-on="${pile}"]`)].filter(
      card => Number(card.dataset.at) >= at,
    )

  const offset = (event: PointerEvent): Point => ({
    x: event.clientX - press!.start.x,
    y: event.clientY - press!.start.y,
  })

  function endPeek(): void {
    if (peekedByButton) handlers.unpeek()
    peekedByButton = undefined
  }

  function down(event: PointerEvent): void {
    const card = cursorAt(event.target)
    // A pointer that goes down again went up before, even where no event said so: its last gesture is over.
    if (press?.pointerId === event.pointerId) release()
    if (!press) isClickSpent = false
    // The right button shows a covered card as long as it is held; after a click the card stays until the
    // pointer leaves it. The browser's menu comes before or after that.
    endPeek()
    isMenuSpent = event.button === 2 && card !== undefined && handlers.isCovered(card)
    if (isMenuSpent) {
      peekedByButton = { card: card!, since: event.timeStamp }
      handlers.peek(card!)
    }
    if (press || event.button !== 0) return
    hovered.value = undefined
    press = {
      card,
      start: { x: event.clientX, y: event.clientY },
      pointerId: event.pointerId,
      pointerType: event.pointerType,
    }
    // A card that lies open is held before it is dragged: there is nothing more of it to show.
    if (card && card.at >= 0 && handlers.isCovered(card)) longPress.start(card)
    else longPress.stop()
  }

  function move(event: PointerEvent): void {
    if (!press || event.pointerId !== press.pointerId) return
    const { card, start } = press
    if (!dragged.value) {
      if (
        !card ||
        card.at < 0 ||
        isClickSpent ||
        !isDrag(start, { x: event.clientX, y: event.clientY }, press.pointerType)
      )
        return
      longPress.stop()
      isClickSpent = true
      if (!handlers.lift(card)) return
      dragged.value = card
      returning.value = undefined
      hand = take(elementsFrom(card), start, isStill.value)
      // What was kept while the page was loading has no pointer any more.
      if (event.isTrusted) root.value!.setPointerCapture(event.pointerId)
    }
    hand!.to(offset(event))
  }

  /** What lies under the mouse shows whether it can move. */
  function over(event: PointerEvent): void {
    const card = event.pointerType === 'mouse' && !press ? cursorAt(event.target) : undefined
    const peeked = peekedByButton?.card
    if (peeked && event.buttons === 0 && (card?.pile !== peeked.pile || card.at !== peeked.at)) endPeek()
    hovered.value =
      card && (card.at >= 0 || card.pile === 'stock') && handlers.canMove(card) ? card : undefined
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
    release()
    if (card) handlers.drop(card, at)
  }

  /** Lets go of everything without a move: the cards glide back. */
  function release(): void {
    longPress.stop()
    handlers.unpeek()
    peekedByButton = undefined
    hand?.open()
    hand = undefined
    press = undefined
    if (dragged.value) void glideBack(dragged.value)
    dragged.value = undefined
  }

  async function glideBack(card: Cursor): Promise<void> {
    returning.value = card
    await landing(root.value!)
    if (returning.value === card) returning.value = undefined
  }

  function cancel(event: PointerEvent): void {
    if (press && event.pointerId === press.pointerId) release()
  }

  function click(event: MouseEvent): void {
    const card = cursorAt(event.target)
    if (isClickSpent) return
    if (card) handlers.click(card.pile, card.at, event.detail, event.timeStamp)
    else handlers.clickFelt()
  }

  function contextMenu(event: MouseEvent): void {
    const card = cursorAt(event.target)
    if (!card) return
    event.preventDefault()
    if (card.at < 0 || dragged.value || isClickSpent || isMenuSpent) return
    handlers.secondaryAction(card)
  }

  useEventListener(root, 'pointerover', over)
  useEventListener(root, 'pointerleave', leave)
  useEventListener(root, 'pointerdown', down)
  useEventListener(root, 'click', click)
  useEventListener(root, 'contextmenu', contextMenu)
  // The click after a drag goes to whatever element is under the pointer.
  useEventListener(window, 'click', () => {
    isClickSpent = false
  })
  // A press that began on the table ends wherever the pointer is let go, also over the bar or outside the
  // window.
  useEventListener(window, 'pointermove', move)
  useEventListener(window, 'pointerup', up)
  useEventListener(window, 'pointercancel', cancel)
  useEventListener(window, 'blur', release)

  return { dragged, returning, hovered, release }
}
