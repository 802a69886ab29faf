// Numbers, dates and times as the language writes them, for the panels.
import { dayHere } from '../stores/calendar.ts'
import { language, t } from './i18n'

/** A whole number with the language's separators. */
export const numberText = (value: number): string => value.toLocaleString(language.value)
/** A part of all (0 to 1), with so many digits after the point: `99.8%`. */
export const percentText = (part: number, digits = 0): string =>
  part.toLocaleString(language.value, { style: 'percent', maximumFractionDigits: digits })

/** The page's language with the region that the browser names for it, as a BCP 47 tag. */
const regionTag = (): string =>
  navigator.languages.find(wanted => wanted.split('-')[0] === language.value.split('-')[0]) ?? language.value

/** The farthest time from 1970 that a date can have, in milliseconds. */
const LAST_TIME_MS = 8.64e15
const dateAs =
  (options: Intl.DateTimeFormatOptions) =>
  (time: number): string =>
    Math.abs(time) <= LAST_TIME_MS ? new Intl.DateTimeFormat(language.value, options).format(time) : '–'
/** The date of a time in milliseconds since 1970; a dash for a time that no date has. */
export const dateText = dateAs({ dateStyle: 'medium' })
/** Day and month of a time in milliseconds since 1970, in words; a dash for a time that no date has. */
export const longDayText = dateAs({ day: 'numeric', month: 'long' })
/** The month and year of a time in milliseconds since 1970; a dash for a time that no date has. */
export const monthText = dateAs({ month: 'long', year: 'numeric' })
/** The month of a time in milliseconds since 1970, short; a dash for a time that no date has. */
export const shortMonthText = dateAs({ month: 'short' })
/** The hours of the clock: as the locale has them, or as a person chose. */
export type Hours = 'system' | '12' | '24'
const isTwelve = (hours: Hours): boolean =>
  hours === 'system'
    ? new Intl.DateTimeFormat(regionTag(), { hour: 'numeric' }).resolvedOptions().hour12!
    : hours === '12'
/** The time of day of a time in milliseconds since 1970; a dash for a time that no date has. */
export const timeText = (time: number, hours: Hours): string =>
  dateAs({ hour: 'numeric', minute: '2-digit', hour12: isTwelve(hours) })(time)
/** The same in two parts: the figures, and "AM" or "PM" where hours are counted to twelve. */
export function clockOf(time: number, hours: Hours): { time: string; period: string } {
  const options = { hour: 'numeric', minute: '2-digit', hour12: isTwelve(hours) } as const
  const parts = new Intl.DateTimeFormat(language.value, options).formatToParts(time)
  const isPeriod = ({ type }: Intl.DateTimeFormatPart) => type === 'dayPeriod'
  const text = (some: Intl.DateTimeFormatPart[]) =>
    some
      .map(({ value }) => value)
      .join('')
      .trim()
  return { time: text(parts.filter(part => !isPeriod(part))), period: text(parts.filter(isPeriod)) }
}
/** Weekday, day and month of a time in milliseconds since 1970; a dash for a time that no date has. */
export const weekdayText = dateAs({ weekday: 'long', day: 'numeric', month: 'long' })

/**
 * The first day of the week, 0 being Sunday: that of the region which the browser names with the language, or
 * else of the language.
 */
export function weekStart(): number {
  const locale = new Intl.Locale(regionTag()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}

/** The short names of the days of a week, from its first on. */
export function weekdays(): string[] {
  const name = dateAs({ weekday: 'narrow', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, i) => name(Date.UTC(2026, 0, 4 + weekStart() + i)))
}

/**
 * How long ago a time was: "5 minutes ago", "yesterday". A time that lies ahead, by another device's clock,
 * is "now". From a day on, days of the calendar count.
 */
export function agoText(time: number, now = Date.now()): string {
  const ago = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' })
  const minutes = Math.max(0, Math.round((now - time) / 60_000))
  if (!Number.isFinite(minutes)) return '–'
  if (minutes < 60) return ago.format(-minutes, 'minute')
  return minutes < 60 * 24
    ? ago.format(-Math.round(minutes / 60), 'hour')
    : ago.format(dayHere(new Date(time)) - dayHere(new Date(now)), 'day')
}

/** A stored device name such as "Chrome on Linux" in the page's language; a name of another form as it is. */
export function deviceText(name: string): string {
  const [, browser, system] = /^(\w+) on (\w+)$/.exec(name) ?? []
  return browser ? t('device.name', { browser, system }) : name
}
