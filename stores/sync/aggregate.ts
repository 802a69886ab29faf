// Combines the results of all devices. A play counts once, no matter how many devices report it.
import type { GameId } from '../../engine/index.ts'
import { sinceIn } from '../settings/schema.ts'
import { DAY_MINUTES, minuteOf } from '../time.ts'
import { emptyDevice, knowsAll, logOf, pagesOf, resultsOf, settingsOf, type Device } from './device.ts'
import type { DeviceId } from './items.ts'
import { OUTCOMES, type GameResult } from './game-results.ts'
import { counts, beats, isRead } from './log-page.ts'
import { resolve } from './lww-settings.ts'
import {
  allDigestsOf,
  addResult,
  addTotals,
  compact,
  digestOf,
  emptyTotals,
  inTime,
  isCompactedPage,
  isInSummary,
  isLeftOut,
  streaksOf,
  valueOf,
  type Counts,
  type LogSummary,
  type Totals,
} from './summary.ts'

/** The combined results of some devices. */
export interface Aggregate {
  /** Each play once, in chronological order. */
  readonly results: readonly GameResult[]
  /** Sums of older results that are not known individually, and negative sums that correct them. */
  readonly sums: readonly Totals[]
}

/** A result and the device that has it in its log. */
export interface OwnedResult {
  readonly result: GameResult
  readonly device: DeviceId
}

/** The result that counts for each finished play, by play. */
export function endsOf(devices: ReadonlyMap<DeviceId, Device>): Map<string, OwnedResult> {
  const best = new Map<string, OwnedResult>()
  for (const device of devices.values()) {
    for (const result of resultsOf(device)) {
      const other = best.get(result.play)
      if (counts(result) && (!other || beats(result, device.id, other.result, other.device)))
        best.set(result.play, { result, device: device.id })
    }
  }
  return best
}

/** For each game that was reset, the minute from which its results count. */
export type Since = Readonly<Partial<Record<GameId, number>>>
const isSince = (game: GameId, minute: number, since: Since): boolean =>
  !Object.hasOwn(since, game) || minute >= since[game]!

/** Returns a function that tests whether the sums of another device's log already count a result's play. */
export function countsElsewhere(
  devices: ReadonlyMap<DeviceId, Device>,
  own: DeviceId,
): (result: GameResult) => boolean {
  const rivals = [...devices.values()]
    .filter(device => logOf(device) !== own)
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

/** A device's id, and its sums that count. */
interface CountedSums {
  readonly id: DeviceId
  readonly sums: readonly Totals[]
}

/**
 * Whether sums already count a result's play: as a win although the result is not a win, or with the same
 * outcome. In the second case, the sums that count must include the result's game, or the id of their device
 * must not be greater than that of the result's device.
 */
function isIncluded(summed: ReadonlyMap<string, CountedSums>, { result, device }: OwnedResult): boolean {
  // Digests are slow, and most devices have no sums.
  if (summed.size === 0) return false
  if (result.outcome !== 'won' && summed.has(digestOf({ ...result, outcome: 'won' }))) return true
  const same = summed.get(digestOf(result))
  return same !== undefined && (same.id <= device || same.sums.some(one => Object.hasOwn(one, result.game)))
}

/** A device without the results that its own sums exclude. */
function asCounted(device: Device): Device {
  const { pages, summary } = device
  const counted = [...pages].map(
    ([page, results]) =>
      [
        page,
        page < summary.compactedPages ? results.filter(one => isInSummary(summary, page, one)) : results,
      ] as const,
  )
  return { ...device, pages: new Map(counted) }
}

/**
 * The summary of a device's first pages: the results that count for it and for no other log. Imported copies
 * of this log are left out. Results from before a reset are summed separately, so no sums mix results from
 * before and after a known reset.
 */
export function summaryOf(
  devices: ReadonlyMap<DeviceId, Device>,
  id: DeviceId,
  pages: number,
  now = Date.now(),
): LogSummary {
  const counting = [...devices].flatMap(([other, device]): [DeviceId, Device][] => {
    if (other === id) return [[other, device]]
    return logOf(device) === id ? [] : [[other, asCounted(device)]]
  })
  const best = endsOf(new Map(counting))
  const isElsewhere = countsElsewhere(devices, id)
  const since = sinceIn(resolve(settingsOf(devices)).since)
  const own = devices.get(id) ?? emptyDevice(id)
  const first = Array.from({ length: pages }, (_, page) => own.pages.get(page) ?? [])
  const log = resultsOf(own).filter(isRead)
  // If minutes were clamped to the current one, sums would change every minute.
  const dated = withPossibleMinutes(log, now, Infinity)
  const possible = new Map(log.map((result, place) => [result, dated[place]]))
  return compact(
    first,
    result => best.get(result.play)?.device === id && !isElsewhere(result),
    ({ game, minute }) => !isSince(game, minute, since),
    result => possible.get(result)!,
  )
}

/** The latest minute that is not from a clock that was far ahead. */
const latestMinute = (now: number): number => minuteOf(now) + DAY_MINUTES

/**
 * Clamps results from a clock that was far ahead to the minute before the log's next result, or to `end` if
 * there is none. Otherwise such results would keep a streak from ending.
 */
function withPossibleMinutes(
  results: readonly GameResult[],
  now: number,
  end = minuteOf(now),
): readonly GameResult[] {
  const latest = latestMinute(now)
  if (results.every(({ minute }) => minute <= latest)) return results
  let next = end
  return results
    .toReversed()
    .map(result => {
      if (result.minute > latest) return { ...result, minute: Math.min(result.minute, next) }
      next = Math.max(0, result.minute - 1)
      return result
    })
    .toReversed()
}

const byId = (a: Device, b: Device): number => (a.id < b.id ? -1 : 1)

/**
 * The sums that count after the resets in `since`. Sums cannot be divided, so a game's sums count if its last
 * result does. Sums from released versions do not store that result's minute, so they always count.
 */
const countedSums = ({ totals, before = {} }: LogSummary, since: Since, now: number): Totals[] =>
  [totals, before].map(sums =>
    Object.fromEntries(
      Object.entries(sums).filter(
        ([game, { last }]) =>
          last === undefined ||
          isSince(game as GameId, last > latestMinute(now) ? minuteOf(now) : last, since),
      ),
    ),
  )

/**
 * Negative totals that cancel a play in sums that count it as given up although another device won it. They
 * subtract the play's seconds if these are known, otherwise the average seconds.
 */
function withoutGivenUp({ sums }: CountedSums, game: GameId, seconds?: number): Totals {
  const of = sums.find(one => (one[game]?.givenUp ?? 0) > 0)?.[game]
  if (!of) return {}
  const average = Math.round((of.seconds - of.wonSeconds) / of.givenUp)
  return { [game]: { ...emptyTotals(), givenUp: -1, seconds: -(seconds ?? average) } }
}

/** Sorts devices with the same log: those with sums of more pages first, then the owner of the log. */
const byPages = (a: Device, b: Device): number =>
  b.summary.compactedPages - a.summary.compactedPages ||
  Number(logOf(b) === b.id) - Number(logOf(a) === a.id) ||
  byId(a, b)

/** For each device whose log is not completely known, the device that supplies that log's sums. */
function sumsThatCount(devices: readonly Device[]): Map<Device, Device> {
  const counting = new Map<Device, Device>()
  for (const [log, same] of Map.groupBy(devices.toSorted(byPages), logOf)) {
    const first = same.find(device => !knowsAll(device))
    if (!first) continue
    const { summary } = first
    const isComplete = (other: Device) =>
      knowsAll({ ...other, summary }) ||
      (other.id === log && other.summary.compactedPages >= summary.compactedPages && knowsAll(other))
    if (!same.some(isComplete)) for (const device of same) counting.set(device, first)
  }
  return counting
}

/** The results and sums that count. Also returns the logs and each play's result, which `inOrder` needs. */
function unordered(devices: Iterable<Device>, since: Since, now: number) {
  const all = [...devices].sort(byId)
  const counting = sumsThatCount(all)
  const sums: Totals[] = []
  /** Known results that sums include, with these sums, by play. `summed`: all sums that count, by digest. */
  const rows = new Map<string, { row: GameResult; own: CountedSums }>()
  const summed = new Map<string, CountedSums>()
  const best = new Map<string, OwnedResult>()
  const logs: (readonly GameResult[])[] = []
  for (const device of all) {
    const first = counting.get(device)
    const { id, summary } = first ?? device
    const own = { id, sums: first ? countedSums(summary, since, now) : [] }
    const missing = first && !knowsAll(device) ? device.summary.compactedPages : 0
    if (first === device) {
      sums.push(...own.sums)
      for (const digest of allDigestsOf(summary)) summed.set(digest, own)
    }
    const counted: GameResult[] = []
    for (const [page, results] of pagesOf(device)) {
      const isCompacted = page < missing || (first !== undefined && isCompactedPage(summary, page, results))
      for (const result of results.filter(isRead)) {
        if (isCompacted && counts(result) && isInSummary(summary, page, result))
          rows.set(result.play, { row: result, own })
        else if (!isCompacted || !isLeftOut(summary, page, result)) counted.push(result)
      }
    }
    const log = withPossibleMinutes(counted, now)
    logs.push(log)
    for (const result of log) {
      const other = best.get(result.play)?.result
      // The device with the smaller id comes first and keeps the play, unless only the other won it.
      if (!counts(result) || (other && (other.outcome === 'won' || result.outcome !== 'won'))) continue
      if (other) best.delete(result.play)
      best.set(result.play, { result, device: device.id })
    }
  }
  const results: GameResult[] = []
  for (const owned of best.values()) {
    const { result } = owned
    const { row, own: ofRow } = rows.get(result.play) ?? {}
    const isInRow = row && (row.outcome === 'won' || result.outcome !== 'won')
    if (isInRow || isIncluded(summed, owned) || !isSince(result.game, result.minute, since)) continue
    results.push(result)
    const own = summed.size > 0 ? (summed.get(digestOf({ ...result, outcome: 'givenUp' })) ?? ofRow) : ofRow
    if (own) sums.push(withoutGivenUp(own, result.game, row?.seconds))
  }
  return { results, sums, logs, best }
}

/**
 * Sorts results by minute, then by their position among their log's results of that minute, then by play.
 * Device ids are not compared, because an import or a clone changes them. If several logs have a result, its
 * last position counts.
 */
function inOrder({ results, logs, best }: ReturnType<typeof unordered>): GameResult[] {
  const ordered = inTime(results)
  const ownerOf = ({ play }: GameResult): DeviceId => best.get(play)!.device
  const isShared = (result: GameResult, i: number): boolean =>
    ordered[i - 1]?.minute === result.minute && ownerOf(ordered[i - 1]!) !== ownerOf(result)
  /** The minutes with results from several devices. In other minutes, results are already in log order. */
  const shared = new Set(ordered.filter(isShared).map(({ minute }) => minute))
  if (shared.size === 0) return ordered
  const places = new Map<string, number>()
  for (const log of logs) {
    const found = new Set<string>()
    const next = new Map<number, number>()
    for (const { play, outcome, minute } of log) {
      const end = shared.has(minute) && !found.has(play) ? best.get(play)?.result : undefined
      if (end?.minute !== minute || end.outcome !== outcome) continue
      const place = next.get(minute) ?? 0
      found.add(play)
      next.set(minute, place + 1)
      places.set(play, Math.max(place, places.get(play) ?? 0))
    }
  }
  return ordered.sort((a, b) => {
    const [one, other] = [places.get(a.play), places.get(b.play)]
    if (a.minute !== b.minute || one === undefined || other === undefined) return a.minute - b.minute
    return one - other || (a.play < b.play ? -1 : 1)
  })
}

/**
 * Combines the results of devices. A game with a minute in `since` counts only from then on. Minutes far
 * ahead of `now` are clamped.
 */
export function aggregate(devices: Iterable<Device>, since: Since = {}, now = Date.now()): Aggregate {
  const combined = unordered(devices, since, now)
  return { results: inOrder(combined), sums: combined.sums }
}

/** The statistics of one game, or of all. */
export interface Statistics {
  readonly played: number
  readonly won: number
  readonly givenUp: number
  /** Won games per game played, 0 to 1; NaN if no game was played. */
  readonly winRate: number
  readonly currentStreak: number
  readonly bestStreak: number
  /** The seconds and the player's moves of wins; undefined without wins. */
  readonly bestSeconds?: number
  readonly averageSeconds?: number
  readonly medianSeconds?: number
  readonly fewestMoves?: number
  readonly averageMoves?: number
  readonly medianMoves?: number
  /** Seconds played in total. */
  readonly seconds: number
}

/**
 * The median of values, some of which are known only as histogram bins; the mean of the two middle values if
 * the count is even. Undefined if there are none.
 */
export function weightedMedian(
  values: readonly number[],
  histograms: readonly Readonly<Record<string, number>>[],
): number | undefined {
  // Typed arrays sort many times faster than plain ones.
  const sorted = Float64Array.from(values).sort()
  const inStep = new Map<string, number>()
  for (const histogram of histograms)
    for (const [step, times] of Object.entries(histogram)) inStep.set(step, (inStep.get(step) ?? 0) + times)
  const steps = [...inStep]
    .map(([step, times]) => ({ value: valueOf(Number(step)), times }))
    .sort((a, b) => a.value - b.value)
  const total = steps.reduce((sum, { times }) => sum + times, sorted.length)
  /** The value at a 1-based position in the sorted list of all values. */
  function valueAt(place: number): number {
    let below = 0
    let at = 0
    for (const { value, times } of steps) {
      const start = at
      while (at < sorted.length && sorted[at]! <= value) at++
      // The position is among the single values up to this bin, in the bin itself, or after it.
      if (place <= below + at - start) return sorted[start + place - below - 1]!
      below += at - start + times
      if (place <= below) return value
    }
    return sorted[at + place - below - 1]!
  }
  return total === 0 ? undefined : (valueAt(Math.ceil(total / 2)) + valueAt(Math.floor(total / 2) + 1)) / 2
}

/** The statistics of one game, or of all together. */
export function statistics({ results, sums }: Aggregate, game?: GameId): Statistics {
  const own = game === undefined ? results : results.filter(result => result.game === game)
  const wins = own.filter(({ outcome }) => outcome === 'won')
  const older = sums.flatMap(sum => (game === undefined ? Object.values(sum) : (sum[game] ?? [])))
  // A streak of one game continues while another game is lost.
  const rows = game === undefined ? [...Map.groupBy(own, result => result.game).values()] : []
  const streaks = [own, ...rows].map(streaksOf)
  const longest = (kind: 'current' | 'best') => Math.max(...streaks.map(streak => streak[kind]))
  const recent: Counts = { ...emptyTotals(), bestStreak: longest('best') }
  own.forEach(result => addResult(recent, result))
  const { won, givenUp, seconds, wonSeconds, wonMoves, bestSeconds, fewestMoves, bestStreak } = older.reduce(
    addTotals,
    recent,
  )
  return {
    played: won + givenUp,
    won,
    givenUp,
    winRate: won / (won + givenUp),
    currentStreak: longest('current'),
    bestStreak,
    seconds,
    ...(won > 0 && {
      bestSeconds,
      averageSeconds: wonSeconds / won,
      medianSeconds: weightedMedian(
        wins.map(one => one.seconds),
        older.map(({ times }) => times),
      ),
      fewestMoves,
      averageMoves: wonMoves / won,
      medianMoves: weightedMedian(
        wins.map(one => one.moves),
        older.map(({ moves }) => moves),
      ),
    }),
  }
}

/** How often a device has played and won one game or all; `since` and `now` as in `aggregate`. */
export function countsOf(
  device: Device,
  since: Since = {},
  now = Date.now(),
  game?: GameId,
): Pick<Statistics, 'played' | 'won'> {
  const { played, won } = statistics(unordered([device], since, now), game)
  return { played, won }
}
