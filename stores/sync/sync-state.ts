// What a device keeps about publishing: how often it may write, what failed, what waits.
import * as v from 'valibot'
import { SYNC_STATE_KEY } from '../platform/storage-keys.ts'
import { amount, parseStored } from '../platform/stored-json.ts'
import { WRITES } from './token-bucket.ts'

export { SYNC_STATE_KEY }

/** What is kept, under the names of the first release. All times are milliseconds since 1970. */
const SyncState = v.pipe(
  v.object({
    /** Writes that may be made now, and when that was reckoned. */
    tokens: v.optional(amount, WRITES.size),
    reckoned: v.optional(amount, 0),
    /** When something was last given to storage.sync; 0 for never. */
    handed: v.optional(amount, 0),
    /** Why the last attempt failed, in the browser's words. */
    error: v.optional(v.string()),
    failures: v.optional(amount, 0),
    /** No attempt before this time. */
    notBefore: v.optional(amount, 0),
    /** When others' lost items are put back; 0 while nothing is lost. */
    healAt: v.optional(amount, 0),
    /** Whether something here has not been published yet. */
    isWaiting: v.optional(v.boolean(), false),
    /** Whether everything fits into storage.sync, and how many bytes are used there. */
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

/** The state in a stored text; one that cannot be read counts as new, which costs only a few writes. */
export const parseSyncState = (text: string | undefined): SyncState =>
  parseStored(SyncState, text) ?? v.parse(SyncState, {})

/** A state as it is stored. */
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
