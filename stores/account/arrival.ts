// Opens the user's latest game from another device automatically, until the user touches the board. One click
// undoes that.
import { computed, shallowRef } from 'vue'
import { useOverlays } from '../overlays/overlays'
import type { Texts } from '../platform/area.ts'
import { usePlatform } from '../platform/platform.ts'
import { SETTLED_KEY } from '../platform/storage-keys.ts'
import { useGame } from '../session/game'
import { useSession } from '../session/session'
import type { GameInMemory } from '../session/state.ts'
import type { Offer, RemoteState } from './remote-games.ts'

/** Events that count as touching the board, unless a panel is open. */
const TOUCHES = ['pointerdown', 'keydown'] as const

/** Opens the latest game and remembers the one it replaced. `isDismissed`: whether a record was dismissed. */
export function useArrival(isDismissed: (record: string) => boolean) {
  const game = useGame()
  const session = useSession()
  const overlays = useOverlays()
  const { local } = usePlatform()
  /** `isStored`: whether `left` is still the stored game of its kind. */
  const arrival = shallowRef<{ offer: Offer; left: GameInMemory; isStored: boolean; change: number }>()
  /** The position that the tab opened with, or that was opened automatically; cleared at the first touch. */
  let untouched: GameInMemory['position'] | undefined

  /** Stops opening games automatically. */
  function disarm(): void {
    untouched = undefined
    TOUCHES.forEach(type => document.removeEventListener(type, onInput, { capture: true }))
  }

  const onInput = (): void => {
    if (!overlays.hasKeys) disarm()
  }

  /** Starts opening games automatically, until the board is touched. */
  function arm(): void {
    untouched = game.position
    TOUCHES.forEach(type => document.addEventListener(type, onInput, { capture: true }))
  }

  /** Stores a time. Older games no longer open automatically, unless they continue the current one. */
  const settle = (time: number): Promise<void> => local.set({ [SETTLED_KEY]: String(time) })

  /** Opens the latest game if that displaces nothing and the board is untouched. */
  async function takeOver(texts: Texts, known: RemoteState): Promise<void> {
    const on = untouched
    if (!on || !game.isPlayer) return
    const { continuationOf, settledIn } = await import('./continuation.ts')
    const { game: left } = session.state
    const offer = continuationOf(texts, known, left)
    if (!offer || on !== untouched || isDismissed(offer.game.record)) return
    // If the game here was also opened automatically, going back leads to the game before it.
    const first = cameFrom.value ? arrival.value! : { left, isStored: true }
    await session.dispatch({ kind: 'continueFrom', other: offer.game, deviceId: known.selfId, on })
    if (session.state.game === left || game.playId !== offer.opened.playId) return
    untouched &&= game.position
    const isStored = first.isStored && offer.id !== first.left.position.game.id
    arrival.value = { offer, left: first.left, isStored, change: game.change.id }
    await settle(Math.max(offer.time, settledIn(texts)))
  }

  /** The game that was opened automatically, until the position changes or the user dismisses it. */
  const cameFrom = computed(() =>
    arrival.value?.change === game.change.id && !isDismissed(arrival.value.offer.game.record)
      ? arrival.value.offer
      : undefined,
  )

  /** Goes back to the game that was on the table before any game was opened automatically. */
  async function goBack(): Promise<void> {
    disarm()
    if (!arrival.value) return
    const { left, isStored } = arrival.value
    arrival.value = undefined
    await game.switchGame(left.position.game.id)
    if (!isStored) await session.dispatch({ kind: 'restore', left, on: game.position })
    await settle(Date.now())
  }

  return { arm, disarm, takeOver, settle, cameFrom, goBack }
}
