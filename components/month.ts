// A month of the calendar as days, for the deals of the day.
import type { Medal } from '../stores/account/medals.ts'
import { dayHere, noonOf } from '../stores/calendar.ts'
import { weekStart } from './i18n-panels'

/** A month of a calendar. */
export interface Month {
  /** Its first day, counted from 1970. */
  readonly first: number
  /** How many days it has. */
  readonly length: number
  /** How many days of its first week belong to the month before. */
  readonly before: number
}

/** The month so many months from the present one; 0 is the present one. */
export function monthAt(offset: number, now = new Date()): Month {
  const first = dayHere(new Date(now.getFullYear(), now.getMonth() + offset, 1))
  const start = noonOf(first)
  return {
    first,
    length: new Date(start.getFullYear(), start.getMonth() + 1, 0).getDate(),
    before: (start.getDay() - weekStart() + 7) % 7,
  }
}

/** How deals of the day stand, or the medal of a day’s set, by their day since 1970. */
export type DayStates = ReadonlyMap<number, 'won' | 'givenUp' | 'begun' | Medal>
