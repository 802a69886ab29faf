// Texts in other languages: how they are loaded, even when requests overlap or fail, and how dates, numbers
// and names are formatted.
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadTexts, setLocale, t, tCount, type TextKey } from '../../components/i18n'
import { createLocaleTexts, languageOf } from '../../components/locale-texts'
import {
  agoText,
  dateText,
  deviceText,
  endedAgoText,
  listed,
  dayText,
  monthText,
  percentText,
  scoreText,
  seenText,
  timeText,
} from '../../components/i18n-panels'
import { dayTitle, dealTitle, shareText } from '../../components/share'
import { readDaily } from '../../components/typed-day'
import { deal, GAMES, publishedDaily } from '../../engine/index.ts'
import { dayHere, isoDay } from '../../stores/calendar.ts'
import { playIdOf } from '../../stores/sync/ids'
import { readDeal } from '../../stores/shared-deal.ts'
import { LANGUAGES } from '../support/game-folders.ts'
import { memoryPlatform } from '../support/memory-platform.ts'
import { openTab } from '../support/mount.ts'
import { typedNames } from '../support/typed-names.ts'

type Texts = Record<string, string>
const english = { undo: 'Undo' }
const panelsOf = (close: string) => async () => ({ close })
const startOf = (undo: string) => async () => ({ undo })
const failing = () => Promise.reject(new Error('The file is gone'))

/** A locale file that finishes loading when the test calls `arrive`. */
function slowFile(texts: Texts) {
  let arrive = () => {}
  const file = new Promise<Texts>(done => (arrive = () => done(texts)))
  return { load: () => file, arrive }
}
/** The texts of a page that can load these files, whose keys are `<language>/<part>`. */
const textsWith = (files: Record<string, () => Promise<Texts>>, start: Texts = english) =>
  createLocaleTexts(start, async (tag, part) => files[`${tag}/${part}`]?.())

describe('relative times', () => {
  beforeAll(() => loadTexts('table'))
  afterEach(async () => void (await setLocale('en')))
  const at = (day: number, hour: number) => new Date(2026, 0, day, hour).getTime()

  it.each([
    [at(14, 10), at(14, 10), 'just now'],
    [at(14, 8), at(14, 10), '2 hours ago'],
    [at(13, 23), at(14, 10), '11 hours ago'],
    [at(13, 10) + 60_000, at(14, 10), '23 hours ago'],
    [at(13, 9), at(14, 10), 'yesterday'],
    [at(12, 23), at(14, 10), '2 days ago'],
    [at(13, 0), at(14, 23), 'yesterday'],
  ])('count calendar days: the time %d at the time %d is “%s”', (time, now, text) => {
    expect(agoText(time, now)).toBe(text)
  })
  it('are “just now” for less than a minute, and for a result that may be less than a minute old', () => {
    const minute = 60_000
    expect(agoText(0, 0.9 * minute)).toBe('just now')
    expect(agoText(0, minute)).toBe('1 minute ago')
    // A new goal can move the end time of a game to the next minute.
    for (const now of [-0.1, 0.9, 1.9]) expect(endedAgoText(0, now * minute)).toBe('just now')
    expect(endedAgoText(0, 2 * minute)).toBe('1 minute ago')
    expect(endedAgoText(at(13, 0) - minute, at(14, 0))).toBe('2 days ago')
  })
  it('name the day before yesterday if the language has a word for it', async () => {
    await setLocale('de')
    expect(agoText(at(12, 11), at(13, 23))).toBe('gestern')
    expect(agoText(at(12, 23), at(14, 10))).toBe('vorgestern')
  })
})

describe('the day on which a device was last seen, or data was imported', () => {
  it('is never after today, although its day in UTC can be', () => {
    const today = dayHere(new Date())
    expect(seenText(today + 1)).toBe(dayText(today))
    expect(seenText(today - 1)).toBe(dayText(today - 1))
  })
})

describe('numbers', () => {
  beforeAll(() => Promise.all([loadTexts('table'), loadTexts('panels'), loadTexts('games')]))
  afterEach(async () => void (await setLocale('en')))

  it.each([
    ['en', '1,234 moves', '−1,234', '−$47', '$1,208'],
    ['de', '1.234 Züge', '−1.234', '−47 $', '1.208 $'],
    ['fr', '1 234 coups', '−1 234', '−47 $', '1 208 $'],
    ['ja', '1,234 手', '−1,234', '−$47', '$1,208'],
    ['pl', '1234 ruchy', '−1234', '−47 $', '1208 $'],
  ])(
    'have the separators of the language “%s” and a minus sign',
    async (language, moves, minus, loss, gain) => {
      await setLocale(language)
      const withPlainSpaces = (text: string) => text.replace(/\s/g, ' ')
      expect(withPlainSpaces(tCount('bar.moves', 1234))).toBe(moves)
      expect(withPlainSpaces(t('score.value', { value: -1234 }))).toContain(minus)
      expect(withPlainSpaces(scoreText(-47, 'vegas'))).toBe(loss)
      expect(withPlainSpaces(scoreText(1208, 'vegas'))).toBe(gain)
      expect(withPlainSpaces(scoreText(-1234, 'spider'))).toBe(minus)
    },
  )
  it('as percentages are 0% and 100% only for none and all', () => {
    expect([0, 1 / 2000, 1 / 2, 1999 / 2000, 1].map(part => percentText(part))).toEqual([
      '0%',
      '1%',
      '50%',
      '99%',
      '100%',
    ])
    expect([1 / 20_000, 19_999 / 20_000].map(part => percentText(part, 1))).toEqual(['0.1%', '99.9%'])
  })
  it('of deals have no separators', () => {
    expect(dealTitle('golf', 12345)).toBe('Golf #12345')
    expect(t('won.shared', { deal: dealTitle('golf', 12345), time: '', moves: '' })).toContain('#12345')
  })
})

it('a missing text is not shown as a key: a game has its id in words, other texts are empty', () => {
  expect(t('game.no-such-game' as TextKey)).toBe('no such game')
  expect(t('bar.no-such-button' as TextKey)).toBe('')
})

describe('the text of a shared result', () => {
  beforeAll(() => Promise.all([loadTexts('table'), loadTexts('panels'), loadTexts('games')]))
  afterEach(async () => void (await setLocale('en')))

  it.each(LANGUAGES)(
    'is read back as its game and deal number in %s, also for a deal of the day',
    async tag => {
      await setLocale(tag)
      const names = typedNames(tag, 'en')
      for (const id of GAMES)
        for (const playId of [playIdOf(), playIdOf(20_782)])
          for (const isWon of [true, false]) {
            const position = deal(id, 4_294_967_295)
            const text = shareText({ position, playId, isWon, seconds: 252, moves: 89 })
            const value = { game: id, deal: position.dealNumber }
            expect(readDeal(text, names), text).toEqual({ ok: true, value })
          }
    },
  )
})

describe('the title of a deal of the day', () => {
  beforeAll(() => Promise.all([loadTexts('table'), loadTexts('panels'), loadTexts('games')]))
  afterEach(async () => void (await setLocale('en')))

  it.each(LANGUAGES)('is read back as its deal in %s, with and without a year', async tag => {
    await setLocale(tag)
    const names = typedNames(tag, 'en')
    const today = dayHere(new Date())
    for (const id of GAMES)
      for (const day of [today, today - 29, today - 400]) {
        const value = { game: id, deal: publishedDaily(id, isoDay(day)) }
        const title = dayTitle(id, day)
        expect(readDeal(title, names) ?? readDaily(title, names, today), title).toEqual({ ok: true, value })
      }
  })
  it.each([
    'Sea Towers 25',
    'Sea Towers, November',
    'November 25',
    'Sea Towers, Nov 31',
    'Sea Towers, November 25, 2019',
  ])('is not read from “%s”, which lacks a game, a date or a year with deals of the day', text =>
    expect(readDaily(text, typedNames('en'), dayHere(new Date()))).toBeUndefined(),
  )
})

describe('device names', () => {
  afterEach(async () => void (await setLocale('en')))
  it('are translated if they have the form “Firefox on Windows”, and otherwise shown unchanged', async () => {
    await setLocale('de')
    await loadTexts('table')
    expect(deviceText('Firefox on Windows')).toBe('Firefox unter Windows')
    expect(deviceText('My laptop on the desk')).toBe('My laptop on the desk')
    expect(deviceText('')).toBe('')
    await setLocale('ja')
    expect(deviceText('Firefox on Windows (2)')).toBe('Windows の Firefox（2）')
  })
})

describe('lists and labels', () => {
  afterEach(async () => void (await setLocale('en')))
  it('are joined with the punctuation of the page’s language', async () => {
    await loadTexts('table')
    const joinedIn = async (tag: string) => {
      await setLocale(tag)
      return [listed(['A', 'B', 'C']), t('joined.label', { label: 'A', value: 'B' })]
    }
    expect(await joinedIn('en')).toEqual(['A, B, and C', 'A: B'])
    expect(await joinedIn('de')).toEqual(['A, B und C', 'A: B'])
    expect(await joinedIn('fr')).toEqual(['A, B et C', 'A\u00a0: B'])
    expect(await joinedIn('ja')).toEqual(['A、B、C', 'A：B'])
  })
})

describe('the language', () => {
  it('is the first preferred language that has texts, or else English', () => {
    const known = ['en', 'de', 'pt-BR', 'zh', 'zh-Hant']
    expect(languageOf(['de-AT', 'en'], known)).toBe('de')
    expect(languageOf(['nl', 'pt-br'], known)).toBe('pt-BR')
    expect(languageOf(['zh-Hant-TW'], known)).toBe('zh-Hant')
    expect(languageOf(['zh-TW'], known)).toBe('zh')
    expect(languageOf(['pt', 'de'], known)).toBe('pt-BR')
    expect(languageOf(['pt-PT'], known)).toBe('pt-BR')
    expect(languageOf(['nl'], known)).toBe('en')
    expect(languageOf([], known)).toBe('en')
  })
  it('can be any language that has files', async () => {
    const { texts, language, setLocale, loadTexts } = textsWith({
      'en/panels': panelsOf('Close'),
      'x-toy/start': startOf('Yodo'),
      'x-toy/panels': panelsOf('Clove'),
    })
    expect(await setLocale('x-toy')).toBe(true)
    expect(texts.value).toEqual({ undo: 'Yodo' })
    await loadTexts('panels')
    expect(texts.value).toEqual({ undo: 'Yodo', close: 'Clove' })
    expect(language.value).toBe('x-toy')
    expect(await setLocale('en')).toBe(true)
    expect(texts.value).toEqual({ undo: 'Undo', close: 'Close' })
  })
  it('is replaced by English wherever a text or file is missing', async () => {
    const { texts, setLocale, loadTexts } = textsWith(
      { 'en/panels': panelsOf('Close'), 'x-toy/start': startOf('Yodo') },
      { undo: 'Undo', redo: 'Redo' },
    )
    await setLocale('x-toy')
    await loadTexts('panels')
    expect(texts.value).toEqual({ undo: 'Yodo', redo: 'Redo', close: 'Close' })
  })
  it('is the last requested language, and no earlier request reports a failure', async () => {
    const german = slowFile({ undo: 'Rückgängig' })
    const { texts, language, setLocale } = textsWith({
      'de/start': german.load,
      'fr/start': startOf('Annuler'),
    })
    const first = setLocale('de')
    const second = setLocale('fr')
    german.arrive()
    expect(await Promise.all([first, second])).toEqual([true, true])
    expect(language.value).toBe('fr')
    expect(texts.value).toEqual({ undo: 'Annuler' })
  })
  it('is the same for all texts, even if it changes while a part of them is loading', async () => {
    const english = slowFile({ close: 'Close' })
    const { texts, setLocale, loadTexts } = textsWith({
      'en/panels': english.load,
      'fr/start': startOf('Annuler'),
      'fr/panels': panelsOf('Fermer'),
    })
    const panels = loadTexts('panels')
    const french = setLocale('fr')
    english.arrive()
    await Promise.all([panels, french])
    expect(texts.value).toEqual({ undo: 'Annuler', close: 'Fermer' })
  })
  it('is English if the requested texts cannot be loaded, and the caller gets `false`', async () => {
    const { texts, language, setLocale } = textsWith({ 'de/start': failing })
    expect(await setLocale('de')).toBe(false)
    expect(language.value).toBe('en')
    expect(texts.value).toEqual({ undo: 'Undo' })
  })
  it('is English for all texts if any part of the requested language cannot be loaded', async () => {
    const { texts, language, setLocale, loadTexts } = textsWith({
      'en/panels': panelsOf('Close'),
      'de/start': startOf('Rückgängig'),
      'de/panels': failing,
    })
    await setLocale('de')
    await loadTexts('panels')
    expect(language.value).toBe('en')
    expect(texts.value).toEqual({ undo: 'Undo', close: 'Close' })
  })
})

describe('a part of the texts', () => {
  it('is loaded once, even if several components request it at the same time', async () => {
    const load = vi.fn(panelsOf('Close'))
    const { texts, loadTexts } = textsWith({ 'en/panels': load })
    await Promise.all([loadTexts('panels'), loadTexts('panels'), loadTexts('panels')])
    await loadTexts('panels')
    expect(texts.value).toEqual({ undo: 'Undo', close: 'Close' })
    expect(load).toHaveBeenCalledOnce()
  })
  it('can be requested again after it could not be loaded', async () => {
    const load = vi.fn<() => Promise<Texts>>().mockRejectedValueOnce(new Error('Gone'))
    load.mockRejectedValueOnce(new Error('Gone')).mockImplementation(panelsOf('Close'))
    const { texts, setLocale, loadTexts } = textsWith({
      'en/panels': load,
      'fr/start': startOf('Annuler'),
      'fr/panels': panelsOf('Fermer'),
    })
    await expect(loadTexts('panels')).rejects.toThrow('Gone')
    expect(await setLocale('fr')).toBe(true)
    await loadTexts('panels')
    expect(texts.value).toEqual({ undo: 'Annuler', close: 'Fermer' })
  })
})

describe('a time', () => {
  it('that is out of range is shown as a dash', async () => {
    await openTab(memoryPlatform())
    for (const text of [dateText, monthText, timeText]) expect(text(Number.NaN)).toBe('–')
    expect(agoText(Number.NaN, 0)).toBe('–')
    expect(dateText(1e300)).toBe('–')
    expect(dateText(Date.UTC(2026, 10, 21, 12))).toContain('2026')
  })
  it('has the format of the page’s language and the browser’s region, or a format that is set', async () => {
    const { settings } = await openTab(memoryPlatform())
    const evening = new Date(2026, 0, 1, 20, 54).getTime()
    const browser = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US', 'en'])
    for (const language of ['de', 'pl', 'fr', 'es', 'it', 'ja', 'pt-BR']) {
      await setLocale(language)
      await settings.change({ hours: 'system' })
      expect([language, timeText(evening)]).toEqual([language, '20:54'])
      await settings.change({ hours: '12' })
      expect(timeText(evening)).not.toContain('20')
    }
    await setLocale('en')
    await settings.change({ hours: '24' })
    expect(timeText(evening)).toBe('20:54')
    await settings.change({ hours: 'system' })
    expect(timeText(evening)).toMatch(/^8:54/)
    browser.mockReturnValue(['en-GB', 'en'])
    expect(timeText(evening)).toBe('20:54')
  })
})
