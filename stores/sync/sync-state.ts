// The state of publishing: its rate limits, its last failure, and whether changes are waiting.
import * as v from 'valibot'
import { SYNC_STATE_KEY } from '../platform/storage-keys.ts'
import { amount, parseStored } from '../platform/stored-json.ts'
import { WRITES } from './token-bucket.ts'

export { SYNC_STATE_KEY }

/** The stored state, with the field names of the first release. All times are milliseconds since 1970. */
const SyncState = v.pipe(
  v.object({
    /** The tokens for writes, and the time they were last refilled. */
    tokens: v.optional(amount, WRITES.size),
    reckoned: v.optional(amount, 0),
    /** The time storage.sync was last written; 0 for never. */
    handed: v.optional(amount, 0),
    /** Why the last attempt failed, in the browser's words. */
    error: v.optional(v.string()),
    failures: v.optional(amount, 0),
    /** No attempt is made before this time. */
    notBefore: v.optional(amount, 0),
    /** The time at which other devices' lost items are restored; 0 while none are missing. */
    healAt: v.optional(amount, 0),
    /** Whether changes are still unpublished. */
    isWaiting: v.optional(v.boolean(), false),
    /** Whether everything fits into storage.sync, and the bytes used there. */
    isWhole: v.optional(v.boolean(), true),
    bytes: v.optional(amount, 0),
  }),
  v.transform(
    ({ reckoned: reckonedAt, handed: publishedAt, healAt: repairAt, isWhole: everythingFits, ...rest }) => ({
      ...rest,
      reckonedAt,
      publishedAt,
      repairAt,
      everythingFits,
    }),
  ),
)
/** The state of publishing. */
export type SyncState = Readonly<v.InferOutput<typeof SyncState>>

/** Parses a state; an invalid one starts over, which costs only a few writes. */
export const parseSyncState = (text: string | undefined): SyncState =>
  parseStored(SyncState, text) ?? v.parse(SyncState, {})

/** Serializes a state. */
export const writeSyncState = ({
  reckonedAt,
  publishedAt,
  repairAt,
  everythingFits,
  ...rest
}: SyncState): string =>
  JSON.stringify({
    ...rest,
    reckoned: reckonedAt,
    handed: publishedAt,
    healAt: repairAt,
    isWhole: everythingFits,
  })
