// Sums over results that left the log: what remains of rows for ever.
import * as v from 'valibot'
import { crc32, writeNumber, type GameId } from '../../engine/index.ts'
import { counts, writeRow, type Row } from './game-results.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Histogram = v.record(v.string(), count)
const GameTotals = v.object({
  won: count,
  givenUp: count,
  /** Seconds of all games counted, of those won, and moves of those won. */
  seconds: count,
  wonSeconds: count,
  wonMoves: count,
  bestSeconds: v.optional(count),
  fewestMoves: v.optional(count),
  /** How many wins fell into each step of time and of moves; a step is an eighth of a doubling. */
  times: Histogram,
  moves: Histogram,
  bestStreak: count,
})
export type GameTotals = v.InferOutput<typeof GameTotals>
export type Totals = Partial<Record<GameId, GameTotals>>

const Results = v.object({
  folded: count,
  checks: v.string(),
  marks: v.record(v.string(), v.string()),
  rest: v.optional(v.record(v.string(), v.string()), {}),
  digits: v.optional(count, 3),
  totals: v.record(v.string(), GameTotals),
})
/** What the key `r:` holds: the sums of the first pages of a log. */
export interface Results {
  /** How many pages are summed up. */
  readonly folded: number
  /** For each of them a checksum of what it held, so that others know whether they have the same. */
  readonly checks: string
  /** For the last of them what rows are in the sums, so that a clone knows which of its own are not. */
  readonly marks: Readonly<Record<string, string>>
  /**
   * For the same pages the plays that they held and that are not in the sums: who has an older copy of the
   * page counts them no more.
   */
  readonly rest: Readonly<Record<string, string>>
  /** How many digits a mark has: 3 at first, too few to tell plays of other devices by. */
  readonly digits: number
  readonly totals: Totals
}

export const NO_RESULTS: Results = { folded: 0, checks: '', marks: {}, rest: {}, digits: 6, totals: {} }

/** The digits of a page's checksum and of a row's mark, and how many pages have marks. */
const CHECK = 4
const MARK = 6
const MARKED = 8

const checkOf = (rows: readonly Row[]): string =>
  writeNumber(crc32(rows.map(writeRow).join('')) % 64 ** CHECK, CHECK)
export const markOf = (row: Row, digits = MARK): string =>
  writeNumber(crc32(row.play + row.outcome) % 64 ** digits, digits)

/** The mark of a play, whatever became of it. */
const markOfPlay = (row: Row, digits = MARK): string => markOf({ ...row, outcome: 'reopened' }, digits)

/** Sums up the pages from the first on; of their rows only those count that `isCounted` says. */
export function sumUp(pages: readonly (readonly Row[])[], isCounted: (row: Row) => boolean): Results {
  const isSummed = (row: Row) => counts(row) && isCounted(row)
  const marked = pages
    .map((rows, page) => ({
      page,
      marks: rows
        .filter(isSummed)
        .map(row => markOf(row))
        .join(''),
      rest: rows
        .filter(row => !isSummed(row))
        .map(row => markOfPlay(row))
        .join(''),
    }))
    .slice(-MARKED)
  return {
    folded: pages.length,
    checks: pages.map(checkOf).join(''),
    marks: Object.fromEntries(marked.map(({ page, marks }) => [page, marks])),
    rest: Object.fromEntries(marked.filter(({ rest }) => rest !== '').map(({ page, rest }) => [page, rest])),
    digits: MARK,
    totals: totalsOf(pages.flat().filter(isSummed)),
  }
}

/** Whether a page is the one that was summed up. */
export const isSummedPage = ({ checks }: Results, page: number, rows: readonly Row[]): boolean =>
  checks.slice(CHECK * page, CHECK * (page + 1)) === checkOf(rows)

/**
 * Whether a row of a page that was summed up is in the sums, as far as can be told: of older pages it is
 * taken to be.
 */
export function isInSums({ marks, digits }: Results, page: number, row: Row): boolean {
  return !Object.hasOwn(marks, String(page)) || marksIn(marks[page], digits).includes(markOf(row, digits))
}

/** Whether a page held the play of a row when it was summed up, and the sums leave it out. */
export const isLeftOut = ({ rest, digits }: Results, page: number, row: Row): boolean =>
  Object.hasOwn(rest, String(page)) && marksIn(rest[page], digits).includes(markOfPlay(row, digits))

const marksIn = (text: string, digits: number): string[] =>
  Array.from({ length: text.length / digits }, (_, i) => text.slice(digits * i, digits * (i + 1)))

/**
 * Marks of the rows of a page that are in the sums, where it has marks that are long enough to tell plays of
 * other devices by.
 */
export const marksOf = ({ marks, digits }: Results, page: number): string[] | undefined =>
  digits >= MARK && Object.hasOwn(marks, String(page)) ? marksIn(marks[page], digits) : undefined

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

/** The results in a JSON value; undefined where it holds none. */
export function parseResults(value: unknown): Results | undefined {
  const parsed = v.safeParse(Results, value)
  return parsed.success ? (parsed.output as Results) : undefined
}

const stepOf = (value: number): number => Math.round(8 * Math.log2(value + 1))
/** The middle of a histogram's step. */
export const valueOf = (step: number): number => Math.round(2 ** (step / 8) - 1)
const least = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)

/** The sums of one row. */
function totalsOfRow({ outcome, seconds, moves }: Row): GameTotals {
  if (outcome !== 'won') return { ...emptyTotals(), givenUp: 1, seconds }
  return {
    ...emptyTotals(),
    won: 1,
    seconds,
    wonSeconds: seconds,
    wonMoves: moves,
    bestSeconds: seconds,
    fewestMoves: moves,
    times: { [stepOf(seconds)]: 1 },
    moves: { [stepOf(moves)]: 1 },
  }
}

/** The sums of two: counts add, bests take the best. */
export function addTotals(a: GameTotals, b: GameTotals): GameTotals {
  const merged = (x: Record<string, number>, y: Record<string, number>) => {
    const sum = { ...x }
    for (const [step, times] of Object.entries(y)) sum[step] = (sum[step] ?? 0) + times
    return sum
  }
  return {
    won: a.won + b.won,
    givenUp: a.givenUp + b.givenUp,
    seconds: a.seconds + b.seconds,
    wonSeconds: a.wonSeconds + b.wonSeconds,
    wonMoves: a.wonMoves + b.wonMoves,
    bestSeconds: least(a.bestSeconds, b.bestSeconds),
    fewestMoves: least(a.fewestMoves, b.fewestMoves),
    times: merged(a.times, b.times),
    moves: merged(a.moves, b.moves),
    bestStreak: Math.max(a.bestStreak, b.bestStreak),
  }
}

/** Rows in the order of time; those of one minute always in the same order. */
export const inTime = (rows: readonly Row[]): Row[] =>
  rows.filter(counts).toSorted((a, b) => a.minute - b.minute || (a.play < b.play ? -1 : 1))

/** Wins in a row: those at the end, and the most there ever were. */
export function streaksOf(rows: readonly Row[]): { current: number; best: number } {
  let current = 0
  let best = 0
  for (const { outcome } of inTime(rows)) {
    current = outcome === 'won' ? current + 1 : 0
    best = Math.max(best, current)
  }
  return { current, best }
}

/** The sums of rows, game by game. */
export function totalsOf(rows: readonly Row[]): Totals {
  const totals: Totals = {}
  for (const id of new Set(rows.map(({ game }) => game))) {
    const own = rows.filter(row => row.game === id && counts(row))
    totals[id] = { ...own.map(totalsOfRow).reduce(addTotals, emptyTotals()), bestStreak: streaksOf(own).best }
  }
  return totals
}
