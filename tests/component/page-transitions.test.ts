// Transitions of the whole page, and the motion setting. Also the cards on the tile of a hidden game.
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import { tableOf } from '../../components/card-images'
import { facesOfWin } from '../../components/panels/win-faces'
import { showTransitions } from '../../components/page-transitions'
import ResumeTile from '../../components/strip/ResumeTile.vue'
import { pageAttributes } from '../../stores/settings/setting-values'
import { memoryPlatform } from '../support/memory-platform'
import { inScope, openTab, show } from '../support/mount'

describe('the cards on the tile of a hidden game', () => {
  it.each([
    ['own', ['faces']],
    ['large', []],
  ])('have the faces of the chosen deck: %s', async (deck, classes) => {
    const tab = await openTab(memoryPlatform({ settings: JSON.stringify({ deck, isFolded: true }) }))
    const tile = show(ResumeTile, tab)
    const shown = tile.get('.fan').classes()
    expect(shown.filter(name => name === 'faces' || name === 'simple')).toEqual(classes)
    tile.unmount()
  })
})

describe('the cards of a win', () => {
  it.each([
    [40, 'own', []],
    [60, 'own', ['faces']],
    [100, 'large', []],
    [120, 'large', ['faces', 'simple']],
  ])('have faces only if they are large enough: %i px, deck “%s”', (width, deck, classes) => {
    document.documentElement.dataset.deck = deck
    const shown = [...tableOf(width, 1.4 * width, []).classList]
    expect(shown.filter(name => name === 'faces' || name === 'simple')).toEqual(classes)
    delete document.documentElement.dataset.deck
  })
  it.each([
    [40, 'still ribbon ', 0.4],
    [60, 'still ribbon faces simple', 0.27],
    [100, 'still ribbon faces', 0.196],
  ])(
    'fly with the faces that they have on the table, even if they are enlarged: %i px',
    (widthOnTable, classes, corner) => {
      const table = facesOfWin(['QH'], { width: 118, height: 165 }, widthOnTable)
      expect(table.className).toBe(classes)
      const [open] = table.children as unknown as HTMLElement[]
      expect(Number.parseFloat(open.style.getPropertyValue('--i')) / 118).toBeCloseTo(corner)
    },
  )
})

describe('a transition of the page', () => {
  it('begins when the game is switched, hidden or shown, and ends with the next input', async () => {
    const tab = await openTab(undefined, '?game=sea-towers&deal=17')
    const transition = () => document.documentElement.dataset.transition
    const stop = tab.pinia._a.runWithContext(() => inScope(showTransitions))
    expect(transition()).toBeUndefined()
    await tab.game.newDeal(18)
    await nextTick()
    expect(transition(), 'not for a new deal').toBeUndefined()
    await tab.game.switchGame('freecell')
    await nextTick()
    expect(transition()).toBe('game')
    document.dispatchEvent(new Event('pointerdown'))
    expect(transition()).toBeUndefined()
    await tab.settings.change({ isFolded: true })
    await nextTick()
    expect(transition()).toBe('hidden')
    document.dispatchEvent(new Event('keydown'))
    await tab.settings.change({ isFolded: false })
    await nextTick()
    expect(transition()).toBe('shown')
    stop()
    expect(transition()).toBeUndefined()
  })
  it('depends on the motion setting, which is an attribute of the page', async () => {
    const { settings } = await openTab()
    expect(pageAttributes(settings.values, false).motion).toBe('calm')
    await settings.change({ motion: 'off' })
    expect(pageAttributes(settings.values, false).motion).toBe('off')
  })
})
