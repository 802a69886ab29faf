// The picture of the board that the next new tab paints before anything else is loaded
// (assets/first-frame/paint-snapshot.js). A cache, never the truth: it tells the epoch of its board, as an
// erasure cannot remove the one of another Firefox container.
import { useEventListener } from '@vueuse/core'
import { onScopeDispose, watch, type Ref } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { usePlatform } from '../../stores/platform/platform'
import { DEVICE_KEY } from '../../stores/platform/storage-keys.ts'
import { useSettings } from '../../stores/session/settings'
import { restStyle, type CardView, type SlotView } from './card-view'
import type { Geometry } from './place'

const KEY = 'paint'

/** What a card looks like at rest, without what is done to it just now. */
const atRest = (className: string): string =>
  className
    .split(' ')
    .filter(name => /^(card|top|open|down|hidden|blocked)$/.test(name))
    .join(' ')

/** An element as the first-frame script builds it: name, attributes, children. */
type Copy = readonly [string, Record<string, string>, ...(Copy | string)[]]

/** Copies an element without the parts that a new tab loads after its first paint. */
const copyOf = (element: Element): Copy => [
  element.localName,
  Object.fromEntries(
    [...element.attributes]
      .filter(({ name }) => name !== 'popovertarget')
      .map(({ name, value }) => [name, value]),
  ),
  ...[...element.childNodes].flatMap((child): (Copy | string)[] => {
    if (child instanceof Element) return child.matches('.late, .popover') ? [] : [copyOf(child)]
    return child instanceof Text ? [child.data] : []
  }),
]

/** What the table draws just now. */
export interface Drawn {
  readonly cards: Readonly<Ref<readonly CardView[]>>
  readonly slots: Readonly<Ref<readonly SlotView[]>>
  readonly geometry: Readonly<Ref<Geometry>>
  /** What cards show that lie open, as classes of the table. */
  readonly faces: Readonly<Ref<string>>
}

/** Loaded after the first paint. A move gives it nothing to render. */
export function useBoardSnapshot({ cards, slots, geometry, faces }: Drawn): void {
  const settings = useSettings()
  const late = useLateAnalysis()
  const { local } = usePlatform()
  /** What the table shows is of this epoch or a later one; undefined until it is known. */
  let epoch: number | undefined
  /** The idle callback in which the picture is due. */
  let due = 0
  let isGone = false

  function paint(): void {
    if (!due) return
    cancelIdleCallback(due)
    due = 0
    const bar = document.querySelector('.bar')
    if (late.isReplaying || epoch === undefined) return
    const { cardWidth, cardHeight } = geometry.value
    localStorage.setItem(
      KEY,
      JSON.stringify({
        epoch,
        size: `${innerWidth}x${innerHeight}`,
        // the table leaves it free until the strip is loaded
        strip: document.querySelector<HTMLElement>('.strip-bar')?.offsetHeight ?? 0,
        bar: bar && copyOf(bar),
        table: [`table still ${faces.value}`, `--w:${cardWidth}px;--h:${cardHeight}px`],
        slots: slots.value.map(({ className, style, preferredSuit, firstRank, badge }) => [
          className.replace(' lit', ''),
          style,
          { home: preferredSuit, first: firstRank, badge },
        ]),
        cards: cards.value.map(({ className, placed, name, rank }) => [
          atRest(className),
          restStyle(placed),
          { card: name, rank },
        ]),
      }),
    )
  }

  /** Soon, when nothing else is to be done; a tab that is hidden leaves it to the one in sight. */
  function later(): void {
    if (!document.hidden) due ||= requestIdleCallback(paint, { timeout: 2000 })
  }

  /**
   * The tab comes into sight: reads the epoch. It is not read again when it changes, as the table may still
   * show what was just erased.
   */
  async function come(): Promise<void> {
    if (document.hidden) return
    later()
    const identity = JSON.parse((await local.get(DEVICE_KEY)) ?? '{}') as { era?: number }
    epoch = identity.era ?? 0
    if (!isGone) later()
  }

  void come().catch(() => undefined)
  watch([cards, () => settings.values], later)
  useEventListener(window, 'pagehide', paint)
  // The next tab that opens hides this one, and paints what it finds.
  useEventListener(document, 'visibilitychange', () =>
    document.hidden ? paint() : void come().catch(() => undefined),
  )
  onScopeDispose(() => {
    isGone = true
    cancelIdleCallback(due)
    due = 0
    localStorage.removeItem(KEY)
  })
}
