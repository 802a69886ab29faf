// Items among stored texts: in storage.sync under their own keys, in storage.local as replicas.
import { REPLICA_PREFIX } from '../platform/storage-keys.ts'
import { isCovered, type Erasure } from './erasures.ts'
import { epochOf, type Items } from './items.ts'
import { parseKey } from './kinds/index.ts'

/** The items among values by key; other keys are ignored. */
export const itemsIn = (values: Readonly<Record<string, unknown>>): Items => itemsAfter('', values)

/** The replicas in storage.local, by the keys of their items. */
export const replicasIn = (local: Readonly<Record<string, string>>): Items =>
  itemsAfter(REPLICA_PREFIX, local)

/** The items whose keys follow a prefix. */
function itemsAfter(prefix: string, values: Readonly<Record<string, unknown>>): Items {
  const items: Items = {}
  for (const [key, value] of Object.entries(values)) {
    const name = key.slice(prefix.length)
    if (key.startsWith(prefix) && typeof value === 'string' && parseKey(name)) items[name] = value
  }
  return items
}

/** Items by the keys of their replicas in storage.local. */
export const asReplicas = (items: Readonly<Items>): Items =>
  Object.fromEntries(Object.entries(items).map(([key, value]) => [REPLICA_PREFIX + key, value]))

/** Whether erasures cover an item; items of unknown kinds are never covered. */
export function isErased(erasures: readonly Erasure[], key: string, value: string): boolean {
  const parsed = parseKey(key)
  return parsed !== undefined && isCovered(erasures, parsed.device, epochOf(value))
}
