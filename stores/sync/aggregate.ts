// What a person sees: the results of all devices as one. A play counts once, however many devices it ended
// on.
import * as v from 'valibot'
import type { GameId } from '../../engine/index.ts'
import { DAY_MINUTES, minuteOf } from '../time.ts'
import { knowsAll, resultsOf, settingsOf, type Device } from './device.ts'
import type { DeviceId } from './items.ts'
import { counts, OUTCOMES, type GameResult } from './game-results.ts'
import { beats } from './log-page.ts'
import { resolve } from './lww-settings.ts'
import {
  allDigestsOf,
  addTotals,
  compact,
  digestOf,
  emptyTotals,
  isInSummary,
  isLeftOut,
  streaksOf,
  totalsOf,
  valueOf,
  type GameTotals,
  type LogSummary,
  type Totals,
} from './summary.ts'

/** The results of some devices, each play counted once. */
export interface Aggregate {
  /** The results that count, each play once. */
  readonly results: readonly GameResult[]
  /** Sums of older results that are not known here themselves. */
  readonly sums: readonly Totals[]
}

/** A result, and the device in whose log it stands. */
export interface OwnedResult {
  readonly result: GameResult
  readonly device: DeviceId
}

/** For each play the result that counts among those given. */
function bestResults(
  byDevice: Iterable<readonly [DeviceId, Iterable<GameResult>]>,
): Map<string, OwnedResult> {
  const best = new Map<string, OwnedResult>()
  for (const [device, results] of byDevice) {
    for (const result of results) {
      const other = best.get(result.play)
      if (counts(result) && (!other || beats(result, device, other.result, other.device)))
        best.set(result.play, { result, device })
    }
  }
  return best
}

/** For each play the result that counts among all that are known. */
export const endsOf = (devices: ReadonlyMap<DeviceId, Device>): Map<string, OwnedResult> =>
  bestResults([...devices.values()].map(device => [device.id, resultsOf(device)] as const))

/** For each game the minute from which on results count, where a person began anew. */
export type Since = Readonly<Partial<Record<GameId, number>>>
const Since = v.record(v.string(), v.number())
/** Such minutes in a setting's value; none where it holds something else. */
export function sinceIn(value: unknown): Since {
  const parsed = v.safeParse(Since, value)
  return parsed.success ? parsed.output : {}
}
const isSince = ({ game, minute }: GameResult, since: Since): boolean => minute >= (since[game] ?? 0)

/**
 * True for a result of a device if another device's sums already include this play and win the tie-break, so
 * that exactly one device counts it.
 */
export function countsElsewhere(
  devices: ReadonlyMap<DeviceId, Device>,
  own: DeviceId,
): (result: GameResult) => boolean {
  const rivals = [...devices.values()]
    .filter(({ id }) => id !== own)
    .map(({ id, summary }) => [id, allDigestsOf(summary)] as const)
    .filter(([, digests]) => digests.size > 0)
  return result =>
    rivals.some(([id, digests]) =>
      OUTCOMES.some(outcome => {
        const other = { ...result, outcome }
        return counts(other) && digests.has(digestOf(other)) && beats(other, id, result, own)
      }),
    )
}

/** Whether sums count a play as a result does, or as won. */
const isIncluded = (digests: ReadonlySet<string>, result: GameResult): boolean =>
  digests.has(digestOf(result)) || digests.has(digestOf({ ...result, outcome: 'won' }))

/**
 * The first pages of a device's log compacted: what counts for it, and not for another device or from before
 * somebody began anew.
 */
export function summaryOf(devices: ReadonlyMap<DeviceId, Device>, id: DeviceId, pages: number): LogSummary {
  const best = endsOf(devices)
  const isElsewhere = countsElsewhere(devices, id)
  const since = sinceIn(resolve(settingsOf(devices)).since)
  const first = Array.from({ length: pages }, (_, page) => devices.get(id)?.pages.get(page) ?? [])
  return compact(
    first,
    result => best.get(result.play)?.device === id && !isElsewhere(result) && isSince(result, since),
  )
}

/**
 * The results of a log with minutes that can be: one that a clock far ahead gave counts as the minute before
 * the next result of the log, or as now. So it holds no streak hostage.
 */
function withPossibleMinutes(results: readonly GameResult[], now: number): GameResult[] {
  const latest = minuteOf(now) + DAY_MINUTES
  if (results.every(({ minute }) => minute <= latest)) return [...results]
  let next = minuteOf(now)
  return results
    .toReversed()
    .map(result => {
      if (result.minute > latest) return { ...result, minute: next }
      next = Math.max(0, result.minute - 1)
      return result
    })
    .toReversed()
}

/**
 * Puts the devices' results together. `since`: minutes from which on results count; `now` (milliseconds since
 * 1970): no result is taken to be later.
 */
export function aggregate(devices: Iterable<Device>, since: Since = {}, now = Date.now()): Aggregate {
  const sums: Totals[] = []
  const taken = new Set<string>()
  const summed = new Set<string>()
  const single: [DeviceId, GameResult[]][] = []
  for (const device of devices) {
    const { id, summary } = device
    const isSummed = !knowsAll(device)
    if (isSummed) {
      sums.push(summary.totals)
      allDigestsOf(summary).forEach(digest => summed.add(digest))
    }
    const counted: GameResult[] = []
    for (const [page, results] of [...device.pages].sort(([a], [b]) => a - b)) {
      const isCompacted = isSummed && page < summary.compactedPages
      for (const result of results) {
        if (isCompacted && isInSummary(summary, page, result)) taken.add(result.play)
        else if (!isCompacted || !isLeftOut(summary, page, result)) counted.push(result)
      }
    }
    single.push([id, withPossibleMinutes(counted, now)])
  }
  const results = [...bestResults(single).values()]
    .map(({ result }) => result)
    .filter(result => !taken.has(result.play) && !isIncluded(summed, result) && isSince(result, since))
  return { results, sums }
}

/** What a person sees of the results of one game, or of all. */
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

/**
 * The middle one of many values (the lower of two), where some are known only as steps of a histogram; by
 * adding up how many there are of each. Undefined without any.
 */
export function weightedMedian(
  values: readonly number[],
  histograms: readonly Readonly<Record<string, number>>[],
): number | undefined {
  const weighted = [
    ...values.map(value => [value, 1] as const),
    ...histograms.flatMap(histogram =>
      Object.entries(histogram).map(([step, times]) => [valueOf(Number(step)), times] as const),
    ),
  ].sort(([a], [b]) => a - b)
  const total = weighted.reduce((sum, [, times]) => sum + times, 0)
  let below = 0
  for (const [value, times] of weighted) {
    below += times
    if (2 * below >= total && times > 0) return value
  }
  return undefined
}

/** The statistics of one game, or of all together. */
export function statistics({ results, sums }: Aggregate, game?: GameId): Statistics {
  const own = game === undefined ? results : results.filter(result => result.game === game)
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
      medianSeconds: weightedMedian(
        wins.map(result => result.seconds),
        older.map(({ times }) => times),
      ),
      fewestMoves,
      averageMoves: wonMoves / won,
      medianMoves: weightedMedian(
        wins.map(result => result.moves),
        older.map(({ moves }) => moves),
      ),
    }),
  }
}
