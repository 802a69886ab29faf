// Translation: texts by key, with placeholders and plural forms.
import { computed, watch } from 'vue'
import english from '../assets/locales/en/start.json'
import type panels from '../assets/locales/en/panels.json'
import type table from '../assets/locales/en/table.json'
import { nameOf, RANKS, SUITS, type Card, type GameId } from '../engine/index.ts'
import { createLocaleTexts, languageOf, type Texts } from './locale-texts'

/** The keys of texts. Keys in parts other than `start` are available after `loadTexts`. */
export type TextKey =
  | keyof typeof english
  | keyof typeof table
  | keyof typeof panels
  | `${'game' | 'goal'}.${GameId}`
/** Keys of texts with plural forms: `<key>.one`, `<key>.other` and any other forms of the language. */
export type CountKey = TextKey extends infer Key ? (Key extends `${infer Stem}.other` ? Stem : never) : never
/** Values of placeholders. Numbers are written by `numberText`; deal numbers are strings. */
export type Values = Readonly<Record<string, string | number>>

const startFiles = import.meta.glob<{ default: Texts }>([
  '../assets/locales/*/start.json',
  '!../assets/locales/en/start.json',
])
const startByLanguage = new Map(
  Object.entries(startFiles).map(([path, load]) => [path.split('/').at(-2)!, load]),
)
/** All languages with texts, as BCP 47 tags, English first. */
export const languages: readonly string[] = ['en', ...startByLanguage.keys()]

const { texts, ...locale } = createLocaleTexts(english, async (tag, part) =>
  part === 'start'
    ? (await startByLanguage.get(tag)?.())?.default
    : (await import('./game-words')).laterTexts(part, tag),
)
export const { language, setLocale, loadTexts } = locale
watch(language, tag => (document.documentElement.lang = tag), { flush: 'sync' })

/** The best language for these preferences (BCP 47 tags, in order). */
export const languageFor = (wanted: readonly string[]): string => languageOf(wanted, languages)

/** Cached per language, because constructing it takes longer than everything else in a move. */
const plurals = computed(() => new Intl.PluralRules(language.value))

const numbers = computed(() => new Intl.NumberFormat(language.value))

/** A number with the language's separators, and with a minus sign instead of a hyphen. */
export const numberText = (value: number): string =>
  // Most numbers are small, and constructing the format takes longer than everything else in a move.
  value >= 0 && value < 1000 && Number.isInteger(value)
    ? String(value)
    : numbers.value.format(value).replace('-', '−')

const valueText = (value: string | number = ''): string =>
  typeof value === 'number' ? numberText(value) : value

/**
 * Texts split at their placeholders, so that every other part is the name of a placeholder. Cached, because a
 * move fills hundreds of texts.
 */
const split = new Map<string, readonly string[]>()

function fill(text: string, values: Values): string {
  if (!text.includes('{')) return text
  const parts = split.get(text) ?? text.split(/\{(\w+)\}/)
  split.set(text, parts)
  return parts.map((part, i) => (i % 2 ? valueText(values[part]) : part)).join('')
}

/** The text of a key built at run time; undefined if there is none. */
export function tMaybe(key: string, values: Values = {}): string | undefined {
  const text = texts.value[key]
  return text === undefined ? undefined : fill(text, values)
}

/**
 * The text of a key; `{name}` is a placeholder. If the text could not be loaded, it is empty, except that
 * the name of a game is made from its id.
 */
export const t = (key: TextKey, values: Values = {}): string =>
  tMaybe(key, values) ?? key.replace(/^(game\.|.*)/, '').replaceAll('-', ' ')

/** The text of a key in the plural form for `count`. */
export const tCount = (key: CountKey, count: number, values: Values = {}): string =>
  tMaybe(`${key}.${plurals.value.select(count)}`, { count, ...values }) ??
  t(`${key}.other`, { count, ...values })

/** A rank in words, from its character in card names: `Q`. */
export const rankText = (rank: string): string => tMaybe(`rank.${rank}`) ?? rank
/** A card in words, from its name: `7S`. */
export const cardNamed = ([rank, suit]: string): string =>
  t('card.name', { rank: rankText(rank!), suit: tMaybe(`suit.${suit}`) ?? suit! })
/** All cards in words, by name. Cached per language, because a move names every card. */
const cardTexts = computed(
  () => new Map([...SUITS].flatMap(suit => [...RANKS].map(rank => [rank + suit, cardNamed(rank + suit)]))),
)
/** A card in words: "7 of spades". */
export const cardText = (card: Card): string => cardTexts.value.get(nameOf(card))!

/** Seconds as a duration: 0:07, 12:04, 1:00:00. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
