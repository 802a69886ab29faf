// The game on the table, for the components: what can be seen of it, and what can be done with it.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import {
  finish,
  isStuck,
  isWon,
  gesturesMade,
  movesMade,
  randomDeal,
  type GameId,
  type Move,
  type Position,
} from '../../engine/index.ts'
import { useOverlays } from '../overlays/overlays.ts'
import { usePlatform } from '../platform/platform.ts'
import { playIdOf } from '../sync/ids.ts'
import type { Notice, NoticeKey } from './notices.ts'
import { FOLLOWED, useSession } from './session.ts'

/** The game on the table. Nothing here is state of its own: all of it follows from the session. */
// eslint-disable-next-line max-lines-per-function -- A list of what the session shows and takes.
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
  /** The moves that end the game where the rest is a formality. */
  const finishing = computed(() => finish(position.value))
  const isPlayer = computed(() => session.state.role === 'player' || session.state.role === 'opening')

  let stopListening = (): void => undefined

  function listen(): void {
    stopListening()
    stopListening = local.onChanged(changes => void dispatch({ kind: 'storageChanged', changes }))
  }

  /** Opens what is stored, as the address asks. False where the storage cannot be read. */
  async function open(search: string, isVisible = true): Promise<boolean> {
    // Nothing that is written between reading and listening may be missed.
    if (isVisible) listen()
    await dispatch({ kind: 'opened', search, isVisible, isFollowed: window.history.state === FOLLOWED })
    isOpen.value = current.value.playId !== ''
    return isOpen.value
  }

  /** The tab is seen: becomes the one that plays, with whatever other tabs have done. */
  async function playHere(): Promise<void> {
    listen()
    await dispatch({ kind: 'shown' })
  }

  /** The tab was hidden or is closing: it saves, publishes, and does nothing more until `playHere`. */
  function hide(): void {
    stopListening()
    void dispatch({ kind: 'hidden' })
  }

  /** Before everything is erased: nothing is saved any more; resolves when all writes so far have ended. */
  async function close(): Promise<void> {
    stopListening()
    await dispatch({ kind: 'closed' })
    await session.idle()
  }

  /** Plays legal moves of one gesture, and what follows from them by itself. */
  const playGesture = (made: readonly Move[]): Promise<void> =>
    dispatch({ kind: 'gesture', moves: made, on: position.value })

  /** Plays the rest of the game where that is a formality. */
  function finishGame(): void {
    if (finishing.value) void playGesture(finishing.value)
  }

  /**
   * A new deal of this game, unless another position than `on` lies on the table by then; `day` for that
   * day's deal.
   */
  const newDeal = (dealNumber = randomDeal(), day?: number, on?: Position): Promise<void> =>
    dispatch({ kind: 'newDeal', dealNumber, playId: playIdOf(day), on })

  const overlays = useOverlays()
  const isSeen = computed(() => !overlays.isCovered && !session.state.settings.values.isFolded)
  // The clock is paused while anything covers the table.
  watch(isSeen, seen => seen || session.stopClock(), { flush: 'sync' })

  /** Any sign of life lets a running clock go on where the table is seen; it starts with the first move. */
  function touch(): void {
    if (moves.value > 0 && state.value !== 'won' && isPlayer.value && isSeen.value) session.touchClock()
  }

  return {
    isOpen,
    isPlayer,
    /** Whether the first words are due: nothing was done here yet, nor on another device in this game. */
    isFirst: computed(() => session.state.isFirst && moves.value === 0),
    change: computed(() => session.state.change),
    history,
    position,
    game,
    moves,
    singleMoves,
    state,
    finishing,
    playId: computed(() => current.value.playId),
    seconds: computed(() => session.seconds),
    canUndo: computed(() => history.value.cursor > 0),
    canRedo: computed(() => history.value.cursor < history.value.gestures.length),
    /** Whether a game that was left can be gone back to. */
    hasPrevious: computed(() => session.state.previousText !== undefined),
    notices: computed(() => session.state.notices),
    notice: computed((): Notice | undefined => session.state.notices[0]),
    open,
    playHere,
    hide,
    close,
    touch,
    playGesture,
    finishGame,
    newDeal,
    /** Goes to a step of the history, 0 being the deal. */
    goTo: (step: number) => dispatch({ kind: 'go', to: step }),
    undo: () => dispatch({ kind: 'go', to: 'undo' }),
    redo: () => dispatch({ kind: 'go', to: 'redo' }),
    restart: () => dispatch({ kind: 'go', to: 0 }),
    switchGame: (id: GameId, deal?: number) => dispatch({ kind: 'switchGame', game: id, deal }),
    backToPrevious: () => dispatch({ kind: 'backToPrevious' }),
    /** Takes over what an import or an erasure taken back has changed in storage. */
    imported: () => dispatch({ kind: 'imported' }),
    endWelcome: () => dispatch({ kind: 'welcomed' }),
    dismiss: (notice: Notice) => dispatch({ kind: 'dismissed', notice }),
    /** Takes away notices of some keys, which are no longer true. */
    async withdraw(...keys: readonly NoticeKey[]): Promise<void> {
      for (const notice of session.state.notices.filter(({ key }) => keys.includes(key)))
        await dispatch({ kind: 'dismissed', notice })
    },
  }
})
