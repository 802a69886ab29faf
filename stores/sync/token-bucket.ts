// Token buckets, which limit rates.

/** A bucket has `size` tokens at most, and gains one every `refillMs`. */
export interface Bucket {
  readonly size: number
  readonly refillMs: number
}

/** Writes to storage.sync, and separately to the folder; Chrome's own budget for storage.sync is 100. */
export const WRITES: Bucket = { size: 20, refillMs: 100_000 }
/** Requests to the folder: no session starts if there were 160 in the last hour. */
export const REQUESTS: Bucket = { size: 30, refillMs: 3_600_000 / 130 }

/** The tokens after some milliseconds; a clock that was set back adds none. */
export const refilledBy = ({ size, refillMs }: Bucket, tokens: number, passed: number): number =>
  Math.min(size, tokens + Math.max(0, passed) / refillMs)

/** The milliseconds until there is a token. */
export const waitForToken = ({ refillMs }: Bucket, tokens: number): number =>
  Math.max(0, 1 - tokens) * refillMs
