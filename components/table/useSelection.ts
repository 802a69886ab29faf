// Which card is selected, which is shown whole, and where the keyboard's cursor stands.
import { computed, shallowRef } from 'vue'
import { useGame } from '../../stores/session/game'
import type { Cursor } from './keys'

/** A card that belongs to the position on the table alone: with another position it is let go. */
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
    /** A covered card that is shown whole. */
    peeked: useCardOfPosition(),
    /** Where the keyboard's cursor was put last. */
    cursor: shallowRef<Cursor>(),
    /** Whether the cursor is drawn where it has the focus: after keys, until the pointer is used. */
    isCursorDrawn: shallowRef(false),
  }
}

export type Selection = ReturnType<typeof useSelection>
