// Everything that can cover the table: the bar's lists, panels, a replay, the win sheet, a form. Code that
// depends on what is open asks this store, not the DOM.
import { defineStore } from 'pinia'
import { computed, shallowReactive, shallowRef, watch } from 'vue'

/** The lists of the bar. At most one is open. */
export type BarList = 'games' | 'deal' | 'menu' | 'light' | 'today'
/** The panels. Each can be opened from anywhere. */
export type PanelName =
  | 'settings'
  | 'help'
  | 'stats'
  | 'goals'
  | 'past'
  | 'others'
  | 'about'
  | 'backup'
  | 'place'
/** Overlays other than lists. */
type Overlay = 'panel' | 'replay' | 'win' | 'form'

/** The open overlays, and access to the table's cursor. */
export const useOverlays = defineStore('overlays', () => {
  /** The open list. It is above everything else; opening a panel closes it. */
  const list = shallowRef<BarList>()
  /** The requested panel; shown once its code is loaded. */
  const panel = shallowRef<PanelName>()
  /** Open overlays, topmost last. */
  const shown = shallowRef<readonly { readonly kind: Overlay }[]>([])
  /** The win whose sheet is shown: the id of the winning change, and whether the cards fly first. */
  const win = shallowRef<{ readonly change: number; readonly flies: boolean }>()
  const top = computed(() => shown.value.at(-1)?.kind)
  /** Whether an overlay receives all keys. The win sheet does not. */
  const hasKeys = computed(() => shown.value.some(({ kind }) => kind !== 'win'))
  /** The list or panel that is being loaded, and the keys pressed meanwhile (components/overlay-keys.ts). */
  const loading = shallowRef<{ readonly name: BarList | PanelName; readonly keys: KeyboardEvent[] }>()

  /** Must be called before a list or panel opens or closes, because it receives keys before it is shown. */
  function beforeToggle(name: BarList | PanelName, isOpen: boolean): void {
    if (isOpen) loading.value = { name, keys: [] }
    else if (loading.value?.name === name) loading.value = undefined
  }
  watch(panel, (name, last) => beforeToggle((name ?? last)!, name !== undefined), { flush: 'sync' })

  /** Registers an overlay until the returned function is called. */
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
    win,
    top,
    hasKeys,
    /** Whether anything but the win sheet covers the table, which stops the clock. */
    isCovered: computed(() => hasKeys.value || list.value !== undefined),
    /** The heights of what covers the bottom edge of the table, in pixels. */
    covered: shallowReactive({ notice: 0, welcome: 0 }),
    /** The table and a function that focuses its cursor, once the table handles keys. */
    table: shallowRef<{ readonly root: HTMLElement; focusCursor(): void }>(),
    beforeToggle,
    show,
    loading,
  }
})
