// Games on other devices that can be continued here, and whether the current game ended elsewhere.
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import { useArrival } from './arrival.ts'
import { loadGames } from '../../engine/index.ts'
import type { Offer, RemoteState } from './remote-games'
import { useGame } from '../session/game'
import { useSession } from '../session/session'
import { toTable } from '../overlays/to-table'
import { follow } from '../platform/following.ts'
import { inTurn } from '../platform/in-turn.ts'
import { usePlatform } from '../platform/platform'
import { REPLICA_PREFIX } from '../platform/storage-keys.ts'

/** Games in progress on other devices, read after the first paint. */
// oxlint-disable-next-line max-lines-per-function -- Its short functions share the items that were read.
export const useRemoteGames = defineStore('others', () => {
  const game = useGame()
  const session = useSession()
  const { local } = usePlatform()
  /** The module that reads items, once loaded, and its result. */
  const read = shallowRef<{ by: typeof import('./remote-games'); known: RemoteState }>()
  /** The records of offers, and the ids of plays, whose notices the user dismissed. */
  const dismissed = shallowRef<ReadonlySet<string>>(new Set())
  const { arm, disarm, takeOver, settle, cameFrom, goBack } = useArrival(record =>
    dismissed.value.has(record),
  )

  /** Reads the items, which is too slow to do before the first paint. */
  const refresh = inTurn(async (): Promise<void> => {
    const [by, texts] = await Promise.all([import('./remote-games.ts'), local.all()])
    const known = by.remoteStateIn(texts)
    // Without other devices there is nothing to continue, so the rules of the other games are not needed.
    if ([...known.devices.keys()].every(id => id === known.selfId)) {
      read.value = undefined
      return
    }
    await loadGames()
    // A game that will be opened automatically must not be offered before that.
    await takeOver(texts, known)
    read.value = { by, known }
  })

  /**
   * Follows changes until the scope is disposed. `mayTakeOver`: whether the latest game is opened
   * automatically until the user touches the board.
   */
  function followAll(mayTakeOver = false): void {
    // Input of the last seconds may have come before this was loaded.
    if (mayTakeOver && !navigator.userActivation.isActive) arm()
    onScopeDispose(disarm)
    follow(local, REPLICA_PREFIX, () => refresh().catch(session.reportLoad))
  }

  /** Another browser was just paired: opens the latest game, even if the user has touched the board. */
  function openLatest(): Promise<void> {
    arm()
    return refresh().catch(session.reportLoad)
  }

  const offers = computed<readonly Offer[]>(
    () => read.value?.by.offersOf(read.value.known, session.state.game) ?? [],
  )

  /**
   * The offer to show as a notice: another state of the current game, or another play of the same game if no
   * move was made here.
   */
  const offer = computed(() => {
    const own = offers.value.filter(
      ({ id, game: { record } }) => id === game.game.id && !dismissed.value.has(record),
    )
    const isUntouched = game.history.log.length === 0
    return own.find(({ relation }) => relation !== 'other') ?? (isUntouched ? own[0] : undefined)
  })

  const endedOn = computed(() =>
    read.value && game.state !== 'won' && !dismissed.value.has(game.playId)
      ? read.value.by.endElsewhere(read.value.known, game.playId)
      : undefined,
  )

  const dismiss = (what: string) => {
    dismissed.value = new Set([...dismissed.value, what])
  }
  const continueHere = async ({ game: other }: Offer): Promise<void> => {
    toTable()
    await session.dispatch({ kind: 'continueFrom', other, deviceId: read.value?.known.selfId ?? '' })
    await settle(Date.now())
  }

  return {
    offers,
    offer,
    endedOn,
    cameFrom,
    refresh,
    follow: followAll,
    openLatest,
    dismiss,
    continueHere,
    goBack,
  }
})
