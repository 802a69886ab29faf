// The bar: tooltips with the keys, and the arrow keys in its lists.
import { afterEach, describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import GameBar from '../../components/bar/GameBar.vue'
import HelpPanel from '../../components/panels/HelpPanel.vue'
import { setLocale } from '../../components/i18n'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { memoryPlatform } from '../support/memory-platform'
import { openTab, show } from '../support/mount'

afterEach(async () => void (await setLocale('en')))

describe('the buttons of the bar', () => {
  it('say in a tooltip what they do and by which key', async () => {
    const tab = await openTab()
    const bar = show(GameBar, tab)
    const titles = bar.findAll('.actions button').map(button => button.attributes('title'))
    expect(titles).toEqual(['Undo (U, Ctrl+Z)', 'Redo (R, Ctrl+Y)', 'Hint (H)', 'New deal (N)', 'Menu'])
    for (const button of bar.findAll('.bar button')) expect(button.attributes('title')).toBeTruthy()
    await tab.settings.change({ letterKeys: false })
    expect(bar.find('[data-action="undo"]').attributes('title')).toBe('Undo (Ctrl+Z)')
    expect(bar.find('[data-action="hint"]').attributes('title')).toBe('Hint')
    bar.unmount()
  })
  it('name the keys as the keyboard does, like the page of keys', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"language":"de"}' }))
    await setLocale('de')
    const bar = show(GameBar, tab)
    expect(bar.find('[data-action="redo"]').attributes('title')).toBe('Wiederholen (R, Strg+Y)')
    const help = show(HelpPanel, tab)
    expect(help.text()).toContain('R, Strg+Y')
    expect(help.text()).not.toContain('Ctrl')
    help.unmount()
    bar.unmount()
  })
  it('keep the menu where the game is hidden, with a way to show it again', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"isFolded":true}' }))
    const bar = show(GameBar, tab)
    expect(bar.findAll('.actions button').map(button => button.attributes('data-action'))).toEqual([
      'unfold',
      'menu',
    ])
    bar.unmount()
  })
})

describe('a replay', () => {
  it('leaves no hint to be asked for, which nobody would see', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const bar = show(GameBar, tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    const isDisabled = () => bar.get('[data-action="hint"]').attributes('disabled') !== undefined
    expect(isDisabled()).toBe(false)
    replay.playPast(tab.game.history)
    await nextTick()
    expect(isDisabled()).toBe(true)
    bar.unmount()
  })
})

describe('the page of rules', () => {
  it('names every group of piles in a picture of the game', async () => {
    const labels = async (game: string) => {
      const help = show(HelpPanel, await openTab(memoryPlatform(), `?game=${game}`))
      const texts = help.findAll('.diagram span').map(label => label.text())
      expect(help.findAll('.diagram div b').map(one => one.text())).toEqual(texts.map(text => text[0]))
      help.unmount()
      return texts
    }
    expect(await labels('sea-towers')).toEqual(['1 Cells', '2 Foundations', '3 Columns'])
    expect(await labels('klondike-1')).toEqual(['1 Stock', '2 Waste', '3 Foundations', '4 Columns'])
  })
})
