// The summary of a log: sums over compacted pages, and digests of the results in them.
import * as v from 'valibot'
import { crc32, writeNumber, type GameId } from '../../engine/index.ts'
import { deviceId, parsed, whole } from '../platform/stored-json.ts'
import type { GameResult, LogRow } from './game-results.ts'
import { counts, isRead, writeRow } from './log-page.ts'
import { MAX_CONTENT, writeJson } from './items.ts'

const MAX_COUNT = 1e7
/** The limit for sums of seconds and moves; many of them can be added without losing precision. */
const MAX_SUM = 1e12

const count = v.pipe(whole, v.maxValue(MAX_COUNT))
const sum = v.pipe(whole, v.maxValue(MAX_SUM))
const digits = v.pipe(v.string(), v.regex(/^[\w-]*$/))
/** Histogram bins are numbered below 1000, because no value is above 2^125. */
const Histogram = v.record(v.pipe(v.string(), v.regex(/^\d{1,3}$/)), count)
const GameTotals = v.object({
  won: count,
  givenUp: count,
  /** Seconds of all counted games and of wins, and moves of wins. */
  seconds: sum,
  wonSeconds: sum,
  wonMoves: sum,
  bestSeconds: v.optional(count),
  fewestMoves: v.optional(count),
  /** The wins in each histogram bin of time and moves; there are eight bins per doubling. */
  times: Histogram,
  moves: Histogram,
  bestStreak: count,
  /** The minute of the last result; version 1.0 does not write it. */
  last: v.optional(whole),
})
/** The sums of one game. */
export type GameTotals = v.InferOutput<typeof GameTotals>
/** The sums of one game without histograms, which only medians need. */
export type Counts = Omit<GameTotals, 'times' | 'moves'>
/** The sums of each played game. */
export type Totals = Partial<Record<GameId, GameTotals>>

/** The numbers of digits of a page checksum and of a result digest, and the number of pages with digests. */
const CHECKSUM_LENGTH = 4
const DIGEST_LENGTH = 6
const DIGESTED_PAGES = 8

const StoredTotals = v.record(v.string(), GameTotals)
/** The stored summary, with the field names of the first release. */
const StoredSummary = v.object({
  /** The number of compacted pages. */
  folded: count,
  /** A checksum of each compacted page, so that other devices can compare their copies. */
  checks: digits,
  /** For the last compacted pages, digests of the results in the sums: page → concatenated digests. */
  marks: v.record(v.string(), digits),
  /** For the same pages, digests of plays left out of the sums, which other devices must not count either. */
  rest: v.optional(v.record(v.string(), digits), {}),
  /** The length of a digest; the first release used 3, too short to tell plays of all devices apart. */
  digits: v.optional(v.pipe(whole, v.minValue(1), v.maxValue(DIGEST_LENGTH)), 3),
  /** The sums since the last reset known to the owner. */
  totals: StoredTotals,
  /**
   * The sums from before that reset, which count again if it is undone. Their best streak is over all
   * results.
   */
  before: v.optional(StoredTotals),
  /** The id of the log's owner if it was imported under another id. */
  of: v.optional(deviceId),
})
type StoredSummary = v.InferOutput<typeof StoredSummary>

const Summary = v.pipe(
  StoredSummary,
  v.check(({ folded, checks }) => checks.length === CHECKSUM_LENGTH * folded),
  v.transform(({ folded, checks, marks, rest, digits: digestLength, totals, before, of: origin }) => ({
    compactedPages: folded,
    pageChecksums: checks,
    includedDigests: marks,
    excludedDigests: rest,
    digestLength,
    totals: totals as Totals,
    ...(before && { before: before as Totals }),
    ...(origin !== undefined && { origin }),
  })),
)

/** The summary of the first pages of a log. */
export type LogSummary = Readonly<v.InferOutput<typeof Summary>>

/** The summary of no pages. */
export const NO_SUMMARY: LogSummary = {
  compactedPages: 0,
  pageChecksums: '',
  includedDigests: {},
  excludedDigests: {},
  digestLength: DIGEST_LENGTH,
  totals: {},
}

/** Parses a summary; undefined if it is invalid. */
export const parseSummary = (value: unknown): LogSummary | undefined => parsed(Summary, value)

/** The stored form of a summary. It omits the least important parts if it would not fit into an item. */
export function storedSummary(summary: LogSummary): StoredSummary {
  const stored: StoredSummary = {
    folded: summary.compactedPages,
    checks: summary.pageChecksums,
    marks: { ...summary.includedDigests },
    rest: { ...summary.excludedDigests },
    digits: summary.digestLength,
    totals: { ...summary.totals },
    ...(summary.before && { before: summary.before }),
    ...(summary.origin !== undefined && { of: summary.origin }),
  }
  const isTooLarge = () => writeJson(stored).length > MAX_CONTENT
  if (isTooLarge()) delete stored.before
  for (const [game, totals] of Object.entries(stored.totals).sort(([, a], [, b]) => a.won - b.won))
    if (isTooLarge()) stored.totals[game] = { ...totals, times: {}, moves: {} }
  for (const page of Object.keys(stored.marks)) {
    if (!isTooLarge()) break
    Reflect.deleteProperty(stored.marks, page)
    Reflect.deleteProperty(stored.rest, page)
  }
  return stored
}

/** The content of a summary's item; undefined if it would be too large even in its shortest form. */
export function writeSummary(summary: LogSummary): string | undefined {
  const content = writeJson(storedSummary(summary))
  return content.length > MAX_CONTENT ? undefined : content
}

const checksumOf = (results: readonly LogRow[]): string =>
  writeNumber(crc32(results.map(writeRow).join('')) % 64 ** CHECKSUM_LENGTH, CHECKSUM_LENGTH)

/** The digest of a row's play and outcome. */
export const digestOf = (
  { play, outcome }: Pick<LogRow, 'play' | 'outcome'>,
  length = DIGEST_LENGTH,
): string => writeNumber(crc32(play + outcome) % 64 ** length, length)

/** The digest of a play, regardless of the outcome. */
const playDigestOf = ({ play }: LogRow, length?: number): string =>
  digestOf({ play, outcome: 'reopened' }, length)

/**
 * Compacts pages. Only results that satisfy `isCounted` count. Those that satisfy `isEarlier` are from before
 * a reset and are summed separately. `dated` returns a result with the minute at which it counts.
 */
export function compact(
  pages: readonly (readonly LogRow[])[],
  isCounted: (result: GameResult) => boolean,
  isEarlier: (result: GameResult) => boolean = () => false,
  dated: (result: GameResult) => GameResult = result => result,
): LogSummary {
  const isIncluded = (row: LogRow): row is GameResult => counts(row) && isCounted(row)
  const includedDigests: Record<string, string> = {}
  const excludedDigests: Record<string, string> = {}
  for (let page = Math.max(0, pages.length - DIGESTED_PAGES); page < pages.length; page++) {
    const included = pages[page]!.filter(isIncluded)
    const excluded = pages[page]!.filter(row => isRead(row) && !isIncluded(row))
    includedDigests[page] = included.map(row => digestOf(row)).join('')
    if (excluded.length > 0) excludedDigests[page] = excluded.map(row => playDigestOf(row)).join('')
  }
  const counted = pages.flat().filter(isIncluded).map(dated)
  const earlier = counted.filter(isEarlier)
  return {
    compactedPages: pages.length,
    pageChecksums: pages.map(checksumOf).join(''),
    includedDigests,
    excludedDigests,
    digestLength: DIGEST_LENGTH,
    totals: totalsOf(counted.filter(result => !isEarlier(result))),
    ...(earlier.length > 0 && { before: totalsOf(earlier, counted) }),
  }
}

/** Whether a page has not changed since it was compacted. */
export const isCompactedPage = (
  { pageChecksums }: LogSummary,
  page: number,
  results: readonly LogRow[],
): boolean =>
  pageChecksums.slice(CHECKSUM_LENGTH * page, CHECKSUM_LENGTH * (page + 1)) === checksumOf(results)

/** Memoizes a function of an object, because digests are looked up for every result. */
function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return key => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}

/** The digests of each page. */
const digestsIn = once(({ includedDigests, excludedDigests, digestLength: length }: LogSummary) => {
  const chunks = (text: string) =>
    Array.from({ length: Math.floor(text.length / length) }, (_, i) =>
      text.slice(length * i, length * (i + 1)),
    )
  const setsOf = (texts: Readonly<Record<string, string>>) =>
    new Map(Object.entries(texts).map(([page, text]) => [page, new Set(chunks(text))]))
  return { included: setsOf(includedDigests), excluded: setsOf(excludedDigests) }
})

/** Whether the sums contain more results than there are digests, because some pages have none. */
const hasUnnamed = once(({ totals, before = {}, includedDigests, digestLength }: LogSummary): boolean => {
  const sums = [...Object.values(totals), ...Object.values(before)]
  const played = sums.reduce((sum, { won, givenUp }) => sum + won + givenUp, 0)
  return played > Object.values(includedDigests).reduce((sum, { length }) => sum + length / digestLength, 0)
})

/**
 * Whether a result of a compacted page is in the sums; for pages without digests, either all of them or none.
 */
export const isInSummary = (summary: LogSummary, page: number, result: LogRow): boolean =>
  digestsIn(summary).included.get(String(page))?.has(digestOf(result, summary.digestLength)) ??
  hasUnnamed(summary)

/** Whether a result's play is on a compacted page but excluded from the sums. */
export const isLeftOut = (summary: LogSummary, page: number, result: LogRow): boolean => {
  const { included, excluded } = digestsIn(summary)
  return included.has(String(page))
    ? Boolean(excluded.get(String(page))?.has(playDigestOf(result, summary.digestLength)))
    : !hasUnnamed(summary)
}

/** The digests of the results in the sums; none if they are too short to identify plays. */
export const allDigestsOf = (summary: LogSummary): ReadonlySet<string> =>
  new Set(
    summary.digestLength < DIGEST_LENGTH
      ? []
      : [...digestsIn(summary).included.values()].flatMap(set => [...set]),
  )

/** The sums of no results. */
export const emptyTotals = (): GameTotals => ({
  won: 0,
  givenUp: 0,
  seconds: 0,
  wonSeconds: 0,
  wonMoves: 0,
  times: {},
  moves: {},
  bestStreak: 0,
})

const stepOf = (value: number): number => Math.round(8 * Math.log2(value + 1))
/** The middle of a histogram bin. */
export const valueOf = (step: number): number => Math.round(2 ** (step / 8) - 1)
const least = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

/** Adds a result to sums, except to histograms and streaks. */
export function addResult(totals: Counts, { outcome, minute, seconds, moves }: GameResult): void {
  totals.last = Math.max(totals.last ?? 0, minute)
  totals.seconds += seconds
  if (outcome !== 'won') {
    totals.givenUp++
    return
  }
  totals.won++
  totals.wonSeconds += seconds
  totals.wonMoves += moves
  totals.bestSeconds = least(totals.bestSeconds, seconds)
  totals.fewestMoves = least(totals.fewestMoves, moves)
}

const addStep = (histogram: Record<string, number>, value: number): void => {
  histogram[stepOf(value)] = (histogram[stepOf(value)] ?? 0) + 1
}

/** Adds two sums; for best values, the better one is kept. */
export function addTotals(a: Counts, b: Counts): Counts {
  return {
    won: a.won + b.won,
    givenUp: a.givenUp + b.givenUp,
    seconds: a.seconds + b.seconds,
    wonSeconds: a.wonSeconds + b.wonSeconds,
    wonMoves: a.wonMoves + b.wonMoves,
    bestSeconds: least(a.bestSeconds, b.bestSeconds),
    fewestMoves: least(a.fewestMoves, b.fewestMoves),
    bestStreak: Math.max(a.bestStreak, b.bestStreak),
    ...((a.last ?? b.last) !== undefined && { last: Math.max(a.last ?? 0, b.last ?? 0) }),
  }
}

/** Sorts by minute. Within a minute, the given order remains. */
export function inTime<Ended extends { readonly minute: number }>(ended: readonly Ended[]): Ended[] {
  const { length } = ended
  // Sorting numbers that combine minute and index takes a fraction of the time.
  const places = Float64Array.from(ended, ({ minute }, place) => minute * length + place).sort()
  return Array.from(places, place => ended[place % length]!)
}

/** The current and the longest winning streak. */
export function streaksOf(results: readonly LogRow[]): { current: number; best: number } {
  let current = 0
  let best = 0
  for (const { outcome } of inTime(results.filter(counts))) {
    current = outcome === 'won' ? current + 1 : 0
    best = Math.max(best, current)
  }
  return { current, best }
}

/** The totals of results by game; streaks are over `all` results. */
export function totalsOf(results: readonly GameResult[], all = results): Totals {
  const totals: Totals = {}
  const games = Map.groupBy(all, ({ game }) => game)
  for (const [game, own] of Map.groupBy(results, ({ game }) => game)) {
    const made = emptyTotals()
    for (const result of own) {
      addResult(made, result)
      if (result.outcome !== 'won') continue
      addStep(made.times, result.seconds)
      addStep(made.moves, result.moves)
    }
    totals[game] = { ...made, bestStreak: streaksOf(games.get(game)!).best }
  }
  return totals
}
