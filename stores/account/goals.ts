// Practice goals and the results that count toward them. Pure.
import { isGameId, type GameId, type History } from '../../engine/index.ts'
import type { GameResult } from '../sync/game-results.ts'
import { streaksOf } from '../sync/summary.ts'

/** Wins in a row, wins without undo, or wins within a time limit. */
export const GOAL_KINDS = ['row', 'clean', 'fast'] as const
/** The kind of a goal. */
export type GoalKind = (typeof GOAL_KINDS)[number]

/** A practice goal. */
export interface Goal {
  readonly kind: GoalKind
  /** The number of wins, 1 to `MAX_WINS`. */
  readonly wins: number
  /** The time limit of each win, in minutes, a multiple of 1/4; 0 unless the kind is `fast`. */
  readonly minutes: number
  /** The game; undefined for any game. */
  readonly game?: GameId
  /** The first minute in which results count, in minutes since 2020. */
  readonly since: number
  /** Whether it has ever been reached. This is never reset. */
  readonly isDone: boolean
}

/** The maximum number of wins in a goal. Only 50 past games keep their moves, which show any use of undo. */
export const MAX_WINS = 50
/** The maximum number of minutes in a goal. */
export const MAX_MINUTES = 180

/** The granularity of time limits, in seconds. */
export const STEP_SECONDS = 15

/** A stored goal: kind with minutes or seconds, wins, game, first minute, and whether it was reached. */
const FORM = /^([a-z]+)(\d*):(\d+):([a-z\d-]*):(\d+)(:done)?$/

const isWithin = (number: number, most: number): boolean => number > 0 && number <= most

/**
 * A goal as it is stored: `fast5:10:sea-towers:3627000`, with `:done` once reached. A limit of 3:45 is
 * `time225`, which version 1.0 keeps but does not show.
 */
export function writeGoal({ kind, wins, minutes, game, since, isDone }: Goal): string {
  const what = Number.isInteger(minutes) ? `${kind}${minutes || ''}` : `time${minutes * 60}`
  return `${what}:${wins}:${game ?? ''}:${since}${isDone ? ':done' : ''}`
}

/** The goal in a stored text; undefined for unknown kinds and games, and for numbers out of range. */
export function readGoal(text: string): Goal | undefined {
  const [, name, limit, wins, game, since, done] = FORM.exec(text) ?? []
  const isTime = name === 'time' && Number(limit) % 60 > 0 && Number(limit) % STEP_SECONDS === 0
  const kind = isTime ? 'fast' : GOAL_KINDS.find(one => one === name)
  if (!kind || (game !== '' && !isGameId(game))) return undefined
  const goal = {
    kind,
    wins: Number(wins),
    minutes: isTime ? Number(limit) / 60 : Number(limit),
    since: Number(since),
    isDone: done !== undefined,
  }
  const isPossible =
    isWithin(goal.wins, MAX_WINS) && (kind === 'fast') === isWithin(goal.minutes, MAX_MINUTES)
  return isPossible ? { ...goal, game: game || undefined } : undefined
}

/** Whether a game was recorded from its start and played without undo. */
export const isClean = ({ log, movesBefore }: History): boolean =>
  movesBefore === 0 && log.length > 0 && log.every(({ kind }) => kind === 'gesture')

const countedBy = ({ game, since }: Pick<Goal, 'game' | 'since'>, results: readonly GameResult[]) =>
  results.filter(result => result.minute >= since && (game === undefined || result.game === game))

/** Whether the goal is for wins in a row and was set after the current streak began. */
export const isStreakOlder = ({ kind, game, since }: Goal, results: readonly GameResult[]): boolean => {
  const rowSince = (minute: number) => streaksOf(countedBy({ game, since: minute }, results)).current
  return kind === 'row' && rowSince(since) < rowSince(0)
}

/**
 * How many wins count toward a goal, at most `wins`. `results` are all results in chronological order;
 * `clean` are the plays known to have been won without undo.
 */
export function winsToward(goal: Goal, results: readonly GameResult[], clean: ReadonlySet<string>): number {
  const { kind, wins, minutes } = goal
  if (goal.isDone) return wins
  const counted = countedBy(goal, results)
  if (kind === 'row') {
    const { current, best } = streaksOf(counted)
    return best < wins ? current : wins
  }
  const won = counted.filter(
    ({ outcome, seconds, play }) =>
      outcome === 'won' && (kind === 'fast' ? seconds < minutes * 60 : clean.has(play)),
  )
  return Math.min(wins, won.length)
}
