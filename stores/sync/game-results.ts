// Results: how plays ended, as rows of a log.
import { GAMES, Reader, writeNumber, type GameId } from '../../engine/index.ts'
import type { Changes } from '../platform/area.ts'
import { PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'

/** `reopened`: given up and resumed. The play does not count until it ends again. */
export type Outcome = 'won' | 'givenUp' | 'reopened'

/** The result of one play of a deal. */
export interface GameResult {
  /** The id of the play, the same on every device. */
  readonly play: string
  readonly game: GameId
  readonly outcome: Outcome
  /** Minutes since 2020-01-01 UTC. */
  readonly minute: number
  /** Whole seconds of play. */
  readonly seconds: number
  /** The player's moves; results of versions before 1.1 also count automatic moves. */
  readonly moves: number
}

/** A row with a game or outcome that only later versions know. It is never counted and always kept. */
export interface UnreadRow {
  readonly outcome: 'unread'
  readonly play: string
  readonly minute: number
  readonly row: string
}

/** A row of a log. */
export type LogRow = GameResult | UnreadRow

/** The outcomes by their number in the format. */
export const OUTCOMES: readonly Outcome[] = ['won', 'givenUp', 'reopened']
/**
 * The number of base64url digits of a result: 8 for the play id, 1 for game and outcome, 4 for the minute, 3
 * for the seconds, 2 for the moves. The digit of game and outcome is `4 · game + outcome` for the first
 * sixteen games. For later ones it is `4 · (game mod 16) + 3`. Version 1.0 does not know outcome 3, so it
 * keeps the row but does not count it. The upper four of the eighteen bits of the seconds hold
 * `(game div 16 − 1) · 4 + outcome`: room for 64 more games, with at most 16,383 seconds.
 */
export const RESULT_LENGTH = 18
/** The number of games whose digit contains game and outcome. */
export const FIRST_GAMES = 16
/** The outcome in the digit of a later game. */
export const LATER_GAME = 3
/** The number of bits for the seconds of a later game. */
export const SECONDS_BITS = 14
const MAX_MINUTE = 64 ** 4 - 1
const MAX_SECONDS = 64 ** 3 - 1
const MAX_LATER_SECONDS = 2 ** SECONDS_BITS - 1
const MAX_MOVES = 64 ** 2 - 1
/** The number of results on a page of the log. */
export const PAGE_RESULTS = 64
/** The number of games that a row can distinguish. */
export const ROW_GAMES = 5 * FIRST_GAMES

/**
 * Encodes a game, an outcome (both given as numbers) and seconds as four digits. Throws a RangeError if
 * `game` is out of range.
 */
export function writeEnding({
  game,
  outcome,
  seconds,
}: Record<'game' | 'outcome' | 'seconds', number>): string {
  if (game < 0 || game >= ROW_GAMES) throw new RangeError(`${game} is not a game number`)
  if (game < FIRST_GAMES)
    return writeNumber(4 * game + outcome, 1) + writeNumber(Math.min(seconds, MAX_SECONDS), 3)
  const upper = 4 * (Math.floor(game / FIRST_GAMES) - 1) + outcome
  const lower = Math.min(seconds, MAX_LATER_SECONDS)
  return (
    writeNumber(4 * (game % FIRST_GAMES) + LATER_GAME, 1) + writeNumber((upper << SECONDS_BITS) + lower, 3)
  )
}

/** Serializes a result as 18 digits; throws a RangeError for a game without a number. */
export function writeResult({ play, game, outcome, minute, seconds, moves }: GameResult): string {
  const ending = writeEnding({ game: GAMES.indexOf(game), outcome: OUTCOMES.indexOf(outcome), seconds })
  return (
    play +
    ending[0] +
    writeNumber(Math.min(minute, MAX_MINUTE), 4) +
    ending.slice(1) +
    writeNumber(Math.min(moves, MAX_MOVES), 2)
  )
}

/** The end of a row that contains a time. No version knows its outcome, so all versions skip the row. */
const TIME_ROW = 'DAAAAMAAAA'

const TIME_LENGTH = RESULT_LENGTH - TIME_ROW.length

/**
 * Serializes a pending result: its row, then a row with the time at which it was written (milliseconds since
 * 1970), which released versions skip.
 */
export const writePending = (result: GameResult, time: number): string =>
  writeResult(result) + writeNumber(time, TIME_LENGTH) + TIME_ROW

/** A pending result's time (milliseconds since 1970); undefined if a released version wrote the result. */
export const timeOfPending = (text: string): number | undefined =>
  text.endsWith(TIME_ROW) ? new Reader(text, RESULT_LENGTH).number(TIME_LENGTH) : undefined

/** The time of the last pending result in texts of storage.local, or 0. */
export const lastPendingResultIn = (texts: Changes): number =>
  Math.max(
    0,
    ...Object.keys(texts).map(
      key => (key.startsWith(PENDING_RESULT_PREFIX) && timeOfPending(texts[key] ?? '')) || 0,
    ),
  )
