// Days of the calendar where the person is, as numbers: days since 1970 of that date.
import { DAY_MS } from './time.ts'

/** The day of a local date and time, where the person is. */
export const dayHere = (time: Date): number =>
  Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / DAY_MS

/** Noon of a day, where the person is. */
export function noonOf(day: number): Date {
  const utc = new Date(day * DAY_MS)
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12)
}

/** A day as 2026-11-21. */
export const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
