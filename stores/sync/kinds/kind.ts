// One kind of synced item: its keys, how it is parsed, and which items this device writes.
import type { Device } from '../device.ts'
import type { DeviceIdentity } from '../device-identity.ts'
import type { DeviceId, Items } from '../items.ts'
import type { SettingsRegister } from '../lww-settings.ts'

/** A parsed key: its kind, and the device that the item belongs to. */
export interface KindKey<Name extends string = string> {
  readonly kind: Name
  readonly device: DeviceId
}

/** The part of `RoundState` that `collect` uses. */
export interface Collecting {
  readonly input: { readonly local: Readonly<Items>; readonly now: number; readonly browser: string }
  readonly limits: { readonly pageResults: number }
  readonly identity: DeviceIdentity
  readonly replicas: Readonly<Items>
  readonly replicasBefore: Readonly<Items>
  readonly remote: Readonly<Items>
  readonly erasedKeys: ReadonlySet<string>
  readonly absorbed: ReadonlySet<DeviceId>
  readonly carriedSettings: SettingsRegister
  readonly heldSettings: Readonly<Record<string, unknown>>
  readonly compactedPages: number
  settings: string | undefined
  /** Choices that do not fit into the item; they stay pending. */
  readonly unsynced: Record<string, string>
  devices(): ReadonlyMap<DeviceId, Device>
  isOwn(key: string): boolean
  content(key: string): string | undefined
  put(key: string, content: string): void
}

/** A kind of synced item. */
export interface SyncedKind<Key extends KindKey = KindKey> {
  readonly name: Key['kind']
  /** The prefix of its keys, used by no other kind. */
  readonly prefix: string
  /** If space is short, items with a smaller number are preferred. */
  readonly priority: number
  /** Parses a key; undefined if it is not of this kind. */
  parseKey(key: string): Key | undefined
  /** Adds the content of an item to its device; invalid content changes nothing. */
  read(device: Device, key: Key, content: string, now: number): void
  /** Writes this device's items of this kind, from the texts of storage.local. */
  collect?(round: Collecting): void
}

/** The pattern of a device's id in keys. */
export const DEVICE_ID = '[\\w-]{8}'

/** The name and the keys of a kind with one item per device: the prefix and the device's id. */
export function onePerDevice<Name extends string>(name: Name, prefix: string) {
  const pattern = new RegExp(`^${prefix}(${DEVICE_ID})$`)
  return {
    name,
    prefix,
    key: (device: DeviceId): string => prefix + device,
    parseKey(key: string): KindKey<Name> | undefined {
      const match = pattern.exec(key)
      return match ? { kind: name, device: match[1]! } : undefined
    },
  }
}
