// The current layout and motion of the cards. Follows the table's size and the changes of position.
import { computed, onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useOverlays } from '../../stores/overlays/overlays'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import type { Cursor } from './keys'
import { geometryOf, placeCards, type PlacedCard } from './place'
import type { Travel, useTravel } from './useTravel'

/** Estimated height of the bar above the table in pixels, used until the table has been measured. */
const BAR_HEIGHT = 40
const MIN_HEIGHT = 200
/** The space that the first frame reserved for the strip (assets/first-frame/first-frame.js), in pixels. */
const stripHeight = (): number => parseFloat(document.documentElement.style.getPropertyValue('--strip')) || 0

/** No motion. */
export const AT_REST: Travel = {
  journeys: new Map(),
  turned: new Map(),
  exposed: new Set(),
  beat: 0,
  isDeal: false,
}

export function useLayout(root: Ref<HTMLElement | null>) {
  const store = useGame()
  const settings = useSettings()
  const late = useLateAnalysis()
  const { covered } = useOverlays()
  /** Pixels at the bottom edge that an overlay covers. */
  const reserved = () => covered.notice || (store.isFirst ? covered.welcome : 0)
  const change = computed(() => late.replayChange ?? store.change)
  const shown = computed(() => change.value.after)
  const size = shallowRef({
    width: window.innerWidth,
    height: Math.max(MIN_HEIGHT, window.innerHeight - BAR_HEIGHT - stripHeight()),
  })
  const game = computed(() => shown.value.game)
  const geometry = computed(() => {
    const { leftHanded, deck, cardSize } = settings.values
    return geometryOf(game.value, {
      ...size.value,
      reserved: reserved(),
      leftHanded,
      largeCorners: deck === 'large',
      scale: cardSize / 100,
    })
  })
  const cards = computed(() => placeCards(shown.value, geometry.value))
  const placeOf = ({ pile, at }: Cursor): PlacedCard | undefined =>
    cards.value.find(card => card.pile === pile && card.at === at)

  /** Tracks motion; loaded soon after the first paint. Until then cards jump. */
  const tracker = shallowRef<ReturnType<typeof useTravel>>()
  const travel = computed(() => tracker.value?.travel.value ?? AT_REST)
  const hasLanded = computed(() => tracker.value?.hasLanded.value !== false)

  /** The value of `isStill` while the change with the id `since` is the last one. */
  const jumps = shallowRef({ since: change.value.id, isStill: false })
  /** Whether cards jump to their places instead of gliding, for example after the page opens or resizes. */
  const isStill = computed(() => {
    const { id, cause } = change.value
    return jumps.value.since === id ? jumps.value.isStill : cause === 'opened' && !travel.value.isDeal
  })

  const setStill = (isStill: boolean): void => {
    jumps.value = { since: change.value.id, isStill }
  }
  const arriveNow = (): void => setStill(true)
  // When the reserved space changes, the columns glide, even on a page that was just opened.
  watch(reserved, () => hasLanded.value && setStill(false))
  const placing = (['leftHanded', 'deck', 'cardSize'] as const).map(name => () => settings.values[name])
  // `size` has a getter, because for a shallow ref in a list, Vue calls back even if the value is unchanged.
  watch([() => size.value, ...placing], arriveNow)
  // Deals are animated, and `isStill` covers openings; other changes of the displayed game make cards jump.
  watch(game, () => /^(deal|opened)$/.test(change.value.cause) || arriveNow())

  /** Skips the rest of the deal animation. Called for presses and keys on the table. */
  const finishDeal = (): void => {
    if (travel.value.isDeal) arriveNow()
  }

  const observer = new ResizeObserver(([entry]) => {
    const { width, height } = entry!.contentRect
    if (width > 0 && (width !== size.value.width || height !== size.value.height))
      size.value = { width, height }
  })
  onMounted(() => observer.observe(root.value!))
  onBeforeUnmount(() => observer.disconnect())

  return { change, shown, geometry, cards, placeOf, tracker, travel, jumps, isStill, hasLanded, finishDeal }
}

export type Layout = ReturnType<typeof useLayout>
