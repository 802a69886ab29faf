// `r:` the summary of a device's log: the sums of its compacted pages.
import { summaryOf } from '../aggregate.ts'
import type { Device } from '../device.ts'
import { readJson, type DeviceId } from '../items.ts'
import { parseSummary, writeSummary } from '../summary.ts'
import { onePerDevice, type Collecting, type KindKey, type SyncedKind } from './kind.ts'
import { logKind } from './log.ts'

const keyed = onePerDevice('results', 'r:')

/**
 * The devices from which this device's summary is computed. Uncompacted pages of absorbed devices that
 * storage.sync has lost are left out: nobody restores them, so this device's sums count their results.
 */
function devicesThatCount(round: Collecting): Map<DeviceId, Device> {
  const devices = [...round.devices().values()].map(device => {
    const isThere = (page: number) => logKind.key(device.id, page) in round.remote
    if (!round.absorbed.has(device.id)) return device
    const pages = [...device.pages].filter(([page]) => page < device.summary.compactedPages || isThere(page))
    return { ...device, pages: new Map(pages) }
  })
  return new Map(devices.map(device => [device.id, device]))
}

/**
 * Writes the summary of the first pages of this device's log if it fits into an item. Returns whether it
 * fits.
 */
export function putOwnSummary(round: Collecting, pages: number): boolean {
  const { id } = round.identity
  const content = writeSummary(summaryOf(devicesThatCount(round), id, pages, round.input.now))
  if (content !== undefined) round.put(keyed.key(id), content)
  return content !== undefined
}

/** Summaries of logs. */
export const summaryKind: SyncedKind<KindKey<'results'>> & typeof keyed = {
  ...keyed,
  priority: 0,
  read(device, _, content) {
    device.summary = parseSummary(readJson(content)) ?? device.summary
  },
  collect(round) {
    if (round.compactedPages > 0) putOwnSummary(round, round.compactedPages)
  },
}
