// All keys of storage.local: their owners, whether they are published, and what erases them.
import * as keys from './storage-keys.ts'

/** The scopes of an erasure: games and statistics, or everything that Quickhand stores. */
export type EraseScope = 'games' | 'everything'

/** One row of the table. */
export interface StorageKey {
  /** The whole key, or a prefix (`isPrefix`). */
  readonly key: string
  /** The module that owns the key. */
  readonly owner: string
  /** Whether changes are published to other devices. */
  readonly isPublished?: true
  /** The smallest erasure scope that removes it; undefined if none does. */
  readonly erasedBy?: EraseScope
}

/** One row for each key or prefix. */
export const storageKeys: readonly StorageKey[] = [
  { key: keys.GAME_PREFIX, owner: 'session/game-in-memory', isPublished: true, erasedBy: 'games' },
  { key: keys.PREVIOUS_PREFIX, owner: 'session/game-in-memory', erasedBy: 'games' },
  { key: keys.PAST_PREFIX, owner: 'sync/past-games', erasedBy: 'games' },
  { key: 'current', owner: 'session/game-in-memory', erasedBy: 'games' },
  { key: keys.SETTLED_KEY, owner: 'account/continuation', erasedBy: 'games' },
  { key: 'welcome', owner: 'session/game-in-memory', erasedBy: 'everything' },
  { key: 'deals:', owner: 'analysis/winnable-deals', erasedBy: 'games' },
  { key: keys.LEVELS_KEY, owner: 'analysis/levels', erasedBy: 'everything' },
  { key: keys.PENDING_RESULT_PREFIX, owner: 'sync/ids', isPublished: true, erasedBy: 'games' },
  { key: keys.REPLICA_PREFIX, owner: 'sync/replicas', erasedBy: 'games' },
  { key: keys.QUARANTINE_PREFIX, owner: 'sync/quarantine', erasedBy: 'games' },
  { key: keys.ERASED_PREFIX, owner: 'sync/erasure', erasedBy: 'games' },
  { key: keys.UNKNOWN_ERASURE_KEY, owner: 'sync/unknown-erasure', erasedBy: 'games' },
  { key: keys.LAST_IMPORT_KEY, owner: 'sync/import-undo', erasedBy: 'games' },
  { key: keys.SETTINGS_KEY, owner: 'settings/model', erasedBy: 'everything' },
  {
    key: keys.PENDING_SETTING_PREFIX,
    owner: 'sync/pending-settings',
    isPublished: true,
    erasedBy: 'everything',
  },
  { key: keys.SCORE_KEY, owner: 'account/score-store', erasedBy: 'everything' },
  { key: keys.PICTURE_KEY, owner: 'platform/table-picture', erasedBy: 'everything' },
  // The folder stays connected, because it tells other devices about the erasure. Disconnecting removes it.
  { key: keys.FOLDER_KEY, owner: 'sync/remotes/sync-folder' },
  { key: keys.FOLDER_STATE_KEY, owner: 'sync/remotes/folder-state' },
  { key: keys.REMOTE_FILE_PREFIX, owner: 'sync/remotes/folder-copies', erasedBy: 'games' },
  { key: keys.SYNC_STATE_KEY, owner: 'sync/sync-state', erasedBy: 'everything' },
  // Erasing replaces the id. The erasures stay, because they are announced to other devices.
  { key: keys.DEVICE_KEY, owner: 'sync/device-identity', isPublished: true },
]

/** Whether the key of a row is a prefix of the keys that are stored. */
export const isPrefix = (key: string): boolean => /[:~]$/.test(key)

/** The row of a key; undefined for keys unknown to this version. */
export const storageKeyOf = (name: string): StorageKey | undefined =>
  storageKeys.find(({ key }) => (isPrefix(key) ? name.startsWith(key) : name === key))

/** Whether changes to a key are published. */
export const isNews = (name: string): boolean => storageKeyOf(name)?.isPublished ?? false

/** Whether an erasure of this scope removes a key. */
export function isErasedBy(name: string, scope: EraseScope): boolean {
  const erasedBy = storageKeyOf(name)?.erasedBy
  return erasedBy === 'games' || erasedBy === scope
}
