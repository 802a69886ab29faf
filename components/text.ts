// Words for the person: sentences by key, with values put in and plurals chosen.
import en from '../assets/locales/en.json'
import type panels from '../assets/locales/en-panels.json'
import { games, inWords, type GameId, type Reason } from '../engine/index.ts'

/** Keys of the texts; those of the panels come with the first panel. */
export type TextKey = keyof typeof en | keyof typeof panels
type Values = Readonly<Record<string, string | number>>

const texts: Record<string, string> = en
const plurals = new Intl.PluralRules('en')

/** Adds the texts of the panels to those of the start. */
export const addTexts = (more: Readonly<Record<string, string>>): void => { Object.assign(texts, more) }

/** The sentence of a key; `{name}` in it stands for a value. */
export const t = (key: TextKey, values: Values = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The sentence of a key in the form that `count` needs. */
export const counted = (key: 'bar.moves' | 'pile.cards', count: number, values: Values = {}): string =>
  t(`${key}.${plurals.select(count) === 'one' ? 'one' : 'other'}`, { count, ...values })

/** What the games are called. */
export const gameNames = Object.fromEntries(games.map(({ id }) => [id, t(`game.${id}`)])) as Record<GameId, string>

export const reasonText = (reason: Reason): string => inWords(reason)

/** Seconds as a clock shows them: 0:07, 12:04, 1:00:00. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

/** How long ago a time was: "5 minutes ago", "yesterday". A time that lies ahead, by another device's clock, is "now". */
export function agoText(time: number, now = Date.now()): string {
  const minutes = Math.max(0, Math.round((now - time) / 60_000))
  if (minutes < 60) return ago.format(-minutes, 'minute')
  return minutes < 60 * 24 ? ago.format(-Math.round(minutes / 60), 'hour') : ago.format(-Math.round(minutes / 60 / 24), 'day')
}
