// The state of publishing: its rate limits, its last failure, and whether changes are waiting.
import * as v from 'valibot'
import { SYNC_STATE_KEY } from '../platform/storage-keys.ts'
import { amount, parseStored, storedUnder } from '../platform/stored-json.ts'
import { WRITES } from './rate-limits.ts'

export { SYNC_STATE_KEY }

const stored = storedUnder({
  reckonedAt: 'reckoned',
  publishedAt: 'handed',
  repairAt: 'healAt',
  everythingFits: 'isWhole',
})

/** All times are milliseconds since 1970. */
const SyncState = v.pipe(
  stored.fields,
  v.object({
    /** The tokens for writes, and the time they were last refilled. */
    tokens: v.optional(amount, WRITES.size),
    reckonedAt: v.optional(amount, 0),
    /** The time storage.sync was last written; 0 for never. */
    publishedAt: v.optional(amount, 0),
    /** Why the last attempt failed, in the browser's words. */
    error: v.optional(v.string()),
    failures: v.optional(amount, 0),
    /** No attempt is made before this time. */
    notBefore: v.optional(amount, 0),
    /** The time at which other devices' lost items are restored; 0 while none are missing. */
    repairAt: v.optional(amount, 0),
    /** Whether changes are still unpublished. */
    isWaiting: v.optional(v.boolean(), false),
    /** Whether everything fits into storage.sync, and the bytes used there. */
    everythingFits: v.optional(v.boolean(), true),
    bytes: v.optional(amount, 0),
  }),
)
/** The state of publishing. */
export type SyncState = Readonly<v.InferOutput<typeof SyncState>>

/** Parses a state. If it is invalid, the state starts over, which costs only a few writes. */
export const parseSyncState = (text: string | undefined): SyncState =>
  parseStored(SyncState, text) ?? v.parse(SyncState, {})

/** Serializes a state. */
export const writeSyncState = (state: SyncState): string => stored.write(state)
