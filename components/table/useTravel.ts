// Tracks which cards are in motion, and which stay visible until all have landed. Loaded with input handling
// soon after the first paint; until then cards jump.
import { computed, shallowRef, watch, type Ref } from 'vue'
import { play, type Card, type Game, type Move, type Position } from '../../engine/index.ts'
import type { PositionChange } from '../../stores/session/state'
import { useGame } from '../../stores/session/game'
import { placeCards, type Geometry, type PlacedCard } from './place'
import { dealJourneys, exposed, journeys, keepStops, turned, type Journey } from './travel'

/** The current motion of cards. */
export interface Travel {
  readonly journeys: ReadonlyMap<Card, Journey>
  /** Cards that are turning over, with their names if they turn face down, or `''` if they turn face up. */
  readonly turned: ReadonlyMap<Card, string>
  /** Cards that stay visible until everything has landed, although others will cover them. */
  readonly exposed: ReadonlySet<Card>
  /** The number of the motion. Its parity differs from that of the last motion, so that both are animated. */
  readonly beat: number
  /** Whether the motion is a deal: all cards leave the table, and are dealt from outside. */
  readonly isDeal: boolean
}

/**
 * Waits a frame, so that all animations have started, and resolves when the card animations have ended,
 * including those that replace canceled ones.
 */
export async function landing(table: HTMLElement): Promise<void> {
  const isCardAnimation = (animation: Animation): boolean =>
    'transitionProperty' in animation ||
    /^(deal|lift|onward|turn)/.test((animation as CSSAnimation).animationName)
  let isCanceled: boolean
  do {
    await new Promise(requestAnimationFrame)
    const animations = table.getAnimations({ subtree: true }).filter(isCardAnimation)
    const ends = await Promise.allSettled(animations.map(({ finished }) => finished))
    isCanceled = ends.some(({ status }) => status === 'rejected')
  } while (isCanceled)
}

/**
 * The layout after the user's own move, before autoplay. If it moves cards between piles, consequences such
 * as removing a finished suit are left out too.
 */
export function afterOwnMove(before: Position, move: Move, geometry: Geometry): readonly PlacedCard[] {
  if (move.kind !== 'move') return placeCards(play(before, move), geometry)
  const from = before.game.pileById.get(move.from)!.index
  const to = before.game.pileById.get(move.to)!.index
  const piles = before.piles.slice()
  const rest = piles[from].length - move.count
  piles[to] = [...piles[to], ...piles[from].slice(rest)]
  piles[from] = piles[from].slice(0, rest)
  return placeCards({ ...before, piles }, geometry)
}

interface Drawn {
  /** The id of the change. */
  readonly id: number
  readonly game: Game
  readonly cards: readonly PlacedCard[]
  readonly travel: Travel
}

/** Follows changes of position; `cards` is the layout after the last one, and `atRest` has no motion. */
export function useTravel(
  root: Readonly<Ref<HTMLElement | null>>,
  change: Readonly<Ref<PositionChange>>,
  cards: Readonly<Ref<readonly PlacedCard[]>>,
  geometry: Readonly<Ref<Geometry>>,
  atRest: Travel,
) {
  const store = useGame()
  /** The last computed layout and motion: the next motion starts here, even after several changes at once. */
  let drawn: Drawn = {
    id: change.value.id,
    game: change.value.after.game,
    cards: cards.value,
    travel: atRest,
  }

  const ongoing = computed((): Travel => {
    const { id, cause } = change.value
    const now = { id, game: change.value.after.game, cards: cards.value }
    const isSame = drawn.game.id === now.game.id
    if (isSame && drawn.id === id) {
      drawn = { ...now, travel: drawn.travel }
      return drawn.travel
    }
    const isDeal = cause === 'deal' || (cause === 'opened' && !isSame)
    const before = isSame && cause !== 'opened' ? drawn.cards : []
    const { gestures, cursor } = store.history
    const between = () => afterOwnMove(change.value.before, gestures[cursor - 1]![0]!, geometry.value)
    const going = isDeal
      ? dealJourneys(now.cards, before)
      : journeys(before, now.cards, cause === 'move' ? between : undefined, cause === 'undo')
    const seen = isDeal ? new Set(going.keys()) : exposed(before, now.cards, going)
    // Cards of the previous motion may still be on their way.
    if (landedChange.value !== drawn.id) {
      drawn.travel.exposed.forEach(card => seen.add(card))
      if (before.length > 0 && !isDeal) keepStops(going, drawn.travel)
    }
    const turns = turned(before, now.cards)
    // One more than the last, even if there were several changes at once.
    const beat = drawn.travel.beat + 1
    drawn = { ...now, travel: { journeys: going, turned: turns, exposed: seen, beat, isDeal } }
    return drawn.travel
  })

  /** The id of the last change whose cards have all landed. */
  const landedChange = shallowRef(change.value.id)
  const hasLanded = computed(() => landedChange.value === change.value.id)
  /** A deal ends once it has landed. Otherwise, resizing the table would start its animation again. */
  const travel = computed((): Travel | undefined => {
    const now = ongoing.value
    return now.isDeal && hasLanded.value ? undefined : now
  })
  watch(
    () => change.value.id,
    async id => {
      await landing(root.value!)
      if (change.value.id === id) landedChange.value = id
    },
    { flush: 'post' },
  )

  return { travel, hasLanded }
}
