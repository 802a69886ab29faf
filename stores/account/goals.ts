// Goals that a person sets for practice, and how far their results have come since. Pure.
import { isGameId, type GameId, type History } from '../../engine/index.ts'
import type { GameResult } from '../sync/game-results.ts'

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
}

/** Wins that a goal asks for at most; as many games are kept move by move, which tell of steps back. */
export const MAX_WINS = 50
/** Minutes that a goal gives at most. */
export const MAX_MINUTES = 180

/** A goal as it is stored among the settings: `fast5:10:sea-towers:3627000`. */
export const writeGoal = ({ kind, wins, minutes, game = '' as GameId, since }: Goal): string =>
  `${kind}${minutes || ''}:${wins}:${game}:${since}`

/** The goal in a stored text; undefined where this version does not know its kind or its game. */
export function readGoal(text: string): Goal | undefined {
  const [head, wins, game, since] = text.split(':')
  const kind = GOAL_KINDS.find(one => head.startsWith(one))
  if (!kind || (game !== '' && !isGameId(game))) return undefined
  const minutes = Number(head.slice(kind.length))
  if ((kind === 'fast') !== minutes > 0) return undefined
  return { kind, wins: Number(wins), minutes, game: game || undefined, since: Number(since) }
}

/** Whether a game was played without a step back: nothing was undone in it. */
export const isClean = ({ log }: History): boolean => log.every(({ kind }) => kind === 'gesture')

/**
 * How many of the wins that a goal asks for are there, at most all of them. `results` are all results, the
 * latest last; `clean` are the plays that were won without a step back, as far as it is known.
 */
export function winsToward(
  { kind, wins, minutes, game, since }: Goal,
  results: readonly GameResult[],
  clean: ReadonlySet<string>,
): number {
  const counted = results.filter(
    result => result.minute >= since && (game === undefined || result.game === game),
  )
  const reached =
    kind === 'row'
      ? longestRow(counted)
      : counted.filter(
          ({ outcome, seconds, play }) =>
            outcome === 'won' && (kind === 'fast' ? seconds < minutes * 60 : clean.has(play)),
        ).length
  // What was reached stays so; until then only the present row leads to the goal.
  return kind === 'row' && reached < wins ? presentRow(counted) : Math.min(wins, reached)
}

function presentRow(results: readonly GameResult[]): number {
  const last = results.findLastIndex(({ outcome }) => outcome !== 'won')
  return results.length - 1 - last
}

function longestRow(results: readonly GameResult[]): number {
  let row = 0
  let longest = 0
  for (const { outcome } of results) {
    row = outcome === 'won' ? row + 1 : 0
    longest = Math.max(longest, row)
  }
  return longest
}
