// Feedback on actions: a message beside the card, and an announcement for screen readers.
import { shallowRef, watch, type Ref } from 'vue'
import type { Reason } from '../../engine/index.ts'
import { afterPaint } from '../../stores/platform/after-paint'
import { useGame } from '../../stores/session/game'
import { sayChange } from '../announcements'
import { language, loadTexts } from '../i18n'
import { reasonText } from '../reasons'
import { useIsStill } from '../useIsStill'
import { placeMessage } from './bubble'
import { onTop, type Cursor } from './keys'
import { elementsFrom } from './pointer'
import type { Layout } from './useLayout'
import { landing } from './useTravel'

/** A message beside a card. */
interface ShownMessage {
  readonly id: number
  readonly text: string
  readonly isRefusal: boolean
  /** The card or the empty pile that it is about. */
  readonly about: Cursor
  /** `--times`: the display time relative to the usual one. */
  readonly style: Readonly<Record<string, number>>
}
/** The text length, in characters, that can be read in the usual time. */
const USUAL_LENGTH = 40

const SHAKE = { transform: ['', 'translateX(-3px)', 'translateX(3px)', 'translateX(-3px)', ''] }
const SHAKE_MS = 140

/** Places each message once its size is known, before it is painted. */
function usePlacing(
  root: Ref<HTMLElement | null>,
  { geometry, cards }: Layout,
  shown: Readonly<Ref<ShownMessage | undefined>>,
): void {
  const store = useGame()
  watch(
    shown,
    message => {
      const element = message && root.value?.querySelector<HTMLElement>('.refusal')
      if (!element) return
      // Makes the box as wide as its longest line, because balanced lines do not fill it.
      const text = document.createRange()
      text.selectNodeContents(element)
      element.style.width = `${Math.ceil(text.getBoundingClientRect().width)}px`
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const { x, y } = placeMessage(size, message.about, store.position, {
        cards: cards.value,
        geometry: geometry.value,
        table: { width: root.value!.clientWidth, height: root.value!.clientHeight },
      })
      element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
    },
    { flush: 'post' },
  )
}

export function useFeedback(root: Ref<HTMLElement | null>, layout: Layout) {
  const store = useGame()
  const isStill = useIsStill()
  const refusal = shallowRef<ShownMessage>()
  /** Resolves once the texts have loaded or failed to load; messages are created only then. */
  const textsLoaded = loadTexts('table').catch(() => undefined)
  /** An announcement about the current position; the next change of position replaces it. */
  const words = shallowRef({ textOf: (): string => '', changeId: store.change.id })
  /** The screen reader announcement. Each one gets a new `id`, even if the text is the same. */
  const announcement = shallowRef({ id: 0, text: '' })
  function announce(): void {
    const { textOf, changeId } = words.value
    announcement.value = {
      id: announcement.value.id + 1,
      text: changeId === store.change.id ? textOf() : sayChange(store.change, store.history),
    }
  }
  watch([() => store.change, words, language], () => afterPaint(() => void textsLoaded.then(announce)), {
    immediate: true,
  })

  function say(textOf: () => string): void {
    words.value = { textOf, changeId: store.change.id }
  }

  /** Shows a message beside a card and announces it. */
  function tell(textOf: () => string, card: Cursor, isRefusal = false): void {
    void textsLoaded.then(() => {
      const text = textOf()
      refusal.value = {
        id: (refusal.value?.id ?? 0) + 1,
        text,
        isRefusal,
        about: layout.placeOf(card) ? card : onTop(store.position, card.pile),
        style: { '--times': Math.max(1, text.length / USUAL_LENGTH) },
      }
    })
    say(textOf)
  }
  usePlacing(root, layout, refusal)

  /**
   * Shows a reason beside a card and announces it. If motion is on, shakes the card and those above it once
   * they are back in their places.
   */
  function refuse(reason: Reason, card: Cursor): void {
    tell(() => reasonText(reason), card, true)
    if (isStill()) return
    const elements = elementsFrom(root.value!, card)
    void landing(root.value!).then(() => elements.forEach(element => element.animate(SHAKE, SHAKE_MS)))
  }

  return { refusal, announcement, say, tell, refuse }
}
