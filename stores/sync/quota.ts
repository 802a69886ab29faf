// The quota of storage.sync in bytes and items, and the choice of items that fit into it.
import { PAGE_RESULTS } from './game-results.ts'
import type { Items } from './items.ts'
import { priorityOf } from './kinds/index.ts'

/** The limits of a round; tests and the simulator use smaller ones. */
export interface Limits {
  /** Bytes shared by live devices. The browsers allow 102,400 in total. */
  readonly bytes: number
  /** Additional bytes for a device whose share other devices have filled. */
  readonly spareBytes: number
  /** Items shared by live devices. The browsers allow 512. */
  readonly items: number
  readonly spareItems: number
  readonly pageResults: number
}

/** The limits of the product. */
export const LIMITS: Limits = {
  bytes: 90_000,
  spareBytes: 8000,
  items: 480,
  spareItems: 24,
  pageResults: PAGE_RESULTS,
}

/** An item: key and value. */
export type Entry = readonly [key: string, value: string]

/** The bytes of an item as the browsers count them: the key, and the value in quotes, all plain ASCII. */
export const sizeOf = (key: string, value: string): number => key.length + value.length + 2

/** The bytes that an item adds to the total in Firefox, which also counts quotes, colon and comma. */
export const weightOf = (key: string, value: string): number => sizeOf(key, value) + 4

/** Bytes and a number of items. */
export interface Room {
  readonly bytes: number
  readonly items: number
}

/** The room that items need. */
export const roomOf = (entries: readonly Entry[]): Room => ({
  bytes: entries.reduce((sum, [key, value]) => sum + weightOf(key, value), 0),
  items: entries.length,
})

/** Compares items by priority; games in progress come last. */
export const byPriority = ([a]: Entry, [b]: Entry): number => priorityOf(a) - priorityOf(b)

/**
 * Chooses items greedily by priority, and skips those that do not fit. An item that replaces a `stored`
 * version needs only the difference in bytes.
 */
export function fitting(entries: readonly Entry[], room: Room, stored: Readonly<Items> = {}): Entry[] {
  let { bytes, items } = room
  return entries.toSorted(byPriority).filter(([key, value]) => {
    const isStored = Object.hasOwn(stored, key)
    const weight = weightOf(key, value) - (isStored ? weightOf(key, stored[key]!) : 0)
    if (weight > Math.max(0, bytes) || (!isStored && items < 1)) return false
    bytes -= weight
    if (!isStored) items--
    return true
  })
}
