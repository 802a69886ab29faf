// Devices that were not seen for long: what they have in progress leaves storage.sync, their results stay counted.
import { dayOf, devicesOf, knowsAll } from './devices.ts'
import { sumsOf } from './fold.ts'
import { keys, readItem, writeItem, writeJson, type DeviceId } from './items.ts'

/** Days after which a device counts as gone. */
const GONE = 400

/**
 * Sums up the log of every device that is gone, and names the keys that may leave storage.sync. Every device that knows the same does
 * exactly the same here, so it does not matter who does it; should the device come back, it knows its own results in the sums and goes on from there.
 */
export function retire(copies: Record<string, string>, self: DeviceId, now: number): string[] {
  const devices = devicesOf(copies)
  const leaving: string[] = []
  for (const device of devices.values()) {
    const { id, header, pages, results } = device
    if (id === self || !header || !knowsAll(device)) continue
    // One clock may be wrong: two must say that it is that late.
    const latest = Math.max(0, ...[...devices.values()].filter(other => other.id !== id && other.id !== self).map(other => other.header?.day ?? 0))
    if (Math.min(dayOf(now), latest) - header.day < GONE) continue
    const folded = Math.max(results.folded, ...[...pages.keys()].map(page => page + 1))
    if (folded > results.folded) {
      const key = keys.results(id)
      const old = key in copies ? readItem(key, copies[key]) : undefined
      const era = readItem(keys.device(id), copies[keys.device(id)])
      copies[key] = writeItem(key, {
        era: era.ok ? era.value.era : 0, seq: old?.ok ? old.value.seq + 1 : 1, content: writeJson(sumsOf(devices, id, folded)),
      })
    }
    leaving.push(...[...pages.keys()].map(page => keys.log(id, page)), ...[...device.games.keys()].map(game => keys.game(id, game)))
  }
  return leaving
}
