// Reads the items of all devices. Items that this version cannot read are skipped.
import { emptyDevice, type Device } from './device.ts'
import { readItem, type DeviceId, type Items } from './items.ts'
import { kindOf, parseKey } from './kinds/index.ts'

/**
 * The devices by id. Days of headers and minutes of games too far after `now` are clamped, and such
 * timestamps of settings reset.
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
