// What lies over the table: lists of the bar, panels, a replay, the sheet of a win. Who acts on keys, on the
// clock or on the focus asks here and not the page.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'

/** The lists of the bar, of which at most one is open. */
export type BarList = 'games' | 'deal' | 'menu' | 'light'
/** What opens from anywhere. */
export type PanelName =
  'settings' | 'help' | 'stats' | 'goals' | 'past' | 'others' | 'about' | 'backup' | 'place'
/** What can lie over the table beside a list. */
type Overlay = 'panel' | 'replay' | 'win'

/** What is open, what has the keys, and where the cursor of the table is. */
export const useOverlays = defineStore('overlays', () => {
  /** The list that is open; it lies over everything but a panel, which closes it. */
  const list = shallowRef<BarList>()
  /** The panel that is wanted; it is there once it is loaded. */
  const panel = shallowRef<PanelName>()
  /** What is there, the uppermost last. */
  const shown = shallowRef<readonly { readonly kind: Overlay }[]>([])
  const top = computed(() => shown.value.at(-1)?.kind)
  /** Whether something has all the keys: at the sheet of a win the table keeps them. */
  const hasKeys = computed(() => shown.value.some(({ kind }) => kind !== 'win'))
  /** What was typed for the search of the games before it was there; undefined while that is no question. */
  let typed: string | undefined

  function toggle(name: BarList, isOpen: boolean): void {
    if (isOpen) list.value = name
    else if (list.value === name) list.value = undefined
  }

  /** A list is about to open or to close: from now on keys are its own. */
  function beforeToggle(name: BarList, isOpen: boolean): void {
    if (name === 'games') typed = isOpen ? '' : undefined
  }

  /** Puts something over the table, until the function that is returned is called. */
  function show(kind: Overlay): () => void {
    const own = { kind }
    shown.value = [...shown.value, own]
    return () => {
      shown.value = shown.value.filter(one => one !== own)
    }
  }

  return {
    list,
    panel,
    top,
    hasKeys,
    /** Whether nobody can play: the clock stands. */
    isCovered: computed(() => hasKeys.value || list.value === 'games'),
    /** The table, and the way to its cursor, while it can be played. */
    table: shallowRef<{ readonly root: HTMLElement; focusCursor(): void }>(),
    toggle,
    beforeToggle,
    show,
    isTypingAhead: () => typed !== undefined,
    /** Keeps a key for the search of the games. An Enter means the first game that is found. */
    typeAhead(key: string): void {
      typed = key === 'Backspace' ? typed?.slice(0, -1) : (typed ?? '') + (key === 'Enter' ? '\n' : key)
    },
    hasTyped: () => !!typed,
    /** What was typed, for the search that is there now. */
    takeTyped(): string {
      const taken = typed ?? ''
      typed = undefined
      return taken
    },
  }
})
