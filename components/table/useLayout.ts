// Where everything lies just now, and what is on its way: follows the size of the table and the change of
// position.
import { computed, onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import type { Cursor } from './keys'
import { geometryOf, placeCards, type PlacedCard } from './place'
import type { Travel, useTravel } from './useTravel'

/** Pixels of the bar above the table, until the table's own size is known. */
const BAR_HEIGHT = 40
const MIN_HEIGHT = 200

const AT_REST: Travel = { journeys: new Map(), turned: new Set(), exposed: new Set(), beat: 0, isDeal: false }

/** `reserved`: pixels at the lower edge that something else stands on. */
export function useLayout(root: Ref<HTMLElement | null>, reserved: () => number) {
  const store = useGame()
  const settings = useSettings()
  const late = useLateAnalysis()
  const change = computed(() => late.replayChange ?? store.change)
  const shown = computed(() => change.value.after)
  const size = shallowRef({
    width: window.innerWidth,
    height: Math.max(MIN_HEIGHT, window.innerHeight - BAR_HEIGHT),
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

  /** Known soon after the first paint; until then cards jump. */
  const ways = shallowRef<ReturnType<typeof useTravel>>()
  const travel = computed(() => ways.value?.travel.value ?? AT_REST)
  const hasLanded = computed(() => ways.value?.hasLanded.value !== false)

  /** Whether cards jump since something has happened to the table after a change. */
  const jumps = shallowRef({ since: change.value.id, isStill: true })
  /**
   * Whether cards jump to their places, as on opening and on resizing, instead of gliding.
   */
  const isStill = computed(() => {
    const { id, cause } = change.value
    return jumps.value.since === id ? jumps.value.isStill : cause === 'opened' && !travel.value.isDeal
  })

  const jump = (isStill: boolean): void => {
    jumps.value = { since: change.value.id, isStill }
  }
  const arriveNow = (): void => jump(true)
  // When something comes to stand at the lower edge, columns glide together, also on a page just opened.
  watch(reserved, () => hasLanded.value && jump(false))
  watch([size, () => settings.values], arriveNow)
  // Another game is dealt, unless it is only looked at.
  watch(game, () => /^(deal|opened)$/.test(change.value.cause) || arriveNow())

  /** Ends the animation of a deal: whatever a person does, they want to see where the cards are. */
  const finishDeal = (): void => {
    if (travel.value.isDeal) arriveNow()
  }

  const observer = new ResizeObserver(([{ contentRect }]) => {
    const { width, height } = contentRect
    if (width > 0 && (width !== size.value.width || height !== size.value.height))
      size.value = { width, height }
  })
  onMounted(() => observer.observe(root.value!))
  onBeforeUnmount(() => observer.disconnect())

  return { change, shown, geometry, cards, placeOf, ways, travel, isStill, hasLanded, finishDeal }
}

export type Layout = ReturnType<typeof useLayout>
