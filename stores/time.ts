// Time as whole numbers: minutes since 2020 for results, days since 1970 for devices and calendars.

/** Milliseconds in a minute. */
export const MINUTE_MS = 60_000
/** Milliseconds in a day. */
export const DAY_MS = 86_400_000
/** Minutes in a day. */
export const DAY_MINUTES = DAY_MS / MINUTE_MS

/** The start of minute 0, 2020-01-01 UTC, in milliseconds since 1970. */
const TIME_ORIGIN = Date.UTC(2020)

/** The last minute that fits into the four base64url digits of a result: in November 2051. */
export const LAST_MINUTE = 64 ** 4 - 1

/** Minutes since 2020 UTC for a time in milliseconds since 1970, clamped to the valid range. */
export const minuteOf = (time: number): number =>
  Math.min(LAST_MINUTE, Math.max(0, Math.floor((time - TIME_ORIGIN) / MINUTE_MS)))

/** The start of a minute counted from 2020 UTC, in milliseconds since 1970. */
export const timeOf = (minute: number): number => TIME_ORIGIN + minute * MINUTE_MS

/** Days since 1970 UTC for a time in milliseconds since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS)

/** The start of a day counted from 1970 UTC, in milliseconds since 1970. */
export const timeOfDay = (day: number): number => day * DAY_MS
