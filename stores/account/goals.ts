// Goals that a person sets for practice, and how far their results have come since. Pure.
import { isGameId, type GameId, type History } from '../../engine/index.ts'
import type { GameResult } from '../sync/game-results.ts'
import { streaksOf } from '../sync/summary.ts'

/** Wins in a row, wins without a step back, or wins in under some minutes. */
export const GOAL_KINDS = ['row', 'clean', 'fast'] as const
/** What a goal asks of a win. */
export type GoalKind = (typeof GOAL_KINDS)[number]

/** A goal as a person sets it. */
export interface Goal {
  readonly kind: GoalKind
  /** How many wins: 1 to `MAX_WINS`. */
  readonly wins: number
  /** In less than so many minutes each; 0 for another kind than `fast`. */
  readonly minutes: number
  /** Any game where none is given. */
  readonly game?: GameId
  /** The minute, counted from 2020, from which on results count. */
  readonly since: number
  /** Whether all its wins were there at some time: whatever is counted later, it stays reached. */
  readonly isDone: boolean
}

/** Wins that a goal asks for at most; as many games are kept move by move, which tell of steps back. */
export const MAX_WINS = 50
/** Minutes that a goal gives at most. */
export const MAX_MINUTES = 180

/** Kind and minutes, wins, game, minute from which on it counts, and a word once it was reached. */
const FORM = /^([a-z]+)(\d*):(\d+):([a-z\d-]*):(\d+)(:done)?$/

const isWithin = (number: number, most: number): boolean => number >= 1 && number <= most

/** A goal as it is stored among the settings: `fast5:10:sea-towers:3627000`, once reached with `:done`. */
export const writeGoal = ({ kind, wins, minutes, game, since, isDone }: Goal): string =>
  `${kind}${minutes || ''}:${wins}:${game ?? ''}:${since}${isDone ? ':done' : ''}`

/** The goal in a stored text; undefined where this version does not know its kind or its game. */
export function readGoal(text: string): Goal | undefined {
  const [, name, minutes, wins, game, since, done] = FORM.exec(text) ?? []
  const kind = GOAL_KINDS.find(one => one === name)
  if (!kind || (game !== '' && !isGameId(game))) return undefined
  const goal = {
    kind,
    wins: Number(wins),
    minutes: Number(minutes),
    since: Number(since),
    isDone: done !== undefined,
  }
  const isPossible =
    isWithin(goal.wins, MAX_WINS) && (kind === 'fast') === isWithin(goal.minutes, MAX_MINUTES)
  return isPossible ? { ...goal, game: game || undefined } : undefined
}

/** Whether a game is known from its deal on, and was played without a step back. */
export const isClean = ({ log, movesBefore }: History): boolean =>
  movesBefore === 0 && log.length > 0 && log.every(({ kind }) => kind === 'gesture')

/**
 * How many of the wins that a goal asks for are there, at most all of them. `results` are all results, the
 * latest last; `clean` are the plays that were won without a step back, as far as it is known.
 */
export function winsToward(
  { kind, wins, minutes, game, since, isDone }: Goal,
  results: readonly GameResult[],
  clean: ReadonlySet<string>,
): number {
  if (isDone) return wins
  const counted = results.filter(
    result => result.minute >= since && (game === undefined || result.game === game),
  )
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
