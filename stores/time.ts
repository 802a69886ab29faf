// Time as whole numbers: minutes since 2020 for results, days since 1970 for devices and for the calendar.

const MINUTE_MS = 60_000
/** Milliseconds of a day. */
export const DAY_MS = 86_400_000
/** Minutes of a day. */
export const DAY_MINUTES = DAY_MS / MINUTE_MS

/** The time at which minutes begin to be counted. */
const TIME_ORIGIN = Date.UTC(2020)

/** The last minute that the four digits of the formats hold, in November 2051. */
const LAST_MINUTE = 64 ** 4 - 1

/** Minutes since 2020 UTC of a time in milliseconds since 1970; of an earlier or later time the nearest. */
export const minuteOf = (time: number): number =>
  Math.min(LAST_MINUTE, Math.max(0, Math.floor((time - TIME_ORIGIN) / MINUTE_MS)))

/** The time in milliseconds since 1970 at which such a minute begins. */
export const timeOf = (minute: number): number => TIME_ORIGIN + minute * MINUTE_MS

/** Days since 1970 UTC of a time in milliseconds since 1970. */
export const dayOf = (time: number): number => Math.floor(time / DAY_MS)

/** The time in milliseconds since 1970 at which such a day begins. */
export const timeOfDay = (day: number): number => day * DAY_MS
