// Where everything lies just now, and what is on its way: follows the size of the table and the position in
// the store.
import { computed, onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import type { Card } from '../../engine/index.ts'
import { useGame } from '../../stores/session/game'
import { useReplay } from '../../stores/analysis/replay'
import { useSettings } from '../../stores/settings/settings'
import type { Cursor } from './keys'
import { geometryOf, placeCards, type PlacedCard } from './place'
import { dealOf, travelOf } from './travel'

/** Cards that have just changed their pile. */
export interface Travel {
  /** How many milliseconds later than the first each card starts. */
  readonly waits: ReadonlyMap<Card, number>
  /** Counts journeys, so that a card that travels twice in a row shows it twice. */
  readonly beat: number
  /** Whether it is a deal: all cards come from outside. */
  readonly isDeal?: boolean
}

export function useLayout(root: Ref<HTMLElement | null>) {
  const store = useGame()
  const settings = useSettings()
  const replay = useReplay()
  const shown = computed(() => replay.position ?? store.position)
  const size = shallowRef({ width: window.innerWidth, height: Math.max(200, window.innerHeight - 40) })
  const geometry = computed(() =>
    geometryOf(shown.value.game, {
      ...size.value,
      leftHanded: settings.values.leftHanded,
      largeIndex: settings.values.deck === 'large',
    }),
  )
  const cards = computed(() => placeCards(shown.value, geometry.value))
  const placeOf = ({ pile, at }: Cursor): PlacedCard | undefined =>
    cards.value.find(card => card.pile === pile && card.at === at)

  // On reopening, the last move is shown by its halo.
  const travel = shallowRef<Travel>({
    waits: travelOf(placeCards(store.positionBefore(), geometry.value), cards.value),
    beat: 0,
  })
  /**
   * Whether cards jump to their places, as on opening, on resizing and with another game, instead of gliding.
   */
  const isStill = shallowRef(true)
  let { dealt } = store
  watch(
    cards,
    (now, before) => {
      const isDeal = store.dealt !== dealt
      dealt = store.dealt
      travel.value = {
        waits: isDeal ? dealOf(now) : travelOf(before, now),
        beat: travel.value.beat + 1,
        isDeal,
      }
    },
    { flush: 'sync' },
  )
  watch(
    geometry,
    () => {
      isStill.value = true
    },
    { flush: 'sync' },
  )
  watch(
    shown,
    (now, before) => {
      isStill.value = now.game !== before.game
    },
    { flush: 'sync' },
  )

  /** Whatever is done lets what still travels arrive at once. */
  const arrive = () => {
    if (travel.value.isDeal) isStill.value = true
  }

  const observer = new ResizeObserver(
    ([
      {
        contentRect: { width, height },
      },
    ]) => {
      if (width > 0 && (width !== size.value.width || height !== size.value.height))
        size.value = { width, height }
    },
  )
  onMounted(() => observer.observe(root.value!))
  onBeforeUnmount(() => observer.disconnect())

  return { shown, geometry, cards, placeOf, travel, isStill, arrive }
}

export type Layout = ReturnType<typeof useLayout>
