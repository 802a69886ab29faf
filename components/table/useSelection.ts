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
    /** A covered card that is shown in full. */
    peeked: useCardOfPosition(),
    /** The last position set for the keyboard cursor. */
    cursor: shallowRef<Cursor>(),
    /** Whether the focused cursor is drawn: from a key that shows it, or Tab, until a press on the table. */
    isCursorDrawn: shallowRef(false),
  }
}

export type Selection = ReturnType<typeof useSelection>
