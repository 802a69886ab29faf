// The data known about a device: its name, results, games in progress and settings.
import type { GameId } from '../../engine/index.ts'
import type { DeviceId } from './items.ts'
import type { LogRow } from './game-results.ts'
import type { SyncEnvelope } from './game-envelope.ts'
import { isCompactedPage, NO_SUMMARY, type LogSummary } from './summary.ts'
import type { SettingsRegister } from './lww-settings.ts'

/**
 * If a device has not been seen for this many days, others absorb it if it is small, and delete those of its
 * files that have erased items. A device also deletes its former ids' files after this many days.
 */
export const AWAY_AFTER_DAYS = 14
/**
 * If a device has not been seen for this many days, others absorb it whatever its size, and drop its games in
 * progress. It loses no results if it comes back.
 */
export const GONE_AFTER_DAYS = 400

/**
 * Today or, if earlier, the latest day that the clocks of two devices have reached. `days`: those in other
 * devices' headers. If this device has no header yet, its clock does not count, because the others cannot see
 * it.
 */
export function agreedDay(today: number, days: readonly number[], hasHeader: boolean): number {
  const latest = days.toSorted((a, b) => b - a)
  return Math.min(today, latest[hasHeader ? 0 : 1] ?? 0)
}

/** A device's description of itself. */
export interface Header {
  readonly name: string
  /** The day it was last seen, in days since 1970. */
  readonly day: number
  readonly browser?: string
}
/** Whether a header is that of an import, which has no browser name. */
export const isImport = ({ browser }: Header): boolean => browser === undefined

/** A device as described by its items. */
export interface Device {
  readonly id: DeviceId
  header?: Header
  summary: LogSummary
  /** The known pages of its log, by number. */
  readonly pages: Map<number, LogRow[]>
  readonly games: Map<GameId, SyncEnvelope>
  settings?: SettingsRegister
}

/** A device about which nothing is known. */
export const emptyDevice = (id: DeviceId): Device => ({
  id,
  summary: NO_SUMMARY,
  pages: new Map(),
  games: new Map(),
})

/** The id of the owner of a device's log. It differs from the device's id for imported sums. */
export const logOf = ({ id, summary }: Device): DeviceId => summary.origin ?? id

/** The settings of each device that has any. */
export const settingsOf = (devices: ReadonlyMap<DeviceId, Device>): Record<DeviceId, SettingsRegister> =>
  Object.fromEntries(
    [...devices].flatMap(([id, { settings }]) => (settings ? [[id, settings] as const] : [])),
  )

/** The known pages of a device's log, in order. */
export const pagesOf = ({ pages }: Device): [number, LogRow[]][] => [...pages].sort(([a], [b]) => a - b)

/** All known rows of a device's log, in order. */
export const resultsOf = (device: Device): LogRow[] => pagesOf(device).flatMap(([, results]) => results)

/** Whether all compacted pages are known and unchanged. If so, their results count instead of the sums. */
export function knowsAll({ pages, summary }: Device): boolean {
  for (let page = 0; page < summary.compactedPages; page++) {
    const results = pages.get(page)
    if (!results || !isCompactedPage(summary, page, results)) return false
  }
  return true
}

/** Whether any result of a device is known. */
export const ownsResults = ({ pages, summary }: Device): boolean =>
  summary.compactedPages > 0 || [...pages.values()].some(results => results.length > 0)

type Named = Pick<Device, 'id' | 'header'>

/**
 * The names of devices by id. If several devices have the same name, all but the first get a number:
 * `Laptop`, `Laptop (2)`. Devices in use come before unused ones, imports after both, and `others` last. Ties
 * are sorted by id, so all devices show the same names. Devices without a name are left out.
 */
export function distinctNames(known: Iterable<Named>, others: Iterable<Named> = []): Map<DeviceId, string> {
  const groups = [known, others].map(group =>
    [...group].flatMap(({ id, header }) => (header?.name ? [{ ...header, id }] : [])),
  )
  const latest = Math.max(...groups[0]!.map(({ day }) => day))
  const rankOf = (header: Header): number =>
    isImport(header) ? 2 : Number(latest - header.day >= AWAY_AFTER_DAYS)
  const named = groups.flatMap(group => group.sort((a, b) => rankOf(a) - rankOf(b) || (a.id < b.id ? -1 : 1)))
  const given = new Set(named.map(({ name }) => name))
  const first = new Map(named.toReversed().map(({ id, name }) => [name, id]))
  const distinct = ({ id, name }: { id: DeviceId; name: string }): string => {
    if (first.get(name) === id) return name
    let number = 2
    while (given.has(`${name} (${number})`)) number++
    given.add(`${name} (${number})`)
    return `${name} (${number})`
  }
  return new Map(named.map(one => [one.id, distinct(one)]))
}
