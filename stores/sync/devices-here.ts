// All devices according to storage.local, including results that are not in a log yet.
import type { Texts } from '../platform/area.ts'
import type { Device } from './device.ts'
import type { DeviceId } from './items.ts'
import { pendingResultsIn } from './log-page.ts'
import { reconcile } from './reconcile.ts'
import { unerasedDevices } from './devices.ts'

/** The placeholder for the id of this device until it has one. */
export const UNNAMED = 'unnamed0'

/** All devices by id, as a round without storage.sync would leave them. */
export function devicesHere(texts: Texts, now: number): Map<DeviceId, Device> {
  const input = { local: texts, sync: undefined, now, browser: '', newId: () => UNNAMED }
  const after = pendingResultsIn(texts).length > 0 ? { ...texts, ...reconcile(input).local } : texts
  return unerasedDevices(after, now)
}
