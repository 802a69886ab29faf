// `r:` the summary of a device's log: the sums of its compacted pages.
import { summaryOf } from '../aggregate.ts'
import type { Device } from '../device.ts'
import { readJson, writeJson, type DeviceId } from '../items.ts'
import { parseSummary, storedSummary } from '../summary.ts'
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

/** Writes the summary of the first pages of this device's log, unless `pages` is 0. */
export function putOwnSummary(round: Collecting, pages: number): void {
  const { id } = round.identity
  if (pages > 0)
    round.put(
      keyed.key(id),
      writeJson(storedSummary(summaryOf(devicesThatCount(round), id, pages, round.input.now))),
    )
}

/** Summaries of logs. */
export const summaryKind: SyncedKind<KindKey<'results'>> & typeof keyed = {
  ...keyed,
  priority: 0,
  read(device, _, content) {
    device.summary = parseSummary(readJson(content)) ?? device.summary
  },
  collect(round) {
    putOwnSummary(round, round.compactedPages)
  },
}
