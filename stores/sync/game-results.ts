// Results: one for each game that was won or given up, in pages that only grow.
import { isBase64, numberedGames, Reader, writeNumber, type GameId } from '../../engine/index.ts'

/** `reopened`: given up, and gone back to. It counts for nothing until it ends again. */
export type Outcome = 'won' | 'givenUp' | 'reopened'

/** How one play ended. */
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

/** All outcomes, in the order of their stored numbers. */
export const OUTCOMES: readonly Outcome[] = ['won', 'givenUp', 'reopened']
/** Play id 8, game and outcome 1 (four outcomes for each of 16 games), minute 4, seconds 3, moves 2. */
const RESULT_LENGTH = 18
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

/**
 * The results in a text; undefined where it is none of ours. Results of games that this version does not know
 * are left out.
 */
export function readResults(text: string): GameResult[] | undefined {
  if (!isBase64(text) || text.length % RESULT_LENGTH !== 0) return undefined
  const results: GameResult[] = []
  const reader = new Reader(text)
  while (reader.left > 0) {
    const play = reader.text(8)
    const code = reader.number(1)
    const result = {
      play,
      game: numberedGames[code >> 2],
      outcome: OUTCOMES[code & 3],
      minute: reader.number(4),
      seconds: reader.number(3),
      moves: reader.number(2),
    }
    if (result.game && result.outcome) results.push(result)
  }
  return results
}

/**
 * A page of the log with a newer result of a play in the place of the play's earlier one, unless that was a
 * win; undefined where the play is not there. Results that this version cannot read stay as they are.
 */
export function withResult(page: string, result: GameResult): string | undefined {
  for (let at = 0; at < page.length; at += RESULT_LENGTH) {
    const old = page.slice(at, at + RESULT_LENGTH)
    if (!old.startsWith(result.play)) continue
    return readResults(old)?.[0]?.outcome === 'won'
      ? page
      : page.slice(0, at) + writeResult(result) + page.slice(at + RESULT_LENGTH)
  }
  return undefined
}

/** Whether no more results go to the end of a page. */
export const isPageFull = (page: string, pageResults = PAGE_RESULTS): boolean =>
  page.length >= pageResults * RESULT_LENGTH

/** Whether a result counts at all. */
export const counts = (result: GameResult): boolean => result.outcome !== 'reopened'

/**
 * Of two results of one play on two devices, whether the first is the one that counts: a win before the rest,
 * else the smaller device.
 */
export const beats = (a: GameResult, deviceA: string, b: GameResult, deviceB: string): boolean =>
  a.outcome === b.outcome ? deviceA < deviceB : a.outcome === 'won' || b.outcome === 'reopened'
