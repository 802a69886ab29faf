// All keys of storage.local: their owners, whether they are published, and what erases them.
import {
  REPLICA_PREFIX,
  PENDING_RESULT_PREFIX,
  QUARANTINE_PREFIX,
  ERASED_PREFIX,
  GAME_PREFIX,
  PREVIOUS_PREFIX,
  PAST_PREFIX,
  PENDING_SETTING_PREFIX,
  SETTINGS_KEY,
  PICTURE_KEY,
  SCORE_KEY,
  DEVICE_KEY,
  SYNC_STATE_KEY,
  LAST_IMPORT_KEY,
  UNKNOWN_ERASURE_KEY,
  FOLDER_KEY,
  FOLDER_STATE_KEY,
  REMOTE_FILE_PREFIX,
  LEVELS_KEY,
} from './storage-keys.ts'

/** The scopes of erasing: games and statistics, or everything that Quickhand stores. */
export type EraseScope = 'games' | 'everything'

/** One row of the table. */
export interface StorageKey {
  /** The whole key, or its prefix if `isPrefix` is set. */
  readonly key: string
  readonly isPrefix?: true
  /** The module that owns the key. */
  readonly owner: string
  /** Whether changes are published to other devices. */
  readonly isPublished?: true
  /** The smallest scope of erasing that removes it; undefined if none does. */
  readonly erasedBy?: EraseScope
}

/** The table. */
export const storageKeys: readonly StorageKey[] = [
  { key: GAME_PREFIX, isPrefix: true, owner: 'session/game-in-memory', isPublished: true, erasedBy: 'games' },
  { key: PREVIOUS_PREFIX, isPrefix: true, owner: 'session/game-in-memory', erasedBy: 'games' },
  { key: PAST_PREFIX, isPrefix: true, owner: 'sync/past-games', erasedBy: 'games' },
  { key: 'current', owner: 'session/game-in-memory', erasedBy: 'games' },
  { key: 'welcome', owner: 'session/game-in-memory', erasedBy: 'everything' },
  { key: 'deals:', isPrefix: true, owner: 'analysis/winnable-deals', erasedBy: 'games' },
  { key: LEVELS_KEY, owner: 'analysis/levels', erasedBy: 'everything' },
  { key: PENDING_RESULT_PREFIX, isPrefix: true, owner: 'sync/ids', isPublished: true, erasedBy: 'games' },
  { key: REPLICA_PREFIX, isPrefix: true, owner: 'sync/replicas', erasedBy: 'games' },
  { key: QUARANTINE_PREFIX, isPrefix: true, owner: 'sync/quarantine', erasedBy: 'games' },
  { key: ERASED_PREFIX, isPrefix: true, owner: 'sync/erasure', erasedBy: 'games' },
  { key: UNKNOWN_ERASURE_KEY, owner: 'sync/unknown-erasure', erasedBy: 'games' },
  { key: LAST_IMPORT_KEY, owner: 'sync/import-undo', erasedBy: 'games' },
  { key: SETTINGS_KEY, owner: 'settings/model', erasedBy: 'everything' },
  {
    key: PENDING_SETTING_PREFIX,
    isPrefix: true,
    owner: 'sync/pending-settings',
    isPublished: true,
    erasedBy: 'everything',
  },
  { key: SCORE_KEY, owner: 'account/score-store', erasedBy: 'everything' },
  { key: PICTURE_KEY, owner: 'platform/table-picture', erasedBy: 'everything' },
  // The folder stays connected, because it tells other devices about the erasure. Disconnecting removes it.
  { key: FOLDER_KEY, owner: 'sync/remotes/sync-folder' },
  { key: FOLDER_STATE_KEY, owner: 'sync/remotes/folder-state' },
  { key: REMOTE_FILE_PREFIX, isPrefix: true, owner: 'sync/remotes/folder-copies', erasedBy: 'games' },
  { key: SYNC_STATE_KEY, owner: 'sync/sync-state', erasedBy: 'everything' },
  // Erasing replaces the id. The erasures stay, because they are announced to other devices.
  { key: DEVICE_KEY, owner: 'sync/device-identity', isPublished: true },
]

/** The row of a key; undefined for keys unknown to this version. */
export const storageKeyOf = (name: string): StorageKey | undefined =>
  storageKeys.find(({ key, isPrefix }) => (isPrefix ? name.startsWith(key) : name === key))

/** Whether changes to a key are published. */
export const isNews = (name: string): boolean => storageKeyOf(name)?.isPublished ?? false

/** Whether erasing in a scope removes a key. */
export function isErasedBy(name: string, scope: EraseScope): boolean {
  const erasedBy = storageKeyOf(name)?.erasedBy
  return erasedBy === 'games' || erasedBy === scope
}
