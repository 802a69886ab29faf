// What the table says about what was done: a refusal beside the card, a sentence for those who listen.
import { shallowRef, watch, type Ref } from 'vue'
import type { Reason } from '../../engine/index.ts'
import { afterPaint } from '../../stores/platform/after-paint'
import { useGame } from '../../stores/session/game'
import { sayChange } from '../announcements'
import { language } from '../i18n'
import { reasonText } from '../reasons'
import type { Cursor } from './keys'
import type { Layout } from './useLayout'

/** A refusal beside a card: its sentence, and the middle of the card's upper edge, in pixels on the table. */
export interface ShownRefusal {
  readonly id: number
  readonly text: string
  readonly x: number
  readonly y: number
}

const SHAKE = { transform: ['', 'translateX(-5px)', 'translateX(5px)', 'translateX(-3px)', ''] }
const SHAKE_MS = 160

export function useFeedback(root: Ref<HTMLElement | null>, { geometry, placeOf }: Layout) {
  const store = useGame()
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

  /** Says a reason beside a card, and shakes the card and those above it. */
  function refuse(reason: Reason, { pile, at }: Cursor): void {
    const text = reasonText(reason)
    const spot = placeOf({ pile, at }) ?? geometry.value.spots[store.game.pileById.get(pile)!.index]
    refusal.value = {
      id: (refusal.value?.id ?? 0) + 1,
      text,
      x: spot.x + geometry.value.cardWidth / 2,
      y: spot.y,
    }
    say(text)
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const element of root.value!.querySelectorAll<HTMLElement>(`[data-on="${pile}"]`)) {
      if (Number(element.dataset.at) >= at) element.animate(SHAKE, SHAKE_MS)
    }
  }

  function clearRefusal(): void {
    refusal.value = undefined
  }

  return { refusal, announcement, say, refuse, clearRefusal }
}

export type Feedback = ReturnType<typeof useFeedback>
