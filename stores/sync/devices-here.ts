// What storage.local tells of all devices, results that no round has taken into the log yet included.
import type { Texts } from '../platform/platform.ts'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import type { Device } from './device.ts'
import { parseIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import type { DeviceId } from './items.ts'
import { pendingResultsIn } from './log-page.ts'
import { reconcile } from './reconcile.ts'
import { isErased, replicasIn } from './replicas.ts'

/** Stands for this device before it has an id. */
export const UNNAMED = 'unnamed0'

/** What is known here of each device, and what a round without storage.sync makes of waiting results. */
export function devicesHere(texts: Texts, now: number): Map<DeviceId, Device> {
  const input = { local: texts, sync: undefined, now, browser: '', newId: () => UNNAMED }
  const after = pendingResultsIn(texts).length > 0 ? { ...texts, ...reconcile(input).local } : texts
  const { erasures = [] } = parseIdentity(after[DEVICE_KEY]) ?? {}
  const left = Object.entries(replicasIn(after)).filter(([key, value]) => !isErased(erasures, key, value))
  return devicesOf(Object.fromEntries(left), now)
}
