// The picture of the board that the next new tab paints before anything else is loaded
// (assets/public/paint-snapshot.js). A cache, never the truth.
import { defineComponent, onBeforeUnmount, onMounted, watch, type PropType } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useSettings } from '../../stores/session/settings'
import { restStyle, type CardView, type SlotView } from './card-view'
import type { Geometry, PlacedCard } from './place'

const KEY = 'paint'

const classNameOf = ({ isTop, faceUp, isHidden }: PlacedCard): string =>
  `card${isTop ? ' top open' : ''}${faceUp ? '' : ' down'}${isHidden ? ' hidden' : ''}`

/** Draws nothing itself; loaded after the first paint. */
export default defineComponent({
  props: {
    cards: { type: Array as PropType<readonly CardView[]>, required: true },
    slots: { type: Array as PropType<readonly SlotView[]>, required: true },
    geometry: { type: Object as PropType<Geometry>, required: true },
    hasFaces: { type: Boolean, required: true },
  },
  setup(props) {
    const settings = useSettings()
    const late = useLateAnalysis()
    let isDue = false

    function paint(): void {
      if (!isDue) return
      isDue = false
      if (late.isReplaying) return
      const { cardWidth, cardHeight } = props.geometry
      localStorage.setItem(
        KEY,
        JSON.stringify({
          // the system may have another by then
          root: { ...document.documentElement.dataset, theme: undefined },
          theme: settings.values.theme,
          size: `${innerWidth}x${innerHeight}`,
          // the table leaves it free until the strip is loaded
          strip: document.querySelector<HTMLElement>('.strip-bar')?.offsetHeight ?? 0,
          table: [`table still${props.hasFaces ? ' faces' : ''}`, `--w:${cardWidth}px;--h:${cardHeight}px`],
          slots: props.slots.map(({ className, style, preferredSuit, firstRank, badge }) => [
            className.replace(' lit', ''),
            style,
            { home: preferredSuit, first: firstRank, badge },
          ]),
          cards: props.cards.map(({ placed, name, rank }) => [
            classNameOf(placed),
            restStyle(placed),
            { card: name, rank },
          ]),
        }),
      )
    }

    /** Soon, when nothing else is to be done. */
    function later(): void {
      if (!isDue) requestIdleCallback(paint, { timeout: 2000 })
      isDue = true
    }

    onMounted(later)
    watch([() => props.cards, () => settings.values], later)
    window.addEventListener('pagehide', paint)
    onBeforeUnmount(() => {
      window.removeEventListener('pagehide', paint)
      isDue = false
      localStorage.removeItem(KEY)
    })
    return () => null
  },
})
