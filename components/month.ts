// Calendar months as day numbers, for the deals of the day.
import { dayInWeek } from '../stores/account/figures.ts'
import type { Medal } from '../stores/account/medals.ts'
import { dayHere } from '../stores/calendar.ts'
import { DAY_MS } from '../stores/time.ts'
import { weekStart } from './i18n-panels'

/** The month of a day, in months since 1970. */
function monthOf(day: number): number {
  const date = new Date(day * DAY_MS)
  return 12 * (date.getUTCFullYear() - 1970) + date.getUTCMonth()
}

/** The month `offset` months from that of a day. */
export function monthAt(day: number, offset = 0) {
  const month = monthOf(day) + offset
  const first = Date.UTC(1970, month) / DAY_MS
  return {
    /** The first day of the month, in days since 1970. */
    first,
    length: Date.UTC(1970, month + 1) / DAY_MS - first,
    /** The number of days in the first week of the month that belong to the previous month. */
    before: dayInWeek(first, weekStart()),
  }
}

export type Month = Readonly<ReturnType<typeof monthAt>>

/** The offset of a day's month; 0 for days after the current month, which the calendar does not show. */
export const offsetOf = (day: number): number => Math.min(0, monthOf(day) - monthOf(dayHere(new Date())))

/** The state of each deal of the day, or the medal of the day's set, by days since 1970. */
export type DayStates = ReadonlyMap<number, 'won' | 'givenUp' | 'begun' | Medal>
