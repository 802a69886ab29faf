// Limits writes and requests: token buckets, pauses after failures, and delays that spread devices out.

/** A bucket has at most `size` tokens and gains one every `refillMs`. */
export interface Bucket {
  readonly size: number
  readonly refillMs: number
}

/** The bucket for writes to storage.sync, and for writes to the folder. Chrome allows far more writes. */
export const WRITES: Bucket = { size: 20, refillMs: 100_000 }
/** The bucket for requests to the folder: no session starts after 160 requests in an hour. */
export const REQUESTS: Bucket = { size: 30, refillMs: 3_600_000 / 130 }

/** The tokens after some milliseconds; a clock that was set back adds none. */
export const refilledBy = ({ size, refillMs }: Bucket, tokens: number, passed: number): number =>
  Math.min(size, tokens + Math.max(0, passed) / refillMs)

/** The milliseconds until there is a token. */
export const waitForToken = ({ refillMs }: Bucket, tokens: number): number =>
  Math.max(0, 1 - tokens) * refillMs

/** The pause after the first failure, which doubles with each further one. */
export const FIRST_PAUSE_MS = 30_000
/** The longest pause after a failure. */
export const MAX_PAUSE_MS = 3_600_000
/** Further failures in a row are not counted. */
export const MAX_FAILURES = 10

/** The longest result of `spreadDelay`. */
export const MAX_SPREAD_MS = 300_000
/** A random delay (1 to 5 minutes) before work that any device can do, so that one device goes first. */
export const spreadDelay = (random: number): number => (MAX_SPREAD_MS / 5) * (1 + 4 * random)
