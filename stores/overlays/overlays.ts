// What lies over the table: lists of the bar, panels, a replay, the sheet of a win. Code that depends on what
// is open asks this store, and not the DOM.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'

/** The lists of the bar, of which at most one is open. */
export type BarList = 'games' | 'deal' | 'menu' | 'light' | 'today'
/** The panels, any of which can be opened from anywhere. */
export type PanelName =
  'settings' | 'help' | 'stats' | 'goals' | 'past' | 'others' | 'about' | 'backup' | 'place'
/** What can lie over the table besides a list. */
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
  /** What was typed for the search of the games before it was loaded; undefined unless that is loading. */
  let typed: string | undefined

  function toggle(name: BarList, isOpen: boolean): void {
    if (isOpen) list.value = name
    else if (list.value === name) list.value = undefined
  }

  /** To be called before a list opens or closes. Keys belong to the games from before they are shown. */
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
    /** Whether the table cannot be played, so that the clock is paused. */
    isCovered: computed(() => hasKeys.value || list.value === 'games'),
    /** The table, and a function that focuses its cursor, once it understands keys. */
    table: shallowRef<{ readonly root: HTMLElement; focusCursor(): void }>(),
    toggle,
    beforeToggle,
    show,
    isTypingAhead: () => typed !== undefined,
    /** Keeps a key for the search of the games. Enter plays the first game found. */
    typeAhead(key: string): void {
      typed = key === 'Backspace' ? typed?.slice(0, -1) : (typed ?? '') + (key === 'Enter' ? '\n' : key)
    },
    hasTyped: () => !!typed,
    /** Takes what was typed, once the search is shown. */
    takeTyped(): string {
      const taken = typed ?? ''
      typed = undefined
      return taken
    },
  }
})
