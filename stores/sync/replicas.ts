// Items among stored texts: in storage.sync under their own keys, in storage.local as replicas.
import { REPLICA_PREFIX } from '../platform/storage-keys.ts'
import { isCovered, type Erasure } from './erasures.ts'
import { epochOf, type Items } from './items.ts'
import { parseKey } from './kinds/index.ts'

/** The items among values by key; other keys are ignored. */
export const itemsIn = (values: Readonly<Record<string, unknown>>): Items =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && parseKey(entry[0]) !== undefined,
    ),
  )

/** The replicas in storage.local, by the keys of their items. */
export const replicasIn = (local: Readonly<Record<string, string>>): Items =>
  itemsIn(
    Object.fromEntries(
      Object.entries(local)
        .filter(([key]) => key.startsWith(REPLICA_PREFIX))
        .map(([key, text]) => [key.slice(REPLICA_PREFIX.length), text]),
    ),
  )

/** Items by the keys of their replicas in storage.local. */
export const asReplicas = (items: Readonly<Items>): Items =>
  Object.fromEntries(Object.entries(items).map(([key, value]) => [REPLICA_PREFIX + key, value]))

/** Whether erasures cover an item; items of unknown kinds are never covered. */
export function isErased(erasures: readonly Erasure[], key: string, value: string): boolean {
  const parsed = parseKey(key)
  return parsed !== undefined && isCovered(erasures, parsed.device, epochOf(value))
}
