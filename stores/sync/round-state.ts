// The state of one round of syncing, on which its steps work one after another, and what it starts and ends
// with.
import type { Texts } from '../platform/platform.ts'
import { settingsOf, type Device } from './device.ts'
import type { DeviceIdentity } from './device-identity.ts'
import { devicesOf } from './devices.ts'
import type { LogRow } from './game-results.ts'
import { MAX_SEQ, readItem, writeItem, type DeviceId, type Items } from './items.ts'
import { parseKey } from './kinds/index.ts'
import type { Collecting } from './kinds/kind.ts'
import { resolve, type SettingsRegister } from './lww-settings.ts'
import { LIMITS, type Limits, type Room } from './quota.ts'
import { itemsIn, replicasIn } from './replicas.ts'

/** What a round starts with. */
export interface RoundInput {
  /** All texts of storage.local. */
  readonly local: Texts
  /** What is in storage.sync; undefined where it could not be read: then nothing was learned. */
  readonly sync: Readonly<Record<string, unknown>> | undefined
  /** Items of this account that were read somewhere else, and that are not in storage.sync. */
  readonly learned?: Texts
  /** Milliseconds since 1970, by a clock that may be wrong. */
  readonly now: number
  /** What kind of browser this is, for people: "Chrome on Linux". */
  readonly browser: string
  readonly limits?: Limits
  newId(): DeviceId
}

/** What a round decides: writes and removals, of which nothing has been done yet. */
export interface SyncPlan {
  readonly identity: DeviceIdentity
  /** To be written to storage.local, before anything else. */
  readonly local: Texts
  /** To be removed from storage.local once that is done. */
  readonly forget: readonly string[]
  /** Own items that storage.sync lacks or has older. */
  readonly publish: Texts
  /** Others' items that storage.sync has lost. */
  readonly repair: Texts
  /** Keys to remove from storage.sync. */
  readonly remove: readonly string[]
  /** Values that cannot be read, to be put into quarantine; replicas by their key in storage.local. */
  readonly damaged: Texts
  /** False where games in progress have to stay on this device for want of room. */
  readonly everythingFits: boolean
}

/** What the steps of a round read and change. */
export class RoundState implements Collecting {
  readonly input: RoundInput
  readonly limits: Limits
  /** Who this device is; a made-up identity until `readIdentity`. */
  identity: DeviceIdentity
  /** Whether this device had an identity before this round. */
  isKnown = false
  /** Replicas in storage.local before the round. */
  readonly replicasBefore: Items
  /** Readable items in storage.sync, as far as the epoch lets them count. */
  readonly remote: Items
  /** The same of items that were read somewhere else. */
  readonly learned: Items
  /** Rows that wait to come into the own log, in the order of events. */
  pending: LogRow[] = []
  /** The keys of storage.local under which such results lie. */
  pendingKeys: string[] = []
  damaged: Items = {}
  /** Keys of storage.local that an erasure takes out, and texts that are kept because of erasures. */
  readonly erasedKeys = new Set<string>()
  keptTexts: Record<string, string> = {}
  /** Choices that stand under an id or in an epoch that ends, and that go on under the own id. */
  carriedSettings: SettingsRegister = {}
  /** Keys that leave storage.sync, though this device does not own them. */
  readonly removeFromSync = new Set<string>()
  /** Replicas of such keys that are no longer needed here either are deleted; the owners are noted here. */
  readonly absorbed = new Set<DeviceId>()
  /** The text of the merged settings; undefined where there are none. */
  settings: string | undefined
  /** Own items that should be in storage.sync, the room that is left there, and whether all find room. */
  fitted = {
    publishable: [] as readonly string[],
    room: { bytes: 0, items: 0 } as Room,
    everythingFits: true,
  }
  repair: Items = {}
  #replicas: Items
  /** Contents that were read once: the pages of the log are looked through for every result. */
  readonly #contents = new Map<string, { value: string; content: string | undefined }>()
  #devices: Map<DeviceId, Device> | undefined
  #held: Record<string, unknown> | undefined

  constructor(input: RoundInput) {
    this.input = input
    this.limits = input.limits ?? LIMITS
    this.identity = { id: '', epoch: 0 }
    this.replicasBefore = replicasIn(input.local)
    this.#replicas = { ...this.replicasBefore }
    this.remote = itemsIn(input.sync ?? {})
    this.learned = itemsIn(input.learned ?? {})
  }

  /** All items that are known here, own and foreign ones. */
  get replicas(): Readonly<Items> {
    return this.#replicas
  }

  /** What is known of each device at this point of the round. */
  devices(): ReadonlyMap<DeviceId, Device> {
    return (this.#devices ??= devicesOf(this.#replicas, this.input.now))
  }

  isOwn(key: string): boolean {
    return parseKey(key)!.device === this.identity.id
  }

  /** The settings that held on all devices after the last round. */
  get heldSettings(): Readonly<Record<string, unknown>> {
    return (this.#held ??= resolve(settingsOf(devicesOf(this.replicasBefore, this.input.now))))
  }

  /** How many pages of the own log are compacted. */
  get compactedPages(): number {
    return this.devices().get(this.identity.id)?.summary.compactedPages ?? 0
  }

  setReplica(key: string, value: string): void {
    this.#replicas[key] = value
    this.#devices = undefined
  }

  deleteReplica(key: string): void {
    Reflect.deleteProperty(this.#replicas, key)
    this.#devices = undefined
  }

  /** The content of an item as it is known here. */
  content(key: string): string | undefined {
    const value = this.#replicas[key] as string | undefined
    if (value === undefined) return undefined
    const read = this.#contents.get(key)
    if (read?.value === value) return read.content
    const item = readItem(key, value)
    const content = item.ok ? item.value.content : undefined
    this.#contents.set(key, { value, content })
    return content
  }

  /** Writes an item as its next version. Skips unchanged content; a missing item equals an empty one. */
  put(key: string, content: string): void {
    const old = key in this.#replicas ? readItem(key, this.#replicas[key]) : undefined
    if (old?.ok ? old.value.content === content : content === '') return
    const seq = old?.ok ? Math.min(old.value.seq + 1, MAX_SEQ) : 1
    this.setReplica(key, writeItem(key, { epoch: this.identity.epoch, seq, content }))
  }
}
