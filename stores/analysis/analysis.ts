// What is known about the position on the table: whether it can be won, and how. Searches while the person
// plays.
import { defineStore } from 'pinia'
import { computed, nextTick, shallowRef, watch } from 'vue'
import {
  positionAt,
  repairLine,
  type GameId,
  type Move,
  type Position,
  type Solution,
} from '../../engine/index.ts'
import { afterPaint } from '../platform/after-paint.ts'
import { useGame } from '../session/game.ts'
import { useSession } from '../session/session.ts'
import { Course, seenPositions } from './course.ts'
import { useHasLight } from './light.ts'
import { positionKey, Remembered, type Evaluation } from './remembered.ts'
import { aborted, done, SilentWorker, useSolver, type Search } from './solver.ts'

/** A move to show; a guess is one of the best line that was found, not known to lead to a win. */
export interface Hint {
  readonly move: Move
  readonly isGuess: boolean
}

/**
 * The last step that is proved winnable, and whether the step after it is proved to be lost; where it is not,
 * there are later steps that could not be decided.
 */
export interface LastWinnable {
  readonly step: number
  readonly isLossProved: boolean
}

/** What a person who asked is told where there is no move to show. */
export type AnalysisMessage =
  | 'looking'
  | 'lookingForDeal'
  | 'anyDeal'
  | 'otherLevel'
  | 'guess'
  | 'noMove'
  | 'lost'
  | 'never'
  | 'unsolved'
  | 'notShown'
  | 'silent'

/** Something found out about one position, and about no other. */
type Of<T> = T & { readonly position: Position }

/** Milliseconds that a search for the light or for a hint may take. */
const SEARCH_MS = 4000
/** Steps that stay undecided before the search for the last winnable one ends. */
const MAX_UNDECIDED = 6

/** What is found out about the game: the verdict on its position, a hint, the way to a win. */
// eslint-disable-next-line max-lines-per-function -- Its short functions share one search and its results.
export const useAnalysis = defineStore('analysis', () => {
  const game = useGame()
  const session = useSession()
  const solver = useSolver()
  const remembered = new Remembered()
  const latest = shallowRef<Of<Evaluation>>()
  const current = computed(() => (latest.value?.position === game.position ? latest.value : undefined))
  /** The position that is being searched, and what will come of it. */
  const search = shallowRef<Of<{ readonly result: Promise<Search<Evaluation>> }>>()
  const shownHint = shallowRef<Of<Hint>>()
  const message = shallowRef<AnalysisMessage>()
  /** Does once more what the message says did not succeed. */
  let again: (() => Promise<unknown>) | undefined
  /** The position for which the light got no answer from the worker. */
  const silentAt = shallowRef<Position>()
  const course = new Course()
  /** The starts that are known to be lost: nothing in such a game leads back to where it could be won. */
  const lostStarts = shallowRef<ReadonlySet<string>>(new Set())
  let requests = 0

  const isLooking = computed(() => search.value !== undefined)
  const hint = computed(() => (shownHint.value?.position === game.position ? shownHint.value : undefined))
  const verdict = computed(() => current.value?.verdict)
  const line = computed(() => current.value?.line ?? [])
  const hasLight = useHasLight()
  const isDealLost = computed(() => lostStarts.value.has(positionKey(game.history.start)))

  function remember(position: Position, { verdict, moves }: Pick<Solution, 'verdict' | 'moves'>): Evaluation {
    const evaluation: Evaluation = { verdict, line: moves ?? [] }
    const key = positionKey(position)
    if (verdict === 'lost' && key === positionKey(game.history.start))
      lostStarts.value = new Set([...lostStarts.value, key])
    remembered.set(key, evaluation)
    return evaluation
  }

  const forgetGame = (id: GameId): void => remembered.forget(`${id}|`)

  /** Decides a position, from memory or by the worker. Rejects where the worker fails. */
  async function decide(position: Position): Promise<Search<Evaluation>> {
    const known = remembered.get(positionKey(position))
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
    const { position } = game
    silentAt.value = undefined
    evaluateTable().catch((error: unknown) => {
      if (error instanceof SilentWorker) silentAt.value = position
      else session.report(error)
    })
  }

  function say(next: AnalysisMessage | undefined, retry?: () => Promise<unknown>): void {
    message.value = next
    again = retry
  }

  /** Tells of a failure; of a worker that did not answer with a way to try again. */
  function tellFailure(error: unknown, retry: () => Promise<unknown>): void {
    if (error instanceof SilentWorker) say('silent', retry)
    else session.report(error)
  }

  /**
   * Runs a search for a person who waits for it: says so meanwhile, takes the words back whatever becomes of
   * it, and tells of a failure, which counts as aborted. While a new deal is looked for, it does nothing: who
   * waits for that has done with the one on the table. `retry` does all of it once more.
   */
  async function whileLooking<T>(
    run: () => Promise<Search<T>>,
    retry: () => Promise<unknown>,
  ): Promise<Search<T>> {
    if (message.value === 'lookingForDeal') return aborted
    const request = ++requests
    const end = (): void => {
      if (request === requests) message.value = undefined
    }
    say('looking')
    try {
      const found = await run()
      end()
      return found
    } catch (error) {
      end()
      tellFailure(error, retry)
      return aborted
    }
  }

  /**
   * The hint for the position on the table; undefined where there is none. A line that hints play goes on at
   * once, and whether there is a better one is found out meanwhile.
   */
  async function findHint(): Promise<Search<Hint | undefined>> {
    follow()
    const { position } = game
    const seen = seenPositions(game.history)
    const next = (verdict.value ?? 'unknown') === 'unknown' ? course.next(position, seen) : undefined
    if (next) {
      if (!current.value && !isLooking.value) look()
      return done({ move: next, isGuess: true })
    }
    const found = await evaluateTable()
    if (found.kind === 'aborted') return aborted
    const { verdict: known, line } = found.value
    if (known !== 'unknown') return done(known === 'won' ? { move: line[0], isGuess: false } : undefined)
    // The position was searched: this only looks for the best line.
    const open = await solver.ask(position, { maxMs: SEARCH_MS, maxStates: 1, seen })
    if (open.kind === 'aborted' || game.position !== position) return aborted
    const move = course.take(position, open.value.moves ?? open.value.best ?? [], seen)
    return done(move && { move, isGuess: true })
  }

  /**
   * Plays the hint that is shown. Where there is none, shows a move of a winning line; where none is known,
   * of the best line that was found, and says so; where there is none, that.
   */
  async function askHint(): Promise<void> {
    if (game.state !== 'playing') return
    const isOutdated = hint.value?.isGuess && verdict.value !== undefined && verdict.value !== 'unknown'
    if (hint.value && !isOutdated) return game.playGesture([hint.value.move])
    const found = await whileLooking(findHint, askHint)
    if (found.kind === 'aborted') return
    const { position } = game
    shownHint.value = found.value && { ...found.value, position }
    if (!found.value) say(verdict.value === 'lost' ? lossOf() : 'noMove')
    else if (found.value.isGuess) say('guess')
  }

  /**
   * The last step of this game that is proved winnable; undefined when there is none, and then that is said.
   * Every step before a winnable one is winnable, every step after a lost one is lost. Past a step that stays
   * undecided both sides are looked at, the later one first.
   */
  async function lastWinnable(
    retry: () => Promise<unknown> = () => lastWinnable(),
  ): Promise<Search<LastWinnable | undefined>> {
    const { history } = game
    let won = -1
    let lost = history.cursor + 1
    const found = await whileLooking(async () => {
      const open = [[won, lost]]
      for (let undecided = 0; open.length > 0 && undecided < MAX_UNDECIDED;) {
        const range = open.pop()!
        const from = Math.max(range[0], won)
        const to = Math.min(range[1], lost)
        if (to - from <= 1) continue
        const step = (from + to) >> 1
        const evaluation = await decide(positionAt(history, step))
        if (evaluation.kind === 'aborted' || game.history !== history) return aborted
        const { verdict } = evaluation.value
        if (verdict === 'won') won = step
        else if (verdict === 'lost') lost = step
        else undecided++
        open.push([from, step], [step, to])
      }
      return done(won < 0 ? undefined : { step: won, isLossProved: lost === won + 1 })
    }, retry)
    if (found.kind === 'done' && !found.value) say(lost === 0 ? 'never' : 'unsolved')
    return found
  }

  /** Goes back to the last step that is proved winnable, and says where later ones could not be decided. */
  async function backToWinnable(): Promise<void> {
    const found = await lastWinnable(backToWinnable)
    if (found.kind === 'aborted' || !found.value) return
    await game.goTo(found.value.step)
    if (found.value.isLossProved) return
    await nextTick() // the analysis has noticed the step, which ends what was said before
    say('notShown')
  }

  /**
   * The moves of a win from the position on the table; aborted where none was found, and then that is said.
   */
  async function solution(
    retry: () => Promise<unknown> = () => solution(),
  ): Promise<Search<readonly Move[]>> {
    const found = await whileLooking(evaluateTable, retry)
    if (found.kind === 'aborted') return found
    if (found.value.verdict === 'won') return done(found.value.line)
    say(found.value.verdict === 'lost' ? lossOf() : 'unsolved')
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
    const known = line
      ? remember(position, { verdict: 'won', moves: line })
      : remembered.get(positionKey(position))
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
    /** Whether the light got no answer from the worker. */
    isSilent: computed(() => silentAt.value === game.position),
    /** Says something about an analysis, or nothing any more; `retry` tries again what did not succeed. */
    say,
    tellFailure,
    /** Does once more what the message says did not succeed. */
    retry: async () => {
      say(undefined, again)
      await again?.()
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
