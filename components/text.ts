// Words for the person: sentences by key, with values put in and plurals chosen.
import en from '../assets/locales/en.json'
import { inWords, type Reason } from '../engine/index.ts'

export type TextKey = keyof typeof en
type Values = Readonly<Record<string, string | number>>

const texts: Readonly<Record<string, string>> = en
const plurals = new Intl.PluralRules('en')

/** The sentence of a key; `{name}` in it stands for a value. */
export const t = (key: TextKey, values: Values = {}): string =>
  texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The sentence of a key in the form that `count` needs. */
export const counted = (key: 'bar.moves' | 'pile.cards', count: number, values: Values = {}): string =>
  t(`${key}.${plurals.select(count) === 'one' ? 'one' : 'other'}`, { count, ...values })

export const reasonText = (reason: Reason): string => inWords(reason)

/** Seconds as a clock shows them: 0:07, 12:04, 1:00:00. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
