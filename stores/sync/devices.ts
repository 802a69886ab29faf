// Reads the items of all devices. Items that this version cannot read are skipped.
import type { Texts } from '../platform/area.ts'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import { distinctNames, emptyDevice, type Device } from './device.ts'
import { parseIdentity } from './device-identity.ts'
import { readItem, type DeviceId, type Items } from './items.ts'
import { kindOf, parseKey } from './kinds/index.ts'
import { headersIn, isErased, replicasIn } from './replicas.ts'

/**
 * The devices by id. Days of headers and minutes of games too far after `now` are clamped; timestamps of
 * settings too far after `now` are reset.
 */
export function devicesOf(items: Readonly<Items>, now = Date.now()): Map<DeviceId, Device> {
  const devices = new Map<DeviceId, Device>()
  for (const [text, value] of Object.entries(items)) {
    const key = parseKey(text)
    if (!key) continue
    const item = readItem(text, value)
    if (!item) continue
    const device = devices.get(key.device) ?? emptyDevice(key.device)
    devices.set(key.device, device)
    kindOf(key).read(device, key, item.content, now)
  }
  return devices
}

/**
 * All devices by id according to storage.local, without erased items. Results that are not in a log yet are
 * missing; `devicesHere` includes them.
 */
export function unerasedDevices(texts: Texts, now: number): Map<DeviceId, Device> {
  const { erasures = [] } = parseIdentity(texts[DEVICE_KEY]) ?? {}
  const left = Object.entries(replicasIn(texts)).filter(([key, value]) => !isErased(erasures, key, value))
  return devicesOf(Object.fromEntries(left), now)
}

/** The distinct names of all known devices, including those whose results are erased. */
export const namesIn = (texts: Texts): Map<DeviceId, string> =>
  distinctNames(devicesOf(headersIn(replicasIn(texts))).values())
