// Version vectors: the number of actions of each device in a game. They show whether one state continues
// another.
import { Reader, writeNumber } from '../../engine/index.ts'
import type { DeviceId } from './items.ts'

/** The number of actions in a game, by device. */
export type VersionVector = Readonly<Record<DeviceId, number>>

/**
 * The relation of the first vector to the second. `ancestor`: the second has all its actions and more.
 * `concurrent`: each has actions that the other lacks.
 */
export function compareVectors(
  a: VersionVector,
  b: VersionVector,
): 'equal' | 'ancestor' | 'descendant' | 'concurrent' {
  const devices = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const isAhead = devices.some(id => (a[id] ?? 0) > (b[id] ?? 0))
  const isBehind = devices.some(id => (a[id] ?? 0) < (b[id] ?? 0))
  return isAhead ? (isBehind ? 'concurrent' : 'descendant') : isBehind ? 'ancestor' : 'equal'
}

/** The least upper bound of two vectors. */
export function mergeVectors(a: VersionVector, b: VersionVector): VersionVector {
  const merged: Record<DeviceId, number> = { ...a }
  for (const [id, count] of Object.entries(b)) merged[id] = Math.max(merged[id] ?? 0, count)
  return merged
}

/** Adds a device's actions. */
export const increment = (vector: VersionVector, device: DeviceId, actions: number): VersionVector =>
  actions > 0 ? { ...vector, [device]: (vector[device] ?? 0) + actions } : vector

const MAX_ACTIONS = 64 ** 3 - 1
const MAX_DEVICES = 63

/**
 * Writes the number of devices (1 digit), then each device's id (8) and number of actions (3). Devices beyond
 * the 63rd are left out.
 */
export function writeVector(vector: VersionVector): string {
  const entries = Object.entries(vector)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, MAX_DEVICES)
  return (
    writeNumber(entries.length, 1) +
    entries.map(([id, count]) => id + writeNumber(Math.min(count, MAX_ACTIONS), 3)).join('')
  )
}

/** Parses a vector; undefined if the text ends too early or a number has an invalid digit. */
export function readVector(reader: Reader): VersionVector | undefined {
  const vector: Record<DeviceId, number> = {}
  const size = reader.number(1)
  if (Number.isNaN(size)) return undefined
  for (let i = 0; i < size; i++) {
    const id = reader.text(8)
    const count = reader.number(3)
    if (Number.isNaN(count)) return undefined
    vector[id] = count
  }
  return vector
}
