// All devices according to storage.local, without what an erasure covers.
import type { Texts } from '../platform/platform.ts'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import type { Device } from './device.ts'
import { parseIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import type { DeviceId } from './items.ts'
import { isErased, replicasIn } from './replicas.ts'

/** All devices by id. Results that are not in a log yet are missing; `devicesHere` includes them. */
export function unerasedDevices(texts: Texts, now: number): Map<DeviceId, Device> {
  const { erasures = [] } = parseIdentity(texts[DEVICE_KEY]) ?? {}
  const left = Object.entries(replicasIn(texts)).filter(([key, value]) => !isErased(erasures, key, value))
  return devicesOf(Object.fromEntries(left), now)
}
