// How far a game has gone, by device: the ancestor test between two states of one play.
import { Reader, writeNumber } from '../../engine/index.ts'
import type { DeviceId } from './items.ts'

/** For each device how many of its actions are in the game. */
export type Vector = Readonly<Record<DeviceId, number>>

/**
 * `before`: all of the first is in the second, which has more. `apart`: each has something that the other has
 * not.
 */
export function compareVectors(a: Vector, b: Vector): 'same' | 'before' | 'after' | 'apart' {
  const devices = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  const isAhead = devices.some(id => (a[id] ?? 0) > (b[id] ?? 0))
  const isBehind = devices.some(id => (a[id] ?? 0) < (b[id] ?? 0))
  return isAhead ? (isBehind ? 'apart' : 'after') : isBehind ? 'before' : 'same'
}

export function joinVectors(a: Vector, b: Vector): Vector {
  const joined: Record<DeviceId, number> = { ...a }
  for (const [id, count] of Object.entries(b)) joined[id] = Math.max(joined[id] ?? 0, count)
  return joined
}

export const advance = (vector: Vector, device: DeviceId, actions: number): Vector =>
  actions > 0 ? { ...vector, [device]: (vector[device] ?? 0) + actions } : vector

const MOST = 64 ** 3 - 1

/** Number of devices 1, then for each its id 8 and its actions 3. */
export function writeVector(vector: Vector): string {
  const entries = Object.entries(vector)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, 63)
  return (
    writeNumber(entries.length, 1) +
    entries.map(([id, count]) => id + writeNumber(Math.min(count, MOST), 3)).join('')
  )
}

/** Undefined where the text ends too early. */
export function readVector(reader: Reader): Vector | undefined {
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
