// What the table says about what was done: a refusal beside the card, a sentence for those who listen.
import { computed, nextTick, shallowRef, type Ref } from 'vue'
import type { Reason } from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { sayChange } from '../announcements'
import { reasonText } from '../i18n'
import type { Cursor } from './keys'
import type { Layout } from './useLayout'

/** A refusal beside a card: its sentence, and where it is shown, in pixels on the table. */
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
  const words = shallowRef({ text: '', changeId: store.change.id })
  const announcement = computed(() =>
    words.value.changeId === store.change.id ? words.value.text : sayChange(store.change),
  )

  function say(text: string): void {
    words.value = { text, changeId: store.change.id }
  }

  /** Moves the sentence to where all of it stands on the table. */
  function keepInSight(id: number): void {
    const shown = refusal.value
    const element = root.value?.querySelector<HTMLElement>('.refusal')
    if (shown?.id !== id || !element) return
    const { offsetWidth: width, offsetHeight: height } = element
    const x = Math.max(width / 2 + 6, Math.min(shown.x, root.value!.clientWidth - width / 2 - 6))
    refusal.value = { ...shown, x, y: Math.max(shown.y, height * 1.2 + 4) }
  }

  /** Says a reason beside a card, and shakes the card and those above it. */
  function refuse(reason: Reason, { pile, at }: Cursor): void {
    const text = reasonText(reason)
    const spot = placeOf({ pile, at }) ?? geometry.value.spots[store.game.pileById.get(pile)!.index]
    const id = (refusal.value?.id ?? 0) + 1
    refusal.value = { id, text, x: spot.x + geometry.value.cardWidth / 2, y: spot.y }
    void nextTick(() => keepInSight(id))
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
