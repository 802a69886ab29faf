// Watching: a game shown step by step in place of the one being played, which stays as it is.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { play, positionAt, type Position } from '../../engine/index.ts'
import { useGame } from '../session/game'
import { useAnalysis } from './analysis'

interface Recording {
  readonly kind: 'solution' | 'history'
  /** What lies on the table at each step, the first being the start. */
  readonly positions: readonly Position[]
  /** The step after which the game could no longer be won. */
  readonly lostAfter?: number
}

/** Milliseconds between two steps while it runs. */
const STEP_MS = 500

export const useReplay = defineStore('replay', () => {
  const game = useGame()
  const knowledge = useAnalysis()
  const film = shallowRef<Recording>()
  const step = shallowRef(0)
  const isRunning = shallowRef(false)
  let timer: ReturnType<typeof setInterval> | undefined

  const isOpen = computed(() => film.value !== undefined)
  const position = computed(() => film.value?.positions[step.value])
  const last = computed(() => (film.value?.positions.length ?? 1) - 1)
  const kind = computed(() => film.value?.kind)
  const lostAfter = computed(() => film.value?.lostAfter)

  function pause(): void {
    clearInterval(timer)
    isRunning.value = false
  }

  function goTo(to: number): void {
    step.value = Math.min(last.value, Math.max(0, to))
    if (step.value === last.value) pause()
  }

  function run(): void {
    if (step.value === last.value) step.value = 0
    isRunning.value = true
    timer = setInterval(() => goTo(step.value + 1), STEP_MS)
  }

  function show(next: Recording, at: number): void {
    pause()
    film.value = next
    step.value = at
  }

  function close(): void {
    pause()
    film.value = undefined
  }

  /** Brings the game itself to the step that is shown of its own history. */
  function goOnFromHere(): void {
    const isOwn = kind.value === 'history'
    close()
    if (isOwn) game.goTo(step.value)
  }

  /** Shows a way to win from the position on the table, if one is known or can be found. */
  async function showSolution(): Promise<void> {
    const start = game.position
    const line = await knowledge.solution()
    if (!line || game.position !== start) return
    const positions = [start]
    for (const move of line) positions.push(play(positions[positions.length - 1], move))
    show({ kind: 'solution', positions }, 0)
  }

  /** Shows the game so far, from a step on. */
  function showHistory(at: number, lostStep?: number): void {
    const { history } = game
    const positions = Array.from({ length: history.gestures.length + 1 }, (_, i) => positionAt(history, i))
    show({ kind: 'history', positions, lostAfter: lostStep }, at)
  }

  /** Shows the last position from which the game could be won, in the game so far. */
  async function showWhereLost(): Promise<void> {
    const { history } = game
    const found = await knowledge.lastWinnable()
    if (found !== undefined && game.history === history) showHistory(found, found)
  }

  return {
    isOpen,
    isRunning,
    position,
    step,
    last,
    kind,
    lostAfter,
    run,
    pause,
    goTo,
    close,
    goOnFromHere,
    showSolution,
    showHistory,
    showWhereLost,
  }
})
