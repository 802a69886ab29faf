// Words of the panels, loaded with the first of them: their sentences, and numbers, dates and times as the
// language writes them.
import type { Language } from '../stores/settings/languages'
import { addTexts, language } from './i18n'

const panels: Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>> = {
  en: () => import('../assets/locales/en-panels.json'),
  de: () => import('../assets/locales/de-panels.json'),
  fr: () => import('../assets/locales/fr-panels.json'),
  es: () => import('../assets/locales/es-panels.json'),
  ja: () => import('../assets/locales/ja-panels.json'),
}
await addTexts(async locale => (await panels[locale]()).default)

export const numberText = (value: number): string => value.toLocaleString(language.value)
/** A part of all, with so many digits after the point: `99.8%`. */
export const percentText = (part: number, digits = 0): string =>
  part.toLocaleString(language.value, { style: 'percent', maximumFractionDigits: digits })

const dateAs =
  (options: Intl.DateTimeFormatOptions) =>
  (time: number): string =>
    new Intl.DateTimeFormat(language.value, options).format(time)
/** Times in milliseconds since 1970: a day, its month, a time of day. */
export const dateText = dateAs({ dateStyle: 'medium' })
export const monthText = dateAs({ month: 'long', year: 'numeric' })
export const timeText = dateAs({ timeStyle: 'short' })

/** The first day of the week, 0 being Sunday. */
export function weekStart(): number {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
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
 * is "now".
 */
export function agoText(time: number, now = Date.now()): string {
  const ago = new Intl.RelativeTimeFormat(language.value, { numeric: 'auto' })
  const minutes = Math.max(0, Math.round((now - time) / 60_000))
  if (minutes < 60) return ago.format(-minutes, 'minute')
  return minutes < 60 * 24
    ? ago.format(-Math.round(minutes / 60), 'hour')
    : ago.format(-Math.round(minutes / 60 / 24), 'day')
}
