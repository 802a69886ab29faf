// What the table says about what was done: a refusal beside the card, a sentence for those who listen.
import { shallowRef, watch, type Ref } from 'vue'
import type { Reason } from '../../engine/index.ts'
import { afterPaint } from '../../stores/platform/after-paint'
import { useGame } from '../../stores/session/game'
import { sayChange } from '../announcements'
import { language } from '../i18n'
import { reasonText } from '../reasons'
import { useIsStill } from '../useIsStill'
import type { Cursor } from './keys'
import type { Layout } from './useLayout'

/** A sentence beside a card. */
export interface ShownRefusal {
  readonly id: number
  readonly text: string
  readonly isRefusal: boolean
  /** Where the middle of the card's upper edge is, and how many times the usual it is shown. */
  readonly style: Readonly<Record<string, string | number>>
}
/** Letters that can be read in the usual time. */
const USUAL_LENGTH = 40

const SHAKE = { transform: ['', 'translateX(-3px)', 'translateX(3px)', 'translateX(-3px)', ''] }
const SHAKE_MS = 140

export function useFeedback(root: Ref<HTMLElement | null>, { geometry, placeOf }: Layout) {
  const store = useGame()
  const isStill = useIsStill()
  const refusal = shallowRef<ShownRefusal>()
  /** Words about the position on the table; the next change of the position speaks for itself. */
  const words = shallowRef({ text: '', changeId: store.change.id, number: 0 })
  /** The sentence for those who listen; another `id` for each that is said, be it in the same words. */
  const announcement = shallowRef({ id: 0, text: '' })
  function announce(): void {
    const { text, changeId } = words.value
    announcement.value = {
      id: announcement.value.id + 1,
      text: changeId === store.change.id ? text : sayChange(store.change, store.history),
    }
  }
  watch([() => store.change, words, language], () => afterPaint(announce), { immediate: true })

  function say(text: string): void {
    words.value = { text, changeId: store.change.id, number: words.value.number + 1 }
  }

  /** Says a sentence beside a card, for those who see it and those who listen. */
  function tell(text: string, card: Cursor, isRefusal = false): void {
    const spot = placeOf(card) ?? geometry.value.spots[store.game.pileById.get(card.pile)!.index]
    refusal.value = {
      id: (refusal.value?.id ?? 0) + 1,
      text,
      isRefusal,
      style: {
        '--x': `${spot.x + geometry.value.cardWidth / 2}px`,
        '--y': `${spot.y}px`,
        '--times': Math.max(1, text.length / USUAL_LENGTH),
      },
    }
    say(text)
  }

  /** Says a reason beside a card, and shakes the card and those above it. */
  function refuse(reason: Reason, card: Cursor): void {
    tell(reasonText(reason), card, true)
    const { pile, at } = card
    if (isStill.value) return
    for (const element of root.value!.querySelectorAll<HTMLElement>(`[data-on="${pile}"]`)) {
      if (Number(element.dataset.at) >= at) element.animate(SHAKE, SHAKE_MS)
    }
  }

  function clearRefusal(): void {
    refusal.value = undefined
  }

  return { refusal, announcement, say, tell, refuse, clearRefusal }
}

export type Feedback = ReturnType<typeof useFeedback>
