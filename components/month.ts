// Calendar months as day numbers, for the deals of the day.
import type { Medal } from '../stores/account/medals.ts'
import { dayHere, noonOf } from '../stores/calendar.ts'
import { weekStart } from './i18n-panels'

/** The month `offset` months from that of a day. */
export function monthAt(day: number, offset = 0) {
  const date = noonOf(day)
  const start = new Date(date.getFullYear(), date.getMonth() + offset, 1)
  return {
    /** The first day of the month, in days since 1970. */
    first: dayHere(start),
    length: new Date(start.getFullYear(), start.getMonth() + 1, 0).getDate(),
    /** The number of days in the first week of the month that belong to the previous month. */
    before: (start.getDay() - weekStart() + 7) % 7,
  }
}

export type Month = Readonly<ReturnType<typeof monthAt>>

/** The offset of a day's month; 0 for days after the current month, which the calendar does not show. */
export function offsetOf(day: number): number {
  const [date, now] = [noonOf(day), new Date()]
  const months = 12 * (date.getFullYear() - now.getFullYear()) + date.getMonth() - now.getMonth()
  return Math.min(0, months)
}

/** The state of each deal of the day, or the medal of the day's set, by days since 1970. */
export type DayStates = ReadonlyMap<number, 'won' | 'givenUp' | 'begun' | Medal>
