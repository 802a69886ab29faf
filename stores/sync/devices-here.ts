// What storage.local tells of all devices, results that no round has taken into the log yet included.
import type { Texts } from '../platform/platform.ts'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import { emptyDevice, type Device } from './device.ts'
import { parseIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import type { DeviceId } from './items.ts'
import { pendingResultsIn, takeIntoPages } from './log-page.ts'
import { reconcile } from './reconcile.ts'
import { isErased, replicasIn } from './replicas.ts'

/** Stands for this device before it has an id. */
const UNNAMED = 'unnamed0'

/**
 * What is known here of each device, at a time (milliseconds since 1970), with the results that pages left
 * standing in the own log, as the next round will put them there. Much quicker than that round, which is
 * taken only where it would do more.
 */
export function devicesHere(texts: Texts, now: number): Map<DeviceId, Device> {
  const self = parseIdentity(texts[DEVICE_KEY]) ?? { id: UNNAMED, epoch: 0 }
  const erasures = self.erasures ?? []
  const replicas = Object.entries(replicasIn(texts)).filter(([key, value]) => !isErased(erasures, key, value))
  const devices = devicesOf(Object.fromEntries(replicas), now)
  const pending = pendingResultsIn(texts).flatMap(({ results }) => results)
  if (pending.length === 0) return devices
  const own = devices.get(self.id) ?? emptyDevice(self.id)
  const isErasing = self.dropped !== undefined && self.dropped.length > 0
  if (own.summary.compactedPages > 0 || isErasing) return devicesAfterRound(texts, now)
  devices.set(self.id, own)
  takeIntoPages(own.pages, pending)
  return devices
}

/** What a round without storage.sync makes of it: it knows of erasures and of pages that are summed up. */
function devicesAfterRound(texts: Texts, now: number): Map<DeviceId, Device> {
  const round = reconcile({ local: texts, sync: undefined, now, browser: '', newId: () => UNNAMED })
  return devicesOf(replicasIn({ ...texts, ...round.local }), now)
}
