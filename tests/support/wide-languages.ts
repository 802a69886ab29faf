// The languages with the widest strings, which layout tests use instead of all languages.
import { readFileSync } from 'node:fs'
import { LANGUAGES } from './game-folders.ts'

/** The width of a string in half ems: Japanese characters are twice as wide as Latin ones. */
const widthOf = (text: string) => text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0)

/** The `count` languages with the widest strings for these keys; all languages in the long run (`LONG=1`). */
export function wideLanguages(
  part: 'start' | 'table' | 'panels',
  keys: RegExp,
  count: number,
): readonly string[] {
  const width = (language: string) => {
    const file = readFileSync(`assets/locales/${language}/${part}.json`, 'utf8')
    const texts = Object.entries(JSON.parse(file) as Record<string, string>)
    return widthOf(texts.flatMap(([key, text]) => (keys.test(key) ? text : [])).join(''))
  }
  if (process.env.LONG) return LANGUAGES
  return LANGUAGES.toSorted((a, b) => width(b) - width(a)).slice(0, count)
}
