// Shows a game step by step in place of the current one, which stays unchanged.
import { useIntervalFn } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { playAll, type History, type Position } from '../../engine/index.ts'
import { useOverlays } from '../overlays/overlays.ts'
import { useGame } from '../session/game.ts'
import { useSettings } from '../session/settings.ts'
import type { PositionChange } from '../session/state.ts'
import { autoplayFor } from '../settings/setting-values.ts'
import { useAnalysis, type LastWinnable } from './analysis.ts'
import { playedLine } from './played-line.ts'

interface Recording {
  readonly kind: 'solution' | 'history' | 'past'
  /** The position at each step; the first is the start. */
  readonly positions: readonly Position[]
  /** The play of a past game. */
  readonly playId?: string
  /** The last winnable step, if it was searched for. */
  readonly lastWinnable?: LastWinnable
}

/** Milliseconds between two steps during playback. */
const STEP_MS = 500

type Line = Pick<History, 'start' | 'gestures'>

/** The position at each step of a line, including undone steps; the first is the start. */
function positionsOf({ start, gestures }: Line): Position[] {
  let position = start
  return [start, ...gestures.map(gesture => (position = playAll(position, gesture)))]
}

/** Changes of a replay have their own range of ids, so that none equals the id of a change of the game. */
const BEFORE_FIRST_ID = 2 ** 40

/** The replay: its recording, its current step, and whether it is playing. */
// oxlint-disable-next-line max-lines-per-function -- Its short functions share one recording and its step.
export const useReplay = defineStore('replay', () => {
  const game = useGame()
  const settings = useSettings()
  const overlays = useOverlays()
  const analysis = useAnalysis()
  const recording = shallowRef<Recording>()
  const step = shallowRef(0)
  /** The change from the previously shown position. */
  const change = shallowRef<PositionChange>()

  const isOpen = computed(() => recording.value !== undefined)
  const position = computed(() => recording.value?.positions[step.value])
  const last = computed(() => (recording.value?.positions.length ?? 1) - 1)

  const {
    isActive: isRunning,
    pause,
    resume,
  } = useIntervalFn(() => goTo(step.value + 1), STEP_MS, { immediate: false })

  function showStep(to: number, before: Position): void {
    step.value = to
    const id = (change.value?.id ?? BEFORE_FIRST_ID) + 1
    change.value = { id, before, after: recording.value!.positions[to]!, cause: 'jump' }
  }

  function goTo(to: number): void {
    const next = Math.min(last.value, Math.max(0, to))
    if (next !== step.value) showStep(next, position.value!)
    if (next === last.value) pause()
  }

  function run(): void {
    if (step.value === last.value) goTo(0)
    if (isOpen.value) resume()
  }

  /** Shows a recording, unless the table was hidden while it was being searched for. */
  function show(next: Recording, at: number): void {
    if (settings.values.isFolded) return
    pause()
    const before = position.value ?? game.position
    recording.value = next
    showStep(at, before)
  }

  function close(): void {
    pause()
    recording.value = undefined
    change.value = undefined
  }

  // The replay closes if the game changes, the table is hidden, or the win sheet is opened or closed.
  watch([() => game.change, () => settings.values.isFolded, () => overlays.win], close, { flush: 'sync' })

  // Registered here, and not by the replay's bar, which may still be loading.
  watch(isOpen, (isThere, _, onCleanup) => isThere && onCleanup(overlays.show('replay')), { flush: 'sync' })

  /** Closes the replay; if it shows the history of the game, moves the game to the shown step. */
  function continueFromHere(): void {
    const isOwn = recording.value?.kind === 'history'
    close()
    if (isOwn) void game.goTo(step.value)
  }

  /** Plays a past game, or without `playId` a winning line, from its start, gesture by gesture. */
  function playBack(line: Line, playId?: string): void {
    show({ kind: playId ? 'past' : 'solution', playId, positions: positionsOf(line) }, 0)
    run()
  }

  /**
   * Shows a win from the current position, or from the deal of a won game, if one can be found. Autoplay is
   * part of each step, as in a game that the user plays.
   */
  async function showSolution(): Promise<void> {
    const { position: from, history, state } = game
    const start = state === 'won' ? history.start : from
    const { value: shown } = recording
    const line = await analysis.solution(start, showSolution)
    if (line === 'aborted') return
    const gestures = await playedLine(start, line, autoplayFor(settings.values, game.game.id))
    if (game.position === from && recording.value === shown) playBack({ start, gestures })
  }

  /** Shows the game so far, at a given step. */
  function showHistory(at: number, lastWinnable?: LastWinnable): void {
    show({ kind: 'history', positions: positionsOf(game.history), lastWinnable }, at)
  }

  /** Plays back the game so far from its deal. */
  function playHistory(): void {
    showHistory(0)
    run()
  }

  /** Shows the last winnable position of the game so far. */
  async function showWhereLost(): Promise<void> {
    const { value: shown } = recording
    const found = await analysis.lastWinnable(showWhereLost)
    if (found !== 'aborted' && found && recording.value === shown) showHistory(found.step, found)
  }

  return {
    isOpen,
    isRunning,
    position,
    change,
    step,
    last,
    kind: computed(() => recording.value?.kind),
    playId: computed(() => recording.value?.playId),
    lastWinnable: computed(() => recording.value?.lastWinnable),
    run,
    pause,
    goTo,
    close,
    continueFromHere,
    showSolution,
    showHistory,
    playHistory,
    playBack,
    showWhereLost,
  }
})
