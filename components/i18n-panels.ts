// Numbers, dates, times and lists in the current language. Loaded after the first paint.
import { computed } from 'vue'
import type { Scoring } from '../engine/index.ts'
import { dayHere } from '../stores/calendar.ts'
import { useSettings } from '../stores/session/settings'
import { DAY_MS, MINUTE_MS } from '../stores/time.ts'
import { language, languages, numberText, t } from './i18n'

/** The text of a score: US dollars for Vegas, points otherwise. */
export const scoreText = (value: number, scoring: Scoring): string =>
  scoring === 'vegas'
    ? value
        .toLocaleString(language.value, {
          style: 'currency',
          currency: 'USD',
          currencyDisplay: 'narrowSymbol',
          maximumFractionDigits: 0,
        })
        .replace('-', '−')
    : numberText(value)
/**
 * A fraction as a percentage with at most `digits` decimals: `99.8%`. A fraction
 * between 0 and 1 is never rounded to 0% or 100%.
 */
export function percentText(part: number, digits = 0): string {
  const min = 10 ** -(digits + 2)
  const shown = part > 0 && part < 1 ? Math.min(Math.max(part, min), 1 - min) : part
  return shown.toLocaleString(language.value, { style: 'percent', maximumFractionDigits: digits })
}

function listedAs(type: Intl.ListFormatType): (texts: readonly string[]) => string {
  const list = computed(() => new Intl.ListFormat(language.value, { type }))
  // Most moves name one card, which needs no format. Constructing a format takes longer than a move.
  return texts => (texts.length > 1 ? list.value.format(texts) : texts.join(''))
}
/** `A, B, and C` */
export const listed = listedAs('conjunction')
/** `A, B, or C` */
export const listedByChoice = listedAs('disjunction')

/** The name of a language in that language. A tag without texts, which may be invalid, is returned as is. */
export const languageName = (tag: string): string =>
  (languages.includes(tag) && new Intl.DisplayNames(tag, { type: 'language' }).of(tag)) || tag

/** A duration in minutes and seconds, with units: `5 min`, `1 min 30 sec`. */
export function durationText(seconds: number): string {
  const unitText = (value: number, unit: string): string =>
    value.toLocaleString(language.value, { style: 'unit', unit, unitDisplay: 'short' })
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)]
  return [minutes > 0 ? unitText(minutes, 'minute') : '', rest > 0 ? unitText(rest, 'second') : '']
    .filter(Boolean)
    .join(' ')
}

/** The page's language with the region from the browser's preferences, as a BCP 47 tag. */
const regionTag = (): string =>
  navigator.languages.find(wanted => wanted.split('-')[0] === language.value.split('-')[0]) ?? language.value

/** The latest time that a Date can represent, in milliseconds since 1970. */
const LAST_TIME_MS = 8.64e15
/** Formats a timestamp in milliseconds; a dash if it is out of range. */
const formatted = (format: Intl.DateTimeFormat, time: number): string =>
  Math.abs(time) <= LAST_TIME_MS ? format.format(time) : '–'
/** A function that formats timestamps in the browser's time zone, which may change. */
const dateAs =
  (options: Intl.DateTimeFormatOptions) =>
  (time: number): string =>
    formatted(new Intl.DateTimeFormat(language.value, options), time)
/** A function that formats days, which are given in days since 1970. A calendar formats dozens of them. */
function dayAs(options: Intl.DateTimeFormatOptions): (day: number) => string {
  const format = computed(() => new Intl.DateTimeFormat(language.value, { ...options, timeZone: 'UTC' }))
  return day => formatted(format.value, day * DAY_MS)
}
/** The date of a timestamp in milliseconds. */
export const dateText = dateAs({ dateStyle: 'medium' })
/** The date of a day. */
export const dayText = dayAs({ dateStyle: 'medium' })
/**
 * The date of a day in UTC on which a device was last seen, or data was imported, but never later than today.
 * In the evening west of UTC, the day in UTC is already tomorrow.
 */
export const seenText = (utcDay: number): string => dayText(Math.min(utcDay, dayHere(new Date())))
/** The day and the full name of the month, and the year unless it is the current year. */
export function longDayText(day: number): string {
  const isThisYear = new Date(day * DAY_MS).getUTCFullYear() === new Date().getFullYear()
  return dayAs({ day: 'numeric', month: 'long', ...(!isThisYear && { year: 'numeric' }) })(day)
}
/** The month of a day. */
export const monthText = dayAs({ month: 'long', year: 'numeric' })
export const shortMonthText = dayAs({ month: 'short' })
/** Whether times use a 12-hour clock, as set or, by default, as usual in the region. */
function isTwelve(): boolean {
  const { hours } = useSettings().values
  return hours === 'system'
    ? new Intl.DateTimeFormat(regionTag(), { hour: 'numeric' }).resolvedOptions().hour12!
    : hours === '12'
}
/** The time of day of a timestamp in milliseconds. */
export const timeText = (time: number): string =>
  dateAs({ hour: 'numeric', minute: '2-digit', hour12: isTwelve() })(time)
/** The time of day in two parts: the digits, and "AM" or "PM" with a 12-hour clock. */
export function clockOf(time: number): { time: string; period: string } {
  const options = { hour: 'numeric', minute: '2-digit', hour12: isTwelve() } as const
  const parts = new Intl.DateTimeFormat(language.value, options).formatToParts(time)
  const period = parts.find(({ type }) => type === 'dayPeriod')
  const others = parts.filter(part => part !== period).map(({ value }) => value)
  return { time: others.join('').trim(), period: period?.value ?? '' }
}
export const weekdayAndDateText = dateAs({ weekday: 'long', day: 'numeric', month: 'long' })

/**
 * The first day of the week, 0 for Sunday. It depends on the region in the browser's preferences, or else on
 * the language. Monday if the browser has no such data.
 */
export function weekStart(): number {
  const locale = new Intl.Locale(regionTag()) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  return (locale.getWeekInfo?.().firstDay ?? 1) % 7
}

/** The narrow names of the weekdays, starting with the first day of the week. */
export function weekdays(): string[] {
  const name = dayAs({ weekday: 'narrow' })
  // The first Sunday since 1970 is day 3.
  return Array.from({ length: 7 }, (_, i) => name(3 + weekStart() + i))
}

/**
 * How long ago a time was: "5 minutes ago", "yesterday". Times in the future, from another device's clock,
 * are "just now". From 24 hours on, calendar days are counted.
 */
export function agoText(time: number, now: number): string {
  const ago = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' })
  const minutes = Math.max(0, Math.floor((now - time) / MINUTE_MS))
  if (!Number.isFinite(minutes)) return '–'
  if (minutes === 0) return t('ago.now')
  if (minutes < 60) return ago.format(-minutes, 'minute')
  return minutes < 60 * 24
    ? ago.format(-Math.floor(minutes / 60), 'hour')
    : ago.format(dayHere(new Date(time)) - dayHere(new Date(now)), 'day')
}

/** How long ago a game ended, measured from the end of its last minute, which starts at `time`. */
export const endedAgoText = (time: number, now: number): string => agoText(time + MINUTE_MS - 1, now)

/**
 * A stored device name such as "Chrome on Linux", perhaps with a number as in "Chrome on Linux (2)", in the
 * page's language. Other names are returned unchanged.
 */
export function deviceText(name: string): string {
  const [, browser, system = '', number] = /^(\w+) on (\w+)(?: \((\d+)\))?$/.exec(name) ?? []
  if (!browser) return name
  const text = t('device.name', { browser, system })
  return number ? t('joined.note', { text, note: number }) : text
}
