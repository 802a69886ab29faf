// One kind of synced item: its keys, how it is read, and which items this device makes.
import type { EraseScope } from '../../platform/storage-table.ts'
import type { Device } from '../device.ts'
import type { DeviceIdentity } from '../device-identity.ts'
import type { LogRow } from '../game-results.ts'
import type { DeviceId, Items } from '../items.ts'
import type { SettingsRegister } from '../lww-settings.ts'

/** What a key stands for. A device writes only keys that carry its own id. */
export interface KindKey<Name extends string = string> {
  readonly kind: Name
  readonly device: DeviceId
}

/** What `collect` reads and writes of a round; `RoundState` says what each of them is. */
export interface Collecting {
  readonly input: { readonly local: Readonly<Items>; readonly now: number; readonly browser: string }
  readonly limits: { readonly pageResults: number }
  readonly identity: DeviceIdentity
  readonly replicas: Readonly<Items>
  readonly replicasBefore: Readonly<Items>
  readonly remote: Readonly<Items>
  readonly pending: readonly LogRow[]
  readonly erasedKeys: ReadonlySet<string>
  readonly absorbed: ReadonlySet<DeviceId>
  readonly carriedSettings: SettingsRegister
  readonly heldSettings: Readonly<Record<string, unknown>>
  readonly compactedPages: number
  settings: string | undefined
  devices(): ReadonlyMap<DeviceId, Device>
  isOwn(key: string): boolean
  content(key: string): string | undefined
  put(key: string, content: string): void
}

/** All that sync needs to know of one kind of item. */
export interface SyncedKind<Key extends KindKey = KindKey> {
  readonly name: Key['kind']
  /** How the keys of this kind begin, and no others. */
  readonly prefix: string
  /** Items with a smaller number are kept longer where room is short; there is no default. */
  readonly priority: number
  /** The smallest scope of erasing that removes items of this kind for good. */
  readonly erasedBy: EraseScope
  /** The parts of a key; undefined where it is none of this kind. */
  parseKey(key: string): Key | undefined
  /** Reads a content into what is known of its device; one that cannot be read changes nothing. */
  read(device: Device, key: Key, content: string, now: number): void
  /** Writes this device's own items of this kind, from what is in storage.local. */
  collect?(round: Collecting): void
}

/** A device's id as it stands in keys. */
export const DEVICE_ID = '[\\w-]{8}'

/** The `key` function and `parseKey` of a kind with one item a device: the prefix and the device's id. */
export function simpleKey<Name extends string>(kind: Name, prefix: string) {
  const pattern = new RegExp(`^${prefix}(${DEVICE_ID})$`)
  return {
    key: (device: DeviceId): string => prefix + device,
    parseKey(key: string): KindKey<Name> | undefined {
      const match = pattern.exec(key)
      return match ? { kind, device: match[1] } : undefined
    },
  }
}
