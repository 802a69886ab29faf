// What a device keeps about publishing: how often it may write, what failed, what waits.
import * as v from 'valibot'
import { SYNC_STATE_KEY } from '../platform/storage-keys.ts'
import { parseStored } from '../platform/stored-json.ts'

export { SYNC_STATE_KEY }

/** Own writes at once, and milliseconds until one more is free. The browser's own budget, shared, is 100. */
export const BUCKET_WRITES = 20
/** Milliseconds until one more write is free. */
export const REFILL_MS = 100_000

const count = v.pipe(v.number(), v.finite(), v.minValue(0))

/** The fields as they are stored, with the names of the first release. */
const StoredState = v.object({
  tokens: v.optional(count, BUCKET_WRITES),
  reckoned: v.optional(count, 0),
  handed: v.optional(count, 0),
  error: v.optional(v.string()),
  failures: v.optional(count, 0),
  notBefore: v.optional(count, 0),
  healAt: v.optional(count, 0),
  isWaiting: v.optional(v.boolean(), false),
  isWhole: v.optional(v.boolean(), true),
  bytes: v.optional(count, 0),
})

/** All times are milliseconds since 1970. */
export interface SyncState {
  /** Writes that may be made now, and when that was reckoned. */
  readonly tokens: number
  readonly reckonedAt: number
  /** When something was last given to storage.sync; 0 for never. */
  readonly publishedAt: number
  /** Why the last attempt failed, in the browser's words. */
  readonly error?: string
  readonly failures: number
  /** No attempt before this time. */
  readonly notBefore: number
  /** When others' lost items are put back; 0 while nothing is lost. */
  readonly repairAt: number
  /** Whether something here has not been published yet. */
  readonly isWaiting: boolean
  /** Whether everything fits into storage.sync, and how many bytes are used there. */
  readonly isWhole: boolean
  readonly bytes: number
}

/** The state in a stored text; one that cannot be read counts as new, which costs only a few writes. */
export function parseSyncState(text: string | undefined): SyncState {
  const stored = parseStored(StoredState, text) ?? v.parse(StoredState, {})
  const { reckoned, handed, healAt, ...rest } = stored
  return { ...rest, reckonedAt: reckoned, publishedAt: handed, repairAt: healAt }
}

/** A state as it is stored. */
export const writeSyncState = ({ reckonedAt, publishedAt, repairAt, ...rest }: SyncState): string =>
  JSON.stringify({ ...rest, reckoned: reckonedAt, handed: publishedAt, healAt: repairAt })
