// The person's latest game comes onto the table by itself, until somebody touches the board; and one click
// puts back what lay there.
import { computed, shallowRef } from 'vue'
import type { Area } from '../platform/platform.ts'
import { CURRENT, keyOf, textOf } from '../session/game-in-memory.ts'
import type { useGame } from '../session/game'
import type { useSession } from '../session/session'
import type { GameInMemory } from '../session/state.ts'
import type { Offer, RemoteState } from './remote-games.ts'

/** What shows that a person has taken the board into their hands. */
const TOUCHES = ['pointerdown', 'keydown'] as const

interface ArrivalPorts {
  readonly game: ReturnType<typeof useGame>
  readonly session: ReturnType<typeof useSession>
  readonly local: Pick<Area, 'set'>
  /** Whether somebody did not want to hear of that record any more. */
  isDismissed(record: string): boolean
}

/** Brings the latest game, and remembers what it took the place of. */
export function useArrival({ game, session, local, isDismissed }: ArrivalPorts) {
  const arrival = shallowRef<{ offer: Offer; left: GameInMemory; change: number }>()
  /** The position as the tab was first seen, until somebody touches the board. */
  let untouched: GameInMemory['position'] | undefined

  /** From now on nothing comes by itself any more. */
  function disarm(): void {
    untouched = undefined
    TOUCHES.forEach(type => document.removeEventListener(type, disarm, { capture: true }))
  }

  /** From now on a plain continuation comes by itself, until the board is touched. */
  function arm(): void {
    untouched = game.position
    TOUCHES.forEach(type => document.addEventListener(type, disarm, { capture: true }))
  }

  /** Puts the person's latest game on the table, where that displaces nothing and nobody has touched it. */
  async function takeOver(texts: Readonly<Record<string, string>>, known: RemoteState): Promise<void> {
    const on = untouched
    if (!on || !game.isPlayer) return
    const { continuationOf } = await import('./continuation.ts')
    const { game: left } = session.state
    const offer = continuationOf(texts, known, left)
    if (!offer || on !== untouched || isDismissed(offer.game.record)) return
    await session.dispatch({ kind: 'continueFrom', other: offer.game, deviceId: known.selfId, on })
    if (session.state.game === left || game.playId !== offer.opened.playId) return
    untouched &&= game.position
    arrival.value = { offer, left, change: game.change.id }
  }

  /** The game that came by itself, while nothing was done since. */
  const cameFrom = computed(() =>
    arrival.value?.change === game.change.id && !isDismissed(arrival.value.offer.game.record)
      ? arrival.value.offer
      : undefined,
  )

  /** Puts back what lay on the table before; both games are kept, and neither counts as the later one. */
  async function goBack(): Promise<void> {
    disarm()
    if (!arrival.value) return
    const { left, offer } = arrival.value
    arrival.value = undefined
    const { id } = left.position.game
    if (id !== offer.id) return game.switchGame(id)
    const isSamePlay = left.playId === offer.opened.playId
    const restored = isSamePlay ? { ...left, localActions: left.localActions + 1 } : left
    await local.set({ [keyOf(session.state.newerKeys, 'game', id)]: textOf(restored), [CURRENT]: id })
    await game.imported()
  }

  return { arm, disarm, takeOver, cameFrom, goBack }
}
