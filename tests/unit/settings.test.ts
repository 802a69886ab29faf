// The settings as plain data: missing or invalid stored values, and the attributes of the page.
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { changeSettings, readSettings } from '../../stores/settings/model.ts'
import { SETTINGS } from '../../stores/settings/schema.ts'
import type { SettingBase } from '../../stores/settings/setting-kinds.ts'
import { pageAttributes, parseValues } from '../../stores/settings/setting-values.ts'
import { webAddress } from '../../stores/settings/typed-address.ts'

const settings = Object.entries<SettingBase<unknown>>(SETTINGS)

describe('a setting', () => {
  test.each(settings)('%s has its default if nothing is stored', (key, setting) => {
    expect(parseValues({})[key as 'theme']).toEqual(setting.default)
  })
  test.each(settings)('%s turns any stored value into a valid one', (_, setting) => {
    fc.assert(
      fc.property(fc.anything(), value => {
        const stored = JSON.stringify(setting.parse(value))
        expect(JSON.stringify(setting.parse(JSON.parse(stored)))).toBe(stored)
      }),
    )
  })
  it('that is invalid does not affect the others', () => {
    expect(parseValues({ theme: 'dark', felt: 7, houseRules: ['nonsense', 'take-back'] })).toEqual({
      ...parseValues({}),
      theme: 'dark',
      houseRules: ['take-back'],
    })
  })
  it('converts the back that earlier versions called red to its present name, plain', () => {
    expect(parseValues({ back: 'red' }).back).toBe('plain')
  })
  it('keeps only valid favorites, shortcuts and reset minutes', () => {
    const values = parseValues({
      favourites: ['sea-towers:17', 'game-of-2027:3', 'Spider:1', 'sea-towers:0', 'sea-towers:1:2', 7, null],
      shortcuts: [
        { name: 'News', url: 'https://example.org' },
        { name: 'Bad', url: 'javascript:alert(1)' },
        { url: 'https://x.org' },
        'x',
        null,
      ],
      since: JSON.parse(
        `{ "sea-towers": 5, "double-dot": -1, "freecell": ${64 ** 4}, "Nonsense": 3, "__proto__": 9 }`,
      ) as unknown,
    })
    expect(values.favourites).toEqual(['sea-towers:17', 'game-of-2027:3'])
    expect(values.shortcuts).toEqual([{ name: 'News', url: 'https://example.org/' }])
    expect(values.since).toEqual({ 'sea-towers': 5 })
  })
  it('keeps the favorites and reset minutes of games that only a newer version has', () => {
    const stored = { favourites: ['game-of-2027:3', 'sea-towers:1'], since: { 'game-of-2027': 5 } }
    const { state } = readSettings({ settings: JSON.stringify(stored) })
    const { set } = changeSettings(state, { add: { favourites: 'sea-towers:17' } }, 1)
    expect(Object.values(set)).toEqual(['["sea-towers:17","game-of-2027:3","sea-towers:1"]'])
    expect(state.values.since).toEqual(stored.since)
  })
})

describe('the page', () => {
  it('has an attribute for each setting that style sheets use', () => {
    expect(pageAttributes(parseValues({}), false)).toEqual({
      theme: 'light',
      felt: 'green',
      deck: 'own',
      back: 'blue',
      indices: 'english',
      colours: 'two',
      motion: 'calm',
      table: 'open',
    })
  })
  it('is dark if the user chose the dark theme, or the system theme while the system is dark', () => {
    const themeOf = (theme: string, isDark: boolean) => pageAttributes(parseValues({ theme }), isDark).theme
    expect(themeOf('system', true)).toBe('dark')
    expect(themeOf('system', false)).toBe('light')
    expect(themeOf('dark', false)).toBe('dark')
    expect(themeOf('light', true)).toBe('light')
  })
})

describe('an address', () => {
  test.each([
    ['example.org', 'https://example.org/'],
    ['http://a.b/c?d', 'http://a.b/c?d'],
    ['localhost:8080', 'http://localhost:8080/'],
    ['127.0.0.1:3000/a', 'http://127.0.0.1:3000/a'],
    ['[::1]:8080', 'http://[::1]:8080/'],
    ['nas', 'http://nas/'],
    ['printer.local', 'http://printer.local/'],
    ['app.localhost', 'http://app.localhost/'],
    ['https://localhost:8080', 'https://localhost:8080/'],
    ['local.example', 'https://local.example/'],
    ['foo.org?u=http://x', 'https://foo.org/?u=http://x'],
    ['nas/?u=http://x', 'http://nas/?u=http://x'],
    ['mailto:somebody@localhost', undefined],
    ['example.com:8080/a', 'https://example.com:8080/a'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['mailto:somebody@example.org', undefined],
    ['about:config', undefined],
    ['file:///etc/hosts', undefined],
    ['', undefined],
    ['not an address', undefined],
    ['..', undefined],
    ['https://a..b/', undefined],
    ['https://somebody:secret@example.org/', undefined],
    ['https://somebody@example.org/', undefined],
  ])('typed as “%s” becomes %s', (text, address) => expect(webAddress(text)).toBe(address))
})
