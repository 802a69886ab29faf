// What is known about the position on the table: whether it can be won, and how. Searches while the person
// plays.
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import {
  bestTargets,
  legalMoves,
  positionAt,
  repairLine,
  stockMove,
  writePosition,
  type GameId,
  type Move,
  type Position,
  type Solution,
  type Verdict,
} from '../../engine/index.ts'
import { afterPaint } from '../platform/after-paint.ts'
import { useGame } from '../session/game.ts'
import { useSession } from '../session/session.ts'
import { useHasLight } from './light.ts'
import { aborted, done, useSolver, type Search } from './solver.ts'

/** A move to show; a guess is one that is not known to lie on the way to a win. */
export interface Hint {
  readonly move: Move
  readonly isGuess: boolean
}

/** What a search found out about a position: the verdict, and the moves of a win, if it can be won. */
export interface Evaluation {
  readonly verdict: Verdict
  readonly line: readonly Move[]
}

/** Where a game could last be won: the step, and whether the step after it is proved to be lost. */
export interface LastWinnable {
  readonly step: number
  readonly isLossProved: boolean
}

/** What a person who asked is told where there is no move to show. */
export type AnalysisMessage =
  'looking' | 'lookingForDeal' | 'anyDeal' | 'guess' | 'lost' | 'never' | 'unsolved'

/** Something found out about one position, and about no other. */
type Of<T> = T & { readonly position: Position }

/** Milliseconds that a search for the light or for a hint may take. */
const SEARCH_MS = 4000
/** Positions whose evaluation is remembered. */
const MAX_REMEMBERED = 2000

/**
 * A position as a key: what lies where, without which copy of a card it is, the house rules that hold, and
 * the pass through the stock, as there may be no other after it.
 */
const keyOf = (position: Position): string =>
  [position.game.id, position.pass, ...position.house, ...Object.values(writePosition(position))].join('|')

/** What is found out about the game: the verdict on its position, a hint, the way to a win. */
// eslint-disable-next-line max-lines-per-function -- Its short functions share one search and its results.
export const useAnalysis = defineStore('analysis', () => {
  const game = useGame()
  const session = useSession()
  const solver = useSolver()
  const remembered = new Map<string, Evaluation>()
  const latest = shallowRef<Of<Evaluation>>()
  const current = computed(() => (latest.value?.position === game.position ? latest.value : undefined))
  /** The position that is being searched, and what will come of it. */
  const search = shallowRef<Of<{ readonly result: Promise<Search<Evaluation>> }>>()
  const shownHint = shallowRef<Of<Hint>>()
  const message = shallowRef<AnalysisMessage>()
  /** The starts that are known to be lost: nothing in such a game leads back to where it could be won. */
  const lostStarts = shallowRef<ReadonlySet<string>>(new Set())
  let requests = 0

  const isLooking = computed(() => search.value !== undefined)
  const hint = computed(() => (shownHint.value?.position === game.position ? shownHint.value : undefined))
  const verdict = computed(() => current.value?.verdict)
  const line = computed(() => current.value?.line ?? [])
  const hasLight = useHasLight()
  const isDealLost = computed(() => lostStarts.value.has(keyOf(game.history.start)))

  function remember(position: Position, { verdict, moves }: Pick<Solution, 'verdict' | 'moves'>): Evaluation {
    const evaluation: Evaluation = { verdict, line: moves ?? [] }
    const key = keyOf(position)
    if (verdict === 'lost' && key === keyOf(game.history.start))
      lostStarts.value = new Set([...lostStarts.value, key])
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(key, evaluation)
    return evaluation
  }

  function forgetGame(id: GameId): void {
    for (const key of remembered.keys()) if (key.startsWith(`${id}|`)) remembered.delete(key)
  }

  /** Decides a position, from memory or by the worker. Rejects where the worker fails. */
  async function decide(position: Position): Promise<Search<Evaluation>> {
    const known = remembered.get(keyOf(position))
    if (known) return done(known)
    // Whoever asks while the same position is being searched gets the same answer.
    if (search.value?.position === position) return search.value.result
    const result = solver
      .ask(position, { maxMs: SEARCH_MS, line: 'short' })
      .then(found => (found.kind === 'done' ? done(remember(position, found.value)) : found))
      .finally(() => {
        if (search.value?.result === result) search.value = undefined
      })
    search.value = { position, result }
    return result
  }

  /** What is said of a lost position: of a deal that was never winnable nobody has lost anything. */
  const lossOf = () => (isDealLost.value ? 'never' : 'lost')

  /** Evaluates the position on the table; aborted where another lies there by the time it is found out. */
  async function evaluateTable(): Promise<Search<Evaluation>> {
    follow()
    const { position } = game
    if (current.value) return done(current.value)
    const found = await decide(position)
    if (found.kind === 'aborted' || game.position !== position) return aborted
    latest.value = { ...found.value, position }
    return found
  }

  /** Evaluates for the light, where nobody waits for it. */
  function look(): void {
    evaluateTable().catch(session.report)
  }

  /**
   * Runs a search for a person who waits for it: says so meanwhile, takes the words back whatever becomes of
   * it, and tells of a failure, which counts as aborted. While a new deal is looked for, it does nothing: who
   * waits for that has done with the one on the table.
   */
  async function whileLooking<T>(run: () => Promise<Search<T>>): Promise<Search<T>> {
    if (message.value === 'lookingForDeal') return aborted
    const request = ++requests
    message.value = 'looking'
    try {
      return await run()
    } catch (error) {
      session.report(error)
      return aborted
    } finally {
      if (request === requests) message.value = undefined
    }
  }

  /**
   * Plays the hint that is shown. Where there is none, shows a move of a winning line; where none is known,
   * the best guess, and says so; where none exists, that.
   */
  async function askHint(): Promise<void> {
    if (game.state !== 'playing') return
    if (hint.value) return game.playGesture([hint.value.move])
    const found = await whileLooking(evaluateTable)
    if (found.kind === 'aborted') return
    const { position } = game
    const { verdict, line } = found.value
    if (verdict === 'lost') {
      message.value = lossOf()
      return
    }
    const move = verdict === 'won' ? line[0] : guessOf(position)
    shownHint.value = move && { position, move, isGuess: verdict !== 'won' }
    if (verdict !== 'won') message.value = 'guess'
  }

  /**
   * The last step of this game from which it could be won, as far as can be shown; undefined when there is
   * none, and then that is said. Every step before a winnable one is winnable too, so it is found by halving.
   */
  async function lastWinnable(): Promise<Search<LastWinnable | undefined>> {
    const { history } = game
    const verdicts = new Map<number, Verdict>()
    const found = await whileLooking<LastWinnable | undefined>(async () => {
      let won = -1
      let notWon = history.cursor + 1
      while (notWon - won > 1) {
        const step = (won + notWon) >> 1
        const evaluation = await decide(positionAt(history, step))
        if (evaluation.kind === 'aborted' || game.history !== history) return aborted
        verdicts.set(step, evaluation.value.verdict)
        if (evaluation.value.verdict === 'won') won = step
        else notWon = step
      }
      return done(won < 0 ? undefined : { step: won, isLossProved: verdicts.get(won + 1) === 'lost' })
    })
    if (found.kind === 'done' && !found.value)
      message.value = verdicts.get(0) === 'lost' ? 'never' : 'unsolved'
    return found
  }

  /** Goes back to the last step from which the game could be won. */
  async function backToWinnable(): Promise<void> {
    const found = await lastWinnable()
    if (found.kind === 'done' && found.value) await game.goTo(found.value.step)
  }

  /**
   * The moves of a win from the position on the table; aborted where none was found, and then that is said.
   */
  async function solution(): Promise<Search<readonly Move[]>> {
    const found = await whileLooking(evaluateTable)
    if (found.kind === 'aborted') return found
    if (found.value.verdict === 'won') return done(found.value.line)
    message.value = found.value.verdict === 'lost' ? lossOf() : 'unsolved'
    return aborted
  }

  /** Evaluates what lies on the table, if the light shows. */
  function begin(): void {
    if (hasLight.value && !current.value) look()
  }

  /** The last change that the evaluation has followed. */
  let followed = game.change

  /** Takes what is known of the last position over to the one on the table; else looks, for the light. */
  function follow(): void {
    if (followed === game.change) return
    followed = game.change
    const { position } = game
    const line =
      latest.value?.verdict === 'won'
        ? repairLine(latest.value.position, latest.value.line, position)
        : undefined
    // The line being followed comes first: one remembered from an earlier visit might lead round in a circle.
    const known = line ? remember(position, { verdict: 'won', moves: line }) : remembered.get(keyOf(position))
    if (known) latest.value = { ...known, position }
    else if (hasLight.value) look()
  }

  watch(
    () => game.change,
    ({ cause }) => {
      requests++
      message.value = undefined
      // Positions of another play do not come again; those of another game may.
      if (cause === 'deal') forgetGame(game.game.id)
      solver.stop()
      // What was asked for this position before the search was stopped gets no answer any more.
      search.value = undefined
      afterPaint(follow)
    },
    { flush: 'post' },
  )
  watch(hasLight, begin)

  return {
    verdict,
    line,
    hint,
    hasLight,
    isDealLost,
    isLooking,
    message: computed(() => message.value),
    /** Says something about an analysis, or nothing any more. */
    say: (next: AnalysisMessage | undefined) => {
      message.value = next
    },
    /** Takes a hint off the table. */
    dismissHint: () => {
      shownHint.value = undefined
      if (message.value === 'guess') message.value = undefined
    },
    begin,
    /** Ends the search and the worker: the tab is hidden. */
    end: () => solver.end(),
    decide,
    askHint,
    lastWinnable,
    backToWinnable,
    solution,
  }
})

/** The move that looks best without looking ahead; where nothing looks good, any that is allowed. */
function guessOf(position: Position): Move | undefined {
  const { game, piles } = position
  for (const from of [...game.of.tableau, ...game.of.cell, ...game.of.waste]) {
    if (piles[from.index].length === 0) continue
    const [best] = bestTargets(position, { from: from.id, count: 1 })
    if (best && !best.to.startsWith('c')) return best.moves[0]
  }
  const turn = stockMove(position)
  return turn.ok ? turn.value : legalMoves(position)[0]
}
