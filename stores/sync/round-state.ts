// The state of one round of syncing, which its steps change one after another, with its input and its plan.
import type { Texts } from '../platform/area.ts'
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

/** The input of a round. */
export interface RoundInput {
  /** All texts of storage.local. */
  readonly local: Texts
  /** The content of storage.sync; undefined if it could not be read. */
  readonly sync: Readonly<Record<string, unknown>> | undefined
  /** Items that were read from the sync folder. */
  readonly learned?: Texts
  /** Milliseconds since 1970, by a clock that may be wrong. */
  readonly now: number
  /** The browser, as shown to users: "Chrome on Linux". */
  readonly browser: string
  readonly limits?: Limits
  newId(): DeviceId
}

/** The plan of a round: writes and removals that have not been carried out yet. */
export interface SyncPlan {
  readonly identity: DeviceIdentity
  /** Texts to write to storage.local first. */
  readonly local: Texts
  /** Keys to remove from storage.local after that. */
  readonly forget: readonly string[]
  /** This device's items that storage.sync lacks or has with another value. */
  readonly publish: Texts
  /** Other devices' items that storage.sync has lost or has in an older version. */
  readonly repair: Texts
  /** Keys to remove from storage.sync. */
  readonly remove: readonly string[]
  /** Damaged values for the quarantine; replicas by their key in storage.local. */
  readonly damaged: Texts
  /** Replicas that are removed because this device has absorbed their devices. */
  readonly absorbed: Texts
  /** False if this device's items exceed its share of the room or games in progress have to stay local. */
  readonly everythingFits: boolean
}

/** The state that the steps of a round read and change. */
export class RoundState implements Collecting {
  readonly input: RoundInput
  readonly limits: Limits
  /** The identity of this device; a placeholder until `readIdentity`. */
  identity: DeviceIdentity
  /** Whether this device had an identity before this round. */
  isKnown = false
  /** Replicas in storage.local before the round. */
  readonly replicasBefore: Items
  /** Items in storage.sync. Steps remove damaged and erased ones, and those of impossible epochs. */
  readonly remote: Items
  /** Items read from the sync folder, with the same removals. */
  readonly learned: Items
  /** Rows to add to this device's log, in this order. */
  pending: LogRow[] = []
  /** The keys of pending results in storage.local. */
  pendingKeys: string[] = []
  damaged: Items = {}
  /** Keys of storage.local that erasures remove, and texts that are kept because of erasures. */
  readonly erasedKeys = new Set<string>()
  keptTexts: Record<string, string> = {}
  readonly unsynced: Record<string, string> = {}
  /** Choices of other devices, or of a former id, that this device adopts. */
  carriedSettings: SettingsRegister = {}
  /** Keys of absorbed and erased items to remove from storage.sync. */
  readonly removeFromSync = new Set<string>()
  readonly absorbed = new Set<DeviceId>()
  /** Replicas of absorbed devices that are removed. */
  readonly absorbedItems: Items = {}
  /** The text of the merged settings; undefined if there are none. */
  settings: string | undefined
  /**
   * This device's items that belong in storage.sync, the room that is left there, and whether everything
   * fits.
   */
  fitted = {
    publishable: [] as readonly string[],
    room: { bytes: 0, items: 0 } as Room,
    everythingFits: true,
  }
  repair: Items = {}
  #replicas: Items
  /** A cache of contents, because the pages of the log are searched for every result. */
  readonly #contents = new Map<string, { value: string; content: string | undefined }>()
  #devices: Map<DeviceId, Device> | undefined

  constructor(input: RoundInput) {
    this.input = input
    this.limits = input.limits ?? LIMITS
    this.identity = { id: '', epoch: 0 }
    this.replicasBefore = replicasIn(input.local)
    this.#replicas = { ...this.replicasBefore }
    this.remote = itemsIn(input.sync ?? {})
    this.learned = itemsIn(input.learned ?? {})
  }

  /** All known items, this device's and other devices'. */
  get replicas(): Readonly<Items> {
    return this.#replicas
  }

  /** All devices at this point of the round. */
  devices(): ReadonlyMap<DeviceId, Device> {
    return (this.#devices ??= devicesOf(this.#replicas, this.input.now))
  }

  isOwn(key: string): boolean {
    return parseKey(key)!.device === this.identity.id
  }

  /** The merged settings after the last round. */
  get heldSettings(): Readonly<Record<string, unknown>> {
    return resolve(settingsOf(devicesOf(this.replicasBefore, this.input.now)))
  }

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

  /** The known content of an item; undefined if it is missing or cannot be read. */
  content(key: string): string | undefined {
    const value = this.#replicas[key]
    if (value === undefined) return undefined
    const read = this.#contents.get(key)
    if (read?.value === value) return read.content
    const content = readItem(key, value)?.content
    this.#contents.set(key, { value, content })
    return content
  }

  /** Writes the next version of an item. Skips unchanged content; a missing item counts as empty. */
  put(key: string, content: string): void {
    const old = readItem(key, this.#replicas[key])
    if (content === (old?.content ?? '')) return
    const seq = old ? Math.min(old.seq + 1, MAX_SEQ) : 1
    this.setReplica(key, writeItem(key, { epoch: this.identity.epoch, seq, content }))
  }
}
