// Pages of a log: parsing and serializing rows, and reading the results that are not in the log yet.
import { isBase64, GAMES, Reader } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'
import { timeOf } from '../time.ts'
import {
  FIRST_GAMES,
  LATER_GAME,
  OUTCOMES,
  PAGE_RESULTS,
  RESULT_LENGTH,
  SECONDS_BITS,
  timeOfPending,
  writeResult,
  type GameResult,
  type LogRow,
} from './game-results.ts'

/** Whether this version can read a row. */
export const isRead = (row: LogRow): row is GameResult => row.outcome !== 'unread'

/** Whether a row is anything but `reopened`. Rows of reopened games are not copied to other pages. */
export const lasts = (row: LogRow): boolean => row.outcome !== 'reopened'

/** Whether a row counts: this version can read it, and the game was won or given up. */
export const counts = (row: LogRow): row is GameResult & { readonly outcome: 'won' | 'givenUp' } =>
  isRead(row) && lasts(row)

/** The identity of a row: its play, or the whole row if this version cannot read it. */
export const identityOf = (row: LogRow): string => (isRead(row) ? row.play : row.row)

/** Serializes a row. */
export const writeRow = (row: LogRow): string => (isRead(row) ? writeResult(row) : row.row)

/** Decodes what `writeEnding` wrote. Perhaps only a later version knows the game or the outcome. */
export function readEnding(code: number, seconds: number) {
  if ((code & 3) !== LATER_GAME) return { game: code >> 2, outcome: code & 3, seconds }
  const upper = seconds >> SECONDS_BITS
  return {
    game: FIRST_GAMES * ((upper >> 2) + 1) + (code >> 2),
    outcome: upper & 3,
    seconds: seconds % 2 ** SECONDS_BITS,
  }
}

/** Parses the rows in a string; undefined if it is not a page. */
export function readRows(text: string): LogRow[] | undefined {
  if (!isBase64(text) || text.length % RESULT_LENGTH !== 0) return undefined
  const rows: LogRow[] = []
  const reader = new Reader(text)
  for (let at = 0; at < text.length; at += RESULT_LENGTH) {
    const play = reader.text(8)
    const code = reader.number(1)
    const minute = reader.number(4)
    const { game, outcome, seconds } = readEnding(code, reader.number(3))
    const moves = reader.number(2)
    const result = { play, game: GAMES[game], outcome: OUTCOMES[outcome], minute, seconds, moves }
    if (result.game && result.outcome) rows.push(result as GameResult)
    else rows.push({ outcome: 'unread', play, minute, row: text.slice(at, at + RESULT_LENGTH) })
  }
  return rows
}

/** The rows in a string that this version can read; undefined if it is not a page. */
export const readResults = (text: string): GameResult[] | undefined => readRows(text)?.filter(isRead)

/**
 * The pending results that this version can read, with their keys in storage.local, in log order: plays by
 * the time of their win or, without a win, of their last result, and the results of a play by key.
 */
export function pendingResultsIn(texts: Texts): { key: string; results: GameResult[] }[] {
  const waiting = Object.keys(texts)
    .filter(key => key.startsWith(PENDING_RESULT_PREFIX))
    .sort()
    .map(key => ({ key, results: readResults(texts[key]!) ?? [] }))
    .filter((one): one is { key: string; results: [GameResult, ...GameResult[]] } => one.results.length > 0)
  const timeOfOne = ({ key, results: [first] }: (typeof waiting)[number]) =>
    timeOfPending(texts[key]!) ?? timeOf(first.minute)
  const plays = Map.groupBy(waiting, ({ results: [first] }) => first.play)
  const ends = [...plays.values()].map(play => {
    const end = play.find(({ results: [first] }) => first.outcome === 'won') ?? play[play.length - 1]!
    return { play, time: timeOfOne(end) }
  })
  return ends.sort((a, b) => a.time - b.time).flatMap(({ play }) => play)
}

/** Whether a page is full. */
export const isPageFull = (page: string, pageResults = PAGE_RESULTS): boolean =>
  page.length >= pageResults * RESULT_LENGTH

/**
 * Whether `a` counts rather than `b`, which is a result of the same play. A win beats `givenUp`, which beats
 * `reopened`. If the outcomes are equal, the result of the device with the smaller id counts.
 */
export const beats = (a: GameResult, deviceA: string, b: GameResult, deviceB: string): boolean =>
  a.outcome === b.outcome ? deviceA < deviceB : a.outcome === 'won' || b.outcome === 'reopened'

/** Serializes rows as the contents of pages. */
export function writePages(results: readonly LogRow[]): string[] {
  const pages: string[] = []
  for (const result of results) {
    if (pages.length === 0 || isPageFull(pages[pages.length - 1]!)) pages.push('')
    pages[pages.length - 1] += writeRow(result)
  }
  return pages
}
