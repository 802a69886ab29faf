// What is on its way just now, and what can be seen until all has landed.
import { computed, shallowRef, watch, type Ref } from 'vue'
import type { Card, Game } from '../../engine/index.ts'
import type { PositionChange } from '../../stores/session/state'
import type { PlacedCard } from './place'
import type * as Ways from './travel'
import type { Journey } from './travel'

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

/**
 * Resolves when no card of the table is on its way any more; it looks from the next frame on, when all have
 * begun.
 */
export async function landing(table: HTMLElement): Promise<void> {
  await new Promise(requestAnimationFrame)
  const isWay = (animation: Animation): boolean =>
    'transitionProperty' in animation || /^(deal|lift|turn)/.test((animation as CSSAnimation).animationName)
  const ways = table.getAnimations({ subtree: true }).filter(isWay)
  await Promise.allSettled(ways.map(({ finished }) => finished))
}

const AT_REST: Travel = {
  journeys: new Map(),
  turned: new Set(),
  exposed: new Set(),
  beat: 0,
  isDeal: false,
}

/** Follows the changes of the position; `cards` is the placing after the last of them. */
export function useTravel(
  root: Ref<HTMLElement | null>,
  change: Readonly<Ref<PositionChange>>,
  cards: Readonly<Ref<readonly PlacedCard[]>>,
) {
  /** Known soon after the first paint; until then cards jump. */
  let ways: typeof Ways | undefined
  /** What was drawn last: from there cards travel, whatever was played since in one go. */
  let drawn:
    { readonly game: Game; readonly cards: readonly PlacedCard[]; readonly travel: Travel } | undefined
  const ongoing = computed((): Travel => {
    const { id, cause } = change.value
    const now = { game: change.value.after.game, cards: cards.value }
    if (drawn && drawn.travel.beat === id && drawn.game === now.game) {
      drawn = { ...now, travel: drawn.travel }
      return drawn.travel
    }
    const isDeal = cause === 'deal'
    const isGoingOn = drawn?.game === now.game && cause !== 'opened' && !isDeal
    const before = isGoingOn ? drawn!.cards : []
    if (!ways) return (drawn = { ...now, travel: { ...AT_REST, beat: id } }).travel
    const going = isDeal ? ways.dealJourneys(now.cards) : ways.journeys(before, now.cards)
    const seen = isDeal ? new Set(going.keys()) : ways.exposed(before, now.cards, going)
    // What was on its way before may still be.
    if (landedChange.value !== drawn?.travel.beat) drawn?.travel.exposed.forEach(card => seen.add(card))
    const next = { journeys: going, turned: ways.turned(before, now.cards), exposed: seen, beat: id, isDeal }
    drawn = { ...now, travel: next }
    return next
  })

  /** The change of which every card lies where it belongs. */
  const landedChange = shallowRef(change.value.id)
  const hasLanded = computed(() => landedChange.value === change.value.id)
  /** A deal is over once it has landed: cards that are said to come from outside do not glide. */
  const travel = computed((): Travel => {
    const now = ongoing.value
    return now.isDeal && hasLanded.value ? AT_REST : now
  })
  watch(
    () => change.value.id,
    async id => {
      await landing(root.value!)
      if (change.value.id === id) landedChange.value = id
    },
    { flush: 'post' },
  )

  const learn = (known: typeof Ways): void => {
    ways = known
  }

  return { travel, hasLanded, learn }
}
