// The term table in assets/locales/README.md, compared with the texts.
import { readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'
import { gameFolders, GAMES_FOLDER, LANGUAGES } from '../support/game-folders.ts'

const cellsOf = (line: string) => line.slice(2, -2).split(' | ')
const [terms, avoided] = readFileSync('assets/locales/README.md', 'utf8')
  .split('\n\n')
  .filter(part => part.startsWith('| '))
  .map(table => table.trim().split('\n').map(cellsOf))
const [[, , ...languages], , ...rows] = terms
const wordsToAvoid = avoided.slice(2)

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
const textsIn = (language: string): Record<string, string> => ({
  ...read(`assets/locales/${language}/start.json`),
  ...read(`assets/locales/${language}/table.json`),
  ...read(`assets/locales/${language}/panels.json`),
})

describe('the term table', () => {
  it('has a column and words to avoid for every language', () => {
    const rows = wordsToAvoid.map(([language]) => language)
    expect(languages.toSorted(), 'columns in assets/locales/README.md').toEqual(LANGUAGES)
    expect(rows.toSorted(), 'rows of words to avoid in assets/locales/README.md').toEqual(LANGUAGES)
  })
  test.each(rows)('translates “%s” with the word that %s uses in every language', (_, key, ...words) => {
    for (const [i, word] of words.entries()) {
      const text = textsIn(languages[i])[key.slice(1, -1)]
      expect(text.toLowerCase(), languages[i]).toContain(word.toLowerCase())
    }
  })
  test.each(wordsToAvoid)('lists words that no text in %s uses: %s', (language, words) => {
    const games = gameFolders().map(folder => read(`${GAMES_FOLDER}/${folder}/words/${language}.json`))
    const files = [textsIn(language), read(`assets/locales/${language}/manifest.json`), ...games]
    const all = files
      .flatMap(texts => Object.values(texts))
      .join('\n')
      .toLowerCase()
    expect(words.split(', ').filter(word => all.includes(word.toLowerCase()))).toEqual([])
  })
})
