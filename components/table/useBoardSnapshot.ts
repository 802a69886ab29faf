// Saves a snapshot of the bar and the board, which the next new tab paints before any module is loaded
// (assets/first-frame/first-frame.js). It contains the epoch of its board, because an erasure cannot reach
// the snapshots in other Firefox containers.
import { useMutationObserver } from '@vueuse/core'
import { onScopeDispose, watch, type Ref } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { usePlatform } from '../../stores/platform/platform'
import { DEVICE_KEY } from '../../stores/platform/storage-keys.ts'
import { useSettings } from '../../stores/session/settings'
import { listen } from '../listen'
import { printedRank, restStyle, viewCards, viewSlots, type ViewState } from './card-view'
import { AT_REST, type Layout } from './useLayout'

const KEY = 'paint'

/** The table without motion, pointer, keyboard and hint. */
const STATE: ViewState = { travel: AT_REST, hasLanded: true }

/** An element as the first-frame script builds it: name, attributes, children. */
type Copy = readonly [string, Record<string, string>, ...(Copy | string)[]]

/** Copies an element without its popovers. Buttons outside the late parts lose their `popovertarget`. */
const copyOf = (element: Element): Copy => [
  element.localName,
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name !== 'popovertarget' || element.closest('.late'))
      .map(({ name, value }) => [name, value]),
  ),
  ...[...element.childNodes].flatMap((child): (Copy | string)[] => {
    if (child instanceof Element) return child.matches('.popover') ? [] : [copyOf(child)]
    return child instanceof Text ? [child.data] : []
  }),
]

/** The piles and cards at rest, as first-frame.js builds them. */
const boardOf = ({ shown, cards, geometry }: Layout) => ({
  slots: viewSlots(shown.value, geometry.value, STATE).map(
    ({ className, style, preferredSuit, firstRank, badge }) => [
      className,
      style,
      { home: preferredSuit, first: firstRank, badge },
    ],
  ),
  cards: viewCards(shown.value, cards.value, STATE).map(({ className, placed, name }) => [
    className,
    restStyle(placed),
    { card: name, rank: printedRank(name) },
  ]),
})

/**
 * Saves snapshots until the scope is disposed, then removes the last one. Loaded after the first paint.
 * `faces`: what face-up cards show, as classes of the table.
 */
export function useBoardSnapshot(layout: Layout, faces: Readonly<Ref<string>>): void {
  const settings = useSettings()
  const late = useLateAnalysis()
  const { local } = usePlatform()
  /** The table shows a board of this epoch or a later one; undefined until read from storage. */
  let epoch: number | undefined
  /** The handle of the pending idle callback. */
  let due = 0
  let isDisposed = false

  /** Saves a snapshot if one is due, or if the tab is left or hidden; none during a replay. */
  function paint(isLeaving = false): void {
    if (!due && !isLeaving) return
    cancelIdleCallback(due)
    due = 0
    if (late.isReplaying || epoch === undefined) return
    const bar = document.querySelector('.bar')
    const { cardWidth, cardHeight } = layout.geometry.value
    localStorage.setItem(
      KEY,
      JSON.stringify({
        epoch,
        size: `${innerWidth}x${innerHeight}`,
        // The table leaves this space free until the strip has loaded.
        strip: document.querySelector<HTMLElement>('.strip-bar')?.offsetHeight ?? 0,
        bar: bar && copyOf(bar),
        table: [`table still ${faces.value}`, `--w:${cardWidth}px;--h:${cardHeight}px`],
        ...boardOf(layout),
      }),
    )
  }

  /** Schedules a snapshot for when the browser is idle. Hidden tabs schedule none. */
  function schedule(): void {
    if (!document.hidden) due ||= requestIdleCallback(() => paint(), { timeout: 2000 })
  }

  /**
   * Reads the epoch when the tab becomes visible. A visible tab does not follow its changes, because the
   * table may still show what was just erased.
   */
  async function readEpoch(): Promise<void> {
    if (document.hidden) return
    schedule()
    const identity = JSON.parse((await local.get(DEVICE_KEY)) ?? '{}') as { era?: number }
    epoch = identity.era ?? 0
    if (!isDisposed) schedule()
  }

  void readEpoch().catch(() => undefined)
  watch([layout.cards, () => settings.values, () => late.light], schedule)
  const lateParts = [...document.querySelectorAll<HTMLElement>('.bar .late')]
  useMutationObserver(lateParts, schedule, { childList: true, subtree: true })
  listen(window, 'pagehide', () => paint(!document.hidden))
  // Opening another tab hides this one; the new tab paints this snapshot.
  listen(document, 'visibilitychange', () =>
    document.hidden ? paint(true) : void readEpoch().catch(() => undefined),
  )
  onScopeDispose(() => {
    isDisposed = true
    cancelIdleCallback(due)
    due = 0
    localStorage.removeItem(KEY)
  })
}
