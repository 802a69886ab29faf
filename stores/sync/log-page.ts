// Pages of the log: results one after another, read, replaced and added to.
import { isBase64, GAMES, Reader } from '../../engine/index.ts'
import {
  OUTCOMES,
  PAGE_RESULTS,
  readEnding,
  RESULT_LENGTH,
  writeResult,
  type GameResult,
} from './game-results.ts'

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
    const minute = reader.number(4)
    const { game, outcome, seconds } = readEnding(code, reader.number(3))
    const result = {
      play,
      game: GAMES[game],
      outcome: OUTCOMES[outcome],
      minute,
      seconds,
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
  if (!page.includes(result.play)) return undefined
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

/**
 * Of two results of one play on two devices, whether the first is the one that counts: a win before the rest,
 * else the smaller device.
 */
export const beats = (a: GameResult, deviceA: string, b: GameResult, deviceB: string): boolean =>
  a.outcome === b.outcome ? deviceA < deviceB : a.outcome === 'won' || b.outcome === 'reopened'
