// Devices that were not seen for long: what they have in progress leaves storage.sync, their results stay
// counted.
import { dayOf, devicesOf, knowsAll, type Device } from './devices.ts'
import { endsOf, sumsOf } from './aggregate.ts'
import { keys, readItem, writeItem, writeJson, type DeviceId } from './items.ts'
import type { Row } from './game-results.ts'
import { isInSums, isLeftOut } from './summary.ts'

/** Days after which a device counts as gone. */
const GONE = 400

export interface Retired {
  /** Keys that may leave storage.sync. */
  readonly leaving: readonly string[]
  /** Results that are known here alone: who summed up the log did not have them. */
  readonly orphans: readonly Row[]
}

/**
 * Sums up the log of every device that is gone, and names what may leave storage.sync. Every device that
 * knows the same does
 * exactly the same here, so it does not matter who does it; should the device come back, it knows its own
 * results in the sums and goes on from there.
 */
export function retire(copies: Record<string, string>, self: DeviceId, now: number): Retired {
  const devices = devicesOf(copies)
  const leaving: string[] = []
  const orphans: Row[] = []
  // One clock may be wrong: two must say that it is that late.
  const latest = Math.max(
    0,
    ...[...devices.values()].filter(({ id }) => id !== self).map(({ header }) => header?.day ?? 0),
  )
  const today = Math.min(dayOf(now), latest)
  for (const device of devices.values()) {
    const { id, header, pages, results } = device
    if (id === self || !header || today - header.day < GONE) continue
    if (!knowsAll(device)) {
      orphans.push(...notInSums(devices, device))
      continue
    }
    const folded = Math.max(results.folded, ...[...pages.keys()].map(page => page + 1))
    if (folded > results.folded) {
      const key = keys.results(id)
      const old = key in copies ? readItem(key, copies[key]) : undefined
      const era = readItem(keys.device(id), copies[keys.device(id)])
      copies[key] = writeItem(key, {
        era: era.ok ? era.value.era : 0,
        seq: old?.ok ? old.value.seq + 1 : 1,
        content: writeJson(sumsOf(devices, id, folded)),
      })
    }
    leaving.push(
      ...[...pages.keys()].map(page => keys.log(id, page)),
      ...[...device.games.keys()].map(game => keys.game(id, game)),
    )
  }
  return { leaving, orphans }
}

/** The rows of pages summed up by somebody who had not all of them. */
function notInSums(devices: ReadonlyMap<DeviceId, Device>, { id, pages, results }: Device): Row[] {
  const best = endsOf(devices)
  return [...pages].flatMap(([page, rows]) =>
    rows.filter(
      row =>
        best.get(row.play)?.device === id && !isInSums(results, page, row) && !isLeftOut(results, page, row),
    ),
  )
}
