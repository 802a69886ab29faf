// Goals suggested from results: a bit faster, a longer streak, a first win, a win without undo. Pure.
import type { GameId } from '../../engine/index.ts'
import { statistics, type Aggregate, type Statistics } from '../sync/aggregate.ts'
import type { GameResult } from '../sync/game-results.ts'
import { MAX_MINUTES, MAX_WINS, STEP_SECONDS, type Goal } from './goals.ts'

/** A suggested goal; `since`: the minute from which existing results count. */
export type SuggestedGoal = Omit<Goal, 'since' | 'isDone'> & { readonly since?: number }

/** The data that suggestions are based on. */
export interface OwnRecord {
  readonly all: Aggregate
  /** The plays known to have been won without undo. */
  readonly clean: ReadonlySet<string>
  readonly goals: readonly Goal[]
}

/** The maximum number of suggestions, and the number of most recently played games that they are for. */
const MAX_SUGGESTED = 3
const LAST_GAMES = 6
/** The targets for a faster win, relative to the best time: the usual one, and the lowest after rounding. */
const FASTER = 0.97
const FASTEST = 0.8
/** The minimum numbers of games, of wins, and of wins in a row for suggestions. */
const LEAST_TRIED = 3
const LEAST_WON = 3
const LEAST_ROW = 2

type Suggest = (game: GameId, figures: Statistics, hasClean: boolean) => SuggestedGoal | undefined

const faster: Suggest = (game, { bestSeconds = 0 }) => {
  const seconds = Math.floor((bestSeconds * FASTER) / STEP_SECONDS) * STEP_SECONDS
  const isFeasible = seconds > 0 && seconds >= bestSeconds * FASTEST && seconds <= MAX_MINUTES * 60
  return isFeasible ? { kind: 'fast', wins: 1, minutes: seconds / 60, game } : undefined
}
const longer: Suggest = (game, { currentStreak, bestStreak }) =>
  currentStreak >= LEAST_ROW && bestStreak < MAX_WINS
    ? { kind: 'row', wins: bestStreak + 1, minutes: 0, game }
    : undefined
const first: Suggest = (game, { played, won }) =>
  played >= LEAST_TRIED && won === 0 ? { kind: 'row', wins: 1, minutes: 0, game } : undefined
const clean: Suggest = (game, { won }, hasClean) =>
  won >= LEAST_WON && !hasClean ? { kind: 'clean', wins: 1, minutes: 0, game } : undefined
const KINDS: readonly Suggest[] = [faster, longer, first, clean]

/** Whether the results have already reached the goal. */
function isReached({ kind, wins, minutes }: SuggestedGoal, figures: Statistics, hasClean: boolean): boolean {
  if (kind === 'row') return figures.bestStreak >= wins
  return kind === 'fast' ? (figures.bestSeconds ?? Infinity) < minutes * 60 : hasClean
}

/** The minute of the first win of the current streak; undefined if there is none. */
function startOfRow(results: readonly GameResult[]): number | undefined {
  const row = results.slice(results.findLastIndex(({ outcome }) => outcome !== 'won') + 1)
  return row[0]?.minute
}

/**
 * At most three goals, from different `KINDS` and for different games, that are neither set nor reached. They
 * are chosen by results before `start`, the minute in which `day` begins, so none is added during the day.
 */
export function suggestedGoals(
  { all, clean, goals }: OwnRecord,
  day: number,
  start: number,
): SuggestedGoal[] {
  const before = { ...all, results: all.results.filter(({ minute }) => minute < start) }
  const cleanOf = (results: readonly GameResult[], game: GameId) =>
    results.some(result => result.game === game && clean.has(result.play))
  const setLike = ({ kind, game, wins, minutes }: SuggestedGoal) =>
    goals
      .filter(goal => goal.kind === kind && goal.game === game)
      .map(goal => ({ ...goal, isSame: goal.wins === wins && goal.minutes === minutes }))
  /**
   * Whether such a goal was set on an earlier day. The `since` of a streak does not show this, because it is
   * the minute in which the streak began.
   */
  const wasSet = (one: SuggestedGoal) =>
    setLike(one).some(
      ({ kind, since, isSame, isDone }) => since < start && (isSame ? kind !== 'row' : !isDone),
    )
  const isSet = (one: SuggestedGoal) => setLike(one).some(({ isSame, isDone }) => isSame || !isDone)
  const games = [...new Set(before.results.map(({ game }) => game).toReversed())].slice(0, LAST_GAMES)
  const found: SuggestedGoal[] = []
  const first = day % KINDS.length
  for (const kind of [...KINDS.slice(first), ...KINDS.slice(0, first)]) {
    const possible = games
      .flatMap(game => kind(game, statistics(before, game), cleanOf(before.results, game)) ?? [])
      .filter(one => !wasSet(one) && !found.some(({ game }) => game === one.game))
    const chosen = possible[day % possible.length]
    if (found.length < MAX_SUGGESTED && chosen) found.push(chosen)
  }
  return found
    .filter(one => !isSet(one) && !isReached(one, statistics(all, one.game), cleanOf(all.results, one.game!)))
    .map(one => {
      const since = startOfRow(all.results.filter(({ game }) => game === one.game))
      return one.kind === 'row' && since !== undefined ? { ...one, since } : one
    })
}
