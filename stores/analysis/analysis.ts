// Analyzes the position on the table while the user plays: whether it can be won, and how.
import { defineStore } from 'pinia'
import { computed, nextTick, shallowRef, watch } from 'vue'
import {
  FIRST_DEALS,
  keepsOdds,
  positionAt,
  repairLine,
  type Move,
  type Position,
} from '../../engine/index.ts'
import { afterPaint } from '../platform/after-paint.ts'
import { usePlatform } from '../platform/platform.ts'
import { useGame } from '../session/game.ts'
import { useSession } from '../session/session.ts'
import type { PositionChange } from '../session/state.ts'
import { dayOfPlay } from '../sync/ids.ts'
import { HintLine, seenPositions } from './hint-line.ts'
import { loadDeal, loadEvaluation, storeDeal, storeEvaluation, type DealVerdict } from './last-evaluation.ts'
import { MAX_REMEMBERED, positionKey, Remembered, type Evaluation } from './remembered.ts'
import type { Search } from './solver-keys.ts'
import { useSolver } from './solver.ts'
import { WorkerTimeout } from './worker-client.ts'

/** A hint. A guess is a move of the best line found, which is not proved to win. */
export interface Hint {
  readonly move: Move
  readonly isGuess: boolean
}

/**
 * The last step that is proved winnable. `isLossProved`: whether the next step, if any, is proved lost. If
 * not, some later steps could not be decided.
 */
export interface LastWinnable {
  readonly step: number
  readonly isLossProved: boolean
}

/** The messages that the analysis can show. */
export type AnalysisMessage =
  | 'looking'
  | 'lookingForDeal'
  | 'canceled'
  | 'dealCanceled'
  | 'anyDeal'
  | 'otherLevel'
  | 'guess'
  | 'hidden'
  | 'recycle'
  | 'noMove'
  | 'lost'
  | 'never'
  | 'positionLost'
  | 'unsolved'
  | 'notShown'
  | 'silent'

/** A result for one position. */
type Of<T> = T & { readonly position: Position }

/** Time limit of a search for the light or a hint, in milliseconds. */
const SEARCH_MS = 4000
/** The number of undecided steps after which the search for the last winnable one ends. */
const MAX_UNDECIDED = 6

/** The analysis of the current game: verdict, hint and winning line. */
// oxlint-disable-next-line max-lines-per-function -- Its short functions share one search and its results.
export const useAnalysis = defineStore('analysis', () => {
  const game = useGame()
  const session = useSession()
  const solver = useSolver()
  const memory = usePlatform().session
  const remembered = new Remembered()
  const latest = shallowRef<Of<Evaluation>>()
  const current = computed(() => (latest.value?.position === game.position ? latest.value : undefined))
  /** The position being searched, and its pending result. */
  const search = shallowRef<Of<{ readonly result: Promise<Search<Evaluation>> }>>()
  const shownHint = shallowRef<Hint & { readonly after: PositionChange }>()
  /** The message about the last request; not shown while the user is waiting for another one. */
  const said = shallowRef<AnalysisMessage>()
  /** Repeats the request that the message is about. */
  let repeat: (() => Promise<unknown>) | undefined
  const hintLine = new HintLine()
  /** The plays in which the user was told that hints use hidden cards. */
  const warned = new Set<string>()
  /** The last position whose evaluation by `look` has ended, with or without a verdict. */
  const ended = shallowRef<Of<{ readonly isTimeout: boolean }>>()
  /**
   * The last decided deals, by the key of their start. A game whose deal is lost has no winnable position to
   * go back to. A deal is won if any of its positions is.
   */
  const decided = shallowRef<ReadonlyMap<string, DealVerdict>>(new Map())
  /** The deal for which earlier tabs' verdicts have been looked up. */
  const lookedUp = shallowRef<Position>()

  /** The last change that `follow` has handled. */
  const followed = shallowRef(game.change)

  /** Whether a position is being evaluated, or is about to be. */
  const isLooking = computed(() => search.value !== undefined || followed.value !== game.change)
  const hint = computed(() => (shownHint.value?.after === game.change ? shownHint.value : undefined))
  const verdict = computed(() => current.value?.verdict)
  const line = computed(() => current.value?.line ?? [])
  const gameStart = computed(() => game.history.start)
  const startsLater = computed(() => game.history.movesBefore > 0)
  /**
   * The key of the start of the game. If moves before the start are not stored, the start is not the deal, so
   * its key differs from that of the deal.
   */
  const startKey = computed(() => positionKey(gameStart.value) + (startsLater.value ? '|later' : ''))
  const dealVerdict = computed(() => decided.value.get(startKey.value))
  const isDealLost = computed(() => dealVerdict.value === 'lost')
  /**
   * Whether a verdict may still come: earlier tabs' proofs have not been looked up yet, or a search for the
   * light is running or about to begin.
   */
  const isAwaited = computed(
    () =>
      lookedUp.value !== gameStart.value ||
      (game.hasLight && !current.value && ended.value?.position !== game.position),
  )
  /** Whether the visible game is stuck. The actions of its notice depend on the verdict on the deal. */
  const isStuck = computed(() => game.state === 'stuck' && !session.state.settings.values.isFolded)
  /** Whether to evaluate the position for the light or a stuck game. A search for a new deal comes first. */
  const isWanted = computed(
    () => (game.hasLight || isStuck.value) && !game.isFindingDeal && session.state.role !== 'hidden',
  )
  /** The key of the last deal whose first verdict is no longer awaited; later moves do not change it. */
  const answered = shallowRef<string>()

  /** Records the verdict on a deal; returns whether it is new. */
  function decideDeal(key: string, known: DealVerdict): boolean {
    if (decided.value.get(key) === known) return false
    const others = [...decided.value].filter(([other]) => other !== key)
    decided.value = new Map([...others, [key, known] as const].slice(-MAX_REMEMBERED.deals))
    return true
  }

  /** Remembers the evaluation of a position of the game whose start has the key `deal`. */
  function remember(position: Position, evaluation: Evaluation, deal = startKey.value): Evaluation {
    const key = positionKey(position)
    const { verdict } = evaluation
    const isOfDeal = verdict === 'won' || (verdict === 'lost' && key === deal)
    // Stored for other tabs.
    if (isOfDeal && decideDeal(deal, verdict)) void storeDeal(memory, deal, verdict)
    remembered.set(key, evaluation)
    return evaluation
  }

  /** Evaluates a position, from memory or with the worker. Rejects if the worker fails. */
  async function decide(position: Position): Promise<Search<Evaluation>> {
    const known = remembered.get(positionKey(position))
    if (known) return remember(position, known)
    // Requests for the position being searched share its result.
    if (search.value?.position === position) return search.value.result
    const deal = startKey.value
    const result = solver
      .ask(position, { maxMs: SEARCH_MS, line: 'short' })
      .then(found => {
        if (found === 'aborted') return found
        const { verdict, moves = [] } = found
        return remember(position, { verdict, line: moves }, deal)
      })
      .finally(() => {
        if (search.value?.result === result) search.value = undefined
      })
    search.value = { position, result }
    return result
  }

  /** The message for a lost position, which calls the game lost only if its deal is known to be winnable. */
  const loss = computed(
    () => ({ lost: 'never', won: 'lost', open: 'positionLost' } as const)[dealVerdict.value ?? 'open'],
  )

  /** Evaluates the current position; `aborted` if the search is canceled or the position changes first. */
  async function evaluateTable(): Promise<Search<Evaluation>> {
    follow()
    const { position } = game
    if (current.value) return current.value
    const found = await decide(position)
    if (found === 'aborted' || game.position !== position) return 'aborted'
    latest.value = { ...found, position }
    void storeEvaluation(memory, position, found)
    return found
  }

  /**
   * The verdict on a deal that is known without a search: an earlier tab proved it, or the deal is a deal of
   * the day or one of the first deals, which are winnable unless house rules change the odds.
   */
  async function knownVerdict(start: Position, key: string): Promise<DealVerdict | undefined> {
    const isListed =
      // After earlier moves, the start of the history is not the deal.
      game.history.movesBefore === 0 &&
      (dayOfPlay(game.playId) !== undefined || FIRST_DEALS[start.game.id].includes(start.dealNumber))
    return (await loadDeal(memory, key)) ?? (isListed && keepsOdds(start.house) ? 'won' : undefined)
  }
  let lookup = Promise.resolve()

  /** Evaluates the current position. If it is lost, also evaluates the deal, unless its verdict is known. */
  async function evaluateAsked(): Promise<Search<Evaluation>> {
    const { position, history } = game
    const found = await evaluateTable()
    if (found === 'aborted' || found.verdict !== 'lost') return found
    await lookup
    if (game.position !== position) return 'aborted'
    if (dealVerdict.value) return found
    const deal = await decide(history.start)
    return deal === 'aborted' || game.position !== position ? 'aborted' : found
  }

  /** Starts evaluating the position. If that is aborted while it is unwanted, `begin` repeats it later. */
  function look(): void {
    const { position } = game
    const end = (isTimeout = false): void => {
      if (game.position === position) ended.value = { position, isTimeout }
    }
    evaluateAsked().then(
      found => (found !== 'aborted' || isWanted.value) && end(),
      (error: unknown) => {
        const isTimeout = error instanceof WorkerTimeout
        end(isTimeout)
        if (!isTimeout) session.report(error)
      },
    )
  }

  /** Shows a message, or none, and cancels what the user is waiting for. */
  function say(next: AnalysisMessage | undefined, retry?: () => Promise<unknown>): void {
    game.stopWaiting()
    said.value = next
    repeat = retry
  }

  /** Reports a failure. If the worker timed out, offers to try again. */
  function showFailure(error: unknown, retry: () => Promise<unknown>): void {
    if (error instanceof WorkerTimeout) say('silent', retry)
    else session.report(error)
  }

  /** Runs a search that the user waits for. If it fails, reports that and returns `aborted`. */
  async function whileLooking<T>(
    run: (isWanted: () => boolean) => Promise<Search<T>>,
    retry: () => Promise<unknown>,
  ): Promise<Search<T>> {
    try {
      return await game.waitFor('hint', isWanted => {
        said.value = undefined
        return run(isWanted)
      })
    } catch (error) {
      showFailure(error, retry)
      return 'aborted'
    }
  }

  /**
   * The hint for the current position; undefined if there is none. Continues the line of earlier hints
   * without waiting, while a better one is searched for.
   */
  async function findHint(): Promise<Search<Hint | undefined>> {
    follow()
    const { position } = game
    const seen = seenPositions(game.history)
    const next = (verdict.value ?? 'unknown') === 'unknown' ? hintLine.next(position, seen) : undefined
    if (next) {
      if (!current.value && !search.value) look()
      return { move: next, isGuess: true }
    }
    const found = await evaluateAsked()
    if (found === 'aborted') return 'aborted'
    const { verdict: known, line } = found
    if (known !== 'unknown') return known === 'won' ? { move: line[0]!, isGuess: false } : undefined
    // The position could not be decided, so this only searches for the best line.
    const open = await solver.ask(position, { maxMs: SEARCH_MS, maxStates: 1, seen })
    if (open === 'aborted' || game.position !== position) return 'aborted'
    const move = hintLine.take(position, open.moves ?? open.best ?? [], seen)
    return move && { move, isGuess: true }
  }

  /**
   * Plays the hint that is shown, unless it is an outdated guess. Otherwise shows a move of a winning line
   * or, if none is known, a move of the best line and a message. If there is neither, shows only a message.
   */
  async function askHint(): Promise<void> {
    if (game.state !== 'playing') return
    const isOutdated = hint.value?.isGuess && verdict.value !== undefined && verdict.value !== 'unknown'
    if (hint.value && !isOutdated) return game.playGesture([hint.value.move])
    const found = await whileLooking(findHint, askHint)
    if (found === 'aborted') return
    shownHint.value = found && { ...found, after: game.change }
    if (!found) say(verdict.value === 'lost' ? loss.value : 'noMove')
    else if (found.isGuess) say('guess')
    else if (found.move.kind === 'recycle') say('recycle')
    else if (game.position.faceDown.some(count => count > 0) && !warned.has(game.playId)) {
      warned.add(game.playId)
      say('hidden')
    }
  }

  /**
   * The last step of this game that is proved winnable; undefined, with a message, if none was found. All
   * steps before a winnable one are winnable, and all after a lost one are lost. At an undecided step both
   * sides are searched, the later one first.
   */
  async function lastWinnable(
    retry: () => Promise<unknown> = () => lastWinnable(),
  ): Promise<Search<LastWinnable | undefined>> {
    const { history } = game
    let won = -1
    let lost = history.cursor + 1
    const found = await whileLooking(async isWanted => {
      const open: [number, number][] = [[won, lost]]
      for (let undecided = 0; open.length > 0 && undecided < MAX_UNDECIDED;) {
        const range = open.pop()!
        const from = Math.max(range[0], won)
        const to = Math.min(range[1], lost)
        if (to - from <= 1) continue
        const step = (from + to) >> 1
        const evaluation = await decide(positionAt(history, step))
        if (evaluation === 'aborted' || !isWanted()) return 'aborted'
        const { verdict } = evaluation
        if (verdict === 'won') won = step
        else if (verdict === 'lost') lost = step
        else undecided++
        open.push([from, step], [step, to])
      }
      return won < 0 ? undefined : { step: won, isLossProved: lost === won + 1 }
    }, retry)
    if (found === undefined) say(lost === 0 ? loss.value : 'unsolved')
    return found
  }

  /** Goes back to the last step that is proved winnable. Shows a message if later steps are undecided. */
  async function backToWinnable(): Promise<void> {
    const found = await lastWinnable(backToWinnable)
    if (found === 'aborted' || !found) return
    await game.goTo(found.step)
    if (found.isLossProved) return
    await nextTick() // lets the analysis react to the step, which clears the previous message
    say('notShown')
  }

  /** The winning moves from a position of the game; aborted, with a message, if none were found. */
  async function solution(
    start = game.position,
    retry: () => Promise<unknown> = () => solution(start),
  ): Promise<Search<readonly Move[]>> {
    const found = await whileLooking(start === game.position ? evaluateAsked : () => decide(start), retry)
    if (found === 'aborted') return found
    if (found.verdict === 'won') return found.line
    say(found.verdict === 'lost' ? loss.value : 'unsolved')
    return 'aborted'
  }

  /**
   * If wanted, adopts the last tab's evaluation of this position or starts one, or continues with the deal of
   * a lost position.
   */
  async function begin(): Promise<void> {
    if (!isWanted.value) return
    const { position } = game
    const known = current.value ?? (await loadEvaluation(memory, position))
    if (game.position !== position || !isWanted.value) return
    if (known && !current.value) latest.value = { ...remember(position, known), position }
    if (current.value?.verdict !== 'won') look()
  }

  /** Evaluates a new position from the last winning line or from memory, or starts a search if wanted. */
  function follow(): void {
    if (followed.value === game.change) return
    followed.value = game.change
    const { position } = game
    const line =
      latest.value?.verdict === 'won'
        ? repairLine(latest.value.position, latest.value.line, position)
        : undefined
    // The line being followed comes first, because an older line for this position could go in circles.
    const known = line ? remember(position, { verdict: 'won', line }) : remembered.get(positionKey(position))
    if (known) latest.value = { ...known, position }
    if (known?.verdict !== 'won' && isWanted.value) look()
  }

  watch(
    () => game.change,
    ({ cause }) => {
      said.value = undefined
      // The user rarely goes back to the last deal, but may go back to another game.
      if (cause === 'deal') remembered.forget(`${game.game.id}|`)
      solver.stop()
      // Later requests must not share the result of the stopped search.
      search.value = undefined
      afterPaint(follow)
    },
    { flush: 'post' },
  )
  // The notice of a stuck game needs the verdict immediately. For the light, the late work calls `begin`.
  watch(isWanted, begin, { immediate: isStuck.value })
  watch(
    gameStart,
    start => {
      const key = startKey.value
      lookup = knownVerdict(start, key).then(known => {
        // A search may have ended first.
        if (known && !decided.value.has(key)) decideDeal(key, known)
        if (start === gameStart.value) lookedUp.value = start
      })
    },
    { immediate: true },
  )
  watch(
    [isAwaited, startKey],
    ([isStillAwaited, key]) => {
      if (!isStillAwaited) answered.value = key
    },
    { immediate: true, flush: 'sync' },
  )

  return {
    verdict,
    line,
    hint,
    isDealLost,
    loss,
    /** Whether the notice of a stuck game has to wait for the verdict on the deal. */
    isLossAwaited: computed(() => !dealVerdict.value && ended.value?.position !== game.position),
    /** Whether the first verdict on this deal is still awaited. In that case, no level is shown. */
    isDealAwaited: computed(() => answered.value !== startKey.value && !isDealLost.value),
    isLooking,
    message: computed(
      (): AnalysisMessage | undefined =>
        ({ deal: 'lookingForDeal', hint: 'looking' } as const)[game.awaited!] ?? said.value,
    ),
    /** Whether the worker timed out while evaluating for the light. */
    isSilent: computed(() => {
      const { position, isTimeout = false } = ended.value ?? {}
      return isTimeout && position === game.position && !current.value && !isLooking.value
    }),
    /** Shows or clears a message; `retry` repeats what failed. */
    say,
    showFailure,
    retry: async () => {
      say(undefined, repeat)
      await repeat?.()
    },
    dismissHint: () => {
      shownHint.value = undefined
      if (/^(guess|hidden|recycle)$/.test(said.value ?? '')) said.value = undefined
    },
    begin,
    /** The tab is hidden: ends the search and the worker, and stores the evaluation for the next tab. */
    end: () => {
      solver.end()
      if (current.value) void storeEvaluation(memory, game.position, current.value)
    },
    decide,
    askHint,
    lastWinnable,
    backToWinnable,
    solution,
  }
})
