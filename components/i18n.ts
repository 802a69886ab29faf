// Words for the person, in their language: sentences by key, with values put in and plurals chosen.
import { computed, shallowRef } from 'vue'
import en from '../assets/locales/en.json'
import type panels from '../assets/locales/en-panels.json'
import { games, inWords, nameOf, type Card, type GameId, type Reason } from '../engine/index.ts'
import type { Language } from '../stores/settings/languages'

/** Keys of the texts; those of the panels come with the first panel. */
export type TextKey = keyof typeof en | keyof typeof panels
type Texts = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>
type Loader = (language: Language) => Promise<Texts> | Texts

const starts: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  de: () => import('../assets/locales/de.json'),
  fr: () => import('../assets/locales/fr.json'),
  es: () => import('../assets/locales/es.json'),
  ja: () => import('../assets/locales/ja.json'),
}
const sources: Loader[] = [async language => (language === 'en' ? en : (await starts[language]()).default)]
const texts = shallowRef<Texts>(en)

/** The language that is locale. */
export const language = shallowRef<Language>('en')

/** Made once for each language: making it takes longer than all the rest of a move. */
const plurals = computed(() => new Intl.PluralRules(language.value))

/** Speaks another language, once its texts are here. */
export async function setLocale(wanted: Language): Promise<void> {
  if (wanted === language.value) return
  const loaded = await Promise.all(sources.map(load => load(wanted)))
  texts.value = Object.assign({}, ...loaded) as Texts
  language.value = wanted
  document.documentElement.lang = wanted
}

/** Adds texts, now and in every language that is locale later. */
export async function addTexts(load: Loader): Promise<void> {
  sources.push(load)
  texts.value = { ...texts.value, ...(await load(language.value)) }
}

const fill = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))

/** The sentence of a key; `{name}` in it stands for a value. */
export const t = (key: TextKey, values: Values = {}): string => fill(texts.value[key] ?? '', values)

/** The sentence of a key in the form that `count` needs. */
export const tCount = (key: 'bar.moves' | 'pile.cards', count: number, values: Values = {}): string =>
  t(`${key}.${plurals.value.select(count) === 'one' ? 'one' : 'other'}`, { count, ...values })

/** What the games are called. */
export const gameNames = (): Record<GameId, string> =>
  Object.fromEntries(games.map(({ id }) => [id, t(`game.${id}`)])) as Record<GameId, string>

const cardNamed = ([rank, suit]: string): string =>
  t('card.name', { rank: t(`rank.${rank as 'A'}`), suit: t(`suit.${suit as 'C'}`) })
export const cardText = (card: Card): string => cardNamed(nameOf(card))

/** A reason in words: the engine's own in English, else the locale's. */
export function reasonText(reason: Reason): string {
  const text = texts.value[`reason.${reason.key}`]
  if (text === undefined) return inWords(reason)
  const values = Object.entries(reason.values ?? {}).map(([name, value]) => {
    if (name === 'rank') return [name, t(`rank.${'A23456789TJQK'[Number(value)] as 'A'}`)]
    return [name, /^[A2-9TJQK][CDHS]$/.test(String(value)) ? cardNamed(String(value)) : value]
  })
  return fill(text, Object.fromEntries(values) as Values)
}

/** Seconds as a clock shows them: 0:07, 12:04, 1:00:00. */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}
