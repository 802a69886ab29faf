// @vitest-environment happy-dom
// A setting is a descriptor and its texts. The store, the panel and the page’s attributes follow from them.
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import SettingsPanel from '../../components/panels/SettingsPanel.vue'
import { languages, setLocale } from '../../components/i18n'
import type { Move } from '../../engine/index.ts'
import { SETTINGS } from '../../stores/settings/schema'
import { SETTING_GROUPS, type Setting } from '../../stores/settings/setting-kinds'
import { pageAttributes } from '../../stores/settings/setting-values'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'

vi.mock('../../stores/settings/schema.ts', async original => {
  const { SETTINGS, ...schema } = await original<typeof import('../../stores/settings/schema.ts')>()
  const { oneOf } = await import('../../stores/settings/setting-kinds.ts')
  const snow = oneOf(['none', 'light', 'heavy'], { group: 'looks', page: { name: 'snow' } })
  return { ...schema, SETTINGS: { ...SETTINGS, snow } }
})
vi.mock('../../assets/locales/en/panels.json', async original => {
  const { default: texts } = await original<{ default: Record<string, string> }>()
  const added = { 'settings.snow': 'Snow', 'settings.snow.light': 'A little', 'settings.snow.heavy': 'A lot' }
  return { default: { ...texts, ...added, 'settings.snow.none': 'None' } }
})

afterEach(async () => void (await setLocale('en')))

describe('a new setting', () => {
  it('needs only a descriptor and texts to be stored, shown in the panel and applied', async () => {
    const platform = memoryPlatform({ settings: '{"snow":"light"}' })
    const tab = await openTab(platform)
    const values = () => tab.settings.values as unknown as Record<string, unknown>
    expect(values().snow).toBe('light')

    const panel = show(SettingsPanel, tab)
    const field = panel.find('[data-setting="snow"]')
    expect(field.find('legend').text()).toBe('Snow')
    expect(field.findAll('label').map(option => option.text())).toEqual(['None', 'A little', 'A lot'])
    const chosen = field.findAll('input').filter(({ element }) => (element as HTMLInputElement).checked)
    expect(chosen.map(option => option.attributes('value'))).toEqual(['light'])
    await field.find('[value="heavy"]').setValue(true)
    await flushPromises()
    expect(values().snow).toBe('heavy')
    expect(pageAttributes(tab.settings.values, false).snow).toBe('heavy')
    expect(Object.values(await platform.local.all())).toContain('"heavy"')
    panel.unmount()
  })
})

describe('the settings panel', () => {
  it('has three tabs, shows one at a time, and switches between them with the arrow keys', async () => {
    const panel = show(SettingsPanel, await openTab())
    const seen = () => panel.findAll('.page').map(page => page.attributes('hidden') === undefined)
    expect(panel.findAll('[role="tab"]').map(tab => tab.text())).toEqual(['Appearance', 'Playing', 'New tab'])
    expect(seen()).toEqual([true, false, false])
    await panel.find('[data-tab="play"]').trigger('click')
    expect(seen()).toEqual([false, true, false])
    await panel.find('[role="tablist"]').trigger('keydown', { key: 'ArrowRight' })
    expect(seen()).toEqual([false, false, true])
    await panel.find('[role="tablist"]').trigger('keydown', { key: 'ArrowRight' })
    expect(seen()).toEqual([true, false, false])
    panel.unmount()
  })
  it('shows settings in the order of their descriptors, and disables those whose switch is off', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"letterKeys":false}' }))
    const panel = show(SettingsPanel, tab)
    const keys = Object.entries<Setting>(SETTINGS).filter(([, { group }]) => group)
    for (const page of SETTING_GROUPS) {
      const shown = panel
        .findAll(`#page-${page} [data-setting]`)
        .map(field => field.attributes('data-setting')!)
        .filter(key => key in SETTINGS)
      const isShown = (key: string) => shown.includes(key)
      expect(shown).toEqual(
        keys.filter(([key, { group }]) => group === page && isShown(key)).map(([key]) => key),
      )
    }
    for (const [i, [key, { needs }]] of keys.entries()) if (needs) expect(keys[i - 1][0], key).toBe(needs)
    const isOff = (query: string) => {
      const { element } = panel.get(query)
      return element.closest(':disabled') !== null || element.querySelector('input:disabled') !== null
    }
    expect(['volume', 'undo'].map(key => isOff(`[data-setting="${key}"]`))).toEqual([true, true])
    for (const key of ['sound', 'letterKeys']) await tab.settings.change({ [key]: true })
    await flushPromises()
    expect(['volume', 'undo'].map(key => isOff(`[data-setting="${key}"]`))).toEqual([false, false])
    panel.unmount()
  })
  it('changes the card size with a slider, and shows the percentage', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    const slider = panel.find<HTMLInputElement>('[data-setting="cardSize"]')
    expect(slider.attributes('aria-valuetext')).toBe('100%')
    expect(panel.find('.range').text()).toMatch(/^Card size/)
    await slider.setValue('115')
    await flushPromises()
    expect(tab.settings.values.cardSize).toBe(115)
    expect(slider.attributes('aria-valuetext')).toBe('115%')
    panel.unmount()
  })
  it('turns house rules on and off individually', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    await panel.find('[data-setting="take-back"]').setValue(true)
    await panel.find('[data-setting="move-runs"]').setValue(true)
    expect(tab.settings.values.houseRules).toEqual(['move-runs', 'take-back'])
    await panel.find('[data-setting="take-back"]').setValue(false)
    expect(tab.settings.values.houseRules).toEqual(['move-runs'])
    panel.unmount()
  })
  it('limits the passes through the stock in Klondike, including in the current game', async () => {
    const tab = await openTab()
    await tab.game.switchGame('klondike-3')
    const panel = show(SettingsPanel, tab)
    const field = panel.find('[data-setting="klondikePasses"]')
    expect(field.find('legend').text()).toBe('Klondike and Double Klondike: passes through the stock')
    expect(field.findAll('label').map(option => option.text())).toEqual(['One', 'Three', 'Unlimited'])
    await field.find('[value="one-pass"]').setValue(true)
    await flushPromises()
    expect(tab.game.position.house).toEqual(['one-pass'])
    expect(tab.game.game.stock).toMatchObject({ passes: 1 })
    await panel.find('[data-setting="round-corner"]').setValue(true)
    expect(tab.settings.values).toMatchObject({ moreRules: ['round-corner'], houseRules: [] })
    panel.unmount()
  })
  it('lists the numbers of passes in ascending order', async () => {
    const panel = show(SettingsPanel, await openTab())
    for (const name of ['klondikePasses', 'pyramidPasses']) {
      const options = panel.findAll(`[data-setting="${name}"] label`).map(option => option.text())
      expect(options).toEqual(['One', 'Three', 'Unlimited'])
    }
    panel.unmount()
  })
  it('says beside a house rule that it applies from the next deal, until it does', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"automatic":"off"}' }), '?game=klondike-3&deal=17')
    const panel = show(SettingsPanel, tab)
    const notes = () => panel.findAll('small').map(note => note.text())
    const passes = panel.get('[data-setting="klondikePasses"]')
    const takeBack = panel.get('[data-setting="take-back"]')
    const note = 'Applies from your next deal.'
    await passes.get('[value="three-passes"]').setValue(true)
    await flushPromises()
    expect(notes()).not.toContain(note)
    const moves: Move[] = [...Array<Move>(8).fill({ kind: 'draw' }), { kind: 'recycle' }]
    for (const move of moves) await tab.game.playGesture([move])
    await passes.get('[value="one-pass"]').setValue(true)
    await flushPromises()
    expect(passes.text()).toContain(note)
    expect(panel.get('[data-setting="pyramidPasses"]').text()).not.toContain(note)
    await takeBack.setValue(true)
    await flushPromises()
    expect(takeBack.element.parentElement!.textContent).toContain(note)
    await tab.game.newDeal(18)
    await flushPromises()
    expect(tab.game.position.house).toEqual(['take-back', 'one-pass'])
    expect(notes()).not.toContain(note)
    panel.unmount()
  })
  it('offers every language under its own name', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    const options = panel.findAll('[data-setting="language"] option')
    expect(options.map(option => option.attributes('value'))).toEqual(['browser', ...languages])
    expect(options.map(option => option.text())).toContain('Deutsch')
    panel.unmount()
  })
  it('switches completely to a language that is chosen while it is open', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    await setLocale('de')
    await flushPromises()
    const fresh = show(SettingsPanel, tab)
    expect(panel.text()).toBe(fresh.text())
    panel.unmount()
    fresh.unmount()
  })
  it('reports a change that cannot be stored', async () => {
    const platform = memoryPlatform()
    const tab = await openTab(platform)
    const panel = show(SettingsPanel, tab)
    platform.local.set = () => Promise.reject(new Error('Quota exceeded'))
    await panel.find('[data-setting="sound"]').setValue(true)
    await flushPromises()
    expect(tab.game.notices.at(0)).toMatchObject({ key: 'notSaved' })
    panel.unmount()
  })
})
