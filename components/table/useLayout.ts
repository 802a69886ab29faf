// Where everything lies just now, and what is on its way: follows the size of the table and the change of
// position.
import { computed, onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import type { Card, Game } from '../../engine/index.ts'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { useGame } from '../../stores/session/game'
import { useSettings } from '../../stores/session/settings'
import type { Cursor } from './keys'
import { geometryOf, placeCards, type PlacedCard } from './place'
import { dealJourneys, exposed, journeys, turned, type Journey } from './travel'

/** Cards that have just changed their pile, and what can be seen meanwhile. */
export interface Travel {
  readonly journeys: ReadonlyMap<Card, Journey>
  /** Cards that are just turning over. */
  readonly turned: ReadonlySet<Card>
  /** Cards that can be seen until everything has landed, though others will cover them. */
  readonly exposed: ReadonlySet<Card>
  /** Counts journeys, so that a card that travels twice in a row shows it twice. */
  readonly beat: number
  /** Whether it is a deal: all cards come from outside. */
  readonly isDeal: boolean
}

/** Pixels of the bar above the table, until the table's own size is known. */
const BAR_HEIGHT = 40
const MIN_HEIGHT = 200

/** Resolves when no card of the table is on its way any more; from the next frame on, so that all have begun. */
export async function landing(table: HTMLElement): Promise<void> {
  await new Promise(requestAnimationFrame)
  const isWay = (animation: Animation): boolean =>
    'transitionProperty' in animation || /^(deal|lift|turn)/.test((animation as CSSAnimation).animationName)
  const ways = table.getAnimations({ subtree: true }).filter(isWay)
  await Promise.allSettled(ways.map(({ finished }) => finished))
}

export function useLayout(root: Ref<HTMLElement | null>) {
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
    const { leftHanded, deck } = settings.values
    return geometryOf(game.value, { ...size.value, leftHanded, largeCorners: deck === 'large' })
  })
  const cards = computed(() => placeCards(shown.value, geometry.value))
  const placeOf = ({ pile, at }: Cursor): PlacedCard | undefined =>
    cards.value.find(card => card.pile === pile && card.at === at)

  /** The change of which all cards have arrived: from then on they jump when the table is resized. */
  const arrivedChange = shallowRef(change.value.id)
  /**
   * Whether cards jump to their places, as on opening, on resizing and with another game, instead of gliding.
   */
  const isStill = computed(() => change.value.cause === 'opened' || arrivedChange.value === change.value.id)

  /** What was drawn last: from there cards travel, whatever was played since in one go. */
  let drawn:
    { readonly game: Game; readonly cards: readonly PlacedCard[]; readonly travel: Travel } | undefined
  const travel = computed((): Travel => {
    const { id, cause } = change.value
    const now = { game: game.value, cards: cards.value }
    if (drawn && drawn.travel.beat === id && drawn.game === now.game) {
      drawn = { ...now, travel: drawn.travel }
      return drawn.travel
    }
    const before = drawn?.game === now.game && cause !== 'opened' ? drawn.cards : []
    const isDeal = cause === 'deal'
    const going = isDeal ? dealJourneys(now.cards) : journeys(before, now.cards)
    const seen = isDeal ? new Set(going.keys()) : exposed(before, now.cards, going)
    // What was on its way before may still be.
    if (landedChange.value !== drawn?.travel.beat) drawn?.travel.exposed.forEach(card => seen.add(card))
    const next = { journeys: going, turned: turned(before, now.cards), exposed: seen, beat: id, isDeal }
    drawn = { ...now, travel: next }
    return next
  })

  /** The change of which every card lies where it belongs. */
  const landedChange = shallowRef(change.value.id)
  const hasLanded = computed(() => landedChange.value === change.value.id)
  watch(
    () => change.value.id,
    async id => {
      await landing(root.value!)
      if (change.value.id === id) landedChange.value = id
    },
    { flush: 'post' },
  )

  const arriveNow = (): void => {
    arrivedChange.value = change.value.id
  }
  watch(geometry, arriveNow)

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

  return { shown, geometry, cards, placeOf, travel, isStill, hasLanded, finishDeal }
}

export type Layout = ReturnType<typeof useLayout>
