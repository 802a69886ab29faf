// The bar: tooltips with keys, the menu, the list of deals, and the page of rules and keys.
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import DealsList from '../../components/bar/DealsList.vue'
import GameBar from '../../components/bar/GameBar.vue'
import { showFolderMark } from '../../components/folder-mark'
import MenuList from '../../components/bar/MenuList.vue'
import ReplayBar from '../../components/bar/ReplayBar.vue'
import ResumeTile from '../../components/strip/ResumeTile.vue'
import HelpPanel from '../../components/panels/HelpPanel.vue'
import { setLocale } from '../../components/i18n'
import { legalMoves, publishedDaily } from '../../engine/index.ts'
import { labelsOf } from '../../components/table/labels'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { eventually, eventuallyTrue } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'
import { inScope, openTab, show } from '../support/mount'

afterEach(async () => {
  vi.unstubAllGlobals()
  await setLocale('en')
})

/** Simulates a device that matches exactly these media queries. */
function deviceOf(...queries: string[]): void {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: queries.includes(media) }),
  )
}

describe('the buttons of the bar', () => {
  it('show their action and key in a tooltip', async () => {
    const tab = await openTab()
    const bar = show(GameBar, tab)
    const titles = bar.findAll('.actions button').map(button => button.attributes('title'))
    expect(titles).toEqual(['Undo (U / Ctrl+Z)', 'Redo (R / Ctrl+Y)', 'Hint (H)', 'New deal (N)', 'Menu'])
    for (const button of bar.findAll('.bar button')) expect(button.attributes('title')).toBeTruthy()
    await tab.settings.change({ letterKeys: false })
    expect(bar.find('[data-action="undo"]').attributes('title')).toBe('Undo (Ctrl+Z)')
    expect(bar.find('[data-action="hint"]').attributes('title')).toBe('Hint')
    bar.unmount()
  })
  it('name a deal of the day by its date only, even in a tooltip', async () => {
    const tab = await openTab()
    await tab.game.newDeal(3_749_220_319, 20_760)
    const bar = show(GameBar, tab)
    const button = bar.get('[data-action="deal"]')
    expect(button.text()).toBe('Nov 3')
    expect(button.html()).not.toContain('3749220319')
    bar.unmount()
  })
  it('say, while a hint is shown, that a second press of the hint button plays it', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const bar = show(GameBar, tab)
    const title = () => bar.find('[data-action="hint"]').attributes('title')
    await useLateAnalysis(tab.pinia).askHint()
    await nextTick()
    expect(title()).toBe('Hint (H). Press again to play it.')
    await useLateAnalysis(tab.pinia).askHint()
    await nextTick()
    expect([tab.game.history.cursor, title()]).toEqual([1, 'Hint (H)'])
    bar.unmount()
  })
  it('name the keys as they are printed on the keyboard, and so does the keyboard help', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"language":"de"}' }))
    await setLocale('de')
    const bar = show(GameBar, tab)
    expect(bar.find('[data-action="redo"]').attributes('title')).toBe('Wiederholen (R / Strg+Y)')
    const help = show(HelpPanel, tab)
    const keys = help.findAll('kbd').map(key => key.text())
    expect(keys).toEqual(expect.arrayContaining(['R', 'Strg+Y', '←', '9', '0', '-', 'Eingabe', 'Esc']))
    expect(help.text()).not.toMatch(/Ctrl|Enter/)
    help.unmount()
    bar.unmount()
  })
  it('are disabled during a replay, except for “New deal”, which ends the replay', async () => {
    const tab = await openTab(
      memoryPlatform({ settings: '{"winnableOnly":false}' }),
      '?game=klondike-1&deal=17',
    )
    await tab.game.playGesture([{ kind: 'draw' }])
    await tab.game.playGesture([{ kind: 'draw' }])
    await tab.game.undo()
    const { replay } = await useLateAnalysis(tab.pinia).load()
    const bar = show(GameBar, tab)
    const enabled = () =>
      bar
        .findAll('.actions button:not([data-action="menu"])')
        .filter(({ element }) => !(element as HTMLButtonElement).disabled)
        .map(button => button.attributes('data-action'))
    expect(enabled()).toEqual(['undo', 'redo', 'hint', 'new'])
    replay.showHistory(0)
    await nextTick()
    expect(enabled()).toEqual(['new'])
    await bar.get('[data-action="new"]').trigger('click')
    await eventually(() => expect(replay.isOpen).toBe(false))
    bar.unmount()
  })
  it('do not move when figures become wider, because the flexible space precedes the figures', async () => {
    const bar = show(GameBar, await openTab(memoryPlatform({ settings: '{"showTime":true}' })))
    const after = [...bar.get('.space').element.parentElement!.children].map(({ classList }) =>
      classList.item(classList.length - 1),
    )
    expect(after.slice(1, 8)).toEqual(['late', 'space', 'late', 'moves', 'time', 'today', 'actions'])
    bar.unmount()
  })
  it('include only the menu button while the game is hidden', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"isFolded":true}' }))
    const bar = show(GameBar, tab)
    expect(bar.findAll('.actions button').map(button => button.attributes('data-action'))).toEqual(['menu'])
    bar.unmount()
  })
})

describe('the time played', () => {
  it('is also shown in the list of deals, unless the setting is off', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const list = show(DealsList, tab)
    expect(list.get('[data-stat="time"]').text()).toBe('Time played: 0:00')
    await list.get('#deal-number').setValue('18')
    expect(list.find('[data-stat="time"]').exists()).toBe(false)
    await list.get('#deal-number').setValue('17')
    await tab.settings.change({ showTime: false })
    await nextTick()
    expect(list.find('[data-stat="time"]').exists()).toBe(false)
    list.unmount()
  })
})

describe('the menu', () => {
  const entries = async (settings: string) => {
    const menu = show(MenuList, await openTab(memoryPlatform({ settings }), '?game=sea-towers&deal=17'))
    const groups = menu.get('.menu-list').html().split('<hr')
    const actions = groups.map(group =>
      [...group.matchAll(/data-action="([\w-]+)"/g)].map(([, name]) => name),
    )
    const keys = menu.findAll('kbd').map(key => `${key.element.parentElement!.dataset.action}: ${key.text()}`)
    menu.unmount()
    return { actions, keys }
  }
  it('has four groups: the current game, past games, other devices, and Quickhand itself', async () => {
    expect((await entries('{}')).actions).toEqual([
      ['restart', 'solution', 'history', 'fold'],
      ['stats', 'goals', 'past', 'days'],
      ['place', 'others', 'backup'],
      ['settings', 'help', 'about'],
    ])
    expect((await entries('{"isFolded":true}')).actions).toEqual([
      ['unfold'],
      ['stats', 'goals', 'past'],
      ['place', 'others', 'backup'],
      ['settings', 'help', 'about'],
    ])
  })
  it('restarts the deal if at least one move was made, and the restart can be undone', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    for (let i = 0; i < 2; i++) await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const menu = show(MenuList, tab)
    const isPossible = () => menu.get('[data-action="restart"]').attributes('disabled') === undefined
    expect([isPossible(), tab.game.canUndo]).toEqual([true, true])
    await menu.get('[data-action="restart"]').trigger('click')
    await nextTick()
    expect([isPossible(), tab.game.canUndo, tab.game.moves]).toEqual([false, true, 0])
    await tab.game.undo()
    await nextTick()
    expect([isPossible(), tab.game.moves]).toEqual([true, 2])
    menu.unmount()
  })
  it('replays the game from the deal, like the button of the win sheet', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const menu = show(MenuList, tab)
    await menu.get('[data-action="history"]').trigger('click')
    const { replay } = await useLateAnalysis(tab.pinia).load()
    expect([replay.kind, replay.step, replay.isRunning]).toEqual(['history', 0, true])
    replay.close()
    menu.unmount()
  })
  it('shows shortcuts only if there is a keyboard and the game is visible', async () => {
    deviceOf('(hover: hover)')
    expect((await entries('{}')).keys).toEqual(['help: ?'])
    expect((await entries('{"isFolded":true}')).keys).toEqual([])
    deviceOf('(hover: none)')
    expect((await entries('{}')).keys).toEqual([])
  })
})

describe('a sync folder that needs the user’s attention', () => {
  const stopped = JSON.stringify({ isStopped: true, problem: { code: 'signIn' } })
  const isMarked = () => document.documentElement.hasAttribute('data-folder-refused')

  it('adds a mark to the menu button and a line to the menu until the problem is solved', async () => {
    const tab = await openTab(memoryPlatform({ 'place-state': stopped }))
    const stop = inScope(showFolderMark)
    const menu = show(MenuList, tab)
    await eventuallyTrue(isMarked)
    expect(menu.get('[data-action="place"]').text()).toContain('Syncing is paused')
    await tab.platform.local.set({ 'place-state': JSON.stringify({ problem: { code: 'unreachable' } }) })
    await eventuallyTrue(() => !isMarked())
    expect(menu.find('[data-place="silent"]').exists()).toBe(false)
    stop()
    menu.unmount()
  })

  it('has no mark if it is disconnected while the parser of its state is being loaded', async () => {
    const tab = await openTab(memoryPlatform({ 'place-state': stopped }))
    const stop = inScope(showFolderMark)
    await tab.platform.local.remove(['place-state'])
    await vi.dynamicImportSettled()
    await flushPromises()
    expect(isMarked()).toBe(false)
    stop()
  })

  it('has no mark once it is disconnected', async () => {
    const tab = await openTab(memoryPlatform({ 'place-state': stopped }))
    const stop = inScope(showFolderMark)
    await eventuallyTrue(isMarked)
    await tab.platform.local.remove(['place-state'])
    await eventuallyTrue(() => !isMarked())
    stop()
  })
})

describe('the list of deals', () => {
  it('tells screen readers that the deal was copied, in a live region that already exists', async () => {
    vi.stubGlobal('navigator', { languages: ['en'], clipboard: { writeText: vi.fn() } })
    const list = show(DealsList, await openTab(memoryPlatform(), '?game=sea-towers&deal=17'))
    const texts = list.findAll('[role="status"]')
    await list.get('[data-action="copy-deal"]').trigger('click')
    await eventually(() => expect(texts.map(text => text.text())).toContain('Copied'))
    list.unmount()
    vi.unstubAllGlobals()
  })
  it('selects the deal number when it opens, so that the user can type a different number', async () => {
    const list = show(DealsList, await openTab(memoryPlatform(), '?game=sea-towers&deal=17'))
    const { selectionStart, selectionEnd, id } = document.activeElement as HTMLInputElement
    expect([id, selectionStart, selectionEnd]).toEqual(['deal-number', 0, 2])
    list.unmount()
  })
  it('focuses a button on touch screens, because a field would open the on-screen keyboard', async () => {
    deviceOf('(hover: none)')
    const list = show(DealsList, await openTab(memoryPlatform(), '?game=sea-towers&deal=17'))
    expect((document.activeElement as HTMLElement).dataset.action).toBe('daily')
    // A number typed on a keyboard still replaces the number in the field.
    document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: '4', bubbles: true }))
    const { selectionStart, selectionEnd, id } = document.activeElement as HTMLInputElement
    expect([id, selectionStart, selectionEnd]).toEqual(['deal-number', 0, 2])
    list.unmount()
  })
})

describe('a replay', () => {
  it('disables the hint button, because a hint would not be visible', async () => {
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const bar = show(GameBar, tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    const isDisabled = () => bar.get('[data-action="hint"]').attributes('disabled') !== undefined
    expect(isDisabled()).toBe(false)
    replay.playBack(tab.game.history, tab.game.playId)
    await nextTick()
    expect(isDisabled()).toBe(true)
    bar.unmount()
  })
})

describe('a deal of the day', () => {
  it('is named by its date on the table, on the tile of a hidden table, and in a replay', async () => {
    const tab = await openTab()
    await tab.game.newDeal(publishedDaily(tab.game.game.id, '2025-11-30'), Date.UTC(2025, 10, 30) / 864e5)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.playBack(tab.game.history, tab.game.playId)
    const number = String(tab.game.position.dealNumber)
    for (const [component, place, date] of [
      [GameBar, '[data-action="deal"]', 'Nov 30'],
      [ResumeTile, 'p', 'Nov 30'],
      [ReplayBar, '.replay', 'November 30'],
    ] as const) {
      const view = show(component, tab)
      const named = view.get(place)
      expect(named.attributes('aria-label') ?? named.text()).toContain(date)
      expect(named.text()).not.toContain(number)
      view.unmount()
    }
  })
})

describe('the rules page', () => {
  it('explains mouse and keyboard, or only touch on a touch device', async () => {
    const page = async () => {
      const help = show(HelpPanel, await openTab())
      const found = [help.findAll('h3').map(title => title.text()), help.text()] as const
      help.unmount()
      return found
    }
    deviceOf('(hover: hover)')
    expect((await page())[0]).toEqual(['Rules', 'Mouse and touch', 'Keyboard'])
    deviceOf('(hover: none)')
    const [titles, text] = await page()
    expect(titles).toEqual(['Rules', 'Touch'])
    expect(text).toContain('Tap a card')
    expect(text).not.toMatch(/click/i)
  })
  it('describes the active rules, and hides the odds under rules that change them', async () => {
    const page = async (game: string, settings = '{}') => {
      const help = show(HelpPanel, await openTab(memoryPlatform({ settings }), `?game=${game}`))
      const text = help.text()
      help.unmount()
      return text
    }
    expect(await page('golf')).toMatch(/A king takes only a queen.*tested deals can be won/s)
    const round = await page('golf', '{"moreRules":["round-corner"]}')
    expect(round).toContain('Kings and aces are neighbors, too.')
    expect(round).not.toContain('tested deals')
    expect(await page('klondike-1')).toContain('as often as you like')
    expect(await page('klondike-1', '{"klondikePasses":"one-pass"}')).toContain(
      'You can go through the stock only once.',
    )
    expect(await page('double-sea-towers', '{"houseRules":["move-runs"]}')).toContain('tested deals')
  })
  it.each([
    ['golf', 'Send the card to the discard pile'],
    ['pyramid', undefined],
    ['black-hole', 'Send the card to the discard pile'],
    ['spider-4', undefined],
    ['freecell', 'Send the card to a foundation'],
  ])(
    'names the pile that single cards are sent to in %s, if there is such a pile',
    async (game, sentence) => {
      const tab = await openTab(memoryPlatform(), `?game=${game}&deal=17`)
      const help = show(HelpPanel, tab)
      expect(/Send the card to (?:a|the) [a-z ]+/.exec(help.text())?.[0].trim()).toBe(sentence)
      if (game === 'golf' || game === 'black-hole') {
        const { position } = tab.game
        const labels = labelsOf(position).piles.flatMap(({ cards }) => cards)
        expect([help.text(), ...labels].join()).not.toMatch(/foundation/i)
      }
      help.unmount()
    },
  )
  it.each([
    ['klondike-1', 'best', 'Click a card to move it to the best place. Click it again'],
    ['tripeaks', 'best', 'Click a card to send it to the discard pile.'],
    ['pyramid', 'best', 'Click a card to remove it with a card that it pairs with.'],
    ['klondike-1', 'select', 'Click a card to select it'],
    ['tripeaks', 'select', 'Click a card to select it'],
    ['spider-1', 'drag', 'Drag a card wherever it fits.'],
  ])('says what a click does in %s with the setting “%s”', async (game, click, sentence) => {
    const settings = JSON.stringify({ click })
    const help = show(HelpPanel, await openTab(memoryPlatform({ settings }), `?game=${game}`))
    const [first] = help.findAll('.ruled li').map(line => line.text())
    expect(first).toContain(sentence)
    const hasBest = game !== 'tripeaks' && game !== 'pyramid'
    expect(/best place/.test(help.get('.keys').text())).toBe(hasBest)
    help.unmount()
  })
  it('numbers every group of piles in a picture of the game, and lists their names', async () => {
    const labels = async (game: string) => {
      const help = show(HelpPanel, await openTab(memoryPlatform(), `?game=${game}`))
      const texts = help.findAll('.diagram span').map(label => label.text())
      expect(help.findAll('.diagram div b').map(number => number.text())).toEqual(texts.map(text => text[0]))
      help.unmount()
      return texts
    }
    expect(await labels('sea-towers')).toEqual(['1 Cells', '2 Foundations', '3 Columns'])
    expect(await labels('klondike-1')).toEqual(['1 Stock', '2 Waste', '3 Foundations', '4 Columns'])
  })
})
