// What is known of one device of the account: its name, results, games in progress and settings.
import type { GameId } from '../../engine/index.ts'
import type { DeviceId } from './items.ts'
import type { LogRow } from './game-results.ts'
import type { SyncEnvelope } from './game-envelope.ts'
import { isCompactedPage, NO_SUMMARY, type LogSummary } from './summary.ts'
import type { SettingsRegister } from './lww-settings.ts'

/** What a device says of itself. */
export interface Header {
  readonly name: string
  /** The last day on which it was seen, in days since 1970. */
  readonly day: number
  readonly browser?: string
}
/** Whether a header is that of an import, which names no browser. */
export const isImport = ({ browser }: Header): boolean => browser === undefined

/** One device of the account, as its items tell of it. */
export interface Device {
  readonly id: DeviceId
  header?: Header
  summary: LogSummary
  /** The pages of its log that are known here, by number. */
  readonly pages: Map<number, LogRow[]>
  readonly games: Map<GameId, SyncEnvelope>
  settings?: SettingsRegister
}

/** A device of which nothing is known. */
export const emptyDevice = (id: DeviceId): Device => ({
  id,
  summary: NO_SUMMARY,
  pages: new Map(),
  games: new Map(),
})

/** Whose log a device tells of: an import brings sums in under another id. */
export const logOf = ({ id, summary }: Device): DeviceId => summary.origin ?? id

/** What each device has chosen, for those that have chosen anything. */
export const settingsOf = (devices: ReadonlyMap<DeviceId, Device>): Record<DeviceId, SettingsRegister> =>
  Object.fromEntries(
    [...devices].flatMap(([id, { settings }]) => (settings ? [[id, settings] as const] : [])),
  )

/** All rows of a device's log that are known here, in its order. */
export const resultsOf = (device: Device): LogRow[] =>
  [...device.pages].sort(([a], [b]) => a - b).flatMap(([, results]) => results)

/** Whether all compacted pages are known here as they were, so that their results can be counted. */
export function knowsAll({ pages, summary }: Device): boolean {
  for (let page = 0; page < summary.compactedPages; page++) {
    const results = pages.get(page)
    if (!results || !isCompactedPage(summary, page, results)) return false
  }
  return true
}

/** Whether anything is known that a device played to an end. */
export const ownsResults = ({ pages, summary }: Device): boolean =>
  summary.compactedPages > 0 || [...pages.values()].some(results => results.length > 0)
