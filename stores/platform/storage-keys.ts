// The table of all keys in storage.local: who owns each, what of it other devices hear, and what erasing
// removes.

/** What a person can erase: games and statistics, or everything that Quickhand stores. */
export type EraseScope = 'games' | 'everything'

/** A replica of an item of storage.sync, own or foreign, lies under the item's key with this before it. */
export const REPLICA_PREFIX = '~'
/** Results that pages wrote and that the log has not taken in yet. */
export const PENDING_RESULT_PREFIX = 'result:'
/** Texts that could not be used. */
export const QUARANTINE_PREFIX = 'aside:'
/** What the erasure of another device removed here, kept for a while so that it can be brought back. */
export const ERASED_PREFIX = 'erased:'
/** The game in progress of each kind of game, and the one that a new deal left. */
export const GAME_PREFIX = 'game:'
/** The game that a new deal left, of each kind of game. */
export const PREVIOUS_PREFIX = 'previous:'
/** A choice of a setting that has not been taken into the settings yet. */
export const PENDING_SETTING_PREFIX = 'setting:'
/** The merged settings. */
export const SETTINGS_KEY = 'settings'
/** Who this device is. */
export const DEVICE_KEY = 'device'
/** What this device keeps about publishing. */
export const SYNC_STATE_KEY = 'sync'
/** The last import, so that it can be taken back. */
export const LAST_IMPORT_KEY = 'last-import'

/** One row of the table. */
export interface StorageKey {
  /** The whole key; or the beginning of a key, where `isPrefix` is set. */
  readonly key: string
  readonly isPrefix?: true
  /** The module that decides what lies there. */
  readonly owner: string
  /** Whether a change of it is news that other devices are to hear. */
  readonly isPublished: boolean
  /** The smallest scope of erasing that removes it; undefined where it always stays. */
  readonly erasedBy?: EraseScope
}

const row = (
  key: string,
  owner: string,
  erasedBy: EraseScope | undefined,
  isPublished = false,
): StorageKey => ({
  key,
  owner,
  isPublished,
  ...(erasedBy && { erasedBy }),
  ...(/[:~]$/.test(key) && { isPrefix: true }),
})

/** The table. */
export const storageKeys: readonly StorageKey[] = [
  row(GAME_PREFIX, 'session/game-storage', 'games', true),
  row(PREVIOUS_PREFIX, 'session/game-storage', 'games'),
  row('current', 'session/game-storage', 'games'),
  row('welcome', 'session/game-storage', 'everything'),
  row('deals:', 'analysis/winnable-deals', 'games'),
  row(PENDING_RESULT_PREFIX, 'sync/ids', 'games', true),
  row(REPLICA_PREFIX, 'sync/replicas', 'games'),
  row(QUARANTINE_PREFIX, 'sync/quarantine', 'games'),
  row(ERASED_PREFIX, 'sync/erasure', 'games'),
  row(LAST_IMPORT_KEY, 'sync/import-undo', 'games'),
  row(SETTINGS_KEY, 'settings/settings', 'everything'),
  row(PENDING_SETTING_PREFIX, 'sync/pending-settings', 'everything', true),
  row(SYNC_STATE_KEY, 'sync/sync-state', 'everything'),
  // The id is replaced by every erasure; the rest of the text says that something was erased, so it stays.
  row(DEVICE_KEY, 'sync/device-identity', undefined, true),
]

/** The row of a key of storage.local; undefined for a key that this version does not know. */
export const storageKeyOf = (name: string): StorageKey | undefined =>
  storageKeys.find(({ key, isPrefix }) => (isPrefix ? name.startsWith(key) : name === key))

/** Whether a change of a key is news for other devices. */
export const isNews = (name: string): boolean => storageKeyOf(name)?.isPublished ?? false

/** Whether erasing in a scope removes a key of storage.local. */
export function isErasedBy(name: string, scope: EraseScope): boolean {
  const erasedBy = storageKeyOf(name)?.erasedBy
  return erasedBy === 'games' || (erasedBy === 'everything' && scope === 'everything')
}
