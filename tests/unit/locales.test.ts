// Each locale is a complete folder of JSON files, and no code lists the locales.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { manifestMessages } from '../../.build/locales.ts'
import { gameById, GAMES, loadGames, type HouseRule } from '../../engine/index.ts'
import { sentences } from '../../engine/rules/sentences.ts'
import { syncSentences } from '../../stores/sync/reasons.ts'
import { SETTINGS } from '../../stores/settings/schema.ts'
import type { Setting } from '../../stores/settings/setting-kinds.ts'
import { gameFolders, GAMES_FOLDER, LANGUAGES } from '../support/game-folders.ts'

beforeAll(() => loadGames())

const LOCALES = 'assets/locales'
type Texts = Record<string, string>
const read = (...path: string[]): Texts => JSON.parse(readFileSync(join(...path), 'utf8')) as Texts

const english: Record<'start' | 'table' | 'panels' | 'search', Texts> = {
  start: read(LOCALES, 'en', 'start.json'),
  table: read(LOCALES, 'en', 'table.json'),
  panels: read(LOCALES, 'en', 'panels.json'),
  search: read(LOCALES, 'en', 'search.json'),
}
const reasons = Object.fromEntries(
  Object.entries({ ...sentences, ...syncSentences }).map(([key, text]) => [`reason.${key}`, text]),
)
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
const FORM = /\.(zero|one|two|few|many|other)$/
/**
 * The keys that a language needs for an English key: if the text has `{count}`, one for each plural form of
 * whole numbers in the language. A text without `.one` is never used with 1.
 */
function keysFor(key: string, language: string, wanted: Texts): string[] {
  const stem = key.replace(FORM, '')
  if (!FORM.test(key) || !wanted[`${stem}.other`]?.includes('{count}')) return [key]
  const plurals = new Intl.PluralRules(language)
  const counts = Array.from({ length: 200 }, (_, count) => count).slice(`${stem}.one` in wanted ? 0 : 2)
  return ['other', ...counts.map(count => plurals.select(count))].map(form => `${stem}.${form}`)
}
/** The English key for a key: `bar.moves.few` is a form of `bar.moves.other`. */
const originalOf = (key: string, wanted: Texts) => (key in wanted ? key : key.replace(FORM, '.other'))

/** The problems of a locale, as sentences. */
function problemsOf(folder: string, language: string): string[] {
  const problems: string[] = []
  const parts = {
    start: language === 'en' ? english.start : { ...english.start, ...reasons },
    table: english.table,
    panels: english.panels,
  }
  for (const [part, wanted] of Object.entries<Texts>(parts)) {
    const texts = read(folder, language, `${part}.json`)
    const needed = new Set(Object.keys(wanted).flatMap(key => keysFor(key, language, wanted)))
    for (const key of needed) if (!texts[key]) problems.push(`${part} lacks ${key}`)
    for (const [key, text] of Object.entries(texts)) {
      const original = needed.has(key) ? wanted[originalOf(key, wanted)] : undefined
      if (original === undefined) problems.push(`${part} has ${key}, which nothing uses`)
      else if (placeholders(text).join() !== placeholders(original).join())
        problems.push(`${key} must contain ${placeholders(original).join(', ') || 'no value'}`)
    }
  }
  const file = join(folder, language, 'search.json')
  for (const key of existsSync(file) ? Object.keys(read(file)) : [])
    if (!(key in english.search)) problems.push(`search has ${key}, which nothing uses`)
  const { name, description, ...more } = read(folder, language, 'manifest.json')
  if (!name || name.length > 45) problems.push('the name must have 1 to 45 characters')
  if (!description || description.length > 132) problems.push('the description must have 1 to 132 characters')
  return [...problems, ...Object.keys(more).map(key => `the manifest has no ${key}`)]
}

describe('a locale', () => {
  test.each(LANGUAGES)('%s has every text, with its placeholders', language => {
    expect(problemsOf(LOCALES, language)).toEqual([])
  })

  describe('that is new', () => {
    let folder = ''
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'locales-'))
      cpSync(join(LOCALES, 'en'), join(folder, 'en-XA'), { recursive: true })
      writeFileSync(join(folder, 'en-XA/start.json'), JSON.stringify({ ...english.start, ...reasons }))
    })
    afterEach(() => rmSync(folder, { recursive: true }))

    it('is complete as soon as its files exist, with or without words for the search', () => {
      expect(problemsOf(folder, 'en-XA')).toEqual([])
      rmSync(join(folder, 'en-XA/search.json'))
      expect(problemsOf(folder, 'en-XA')).toEqual([])
    })
    it('has exactly the plural forms of its language', () => {
      cpSync(join(folder, 'en-XA'), join(folder, 'cs'), { recursive: true })
      const missingForms = () => problemsOf(folder, 'cs').filter(problem => problem.includes('bar.moves'))
      expect(missingForms()).toEqual(['start lacks bar.moves.few'])
      const texts = { ...english.start, 'bar.moves.few': '{count} tahy', 'bar.moves.two': '{count} tahy' }
      writeFileSync(join(folder, 'cs/start.json'), JSON.stringify(texts))
      expect(missingForms()).toEqual(['start has bar.moves.two, which nothing uses'])
    })
    it('is rejected if a key is missing or unknown, or if a text lacks its placeholders', () => {
      const texts = { ...english.panels, 'help.keys': '', 'help.kyes': 'Keyboard', 'strip.remove': 'Remove' }
      writeFileSync(join(folder, 'en-XA/panels.json'), JSON.stringify(texts))
      expect(problemsOf(folder, 'en-XA')).toEqual([
        'panels lacks help.keys',
        'strip.remove must contain {name}',
        'panels has help.kyes, which nothing uses',
      ])
    })
    it('has its message file for the browser generated at build time', () => {
      const [file] = manifestMessages(folder)
      expect(file.relativeDest).toBe('_locales/en_XA/messages.json')
      expect(JSON.parse(file.contents)).toEqual({
        name: { message: read(LOCALES, 'en', 'manifest.json').name },
        description: { message: read(LOCALES, 'en', 'manifest.json').description },
      })
    })
  })
})

describe('the texts', () => {
  const sources = ['components', 'entrypoints', 'stores']
    .flatMap(folder =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)),
    )
    .filter(name => /\.(ts|vue)$/.test(name))
    .map(name => readFileSync(name, 'utf8'))
    .join('\n')
  const isBuilt = (key: string) =>
    key
      .split('.')
      .some((_, i, parts) => i > 0 && new RegExp(`\`${parts.slice(0, i).join('\\.')}\\.\\$\\{`).test(sources))

  test.each(Object.keys({ ...english.start, ...english.table, ...english.panels }))('%s is used', key => {
    const stem = key.replace(/\.(one|other)$/, '')
    expect(isBuilt(key) || sources.includes(`'${key}'`) || sources.includes(`'${stem}'`)).toBe(true)
  })

  it('of panels are used only by modules that load with a panel or list', () => {
    const open = [
      ...readFileSync('wxt.config.ts', 'utf8').matchAll(/'((?:components|entrypoints|stores)\/[^']+)'/g),
    ].map(([, entry]) => entry)
    const early = new Map<string, string>()
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (early.has(file)) continue
      const code = readFileSync(file, 'utf8')
      early.set(file, code)
      for (const [, path] of code.matchAll(/^import (?!type )(?:[^']*from )?'(\.[^']+)'$/gm)) {
        const found = ['', '.ts', '.vue'].map(end => join(file!, '..', path + end)).find(existsSync)
        if (/\.(ts|vue)$/.test(found ?? '')) open.push(found!)
      }
    }
    expect(early.has('components/table/labels.ts')).toBe(true)
    const keys = Object.keys(english.panels).map(key => `'${key.replace(/\.(one|other)$/, '')}'`)
    const components = [...early].filter(([file]) => !file.startsWith('stores/'))
    for (const [file, code] of components)
      expect(
        keys.filter(key => code.includes(key)),
        file,
      ).toEqual([])
  })

  test.each(LANGUAGES.filter(name => name !== 'en'))(
    'use the same word for foundation in names, rules and refusals in %s',
    language => {
      const [start, table] = ['start', 'table'].map(part => read(LOCALES, language, `${part}.json`))
      // The stem of its longest word, since names are inflected.
      const words = table['pile.foundation'].toLowerCase().split(' ').slice(0, -1)
      const name = words.toSorted((a, b) => b.length - a.length)[0].slice(0, 5)
      expect(start['reason.foundationBase']?.toLowerCase()).toContain(name)
      expect(table['word.goal.foundations.other'].toLowerCase()).toContain(name)
      expect(table['word.goal.dealt'].toLowerCase()).toContain(name)
    },
  )

  it.each(LANGUAGES)('name keyboard keys only if the text is one of “key.…” in %s', language => {
    const texts = { ...read(LOCALES, language, 'table.json'), ...read(LOCALES, language, 'panels.json') }
    // At the start of a sentence, “Enter” is a verb.
    const names = /(?<!^|\. )\b(Enter|Esc|Ctrl|Shift|Space)\b|Eingabetaste|Strg|Entrée|Échap|\bIntro\b|Invio/
    const named = Object.entries(texts).filter(([key, text]) => !key.startsWith('key.') && names.test(text))
    expect(named).toEqual([])
  })

  it('have no breaking space before “:”, “;”, “!”, “?” and “»”, nor after “«”, in French', () => {
    const words = gameFolders().map(folder => read(GAMES_FOLDER, folder, 'words', 'fr.json'))
    const files = readdirSync(join(LOCALES, 'fr')).map(name => read(LOCALES, 'fr', name))
    const all = [...files, ...words].flatMap(texts => Object.values(texts))
    expect(all.filter(text => / [:;!?»]|« /.test(text))).toEqual([])
  })

  it('name the games that a house rule changes', () => {
    const gamesWith = (rule: HouseRule) => GAMES.filter(id => gameById(id).houseRules.includes(rule))
    const named = (rule: HouseRule) =>
      (english.panels[`settings.houseRules.${rule}`] ?? english.panels[`settings.moreRules.${rule}`]).split(
        ':',
      )[0]
    const klondikes = ['double-klondike-1', 'double-klondike-3', 'klondike-1', 'klondike-3']
    expect([named('take-back'), gamesWith('take-back')]).toEqual(['Klondike and Double Klondike', klondikes])
    expect([named('shuffle-on-recycle'), gamesWith('shuffle-on-recycle')]).toEqual([
      'Double Klondike',
      ['double-klondike-1', 'double-klondike-3'],
    ])
    expect([named('move-runs'), gamesWith('move-runs')]).toEqual(['Double Sea Towers', ['double-sea-towers']])
    expect([named('round-corner'), gamesWith('round-corner')]).toEqual(['Golf', ['golf']])
    const spiders = ['spider-1', 'spider-2', 'spider-4']
    expect([named('deal-over-spaces'), gamesWith('deal-over-spaces')]).toEqual(['Spider', spiders])
    const passes = (game: string) => english.panels[`settings.${game}Passes`].split(':')[0]
    expect([passes('klondike'), gamesWith('three-passes')]).toEqual([
      'Klondike and Double Klondike',
      klondikes,
    ])
    expect([passes('pyramid'), gamesWith('endless-passes')]).toEqual(['Pyramid', ['pyramid']])
  })

  it('name every setting of the panel and all its options', () => {
    const isNamed = (key: string) => Boolean(english.panels[`settings.${key}`])
    for (const [key, setting] of Object.entries<Setting>(SETTINGS)) {
      if (!setting.group) continue
      // Lists that are shown with the house rules have no names of their own.
      if (!(setting.isHouseRule && setting.kind === 'several')) expect(isNamed(key), key).toBe(true)
      const options = setting.kind === 'oneOf' || setting.kind === 'several' ? setting.options : []
      for (const option of options) expect(isNamed(`${key}.${option}`), option).toBe(true)
    }
  })
})
