// Results: one for each game that was won or given up.
import { numberedGames, writeNumber, type GameId } from '../../engine/index.ts'

/** `reopened`: given up, and gone back to. It counts for nothing until it ends again. */
export type Outcome = 'won' | 'givenUp' | 'reopened'

/** How one play of a deal ended. */
export interface GameResult {
  /** The playing of a deal that it tells of; the same on every device. */
  readonly play: string
  readonly game: GameId
  readonly outcome: Outcome
  /** Minutes since 2020-01-01 UTC. */
  readonly minute: number
  /** Whole seconds of play. */
  readonly seconds: number
  readonly moves: number
}

/** The outcomes by their number in the format. */
export const OUTCOMES: readonly Outcome[] = ['won', 'givenUp', 'reopened']
/** Play id 8, game and outcome 1 (four outcomes for each of 16 games), minute 4, seconds 3, moves 2. */
export const RESULT_LENGTH = 18
const MAX_MINUTE = 64 ** 4 - 1
const MAX_SECONDS = 64 ** 3 - 1
const MAX_MOVES = 64 ** 2 - 1
/** How many results a page of the log holds. */
export const PAGE_RESULTS = 64

/** A result as 18 digits; throws a RangeError for the 17th numbered game and later ones. */
export const writeResult = ({ play, game, outcome, minute, seconds, moves }: GameResult): string =>
  play +
  writeNumber(4 * numberedGames.indexOf(game) + OUTCOMES.indexOf(outcome), 1) +
  writeNumber(Math.min(minute, MAX_MINUTE), 4) +
  writeNumber(Math.min(seconds, MAX_SECONDS), 3) +
  writeNumber(Math.min(moves, MAX_MOVES), 2)

/** Whether a result counts at all. */
export const counts = (result: GameResult): boolean => result.outcome !== 'reopened'
