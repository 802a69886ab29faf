// Finds items in stored texts: in storage.sync under their own keys, in storage.local as replicas.
import type { Texts } from '../platform/area.ts'
import { REPLICA_PREFIX } from '../platform/storage-keys.ts'
import { isCovered, type Erasure } from './erasures.ts'
import { epochOf, type Items } from './items.ts'
import { parseKey } from './kinds/index.ts'

/** The items stored under keys with a prefix, by their own keys; other values are ignored. */
export function itemsIn(values: Readonly<Record<string, unknown>>, prefix = ''): Items {
  const items: Items = {}
  for (const [key, value] of Object.entries(values)) {
    const name = key.startsWith(prefix) && key.slice(prefix.length)
    if (name && typeof value === 'string' && parseKey(name)) items[name] = value
  }
  return items
}

/** The replicas in storage.local, by the keys of their items. */
export const replicasIn = (local: Texts): Items => itemsIn(local, REPLICA_PREFIX)

/** The headers among items. */
export const headersIn = (items: Readonly<Items>): Items =>
  Object.fromEntries(Object.entries(items).filter(([key]) => parseKey(key)?.kind === 'device'))

/** Items by the keys of their replicas in storage.local. */
export const asReplicas = (items: Readonly<Items>): Items =>
  Object.fromEntries(Object.entries(items).map(([key, value]) => [REPLICA_PREFIX + key, value]))

/** Whether erasures cover an item; items of unknown kinds are never covered. */
export function isErased(erasures: readonly Erasure[], key: string, value: string): boolean {
  const parsed = parseKey(key)
  return parsed !== undefined && isCovered(erasures, parsed.device, epochOf(value))
}
