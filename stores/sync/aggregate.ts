// What a person sees: the results of all devices as one. A play counts once, however many devices it ended
// on.
import * as v from 'valibot'
import type { GameId } from '../../engine/index.ts'
import { choicesOf, knowsAll, rowsOf, type Device } from './devices.ts'
import type { DeviceId } from './items.ts'
import { beats, counts, OUTCOMES, type Row } from './game-results.ts'
import {
  addTotals,
  emptyTotals,
  isInSums,
  isLeftOut,
  markOf,
  marksOf,
  streaksOf,
  sumUp,
  totalsOf,
  valueOf,
  type GameTotals,
  type Results,
  type Totals,
} from './summary.ts'
import { effective } from './lww-settings.ts'

export interface Folded {
  /** The rows that count, each play once. */
  readonly rows: readonly Row[]
  /** Sums of older rows that are not known here themselves. */
  readonly sums: readonly Totals[]
}

/** For each play the row that counts among those given. */
function bestRows(
  rowsByDevice: Iterable<readonly [DeviceId, Iterable<Row>]>,
): Map<string, { row: Row; device: DeviceId }> {
  const best = new Map<string, { row: Row; device: DeviceId }>()
  for (const [device, rows] of rowsByDevice) {
    for (const row of rows) {
      const other = best.get(row.play)
      if (counts(row) && (!other || beats(row, device, other.row, other.device)))
        best.set(row.play, { row, device })
    }
  }
  return best
}

/** For each play the row that counts among all that are known. */
export const endsOf = (devices: ReadonlyMap<DeviceId, Device>): Map<string, { row: Row; device: DeviceId }> =>
  bestRows([...devices.values()].map(device => [device.id, rowsOf(device)] as const))

/** For each game the minute from which on results count, where a person began anew. */
export type Since = Readonly<Partial<Record<GameId, number>>>
const Since = v.record(v.string(), v.number())
/** Such minutes in a setting's value; none where it holds something else. */
export function sinceIn(value: unknown): Since {
  const parsed = v.safeParse(Since, value)
  return parsed.success ? parsed.output : {}
}
const isSince = ({ game, minute }: Row, since: Since): boolean => minute >= (since[game] ?? 0)

/**
 * Whether a row of a device, which counts among all rows that are known, is also in the sums of another whose
 * row would beat it. Of two
 * devices that summed up one play only one keeps it, and both can tell which.
 */
export function beatenBySums(devices: ReadonlyMap<DeviceId, Device>, own: DeviceId): (row: Row) => boolean {
  const rivals = [...devices.values()]
    .filter(({ id }) => id !== own)
    .map(({ id, results }) => [id, allMarks(results)] as const)
    .filter(([, marks]) => marks.size > 0)
  return row =>
    rivals.some(([id, marks]) =>
      OUTCOMES.some(outcome => {
        const other = { ...row, outcome }
        return counts(other) && marks.has(markOf(other)) && beats(other, id, row, own)
      }),
    )
}

/** Whether sums count a play as a row does, or as won. */
const isIn = (marks: ReadonlySet<string>, row: Row): boolean =>
  marks.has(markOf(row)) || marks.has(markOf({ ...row, outcome: 'won' }))

const allMarks = (results: Results): Set<string> =>
  new Set(Object.keys(results.marks).flatMap(page => marksOf(results, Number(page)) ?? []))

/**
 * The first pages of a device's log summed up: what counts for it, and not for another device or from before
 * somebody began anew.
 */
export function sumsOf(devices: ReadonlyMap<DeviceId, Device>, id: DeviceId, pages: number): Results {
  const best = endsOf(devices)
  const isBeaten = beatenBySums(devices, id)
  const since = sinceIn(effective(choicesOf(devices)).since)
  const first = Array.from({ length: pages }, (_, page) => devices.get(id)?.pages.get(page) ?? [])
  return sumUp(first, row => best.get(row.play)?.device === id && !isBeaten(row) && isSince(row, since))
}

/** Puts the devices' results together. */
export function fold(devices: Iterable<Device>, since: Since = {}): Folded {
  const sums: Totals[] = []
  const taken = new Set<string>()
  const summed = new Set<string>()
  const single: [DeviceId, Row[]][] = []
  for (const device of devices) {
    const { id, pages, results } = device
    const isSummed = !knowsAll(device)
    if (isSummed) {
      sums.push(results.totals)
      allMarks(results).forEach(mark => summed.add(mark))
    }
    for (const [page, rows] of pages) {
      const isOver = isSummed && page < results.folded
      const isInside = (row: Row) => isOver && isInSums(results, page, row)
      rows.filter(isInside).forEach(({ play }) => taken.add(play))
      single.push([id, rows.filter(row => !isInside(row) && !(isOver && isLeftOut(results, page, row)))])
    }
  }
  const rows = [...bestRows(single).values()]
    .map(({ row }) => row)
    .filter(row => !taken.has(row.play) && !isIn(summed, row) && isSince(row, since))
  return { rows, sums }
}

export interface Statistics {
  readonly played: number
  readonly won: number
  readonly givenUp: number
  /** Part of the games played that were won, 0 to 1; NaN without any. */
  readonly winRate: number
  readonly currentStreak: number
  readonly bestStreak: number
  /** Of wins, in seconds and single moves; undefined without any. */
  readonly bestSeconds?: number
  readonly averageSeconds?: number
  readonly medianSeconds?: number
  readonly fewestMoves?: number
  readonly averageMoves?: number
  readonly medianMoves?: number
  /** Seconds played in all games that count. */
  readonly seconds: number
}

/** The middle one of many values, where some are known only as steps of a histogram. */
function median(
  values: readonly number[],
  histograms: readonly Readonly<Record<string, number>>[],
): number | undefined {
  const all = [...values]
  for (const histogram of histograms)
    for (const [step, times] of Object.entries(histogram))
      all.push(...Array<number>(times).fill(valueOf(Number(step))))
  return all.sort((a, b) => a - b)[(all.length - 1) >> 1]
}

/** The statistics of one game, or of all together. */
export function statistics({ rows, sums }: Folded, game?: GameId): Statistics {
  const own = game === undefined ? rows : rows.filter(row => row.game === game)
  const older = sums.flatMap(sum => (game === undefined ? Object.values(sum) : (sum[game] ?? [])))
  const total = [...Object.values(totalsOf(own)), ...older].reduce<GameTotals>(addTotals, emptyTotals())
  const { won, givenUp, seconds, wonSeconds, wonMoves, bestSeconds, fewestMoves, bestStreak } = total
  const wins = own.filter(({ outcome }) => outcome === 'won')
  const streaks = streaksOf(own)
  return {
    played: won + givenUp,
    won,
    givenUp,
    winRate: won / (won + givenUp),
    currentStreak: streaks.current,
    bestStreak: Math.max(bestStreak, streaks.best),
    seconds,
    ...(won > 0 && {
      bestSeconds,
      averageSeconds: wonSeconds / won,
      medianSeconds: median(
        wins.map(row => row.seconds),
        older.map(({ times }) => times),
      ),
      fewestMoves,
      averageMoves: wonMoves / won,
      medianMoves: median(
        wins.map(row => row.moves),
        older.map(({ moves }) => moves),
      ),
    }),
  }
}
