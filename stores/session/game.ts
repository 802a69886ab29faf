// The game on the table, for components: its view and its actions.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import {
  finish,
  isStuck,
  isWon,
  gesturesMade,
  movesMade,
  randomDeal,
  undoStep,
  type GameId,
  type Move,
  type Position,
} from '../../engine/index.ts'
import { useOverlays } from '../overlays/overlays.ts'
import { usePlatform } from '../platform/platform.ts'
import { playIdOf } from '../sync/ids.ts'
import { isTimeFinal } from './game-in-memory.ts'
import type { Notice, NoticeKey } from './notices.ts'
import { isPlaying } from './saving.ts'
import { useSession } from './session.ts'
import type { SessionEvent } from './state.ts'

/** A new deal that was found. */
export interface FoundDeal {
  readonly number: number
  /** Called after it has been dealt. */
  readonly onDealt?: () => unknown
}

/** The game on the table. Everything but `isOpen` and the user's request derives from the session. */
// oxlint-disable-next-line max-lines-per-function -- A list of the session's views and actions.
export const useGame = defineStore('game', () => {
  const { local } = usePlatform()
  const session = useSession()
  const { dispatch } = session
  const isOpen = shallowRef(false)
  const current = computed(() => session.state.game)
  const history = computed(() => current.value.history)
  const position = computed(() => current.value.position)
  const game = computed(() => position.value.game)
  const moves = computed(() => gesturesMade(history.value))
  const singleMoves = computed(() => movesMade(history.value))
  const state = computed(() =>
    isWon(position.value) ? 'won' : isStuck(position.value) ? 'stuck' : 'playing',
  )
  /** Whether to show the light, which tells if the game can be won. By default, while no card is hidden. */
  const hasLight = computed(() => {
    const { light } = session.state.settings.values
    return (
      state.value === 'playing' &&
      (light === 'always' || (light === 'open' && !position.value.faceDown.some(Boolean)))
    )
  })
  /** The moves that finish the game once the win is certain; undefined otherwise. */
  const finishing = computed(() => finish(position.value))
  const isPlayer = computed(() => isPlaying(session.state))

  let stopListening = (): void => undefined

  function listen(): void {
    stopListening()
    stopListening = local.onChanged(changes => void dispatch({ kind: 'storageChanged', changes }))
  }

  /** Opens the stored or the requested game. Resolves to false if none could be opened. */
  async function open(search: string, isVisible = true): Promise<boolean> {
    // Listen first, so that no change after reading is missed.
    if (isVisible) listen()
    await dispatch({ kind: 'opened', search, isVisible, dealt: window.history.state })
    isOpen.value = current.value.playId !== ''
    return isOpen.value
  }

  /** Reads other tabs' changes and takes over the game: the tab is visible again, or the user asks for it. */
  async function playHere(): Promise<void> {
    listen()
    await dispatch({ kind: 'shown' })
  }

  /** The tab was hidden or is closing: saves, publishes, and stops listening until `playHere`. */
  function hide(): void {
    stopListening()
    stopWaiting()
    void dispatch({ kind: 'hidden' })
  }

  /** Stops saving before an erasure; resolves when all writes so far have ended. */
  async function close(): Promise<void> {
    stopListening()
    await dispatch({ kind: 'closed' })
    await session.idle()
  }

  /** The request that the user is waiting for, if any. */
  const request = shallowRef<{ readonly kind: 'hint' | 'deal' }>()
  /** Whether a new deal is being searched for. Until it is dealt or canceled, the game accepts no moves. */
  const isFindingDeal = computed(() => request.value?.kind === 'deal')
  // A change of position ends the request, except that house rules and moves in another tab do not end a
  // search for a deal.
  watch(
    () => session.state,
    ({ change, game: { playId } }, { change: last, game: before }) => {
      const isSamePlay = /^(tab|rules)$/.test(change.cause) && playId === before.playId
      if (change !== last && !(isSamePlay && isFindingDeal.value)) stopWaiting()
    },
    { flush: 'sync' },
  )

  /**
   * Runs `work` while the user waits. Resolves to `aborted` if a new deal is already being searched for, or
   * if the user no longer waits when `work` ends, even if it failed. `isWanted` tells whether the user waits.
   * A tab that was hidden first adopts other tabs' moves, so that they do not end the request.
   */
  async function waitFor<T>(
    kind: 'hint' | 'deal',
    work: (isWanted: () => boolean) => Promise<T>,
  ): Promise<T | 'aborted'> {
    if (session.state.role === 'hidden') await session.idle()
    if (isFindingDeal.value) return 'aborted'
    const mine = (request.value = { kind })
    const isWanted = (): boolean => request.value === mine
    try {
      const result = await work(isWanted)
      return isWanted() ? result : 'aborted'
    } catch (error) {
      if (isWanted()) throw error
      return 'aborted'
    } finally {
      if (isWanted()) stopWaiting()
    }
  }

  /** Cancels what the user is waiting for. */
  function stopWaiting(): void {
    request.value = undefined
  }

  /** Deals what `find` finds, unless the user is no longer waiting for it. */
  async function dealFound(find: (isWanted: () => boolean) => Promise<FoundDeal | 'aborted'>): Promise<void> {
    await waitFor('deal', async isWanted => {
      const found = await find(isWanted)
      if (found === 'aborted' || !isWanted()) return
      const { value: from } = position
      await newDeal(found.number, undefined, from)
      if (position.value !== from) await found.onDealt?.()
    })
  }

  /** Dispatches a move or a step through the history, unless a new deal is being searched for. */
  const move = (event: SessionEvent): Promise<void> =>
    isFindingDeal.value ? Promise.resolve() : dispatch(event)

  /** Plays a gesture, whose moves must be legal, and the automatic moves after it. */
  const playGesture = (made: readonly Move[]): Promise<void> =>
    move({ kind: 'gesture', moves: made, on: position.value })

  /**
   * Deals a new game, unless `on` is given and is no longer the position. `day`: the day of a daily deal, in
   * days since 1970.
   */
  const newDeal = (dealNumber = randomDeal(), day?: number, on?: Position): Promise<void> =>
    dispatch({ kind: 'newDeal', dealNumber, playId: playIdOf(day), on })

  const overlays = useOverlays()
  const isSeen = computed(() => !overlays.isCovered && !session.state.settings.values.isFolded)
  // When the table is covered or hidden, the clock stops, and its seconds are saved for other tabs.
  watch(
    isSeen,
    seen => {
      if (seen) return
      session.stopClock()
      void dispatch({ kind: 'blurred' })
    },
    { flush: 'sync' },
  )

  const hasFinalTime = computed(() => isTimeFinal(current.value))

  return {
    isOpen,
    isPlayer,
    /** Whether to show the welcome hint: no game was played here yet, and the current one has no moves. */
    isFirst: computed(() => session.state.isFirst && moves.value === 0),
    change: computed(() => session.state.change),
    history,
    position,
    game,
    moves,
    singleMoves,
    state,
    hasLight,
    finishing,
    isFindingDeal,
    awaited: computed(() => request.value?.kind),
    waitFor,
    stopWaiting,
    dealFound,
    playId: computed(() => current.value.playId),
    seconds: computed(() => session.seconds),
    canUndo: computed(() => undoStep(history.value) >= 0),
    canRedo: computed(() => history.value.cursor < history.value.gestures.length),
    hasPrevious: computed(() => session.state.previousText !== undefined),
    notices: computed(() => session.state.notices),
    open,
    playHere,
    blur: () => void dispatch({ kind: 'blurred' }),
    hide,
    close,
    /** The user is active: runs the clock if the game is in progress, played here and visible. */
    touch: () => {
      if (moves.value > 0 && !hasFinalTime.value && isPlayer.value && isSeen.value) session.touchClock()
    },
    playGesture,
    /** Plays the rest of the game once the win is certain. */
    finishGame: () => finishing.value && void playGesture(finishing.value),
    newDeal,
    /** Goes to a step of the history; 0 is the deal. */
    goTo: (step: number) => move({ kind: 'go', to: step }),
    undo: () => move({ kind: 'go', to: 'undo' }),
    redo: () => move({ kind: 'go', to: 'redo' }),
    restart: () => move({ kind: 'go', to: 0 }),
    switchGame: (id: GameId) => dispatch({ kind: 'switchGame', game: id }),
    backToPrevious: () => dispatch({ kind: 'backToPrevious' }),
    /** Reads storage again after a change outside the session, such as an import. */
    imported: () => dispatch({ kind: 'imported' }),
    endWelcome: () => dispatch({ kind: 'welcomed' }),
    dismiss: (notice: Notice) => dispatch({ kind: 'dismissed', notice }),
    /** Removes notices that are no longer true, by key. */
    async withdraw(...keys: readonly NoticeKey[]): Promise<void> {
      // A storage change that has already arrived may still lead to a notice.
      await session.idle()
      for (const notice of session.state.notices.filter(({ key }) => keys.includes(key)))
        await dispatch({ kind: 'dismissed', notice })
    },
  }
})
