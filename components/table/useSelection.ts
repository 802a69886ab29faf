// Which card is selected, which is peeked at, and where the keyboard cursor is.
import { computed, shallowRef } from 'vue'
import { useGame } from '../../stores/session/game'
import type { Cursor } from './keys'

/** A card that is tied to the current position; cleared by the next change. */
function useCardOfPosition() {
  const store = useGame()
  const chosen = shallowRef<{ card: Cursor; changeId: number }>()
  return computed({
    get: (): Cursor | undefined =>
      chosen.value?.changeId === store.change.id ? chosen.value.card : undefined,
    set(card) {
      chosen.value = card && { card, changeId: store.change.id }
    },
  })
}

export function useSelection() {
  return {
    selected: useCardOfPosition(),
    /** The face-up card that is shown in full, even if others cover it. */
    peeked: useCardOfPosition(),
    /** The keyboard cursor as last set; its card may no longer exist. */
    cursor: shallowRef<Cursor>(),
    /** Whether the cursor is drawn while focused: from Tab or a key that shows it, until a pointer press. */
    isCursorDrawn: shallowRef(false),
  }
}

export type Selection = ReturnType<typeof useSelection>
