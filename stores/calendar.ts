// Calendar days in the user's time zone, as numbers: days since 1970.
import { DAY_MS } from './time.ts'

/** The day of a local date and time. */
export const dayHere = (time: Date): number =>
  Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / DAY_MS

/** A day in ISO form: 2026-11-21. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
