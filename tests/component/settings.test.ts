// A setting is one descriptor and its texts: store, panel and page follow.
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import SettingsPanel from '../../components/panels/SettingsPanel.vue'
import { languages, setLocale } from '../../components/i18n'
import { pageAttributes } from '../../stores/settings/setting-values'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'

vi.mock('../../stores/settings/schema.ts', async original => {
  const { SETTINGS, ...schema } = await original<typeof import('../../stores/settings/schema.ts')>()
  const { choice } = await import('../../stores/settings/setting-kinds.ts')
  const snow = choice(['none', 'light', 'heavy'], { group: 'looks', page: { name: 'snow' } })
  return { ...schema, SETTINGS: { ...SETTINGS, snow } }
})
vi.mock('../../assets/locales/en/panels.json', async original => {
  const { default: texts } = await original<{ default: Record<string, string> }>()
  const added = { 'settings.snow': 'Snow', 'settings.snow.light': 'A little', 'settings.snow.heavy': 'A lot' }
  return { default: { ...texts, ...added, 'settings.snow.none': 'None' } }
})

afterEach(async () => void (await setLocale('en')))

describe('a new setting', () => {
  it('is stored, shown in the panel and applied to the page by descriptor and texts alone', async () => {
    const platform = memoryPlatform({ settings: '{"snow":"light"}' })
    const tab = await openTab(platform)
    const values = () => tab.settings.values as unknown as Record<string, unknown>
    expect(values().snow).toBe('light')

    const panel = show(SettingsPanel, tab)
    const field = panel.find('[data-setting="snow"]')
    expect(field.element.closest('label')!.textContent).toContain('Snow')
    expect(field.findAll('option').map(option => option.text())).toEqual(['None', 'A little', 'A lot'])
    expect((field.element as HTMLSelectElement).value).toBe('light')
    await field.setValue('heavy')
    await flushPromises()
    expect(values().snow).toBe('heavy')
    expect(pageAttributes(tab.settings.values, false).snow).toBe('heavy')
    expect(Object.values(await platform.local.all())).toContain('"heavy"')
    panel.unmount()
  })
})

describe('the settings panel', () => {
  it('switches house rules on and off, each for itself', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    await panel.find('[data-setting="take-back"]').setValue(true)
    await panel.find('[data-setting="move-runs"]').setValue(true)
    expect(tab.settings.values.houseRules).toEqual(['move-runs', 'take-back'])
    await panel.find('[data-setting="take-back"]').setValue(false)
    expect(tab.settings.values.houseRules).toEqual(['move-runs'])
    panel.unmount()
  })
  it('offers every language there is, by its own name', async () => {
    const tab = await openTab()
    const panel = show(SettingsPanel, tab)
    const options = panel.findAll('[data-setting="language"] option')
    expect(options.map(option => option.attributes('value'))).toEqual(['browser', ...languages])
    expect(options.map(option => option.text())).toContain('Deutsch')
    panel.unmount()
  })
  it('says so where a change cannot be stored', async () => {
    const platform = memoryPlatform()
    const tab = await openTab(platform)
    const panel = show(SettingsPanel, tab)
    platform.local.set = () => Promise.reject(new Error('Quota exceeded'))
    await panel.find('[data-setting="sound"]').setValue(true)
    await flushPromises()
    expect(tab.game.notice).toMatchObject({ key: 'notSaved' })
    panel.unmount()
  })
})
