// What the program knows about the position on the table: whether it can be won, and how. Looks while the
// person plays, in the worker.
import { defineStore } from 'pinia'
import { computed, inject, shallowRef, watch } from 'vue'
import {
  repairLine,
  bestTargets,
  positionAt,
  stockMove,
  writePosition,
  type Move,
  type Position,
  type Solution,
  type Verdict,
} from '../../engine/index.ts'
import { useGame } from '../session/game'
import { useSettings } from '../settings/settings'
import { solverKey, Superseded } from './solver'

/** A move to show; a guess is one that is not known to lie on the way to a win. */
export interface Hint {
  readonly move: Move
  readonly isGuess: boolean
}

interface Known {
  readonly verdict: Verdict
  readonly line: readonly Move[]
}

/** Something known of one position, and of no other. */
type Of<T> = T & { readonly position: Position }

/** How long a search for the light and for a hint may take, in milliseconds. */
const LOOK = 4000
/** Positions whose verdict is remembered. */
const REMEMBERED = 2000

/** A position as a key: what lies where, without which copy of a card it is. */
const keyOf = (position: Position): string =>
  position.game.id + Object.values(writePosition(position)).join('|')

export const useAnalysis = defineStore('knowledge', () => {
  const game = useGame()
  const settings = useSettings()
  const solver = inject(solverKey)!
  const known = new Map<string, Known>()
  const latest = shallowRef<Of<Known>>()
  const current = computed(() => (latest.value?.position === game.position ? latest.value : undefined))
  /** What is being looked at. */
  const asked = shallowRef<{ readonly position: Position; readonly answer: Promise<Known | undefined> }>()
  const isLooking = computed(() => asked.value !== undefined)
  const shown = shallowRef<Of<Hint>>()
  const hint = computed(() => (shown.value?.position === game.position ? shown.value : undefined))
  /** What was found out for a person who asked and there is no hint to show. */
  const finding = shallowRef<'lost' | 'never' | 'unsolved' | 'guess' | 'looking'>()

  const verdict = computed(() => current.value?.verdict)
  /** Whether the light shows: where every card is in sight, or where the person wants it everywhere. */
  const hasLight = computed(
    () =>
      game.state === 'playing' &&
      (settings.values.light === 'always' || (settings.values.light === 'open' && game.game.open)),
  )

  function remember(position: Position, { verdict: said, moves }: Solution): Known {
    const found: Known = { verdict: said, line: moves ?? [] }
    if (known.size >= REMEMBERED) known.clear()
    known.set(keyOf(position), found)
    return found
  }

  /** Decides a position, from memory or by the worker. Undefined when something else came first. */
  function decide(position: Position): Promise<Known | undefined> {
    const remembered = known.get(keyOf(position))
    if (remembered) return Promise.resolve(remembered)
    // Whoever asks while the same position is being looked at gets the same answer.
    if (asked.value?.position === position) return asked.value.answer
    const answer = solver
      .ask(position, { maxMs: LOOK })
      .then(solution => remember(position, solution))
      .catch((error: unknown) => {
        if (error instanceof Superseded) return undefined
        throw error
      })
      .finally(() => {
        if (asked.value?.answer === answer) asked.value = undefined
      })
    asked.value = { position, answer }
    return answer
  }

  watch(
    () => game.position,
    position => {
      finding.value = undefined
      const line =
        latest.value?.verdict === 'won'
          ? repairLine(latest.value.position, latest.value.line, position)
          : undefined
      // The line being followed comes first: an older one, remembered from an earlier visit, might lead round
      // in a circle.
      const found = line
        ? remember(position, { verdict: 'won', moves: line, states: 0, ms: 0 })
        : known.get(keyOf(position))
      solver.stop()
      if (found) latest.value = { ...found, position }
      else if (hasLight.value) void look()
    },
    { flush: 'post' },
  )

  // What was found out of another play would only lie there.
  watch(
    () => game.playId,
    () => known.clear(),
    { flush: 'sync' },
  )

  /** Finds out about the position on the table. */
  async function look(): Promise<void> {
    const { position } = game
    const found = await decide(position)
    if (found && game.position === position) latest.value = { ...found, position }
  }

  /** The same for a person who waits for it. */
  async function lookNow(): Promise<void> {
    if (!current.value) {
      finding.value = 'looking'
      await look()
    }
    finding.value = undefined
  }

  /**
   * Shows a move of a winning line; where none is known, the best guess, and says so; where none exists,
   * that.
   */
  async function askHint(): Promise<void> {
    if (game.state !== 'playing') return
    await lookNow()
    const { position } = game
    if (current.value?.verdict === 'won')
      shown.value = { position, move: current.value.line[0], isGuess: false }
    else if (current.value?.verdict === 'lost') finding.value = 'lost'
    else {
      const guess = guessOf(position)
      shown.value = guess && { position, move: guess, isGuess: true }
      finding.value = 'guess'
    }
  }

  /**
   * The last step from which the game can be won; undefined when there is none, and then that is said, or
   * something else came first.
   * Every step before a winnable one is winnable too, so it is found by halving.
   */
  async function lastWinnable(): Promise<number | undefined> {
    const { history } = game
    let won = -1
    let lost = history.cursor
    finding.value = 'looking'
    while (lost - won > 1) {
      const step = (won + lost) >> 1
      const found = await decide(positionAt(history, step))
      if (!found || game.history !== history) return undefined
      if (found.verdict === 'won') won = step
      else lost = step
    }
    finding.value = won >= 0 ? undefined : 'never'
    return won >= 0 ? won : undefined
  }

  async function backToWinnable(): Promise<void> {
    const step = await lastWinnable()
    if (step !== undefined) game.goTo(step)
  }

  /**
   * The moves of a win from the position on the table; undefined where none is known or there is none, and
   * then that is said.
   */
  async function solution(): Promise<readonly Move[] | undefined> {
    await lookNow()
    if (current.value?.verdict === 'won') return current.value.line
    finding.value = current.value?.verdict === 'lost' ? 'lost' : 'unsolved'
    return undefined
  }

  const begin = () => {
    if (hasLight.value && !current.value) void look()
  }
  watch(hasLight, begin)

  return {
    verdict,
    hasLight,
    isLooking,
    hint,
    finding,
    line: computed(() => current.value?.line ?? []),
    askHint,
    lastWinnable,
    backToWinnable,
    solution,
    begin,
    decide,
    stop: solver.stop,
  }
})

/** The move that looks best without looking ahead. */
function guessOf(position: Position): Move | undefined {
  const { game, piles } = position
  for (const from of [...game.of.tableau, ...game.of.cell, ...game.of.waste]) {
    if (piles[from.index].length === 0) continue
    const [best] = bestTargets(position, { from: from.id, count: 1 })
    if (best && !best.to.startsWith('c')) return best.moves[0]
  }
  const turn = stockMove(position)
  return turn.ok ? turn.value : undefined
}
