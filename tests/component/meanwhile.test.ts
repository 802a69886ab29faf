// Parts of the page that are active at the same time (table, light, replay, search for a deal, win). Also the
// lists of the bar, the strip and some panels.
import { flushPromises } from '@vue/test-utils'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import DealsList from '../../components/bar/DealsList.vue'
import GameBar from '../../components/bar/GameBar.vue'
import GamesList from '../../components/bar/GamesList.vue'
import WinnabilityList from '../../components/bar/WinnabilityList.vue'
import ReplayBar from '../../components/bar/ReplayBar.vue'
import { keepOverlayKeys } from '../../components/overlay-keys'
import { typedNames } from '../../components/typed-names'
import { useOverlays } from '../../stores/overlays/overlays'
import GoalsPanel from '../../components/panels/GoalsPanel.vue'
import HelpPanel from '../../components/panels/HelpPanel.vue'
import WonPanel from '../../components/panels/WonPanel.vue'
import NewTabBar from '../../components/strip/NewTabBar.vue'
import GameTable from '../../components/table/GameTable.vue'
import { keepInput } from '../../components/table/early-input'
import { replayInput } from '../../components/table/replay-input'
import { sayChange } from '../../components/announcements'
import { setLocale } from '../../components/i18n'
import { dayTitle, dealTitle } from '../../components/share'
import { weekStart } from '../../components/i18n-panels'
import { legalMoves, solve, type Position, type Solution } from '../../engine/index.ts'
import App from '../../entrypoints/newtab/App.vue'
import { useAnalysis } from '../../stores/analysis/analysis'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import type { Search } from '../../stores/analysis/solver-keys'
import { useWinnableDeals } from '../../stores/analysis/winnable-deals'
import { useStatistics } from '../../stores/account/statistics'
import { dayHere } from '../../stores/calendar.ts'
import { dayOfPlay } from '../../stores/sync/ids.ts'
import { eventually } from '../support/eventually'
import { move, wonGame } from '../support/help'
import { memoryPlatform } from '../support/memory-platform'
import {
  directSolver,
  openTab,
  show,
  showNotice,
  showTable,
  undecided,
  type World,
  inScope,
} from '../support/mount'

const SEA = '?game=sea-towers&deal=1'
const withoutAutoplay = (settings = {}) =>
  memoryPlatform({ settings: JSON.stringify({ automatic: 'off', ...settings }) })
const WON: Solution = { verdict: 'won', moves: [], states: 1, ms: 1 }

afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  await setLocale('en')
})

/** A solver that answers when the test calls `answer`. As in the page, a new request aborts the last one. */
function slowSolver(answerOf: (position: Position) => Solution = position => solve(position)) {
  const asked: Position[] = []
  let settle: ((found: Search<Solution>) => void) | undefined
  const abort = () => settle?.('aborted')
  vi.spyOn(directSolver, 'ask').mockImplementation(position => {
    abort()
    asked.push(position)
    return new Promise(resolve => (settle = resolve))
  })
  vi.spyOn(directSolver, 'stop').mockImplementation(abort)
  vi.spyOn(directSolver, 'end').mockImplementation(abort)
  const answer = async () => {
    settle?.(answerOf(asked.at(-1)!))
    await flushPromises()
  }
  return { asked, answer }
}

const makeMove = ({ game }: World) => game.playGesture([legalMoves(game.position)[0]])
async function win(tab: World): Promise<void> {
  for (const move of wonGame('sea-towers').moves) await tab.game.playGesture([move])
  expect(tab.game.state).toBe('won')
}
const queryOfWin = () => `?game=sea-towers&deal=${wonGame('sea-towers').deal}`

describe('during a replay', () => {
  it('“Finish” wins the game and shows the win sheet', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const app = show(App, tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    for (const move of wonGame('sea-towers').moves) {
      if (tab.game.finishing) break
      await tab.game.playGesture([move])
    }
    replay.showHistory(tab.game.history.cursor)
    await eventually(() => expect(app.find('.replay').exists()).toBe(true))
    await app.get('[data-action="finish"]').trigger('click')
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    app.unmount()
  })
  it('keys do not play the game that it hides, even if its bar has not loaded yet', async () => {
    const tab = await openTab(withoutAutoplay(), '?game=klondike-1&deal=1')
    const table = await showTable(tab)
    await tab.game.playGesture([move('draw')])
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.showHistory(0)
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true }))
    expect([tab.game.moves, replay.isOpen]).toEqual([1, true])
    replay.close()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'd', bubbles: true, cancelable: true }))
    expect(tab.game.moves).toBe(2)
    table.unmount()
  })
  it('the welcome hint of a new profile is hidden, and it is shown again after the replay', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    const app = show(App, tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    await eventually(() => expect(app.find('.first').exists()).toBe(true))
    await replay.showSolution()
    await eventually(() => expect(app.find('.replay').exists()).toBe(true))
    expect(app.find('.first').exists()).toBe(false)
    replay.close()
    await eventually(() => expect(app.find('.first').exists()).toBe(true))
    app.unmount()
  })
  it('the light’s list does not offer a hint, because it would not be visible', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    const late = useLateAnalysis(tab.pinia)
    const { replay, analysis } = await late.load()
    void analysis.begin()
    await eventually(() => expect(late.light).toBe('won'))
    const list = show(WinnabilityList, tab)
    const overlays = useOverlays(tab.pinia)
    overlays.list = 'light'
    expect(list.find('[data-action="light-hint"]').exists()).toBe(true)
    await replay.showSolution()
    await nextTick()
    expect(list.find('[data-action="light-hint"]').exists()).toBe(false)
    await tab.settings.change({ light: 'never' })
    expect(overlays.list, 'the list closes when its button disappears').toBeUndefined()
    list.unmount()
  })
  it('every button of the replay has a tooltip, which names the key if there is one', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    await replay.showSolution()
    const bar = show(ReplayBar, tab)
    expect(bar.findAll('button').map(button => button.attributes('title'))).toEqual([
      'Go to the start',
      'Previous move (←)',
      'Pause',
      'Next move (→)',
      'Go to the end',
      'Close (Esc)',
    ])
    bar.unmount()
  })
  it('going to another step pauses the replay', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    await replay.showSolution()
    const bar = show(ReplayBar, tab)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    expect([replay.step, replay.isRunning]).toEqual([1, false])
    replay.run()
    await nextTick()
    await bar.get('[data-action="step-on"]').trigger('click')
    expect([replay.step, replay.isRunning]).toEqual([2, false])
    bar.unmount()
  })
  it.each([
    ['with Alt is handled by the browser', 'p', { altKey: true }, false],
    ['goes to the previous step', 'p', {}, true],
  ])('the left arrow key %s', async (_, tag, modifiers, isHandled) => {
    const tab = await openTab(memoryPlatform(), SEA)
    await makeMove(tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.showHistory(1)
    const bar = show(ReplayBar, tab)
    const element = document.body.appendChild(document.createElement(tag))
    const event = new KeyboardEvent('keydown', {
      key: 'ArrowLeft',
      bubbles: true,
      cancelable: true,
      ...modifiers,
    })
    element.dispatchEvent(event)
    element.remove()
    expect([event.defaultPrevented, replay.step]).toEqual(isHandled ? [true, 0] : [false, 1])
    bar.unmount()
  })
  it('Escape closes it, even if its bar cannot be loaded', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    const stop = inScope(keepOverlayKeys)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    const overlays = useOverlays(tab.pinia)
    replay.playBack(tab.game.history, tab.game.playId)
    overlays.list = 'menu'
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    await flushPromises()
    expect(replay.isOpen, 'Escape closes the list first').toBe(true)
    overlays.list = undefined
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    expect(replay.isOpen, 'at once, so that the next key acts on the game').toBe(false)
    stop()
  })
  it('a solution that is found during the replay does not replace it', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"light":"never"}' }), SEA)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    const { answer } = slowSolver()
    const asked = replay.showSolution()
    await flushPromises()
    replay.playBack(tab.game.history, tab.game.playId)
    await answer()
    await asked
    expect(replay.kind).toBe('past')
  })
  it('a click sent by a screen reader makes no move', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    const view = await showTable(tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.playBack(tab.game.history, tab.game.playId)
    await nextTick()
    const { position } = tab.game
    for (const card of view.findAll('.card.top')) await card.trigger('click')
    expect(tab.game.position).toBe(position)
    view.unmount()
  })
  it('the game’s clock is paused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const tab = await openTab(memoryPlatform(), SEA)
    await makeMove(tab)
    expect(vi.getTimerCount()).toBe(1)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.showHistory(0)
    const bar = show(ReplayBar, tab)
    await nextTick()
    tab.game.touch()
    expect(vi.getTimerCount()).toBe(0)
    bar.unmount()
  })
})

describe('while the game is hidden', () => {
  it('the game’s clock is paused', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const tab = await openTab(memoryPlatform(), SEA)
    await makeMove(tab)
    await tab.settings.change({ isFolded: true })
    await nextTick()
    tab.game.touch()
    expect(vi.getTimerCount()).toBe(0)
    await tab.settings.change({ isFolded: false })
    tab.game.touch()
    expect(vi.getTimerCount()).toBe(1)
  })
})

describe('while a tab opens', () => {
  const stripSpace = () => document.documentElement.style.getPropertyValue('--strip')
  it('the space reserved for the strip is kept only if there is a strip', async () => {
    document.documentElement.style.setProperty('--strip', '38px')
    const tab = await openTab(memoryPlatform({ settings: '{"showClock":true}' }), SEA)
    const app = show(App, tab)
    expect(stripSpace()).toBe('38px')
    await tab.settings.change({ showClock: false })
    expect(stripSpace()).toBe('')
    app.unmount()
    document.documentElement.style.setProperty('--strip', '38px')
    show(App, await openTab(memoryPlatform(), SEA)).unmount()
    expect(stripSpace()).toBe('')
  })
})

const pressEscape = () =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

describe('while a panel is loading', () => {
  it('keys do not act on the table below it, and Esc cancels the request', async () => {
    const tab = await openTab(withoutAutoplay(), SEA)
    const newDeal = vi.spyOn(useLateAnalysis(tab.pinia), 'newDeal').mockResolvedValue()
    const stop = inScope(keepOverlayKeys)
    const table = await showTable(tab)
    const overlays = useOverlays(tab.pinia)
    const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key }))
    press('?')
    press('n')
    expect(newDeal).not.toHaveBeenCalled()
    press('Escape')
    expect(overlays.panel).toBeUndefined()
    press('n')
    expect(newDeal).toHaveBeenCalledOnce()
    table.unmount()
    stop()
  })
  it('Esc also closes the message that it cannot be loaded', async () => {
    const overlays = useOverlays((await openTab(withoutAutoplay(), SEA)).pinia)
    const stop = inScope(keepOverlayKeys)
    overlays.panel = 'help'
    overlays.loading = undefined
    pressEscape()
    expect(overlays.panel).toBeUndefined()
    stop()
  })
  it('Esc does not close the win sheet below it', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    await win(tab)
    const table = await showTable(tab)
    const panel = show(WonPanel, tab)
    const stop = inScope(keepOverlayKeys)
    await eventually(() => expect(panel.find('[data-action="next"]').exists()).toBe(true))
    const overlays = useOverlays(tab.pinia)
    const escape = () => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    overlays.panel = 'help'
    escape()
    expect(overlays.panel).toBeUndefined()
    expect(panel.emitted('close')).toBeUndefined()
    escape()
    expect(panel.emitted('close')).toHaveLength(1)
    stop()
    panel.unmount()
    table.unmount()
  })
})

describe('keys pressed while a list or panel is loading', () => {
  /** Opens a list of the bar as its button does; returns the page. */
  async function openList(name: string, tab: World) {
    const app = show(App, tab)
    await import('../../components/page-focus')
    await eventually(() => expect(app.get('.table').attributes('data-ready')).toBe('true'))
    for (const type of ['beforetoggle', 'toggle'])
      app.get(`#${name}`).element.dispatchEvent(Object.assign(new Event(type), { newState: 'open' }))
    return app
  }
  const press = (name: string) => {
    const [key, modifier] = name.split('+').reverse()
    return document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey: modifier === 'Shift', bubbles: true, cancelable: true }),
    )
  }
  it.each([
    ['games', ['k', 'l', 'o', 'x', 'Backspace', 'n'], 'klon'],
    ['games', ['k', 'n', 'ArrowLeft', 'o', 'End', 'd'], 'kond'],
    ['games', ['x', 'k', 'Home', 'Delete', 'ArrowRight', 'l', 'Delete'], 'kl'],
    ['games', ['k', 'Shift+Home', 'l'], ''],
    ['games', ['k', 'Tab', 'l'], ''],
    ['deal', ['2', '3'], '23'],
    ['deal', ['2', 'Tab'], '17'],
  ])(
    'edit the field, or are dropped if Tab or a selecting key is among them (%s: %j)',
    async (name, keys, typed) => {
      const app = await openList(name, await openTab(memoryPlatform(), '?game=sea-towers&deal=17'))
      keys.forEach(press)
      const field = `#${name} input`
      await eventually(() => expect(app.find(field).exists()).toBe(true))
      await flushPromises()
      expect(app.get<HTMLInputElement>(field).element.value).toBe(typed)
      app.unmount()
    },
  )
  it('are recorded once, even while input handling is loading too', async () => {
    const overlays = useOverlays((await openTab(memoryPlatform(), SEA)).pinia)
    const buffer = keepInput(ref(null))
    const stop = inScope(keepOverlayKeys)
    overlays.beforeToggle('games', true)
    press('k')
    await replayInput(buffer, nextTick)
    buffer.end()
    expect(overlays.loading?.keys.map(({ key }) => key)).toEqual(['k'])
    stop()
  })
  it('press a painted button once, but not while the list that it opens is loading', async () => {
    const overlays = useOverlays((await openTab(memoryPlatform(), SEA)).pinia)
    const stop = inScope(keepOverlayKeys)
    const button = document.createElement('button')
    button.dataset.action = 'games'
    const painted = button.cloneNode()
    document.body.append(button)
    let clicks = 0
    button.onclick = () => void clicks++
    const key = (key: string) => new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    const clickOfKey = new MouseEvent('click', { detail: 0, bubbles: true, cancelable: true })
    const [g, ...enter] = [key('g'), key('Enter'), clickOfKey]
    for (const event of [g, ...enter]) painted.dispatchEvent(event)
    await replayInput(enter, nextTick)
    expect(clicks).toBe(1)
    overlays.beforeToggle('games', true)
    await replayInput([g, ...enter], nextTick)
    expect(clicks).toBe(1)
    expect(overlays.loading?.keys.map(({ key }) => key)).toEqual(['g', 'Enter'])
    button.remove()
    stop()
  })
  it('and presses on cards are dropped without an error once the table is hidden', async () => {
    const table = document.createElement('div')
    table.className = 'table'
    const card = table.appendChild(document.createElement('div'))
    document.body.append(table)
    const click = new MouseEvent('click', { bubbles: true })
    card.dispatchEvent(click)
    const hide = async () => table.remove()
    await expect(replayInput([click], hide)).resolves.toBeUndefined()
  })
  it('reach a list that was closed and immediately opened again', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    const app = await openList('menu', tab)
    await eventually(() => expect(app.find('.menu-list').exists()).toBe(true))
    const list = app.get('#menu').element
    const fire = (type: string, newState: string) =>
      list.dispatchEvent(Object.assign(new Event(type), { newState }))
    fire('beforetoggle', 'closed')
    fire('beforetoggle', 'open')
    // A task later, there is one event for both.
    await nextTick()
    fire('toggle', 'open')
    await eventually(() => expect(app.find('.menu-list').exists()).toBe(true))
    expect(press('x'), 'whether the browser handles the key').toBe(true)
    app.unmount()
  })
  it.each(['menu', 'help'] as const)(
    'act on the table once it is closed, even before the browser’s event about that: %s',
    async name => {
      const tab = await openTab(withoutAutoplay(), SEA)
      await makeMove(tab)
      const app = show(App, tab)
      await eventually(() => expect(app.get('.table').attributes('data-ready')).toBe('true'))
      const fire = (query: string, type: string, more: object) =>
        app
          .get(query)
          .element.dispatchEvent(Object.assign(new Event(type, { bubbles: true, cancelable: true }), more))
      if (name === 'menu')
        for (const type of ['beforetoggle', 'toggle']) fire('#menu', type, { newState: 'open' })
      else useOverlays(tab.pinia).panel = name
      await eventually(() => expect(app.find('.menu-list, dialog .inside').exists()).toBe(true))
      press('u')
      expect(tab.game.moves).toBe(1)
      if (name === 'menu') fire('#menu', 'beforetoggle', { newState: 'closed' })
      else {
        // As when the user cancels the choice of a file.
        fire('dialog .inside', 'cancel', {})
        expect(useOverlays(tab.pinia).panel).toBe(name)
        fire('dialog', 'cancel', {})
      }
      await nextTick()
      press('u')
      expect(tab.game.moves).toBe(0)
      app.unmount()
    },
  )
  it('choose the game or the deal that they name', async () => {
    for (const [name, keys, title] of [
      ['games', [...'golf', 'Enter'], 'Golf'],
      ['deal', [...'golf 23', 'Enter'], 'Golf #23'],
    ] as const) {
      const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
      const app = await openList(name, tab)
      keys.forEach(press)
      await eventually(() =>
        expect(dealTitle(tab.game.game.id, tab.game.position.dealNumber)).toContain(title),
      )
      app.unmount()
    }
  })
  it('choose an item of the menu, and later keys act on the table', async () => {
    const tab = await openTab(withoutAutoplay(), SEA)
    const redo = vi.spyOn(tab.game, 'redo')
    await makeMove(tab)
    const app = await openList('menu', tab)
    for (const key of ['Enter', 'r']) press(key)
    expect(tab.game.history.cursor).toBe(1)
    await eventually(() => expect(redo).toHaveBeenCalledOnce())
    await flushPromises()
    expect(tab.game.history).toMatchObject({ cursor: 1, gestures: { length: 1 } })
    app.unmount()
  })
})

describe('during a search for a hint', () => {
  it.each(['its module is loading', 'the solver is searching'])(
    'Esc cancels the search while %s, and a message says so',
    async phase => {
      const tab = await openTab(memoryPlatform({ settings: '{"light":"never"}' }), SEA)
      const view = await showTable(tab)
      const { answer } = slowSolver(position => ({ ...WON, moves: [legalMoves(position)[0]] }))
      const late = useLateAnalysis(tab.pinia)
      const { analysis } = phase.includes('solver') ? await late.load() : {}
      const hinting = late.askHint()
      if (analysis) {
        await flushPromises()
        expect(analysis.message).toBe('looking')
      }
      pressEscape()
      if (analysis) {
        await flushPromises()
        expect(analysis.message).toBe('canceled')
      }
      await answer()
      await hinting
      await eventually(() => expect(useAnalysis(tab.pinia).message).toBe('canceled'))
      expect(late.hint).toBeUndefined()
      expect((await showNotice(tab)).text()).toContain('The search was canceled.')
      // The next search is not canceled.
      const again = late.askHint()
      await flushPromises()
      await answer()
      await again
      expect([late.hint === undefined, useAnalysis(tab.pinia).message]).toEqual([false, undefined])
      view.unmount()
    },
  )
})

describe('while the user waits for a hint', () => {
  it('no search for the pool of winnable deals ends the search for the best line', async () => {
    const stored = { 'settings': '{"light":"never"}', 'deals:sea-towers': '[]' }
    const tab = await openTab(memoryPlatform(stored), SEA)
    const { asked, answer } = slowSolver(position => ({
      ...{ verdict: 'unknown', states: 1, ms: 1 },
      best: [legalMoves(position)[0]],
    }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stopFilling = inScope(() => useWinnableDeals(tab.pinia).keepFilled())
    const analysis = useAnalysis(tab.pinia)
    const hinting = analysis.askHint()
    await flushPromises()
    await answer()
    await vi.advanceTimersByTimeAsync(3000)
    expect(asked.every(position => position === tab.game.position)).toBe(true)
    await answer()
    await hinting
    expect(analysis.hint?.isGuess).toBe(true)
    stopFilling()
  })
})

describe('a search for the last winnable position', () => {
  it('evaluates no further position once it is canceled', async () => {
    const tab = await openTab(withoutAutoplay({ light: 'never' }), SEA)
    for (let i = 0; i < 8; i++) await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const { asked, answer } = slowSolver(() => ({ verdict: 'unknown', states: 1, ms: 1 }))
    const finding = useAnalysis(tab.pinia).lastWinnable()
    await flushPromises()
    tab.game.stopWaiting()
    await answer()
    expect(asked).toHaveLength(1)
    expect(await finding).toBe('aborted')
  })
})

describe('during a search for a deal', () => {
  const openForSearch = async (light = 'never') => {
    const stored = { 'settings': JSON.stringify({ light }), 'deals:sea-towers': '[]' }
    const tab = await openTab(memoryPlatform(stored), SEA)
    const analysis = useAnalysis(tab.pinia)
    const solver = slowSolver(() => WON)
    return { ...tab, ...solver, analysis, deals: useWinnableDeals(tab.pinia) }
  }
  it('a second request for a deal does not remove the message', async () => {
    const { deals, analysis, answer } = await openForSearch()
    const both = [deals.dealNew()]
    await flushPromises()
    both.push(deals.dealNew())
    await flushPromises()
    expect(analysis.message).toBe('lookingForDeal')
    await answer()
    await Promise.all(both)
    expect(analysis.message).toBeUndefined()
  })
  it('closing the message cancels the search', async () => {
    const { deals, analysis, answer, game } = await openForSearch()
    const { position } = game
    const dealing = deals.dealNew()
    await flushPromises()
    analysis.say(undefined)
    await answer()
    await dealing
    expect(game.position).toBe(position)
  })
  it('the search for the light is aborted, and begins again once the user cancels', async () => {
    const { deals, analysis, asked, answer, ...tab } = await openForSearch('always')
    const late = useLateAnalysis(tab.pinia)
    await late.load()
    void analysis.begin()
    await flushPromises()
    const dealing = deals.dealNew()
    await flushPromises()
    tab.game.stopWaiting()
    await answer()
    await dealing
    await flushPromises()
    expect(asked.at(-1) === tab.game.position).toBe(true)
    await answer()
    expect(analysis.verdict).toBe('won')
  })
  it('moves and undo do nothing until the new deal is dealt', async () => {
    const { deals, answer, game } = await openForSearch()
    await game.playGesture([legalMoves(game.position)[0]])
    const { position } = game
    const dealing = deals.dealNew()
    for (let i = 0; i < 2; i++) {
      void game.playGesture([legalMoves(position)[0]])
      void game.undo()
      await flushPromises()
      expect(game.position).toBe(position)
    }
    await answer()
    await dealing
    expect(game.position.dealNumber).not.toBe(position.dealNumber)
    await game.playGesture([legalMoves(game.position)[0]])
    expect(game.moves).toBe(1)
  })
  it('keys pressed right after N do not cancel the search', async () => {
    const { answer, ...tab } = await openForSearch()
    const view = await showTable(tab)
    await useLateAnalysis(tab.pinia).load()
    const { position } = tab.game
    for (const key of ['ArrowDown', 'n', ' ', 'ArrowLeft', 'Enter', 'f', 'd', 'u', 'h']) {
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await flushPromises()
    }
    await answer()
    await flushPromises()
    expect(tab.game.position.dealNumber).not.toBe(position.dealNumber)
    view.unmount()
  })
  it('Esc cancels the search, and a message says so', async () => {
    const { answer, deals, analysis, ...tab } = await openForSearch()
    const view = await showTable(tab)
    await useLateAnalysis(tab.pinia).load()
    const { position } = tab.game
    const dealing = deals.dealNew()
    await flushPromises()
    pressEscape()
    await flushPromises()
    expect(analysis.message).toBe('dealCanceled')
    await tab.game.playGesture([legalMoves(position)[0]])
    expect(tab.game.moves).toBe(1)
    await answer()
    await dealing
    expect(tab.game.position.dealNumber).toBe(position.dealNumber)
    view.unmount()
  })
  it.each([true, false])(
    'Esc cancels the search even while its module is loading (only winnable deals: %s)',
    async winnableOnly => {
      const settings = JSON.stringify({ light: 'never', winnableOnly })
      const tab = await openTab(memoryPlatform({ settings }), SEA)
      const view = await showTable(tab)
      const late = useLateAnalysis(tab.pinia)
      const { position } = tab.game
      const dealing = late.newDeal()
      pressEscape()
      await dealing
      await eventually(() => expect(useAnalysis(tab.pinia).message).toBe('dealCanceled'))
      expect(tab.game.position).toBe(position)
      view.unmount()
    },
  )
  it('an earlier search for a hint does not cancel the search for the deal', async () => {
    const { deals, analysis, answer, game } = await openForSearch()
    const { position } = game
    const hinting = analysis.askHint()
    await flushPromises()
    const dealing = deals.dealNew()
    await hinting
    await flushPromises()
    expect(analysis.message).toBe('lookingForDeal')
    await answer()
    await dealing
    expect(game.position).not.toBe(position)
  })
  it.each([
    ['a request for a hint', 'askHint'],
    ['a request for a solution', 'solution'],
    ['a request for the last winnable position', 'lastWinnable'],
  ] as const)('%s does not cancel the search', async (_, request) => {
    const { deals, analysis, answer, game } = await openForSearch()
    const { position } = game
    const dealing = deals.dealNew()
    await flushPromises()
    await analysis[request]()
    await answer()
    await dealing
    expect(game.position).not.toBe(position)
  })
  it('an error is shown, and any deal is dealt, if the search fails', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    vi.spyOn(useWinnableDeals(tab.pinia), 'find').mockRejectedValue(new Error('no file'))
    const { position } = tab.game
    await useLateAnalysis(tab.pinia).newDeal()
    expect(tab.game.position).not.toBe(position)
    expect(tab.game.notices.map(({ key }) => key)).toContain('failed')
  })
  it('hiding the tab cancels the search', async () => {
    const { deals, game, pinia } = await openForSearch()
    const { position } = game
    const late = useLateAnalysis(pinia)
    await late.load()
    const dealing = deals.dealNew()
    await flushPromises()
    game.hide()
    late.end()
    await dealing
    expect(game.position).toBe(position)
  })
  it('that fills the pool, a request for a hint is still answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const platform = memoryPlatform({ settings: '{"light":"never"}' })
    const tab = await openTab(platform, SEA)
    const deals = useWinnableDeals(tab.pinia)
    const analysis = useAnalysis(tab.pinia)
    const { answer } = slowSolver(position => ({ ...WON, moves: [legalMoves(position)[0]] }))
    const get = platform.local.get.bind(platform.local)
    vi.spyOn(platform.local, 'get').mockImplementation(async key => {
      await new Promise(resolve => setTimeout(resolve, 5))
      return get(key)
    })
    const stopFilling = inScope(() => deals.keepFilled())
    await vi.advanceTimersByTimeAsync(3002)
    const hinting = analysis.askHint()
    await vi.advanceTimersByTimeAsync(100)
    await answer()
    await hinting
    stopFilling()
    expect(analysis.hint).toBeDefined()
  })
})

it('a solution that is found after the table was hidden is not shown', async () => {
  const tab = await openTab(memoryPlatform({ settings: '{"light":"never"}' }), SEA)
  const { replay } = await useLateAnalysis(tab.pinia).load()
  const { answer } = slowSolver()
  const searching = replay.showSolution()
  await flushPromises()
  await tab.settings.change({ isFolded: true })
  await answer()
  await searching
  expect([replay.isOpen, replay.isRunning]).toEqual([false, false])
})

describe('while the deal of the day is loading', () => {
  it('a deal that the user deals in the meantime is not replaced', async () => {
    const tab = await openTab(withoutAutoplay(), SEA)
    const list = show(DealsList, tab)
    const overlays = useOverlays(tab.pinia)
    overlays.list = 'deal'
    void list.get('[data-action="daily"]').trigger('click')
    await tab.game.newDeal(5)
    expect(overlays.list).toBeUndefined()
    await flushPromises()
    expect(tab.game.position.dealNumber).toBe(5)
    list.unmount()
  })
})

describe('the command for a new deal', () => {
  /** Opens two tabs. The first one is searching for a new deal. */
  async function searchInTwoTabs() {
    const platform = withoutAutoplay({ light: 'never' })
    void platform.local.set({ 'deals:sea-towers': '[]' })
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    const second = await openTab(platform)
    const late = useLateAnalysis(first.pinia)
    await late.load()
    const { asked, answer } = slowSolver(() => WON)
    const dealing = late.newDeal()
    await eventually(() => expect(asked).not.toEqual([]))
    return { first, second, dealing, answer }
  }

  it('deals a new game in a tab that is shown again, even if another tab has made a move since', async () => {
    const platform = withoutAutoplay()
    const first = await openTab(platform, '?game=sea-towers&deal=17')
    await makeMove(first)
    first.game.hide()
    const second = await openTab(platform)
    await makeMove(second)
    second.game.hide()
    void first.game.playHere()
    await useLateAnalysis(first.pinia).newDeal()
    expect(first.game.moves).toBe(0)
    expect(first.game.position.dealNumber).not.toBe(17)
  })
  it('deals a new game even if another tab makes a move during the search for it', async () => {
    const { first, second, dealing, answer } = await searchInTwoTabs()
    await makeMove(second)
    await eventually(() => expect(first.game.moves).toBe(1))
    expect(first.game.awaited).toBe('deal')
    await answer()
    await dealing
    expect(first.game.moves).toBe(0)
    expect(first.game.position.dealNumber).not.toBe(17)
  })
  it('deals no new game if another tab deals one during the search for it', async () => {
    const { first, second, dealing, answer } = await searchInTwoTabs()
    await second.game.newDeal(18)
    await eventually(() => expect(first.game.position.dealNumber).toBe(18))
    expect(first.game.awaited).toBeUndefined()
    await answer()
    await dealing
    expect(first.game.position.dealNumber).toBe(18)
  })
})

describe('the winnability light', () => {
  it('says of each of two unwinnable deals that it was never winnable', async () => {
    const tab = await openTab(withoutAutoplay(), SEA)
    const { analysis } = await useLateAnalysis(tab.pinia).load()
    vi.spyOn(directSolver, 'ask').mockResolvedValue({ ...WON, verdict: 'lost' })
    void analysis.begin()
    await eventually(() => expect(analysis.isDealLost).toBe(true))
    await tab.game.switchGame('freecell')
    await eventually(() => expect(analysis.isDealLost).toBe(true))
    await tab.game.switchGame('sea-towers')
    await eventually(() => expect(analysis.verdict).toBe('lost'))
    expect(analysis.isDealLost).toBe(true)
  })
  it('says in a new tab, without a search, that the deal was never winnable', async () => {
    const platform = memoryPlatform({ settings: '{"winnableOnly":false}' })
    const first = await openTab(platform, '?game=sea-towers&deal=5')
    const { analysis: before } = await useLateAnalysis(first.pinia).load()
    await before.begin()
    await eventually(() => expect(before.isDealLost).toBe(true))
    await makeMove(first)
    await eventually(() => expect(before.verdict).toBe('lost'))
    const ask = vi.spyOn(directSolver, 'ask')
    const { analysis } = await useLateAnalysis((await openTab(platform)).pinia).load()
    await eventually(() => expect(analysis.isDealLost).toBe(true))
    expect(ask).not.toHaveBeenCalled()
  })
  it('needs no search after the user returns from another game', async () => {
    const tab = await openTab(withoutAutoplay(), SEA)
    const { analysis } = await useLateAnalysis(tab.pinia).load()
    void analysis.begin()
    await eventually(() => expect(analysis.verdict).toBe('won'))
    await tab.game.switchGame('freecell')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    const { asked } = slowSolver()
    await tab.game.switchGame('sea-towers')
    await eventually(() => expect(analysis.verdict).toBe('won'))
    expect(asked).toEqual([])
  })
  it('says only that the position is lost if the verdict on its deal is unknown', async () => {
    const tab = await openTab(withoutAutoplay(), '?game=sea-towers&deal=5000')
    const { start } = tab.game.history
    vi.spyOn(directSolver, 'ask').mockImplementation(async (position, limits) =>
      position === start ? undecided(position, limits) : { ...WON, verdict: 'lost' },
    )
    const bar = show(GameBar, tab)
    await (await useLateAnalysis(tab.pinia).load()).analysis.begin()
    await makeMove(tab)
    await eventually(() => expect(bar.get('[data-light]').attributes('data-light')).toBe('lost'))
    expect(bar.get('[data-light]').text()).toBe('Can’t be won from here')
    bar.unmount()
  })
  it('does not call a deal unwinnable because the first move lost it', async () => {
    const platform = withoutAutoplay()
    const first = await openTab(platform, '?game=double-sea-towers&deal=310')
    await makeMove(first)
    first.game.hide()
    const tab = await openTab(platform)
    const { answer } = slowSolver(() => ({ ...WON, verdict: tab.game.moves === 0 ? 'won' : 'lost' }))
    const late = useLateAnalysis(tab.pinia)
    const bar = show(GameBar, tab)
    await (await late.load()).analysis.begin()
    await answer()
    await eventually(() => expect(late.light).toBe('lost'))
    await tab.game.undo()
    await nextTick()
    expect(bar.get('[data-action="light"]').text()).toBe('Can’t be won from here')
    bar.unmount()
  })
  it('still offers the last winnable position after an undo while its list is open', async () => {
    const tab = await openTab(withoutAutoplay(), '?game=double-sea-towers&deal=310')
    const late = useLateAnalysis(tab.pinia)
    await late.load()
    const textOf = ({ piles }: Position) => JSON.stringify(piles)
    const winnable = new Set([textOf(tab.game.position)])
    let giveUp = () => {}
    vi.spyOn(directSolver, 'ask').mockImplementation(position => {
      giveUp()
      const verdict = winnable.has(textOf(position)) ? 'won' : 'lost'
      return new Promise(resolve => {
        giveUp = () => resolve('aborted')
        setTimeout(() => resolve({ ...WON, verdict }), 20)
      })
    })
    vi.spyOn(directSolver, 'stop').mockImplementation(() => giveUp())
    for (let i = 0; i < 6; i++) {
      await makeMove(tab)
      if (i === 0) winnable.add(textOf(tab.game.position))
    }
    await eventually(() => expect(late.light).toBe('lost'))
    const list = show(WinnabilityList, tab, { isNever: false })
    await eventually(() => expect(list.find('[data-action="winnable"]').exists()).toBe(true))
    await tab.game.undo()
    await eventually(() => expect(list.find('[data-action="winnable"]').exists()).toBe(true))
    list.unmount()
  })
  it('closes its list when the game is won', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const bar = show(GameBar, tab)
    const opens = Object.assign(new Event('toggle'), { newState: 'open' })
    bar.get('#light').element.dispatchEvent(opens)
    await eventually(() => expect(bar.findComponent(WinnabilityList).exists()).toBe(true))
    await win(tab)
    await nextTick()
    await tab.game.newDeal(2)
    await nextTick()
    expect(bar.find('#light').exists()).toBe(true)
    expect(bar.findComponent(WinnabilityList).exists()).toBe(false)
    bar.unmount()
  })
})

describe('a won game', () => {
  const sheetOf = (app: ReturnType<typeof show>) => app.findComponent(WonPanel)
  it('shows its sheet without the animation when the user chooses it or goes back to it', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    await win(tab)
    await tab.game.switchGame('golf')
    const app = show(App, tab)
    await tab.game.switchGame('sea-towers')
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    expect(sheetOf(app).props('flies')).toBe(false)
    await app.get('.won [data-action="close"]').trigger('click')
    expect(sheetOf(app).exists()).toBe(false)
    await tab.game.newDeal(1)
    await makeMove(tab)
    await tab.game.newDeal(wonGame('sea-towers').deal)
    await win(tab)
    await tab.game.backToPrevious()
    expect(tab.game.state).toBe('playing')
    await tab.game.backToPrevious()
    expect(tab.game.state).toBe('won')
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    expect(sheetOf(app).props('flies')).toBe(false)
    app.unmount()
  })
  it('shows its sheet when the user chooses it while the table is hidden', async () => {
    const tab = await openTab(withoutAutoplay({ isFolded: true }), queryOfWin())
    await win(tab)
    await tab.game.switchGame('golf')
    const app = show(App, tab)
    await Promise.all([tab.settings.unfold(), tab.game.switchGame('sea-towers')])
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    app.unmount()
  })
  it('shows its table, and not its sheet, in a new tab', async () => {
    const { platform, game } = await openTab(withoutAutoplay(), queryOfWin())
    await win({ game } as World)
    game.hide()
    const tab = await openTab(platform)
    const app = show(App, tab)
    await eventually(() => expect(app.find('[data-ready="true"]').exists()).toBe(true))
    expect([tab.game.state, sheetOf(app).exists()]).toEqual(['won', false])
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.showHistory(0)
    await eventually(() => expect(app.find('.replay').exists()).toBe(true))
    replay.close()
    await eventually(() => expect(app.find('.replay').exists()).toBe(false))
    expect(sheetOf(app).exists()).toBe(false)
    app.unmount()
  })
})

describe('a house rule', () => {
  it('that is changed after a win neither opens nor closes the win sheet', async () => {
    const { deal, moves } = wonGame('klondike-1')
    const tab = await openTab(withoutAutoplay(), `?game=klondike-1&deal=${deal}`)
    const app = show(App, tab)
    for (const move of moves) await tab.game.playGesture([move])
    await eventually(() => expect(app.find('.won [data-action="close"]').exists()).toBe(true))
    const lastLanded = () => app.getComponent(GameTable).emitted('landed')?.at(-1)
    for (const isOpen of [true, false]) {
      if (!isOpen) await app.get('.won [data-action="close"]').trigger('click')
      await (isOpen ? tab.settings.add : tab.settings.remove)({ houseRules: 'take-back' })
      expect(tab.game.change.cause).toBe('rules')
      await eventually(() => expect(lastLanded()).toEqual([tab.game.change.id]))
      await eventually(() => expect(app.find('.won [data-action="close"]').exists()).toBe(isOpen))
      expect(useOverlays(tab.pinia).win !== undefined).toBe(isOpen)
    }
    app.unmount()
  })
})

describe('a win', () => {
  it('is not animated again after the game was hidden', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const app = show(App, tab)
    await win(tab)
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    expect(app.find('.cascade').exists()).toBe(true)
    await tab.settings.change({ isFolded: true })
    await eventually(() => expect(app.find('.won').exists()).toBe(false))
    await tab.settings.change({ isFolded: false })
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    expect(app.find('.cascade').exists()).toBe(false)
    app.unmount()
  })
  it('that is undone and redone shows its sheet again', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const app = show(App, tab)
    await win(tab)
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    await tab.game.undo()
    await eventually(() => expect(app.find('.won').exists()).toBe(false))
    await tab.game.redo()
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    app.unmount()
  })
  it('has a sheet that the user can close and show again with a button in the bar', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const app = show(App, tab)
    await win(tab)
    await eventually(() => expect(app.find('.won [data-action="close"]').exists()).toBe(true))
    const press = (key: string) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const clickClose = () => app.get('.won [data-action="close"]').trigger('click')
    for (const close of [clickClose, () => press('Escape')]) {
      await close()
      await eventually(() => expect(app.find('.win').exists()).toBe(false))
      expect(app.get('[data-action="win"]').attributes('title')).toBe('Show the result')
      await app.get('[data-action="win"]').trigger('click')
      await eventually(() => expect(app.find('.won [data-action="next"]').exists()).toBe(true))
    }
    app.unmount()
  })
  it('does not show a closed sheet again after a replay, and opening the sheet ends a replay', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const app = show(App, tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    await win(tab)
    await eventually(() => expect(app.find('.won [data-action="close"]').exists()).toBe(true))
    await app.get('.won [data-action="close"]').trigger('click')
    replay.showHistory(0)
    await eventually(() => expect(app.find('.replay').exists()).toBe(true))
    replay.close()
    await eventually(() => expect(app.find('.replay').exists()).toBe(false))
    expect(app.find('.win').exists()).toBe(false)
    replay.showHistory(0)
    await eventually(() => expect(app.find('.replay').exists()).toBe(true))
    await app.get('[data-action="win"]').trigger('click')
    await eventually(() => expect(app.find('.won [data-action="next"]').exists()).toBe(true))
    expect(app.find('.replay').exists()).toBe(false)
    app.unmount()
  })
  it('is animated again after a replay, even if a click ended the animation before', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const app = show(App, tab)
    const { replay } = await useLateAnalysis(tab.pinia).load()
    await win(tab)
    await eventually(() => expect(app.find('.won').exists()).toBe(true))
    await app.get('[data-pile]').trigger('pointerdown')
    await eventually(() => expect(app.find('.cascade').exists()).toBe(false))
    replay.showHistory(0)
    await eventually(() => expect(app.find('.replay').exists()).toBe(true))
    replay.close()
    await eventually(() => expect(app.find('.cascade').exists()).toBe(true))
    app.unmount()
  })
  it('that is a record shows the margin in its title, and not again with the figure', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    await win(tab)
    const statistics = useStatistics(tab.pinia)
    const { seconds, moves } = tab.game
    const before = { won: 1, bestSeconds: seconds + 38, fewestMoves: moves + 2 }
    vi.spyOn(statistics, 'without').mockReturnValue(before as ReturnType<typeof statistics.without>)
    const panel = show(WonPanel, tab)
    await eventually(() => expect(panel.find('dl').exists()).toBe(true))
    expect(panel.get('h2').text()).toBe('Fastest yet, by 0:38')
    expect(panel.findAll('dd.note').map(figure => figure.text())).toEqual(['', '2 fewer', ''])
    panel.unmount()
  })
  it('has a sheet whose button for the next deal has the focus, even after a replay', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    await win(tab)
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const panel = show(WonPanel, tab)
    const isFocused = () => panel.get('[data-action="next"]').element === document.activeElement
    await eventually(() => expect(isFocused()).toBe(true))
    const { replay } = await useLateAnalysis(tab.pinia).load()
    replay.showHistory(0)
    await nextTick()
    expect(panel.find('.won').exists()).toBe(false)
    replay.close()
    await eventually(() => expect(isFocused()).toBe(true))
    panel.unmount()
  })
  it('is followed by the next deal when Enter is pressed, unless another button has the focus', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const deal = vi.spyOn(useLateAnalysis(tab.pinia), 'newDeal').mockResolvedValue()
    const app = show(App, tab)
    vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const overlays = useOverlays(tab.pinia)
    await eventually(() => expect(overlays.table).toBeDefined())
    const press = (target: Element) =>
      target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await win(tab)
    press(document.body)
    expect(deal).not.toHaveBeenCalled()
    await eventually(() => expect(app.find('.won [data-action="next"]').exists()).toBe(true))
    press(app.get('[data-action="menu"]').element)
    press(app.get('.won [data-action="close"]').element)
    expect(deal).not.toHaveBeenCalled()
    for (const target of [document.body, app.get('[data-card]').element]) {
      deal.mockClear()
      press(target)
      expect(deal).toHaveBeenCalledOnce()
    }
    app.unmount()
  })
  it('has a sheet from which the focus moves to the table when a new deal starts', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    const app = show(App, tab)
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const overlays = useOverlays(tab.pinia)
    await eventually(() => expect(overlays.table).toBeDefined())
    app.get<HTMLElement>('[data-action="menu"]').element.focus()
    await win(tab)
    const isFocused = () => document.activeElement?.matches('[data-action="next"]')
    await eventually(() => expect(isFocused()).toBe(true))
    await tab.game.newDeal(2)
    await eventually(() => expect(app.find('.win').exists()).toBe(false))
    expect(overlays.table!.root.contains(document.activeElement)).toBe(true)
    app.unmount()
  })
  it.each([
    ['moves the focus from the button “Today” in the bar to its sheet', 'today', true],
    ['does not move the focus from the button “New” in the bar', 'new', false],
  ])('%s', async (_, button, movesFocus) => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    await win(tab)
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    const bar = show(GameBar, tab)
    bar.get<HTMLElement>(`[data-action="${button}"]`).element.focus()
    const panel = show(WonPanel, tab)
    await eventually(() => expect(panel.find('[data-action="next"]').exists()).toBe(true))
    const isFocused = () => panel.get('[data-action="next"]').element === document.activeElement
    if (movesFocus) await eventually(() => expect(isFocused()).toBe(true))
    else await flushPromises().then(() => expect(isFocused()).toBe(false))
    panel.unmount()
    bar.unmount()
  })
  it('is not called a record if it only equals the best win', async () => {
    const tab = await openTab(withoutAutoplay(), queryOfWin())
    await win(tab)
    await tab.game.newDeal(wonGame('sea-towers').deal)
    await win(tab)
    const panel = show(WonPanel, tab)
    await eventually(() => expect(useStatistics(tab.pinia).of('sea-towers').won).toBe(2))
    await eventually(() => expect(panel.get('h2').text()).toBe('Won without undo'))
    panel.unmount()
  })
  it('of the deal of the day does not prevent the user from dealing it again', async () => {
    const tab = await openTab(withoutAutoplay(), SEA)
    const { deal } = wonGame('sea-towers')
    await tab.game.newDeal(deal, dayHere(new Date()))
    await win(tab)
    const list = show(DealsList, tab)
    await list.get('[data-action="daily"]').trigger('click')
    await eventually(() => expect(tab.game.state).toBe('playing'))
    list.unmount()
  })
})

describe('announcements', () => {
  it('name the user’s move, even if automatic moves follow it', async () => {
    const { game } = await openTab(memoryPlatform(), SEA)
    for (const text of ['c0>f2', 't0>c0', 'c1>t0', 't4>c1']) await game.playGesture([move(text)])
    expect(sayChange(game.change, game.history)).toContain('Cell 2')
  })
  it('are read again if the sentence is the same, because its element is replaced', async () => {
    const tab = await openTab(withoutAutoplay(), SEA)
    const view = await showTable(tab)
    await makeMove(tab)
    await makeMove(tab)
    await tab.game.undo()
    const sentence = () => view.get('.visually-hidden span').element
    const undone = sentence().textContent
    await eventually(() => expect(sentence().textContent).toMatch(/^Undone: .+ to Cell \d$/))
    const before = sentence()
    await tab.game.redo()
    await eventually(() => expect(sentence().textContent).toMatch(/^Redone: .+ to Cell \d$/))
    await tab.game.undo()
    await eventually(() => expect(sentence().textContent).toBe(before.textContent))
    expect(sentence()).not.toBe(before)
    expect(undone).not.toBe(sentence().textContent)
    view.unmount()
  })
})

it('the label of a pyramid card changes when the card is uncovered', async () => {
  const tab = await openTab(memoryPlatform(), '?game=pyramid&deal=17')
  const view = await showTable(tab)
  const labels = (table: typeof view) =>
    table.findAll('[data-on^="t"]').map(card => card.attributes('aria-label'))
  for (let i = 0; i < 40; i++) {
    const moves = legalMoves(tab.game.position)
    const next = moves.find(({ kind }) => kind === 'move') ?? moves.at(0)
    if (next) await tab.game.playGesture([next])
  }
  await nextTick()
  const reopened = await showTable(tab)
  expect(labels(view)).toEqual(labels(reopened))
  reopened.unmount()
  view.unmount()
})

describe('a hint', () => {
  it('disappears together with the message that it is only a guess', async () => {
    vi.spyOn(directSolver, 'ask').mockImplementation(undecided)
    const tab = await openTab(memoryPlatform(), '?game=klondike-1&deal=3')
    const analysis = useAnalysis(tab.pinia)
    await analysis.askHint()
    expect(analysis.message).toBe('guess')
    analysis.dismissHint()
    expect([analysis.hint, analysis.message]).toEqual([undefined, undefined])
  })
})

describe('the keyboard help', () => {
  it('omits single-key shortcuts that are off', async () => {
    const keysUnder = async (settings: string) => {
      const help = show(HelpPanel, await openTab(memoryPlatform({ settings })))
      const keys = help.findAll('.keys kbd').map(key => key.text())
      help.unmount()
      return keys
    }
    const always = ['←', '↑', '→', '↓', 'Enter', 'Ctrl+Z', 'Ctrl+Y', 'Esc']
    expect(await keysUnder('{"letterKeys":false}')).toEqual(always)
    const remaining = await keysUnder('{"keysOff":["columns","undo","help"]}')
    expect(remaining).toEqual(expect.arrayContaining([...always, 'R', 'F']))
    for (const key of ['1', 'U', '?']) expect(remaining).not.toContain(key)
  })
  it('shows keys only for piles that the game has', async () => {
    const keysIn = async (game: string) => {
      const help = show(HelpPanel, await openTab(memoryPlatform(), `?game=${game}`))
      const keys = help.findAll('.keys dt').map(term => term.text())
      help.unmount()
      return keys
    }
    const towers = await keysIn('sea-towers')
    expect(towers).toContain('1…90')
    expect(towers).not.toContain('D')
    const klondike = await keysIn('klondike-1')
    expect(klondike).toEqual(expect.arrayContaining(['1…7', 'D', 'F']))
    expect(await keysIn('mrs-mop')).toContain('1…90-=\\')
    const peaks = await keysIn('tripeaks')
    expect(peaks).toEqual(expect.arrayContaining(['S', 'F', 'D']))
    for (const key of ['1…90-=\\', 'P']) expect(peaks).not.toContain(key)
    expect(await keysIn('pyramid')).toContain('P')
  })
  it('says that a card can be placed on a column only if the rules of the game allow it', async () => {
    const columnsIn = async (game: string) => {
      const help = show(HelpPanel, await openTab(memoryPlatform(), `?game=${game}`))
      const meanings = help.findAll('.keys dd').map(description => description.text())
      help.unmount()
      return meanings.filter(meaning => meaning.includes('column'))
    }
    expect(await columnsIn('golf')).toEqual(['Go to a column'])
    expect(await columnsIn('klondike-1')).toEqual(['Go to a column, or place the card there'])
    for (const game of ['tripeaks', 'pyramid']) expect(await columnsIn(game)).toEqual([])
  })
})

it('keys typed in fields of the strip and arrow keys on its links do not reach the table', async () => {
  const shortcuts = [{ name: 'a', url: 'https://a.example/' }]
  const settings = JSON.stringify({ showShortcuts: true, shortcuts })
  const strip = show(NewTabBar, await openTab(memoryPlatform({ settings })))
  const keys: string[] = []
  const listen = ({ key, target }: KeyboardEvent) => keys.push(`${key} on ${(target as Element).tagName}`)
  document.addEventListener('keydown', listen)
  const press = (selector: string, key: string) => strip.get(selector).trigger('keydown', { key })
  await press('a', 'ArrowLeft')
  await press('a', 'u')
  await press('[data-action="edit-shortcuts"]', 'ArrowLeft')
  await strip.get('[data-action="edit-shortcuts"]').trigger('click')
  await press('input', 'u')
  expect(keys).toEqual(['u on A', 'ArrowLeft on BUTTON'])
  document.removeEventListener('keydown', listen)
  strip.unmount()
})

describe('editing shortcuts', () => {
  it('moves the focus to the button that ends editing when the last shortcut is removed', async () => {
    const settings = { showShortcuts: true, shortcuts: [{ name: 'a', url: 'https://a.example/' }] }
    const strip = show(NewTabBar, await openTab(memoryPlatform({ settings: JSON.stringify(settings) })))
    await strip.get('[data-action="edit-shortcuts"]').trigger('click')
    await strip.get('[aria-label="Remove a"]').trigger('click')
    expect(document.activeElement).toBe(strip.get('[data-action="edit-shortcuts"]').element)
    strip.unmount()
  })
  it('pauses the game’s clock', async () => {
    const tab = await openTab(withoutAutoplay({ showShortcuts: true }), SEA)
    const strip = show(NewTabBar, tab)
    vi.useFakeTimers()
    await makeMove(tab)
    const secondsAdded = async () => {
      const { seconds } = tab.game
      tab.game.touch()
      await vi.advanceTimersByTimeAsync(3000)
      return tab.game.seconds - seconds
    }
    const button = strip.get('[data-action="edit-shortcuts"]')
    const added = [await secondsAdded()]
    await button.trigger('click')
    added.push(await secondsAdded())
    await button.trigger('click')
    expect([...added, await secondsAdded()]).toEqual([3, 0, 3])
    strip.unmount()
  })
  it('ends when Esc is pressed on a tile, and the card selected on the table stays selected', async () => {
    const shortcuts = [{ name: 'a', url: 'https://a.example/' }]
    const tab = await openTab(withoutAutoplay({ showShortcuts: true, shortcuts }), SEA)
    const table = await showTable(tab)
    const strip = show(NewTabBar, tab)
    for (const key of ['1', 's']) {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await flushPromises()
    }
    expect(table.findAll('.selected')).toHaveLength(1)
    await strip.get('[data-action="edit-shortcuts"]').trigger('click')
    await strip.get('[data-shortcut]').trigger('keydown', { key: 'Escape' })
    expect([strip.findAll('form'), table.findAll('.selected').length]).toEqual([[], 1])
    strip.unmount()
    table.unmount()
  })
  it('ends when Esc is pressed, and the focus returns to the button that started it', async () => {
    const strip = show(NewTabBar, await openTab(memoryPlatform({ settings: '{"showShortcuts":true}' })))
    await strip.get('[data-action="edit-shortcuts"]').trigger('click')
    await strip.get('input').trigger('keydown', { key: 'Escape' })
    expect(strip.find('input').exists()).toBe(false)
    expect(document.activeElement).toBe(strip.get('[data-action="edit-shortcuts"]').element)
    strip.unmount()
  })
})

describe('a goal that the user already has', () => {
  it('is not added again, and a message says so', async () => {
    const tab = await openTab(memoryPlatform())
    const panel = show(GoalsPanel, tab)
    for (let times = 0; times < 2; times++) {
      await panel.get('form').trigger('submit')
      await flushPromises()
    }
    expect(tab.settings.values.goals).toHaveLength(1)
    expect(panel.text()).toContain('You already have this goal.')
    panel.unmount()
  })
})

describe('an action in a panel that fails', () => {
  it.each(['add', 'remove'] as const)(
    'is reported in the panel, which would cover a notice: %s',
    async action => {
      const tab = await openTab(memoryPlatform())
      const panel = show(GoalsPanel, tab)
      const fail = () => vi.spyOn(tab.settings, action).mockRejectedValue(new Error('disk full'))
      if (action === 'add') fail()
      await panel.get('form').trigger('submit')
      await flushPromises()
      if (action === 'remove') {
        fail()
        await panel.get('[data-action="remove-goal"]').trigger('click')
        await flushPromises()
      }
      expect(panel.get('#goal-message').text()).toContain('That didn’t work: disk full.')
      expect(tab.game.notices.at(0)).toBeUndefined()
      panel.unmount()
    },
  )
})

describe('a typed deal', () => {
  it('is recognized if the game is named in a language other than the page’s', async () => {
    const tab = await openTab(memoryPlatform())
    const deals = show(DealsList, tab)
    await deals.get('#deal-number').setValue('Belagerte Burg #5')
    await deals.get('form').trigger('submit')
    await eventually(() =>
      expect([tab.game.game.id, tab.game.position.dealNumber]).toEqual(['beleaguered-castle', 5]),
    )
    deals.unmount()
  })
  it('is not dealt if the list is closed before its name can be looked up', async () => {
    const tab = await openTab(memoryPlatform())
    const dealt = vi.spyOn(useWinnableDeals(tab.pinia), 'play')
    const deals = show(DealsList, tab)
    await deals.get('#deal-number').setValue('Belagerte Burg #5')
    await deals.get('form').trigger('submit')
    deals.unmount()
    await typedNames()
    await flushPromises()
    expect(dealt).not.toHaveBeenCalled()
  })
  it.each([
    ['Sea Towers #17', 'sea-towers', 17],
    ['Ｓｅａ Ｔｏｗｅｒｓ ＃１７', 'sea-towers', 17],
    ['＃２３', 'double-sea-towers', 23],
    ['２３', 'double-sea-towers', 23],
    ['1 000', 'double-sea-towers', 1000],
    ['すぱいだー 5', 'spider-1', 5],
  ])('is recognized on a Japanese page: “%s”', async (text, game, number) => {
    const tab = await openTab(memoryPlatform({ settings: '{"language":"ja"}' }))
    await setLocale('ja')
    const deals = show(DealsList, tab)
    await flushPromises()
    await deals.get('#deal-number').setValue(text)
    await deals.get('form').trigger('submit')
    await eventually(() => expect([tab.game.game.id, tab.game.position.dealNumber]).toEqual([game, number]))
    deals.unmount()
  })
})

describe.each([
  ['the list of deals', DealsList],
  ['the list of games', GamesList],
])('the field of %s', (_, component) => {
  it('plays the deal of a pasted link, however long the link is', async () => {
    const tab = await openTab()
    const list = show(component, tab)
    await flushPromises()
    const field = list.get('input')
    const { maxLength } = field.element
    const path = `newtab.html?from=${'x'.repeat(2000)}&game=golf&deal=18`
    const link = `moz-extension://${crypto.randomUUID()}/${path}`
    await field.setValue(link.slice(0, maxLength < 0 ? undefined : maxLength))
    await list.get('form').trigger('submit')
    await eventually(() => expect([tab.game.game.id, tab.game.position.dealNumber]).toEqual(['golf', 18]))
    list.unmount()
  })
})

describe('typed text that is not a deal', () => {
  const outOfRange = /^“.+” is not a deal number \(1 to 4,294,967,295\)\.$/
  const unclear = /^Enter a deal number, or a game and a number, such as “Sea Towers #17”\.$/
  it.each([
    ...['0', '-5', '99999999999', '4 294 967 296', 'Sea Towers #4294967296', '?deal=abc'].map(
      text => [text, outOfRange] as const,
    ),
    ...['', 'abc', '1.5', '1,00', 'Tetris 17'].map(text => [text, unclear] as const),
    ['freecell', /^This is a game: FreeCell\./] as const,
    ['spider 2', /^This is a game: Spider, two suits\./] as const,
    ['klondke', /^This is a game: Klondike, turn one\./] as const,
    ['klondke 3', unclear] as const,
  ])('is refused with a reason: %s', async (text, sentence) => {
    const deals = show(DealsList, await openTab())
    await deals.get('#deal-number').setValue(text)
    deals.get<HTMLFormElement>('form').element.requestSubmit()
    await eventually(() => expect(deals.get('#deal-note').text()).toMatch(sentence))
    deals.unmount()
  })
})

it('the field of the list of deals plays the deal of the day whose title was typed', async () => {
  const tab = await openTab(memoryPlatform(), SEA)
  const deals = show(DealsList, tab)
  const yesterday = dayHere(new Date()) - 1
  await deals.get('#deal-number').setValue(dayTitle('golf', yesterday))
  await deals.get('form').trigger('submit')
  await eventually(() => expect(dayOfPlay(tab.game.playId)).toBe(yesterday))
  expect(tab.game.game.id).toBe('golf')
  deals.unmount()
})

describe('the list of games', () => {
  it.each([
    ['freecell 617', 'FreeCell #617'],
    ['free cell 25', 'FreeCell #25'],
    ['klondike turn 3 #12', 'Klondike, turn three #12'],
    ['spider 2 suits 4', 'Spider, two suits #4'],
    ['seahaven 1,900', 'Sea Towers #1900'],
    ['#617', 'Sea Towers #617'],
  ])('offers the typed deal “%s” first, and Enter plays it', async (text, name) => {
    const tab = await openTab(memoryPlatform(), SEA)
    const games = show(GamesList, tab)
    await flushPromises()
    const field = games.get('input[type="search"]')
    await field.setValue(text)
    expect(games.findAll('.game-name, kbd')).toHaveLength(1)
    expect(games.get('li:has(kbd) button').attributes('aria-label')).toBe(name)
    await field.trigger('keydown', { key: 'ArrowDown' })
    expect((document.activeElement as HTMLElement).dataset.action).toBe('play-found')
    await games.get('form').trigger('submit')
    await eventually(() => expect(dealTitle(tab.game.game.id, tab.game.position.dealNumber)).toBe(name))
    games.unmount()
  })
  it('shows the range of deal numbers if the typed number is out of range', async () => {
    const games = show(GamesList, await openTab(memoryPlatform()))
    await games.get('input[type="search"]').setValue('klondike 0')
    expect(games.get('[role="status"]').text()).toBe('“0” is not a deal number (1 to 4,294,967,295).')
    games.unmount()
  })
  it('shows every game if the user types “all”', async () => {
    const games = show(GamesList, await openTab(memoryPlatform()))
    const count = games.findAll('.game-name').length
    await games.get('input[type="search"]').setValue('all')
    expect(games.findAll('.game-name')).toHaveLength(count)
    games.unmount()
  })
  it('starts a search when the user types, even while a game has the focus', async () => {
    const games = show(GamesList, await openTab(memoryPlatform()))
    await flushPromises()
    await games.get('[data-choose]').trigger('keydown', { key: 'k' })
    expect(document.activeElement).toBe(games.get('input[type="search"]').element)
    games.unmount()
  })
  it('deals nothing if it is closed before it can look up the name that the user typed', async () => {
    const tab = await openTab(memoryPlatform())
    const switchGame = vi.spyOn(tab.game, 'switchGame')
    const games = show(GamesList, tab)
    await games.get('input[type="search"]').setValue('golf')
    await games.get('form').trigger('submit')
    games.unmount()
    await typedNames()
    await flushPromises()
    expect(switchGame).not.toHaveBeenCalled()
  })
  it('reports an error if the games in progress cannot be read', async () => {
    const platform = memoryPlatform()
    const tab = await openTab(platform)
    vi.spyOn(platform.local, 'all').mockRejectedValue(new Error('disk broken'))
    const games = show(GamesList, tab)
    await eventually(() =>
      expect(tab.game.notices.at(0)).toMatchObject({ key: 'failed', detail: 'disk broken' }),
    )
    games.unmount()
  })
  it('plays no game by Enter if it is closed before storage is read', async () => {
    const platform = memoryPlatform()
    const tab = await openTab(platform, SEA)
    const texts = await platform.local.all()
    const { promise, resolve } = Promise.withResolvers<typeof texts>()
    vi.spyOn(platform.local, 'all').mockReturnValueOnce(promise)
    const games = show(GamesList, tab)
    await games.get('input').setValue('golf')
    await typedNames()
    await flushPromises()
    await games.get('form').trigger('submit')
    games.unmount()
    resolve(texts)
    await flushPromises()
    expect(tab.game.game.id).toBe('sea-towers')
  })
  it('marks the game that Enter plays, and the down arrow key moves the focus to it', async () => {
    const games = show(GamesList, await openTab(memoryPlatform()))
    await flushPromises()
    expect(games.find('kbd').exists()).toBe(false)
    const field = games.get('input[type="search"]')
    await field.setValue('klo')
    expect(games.findAll('.title:has(kbd)').map(title => title.text())).toEqual(['KlondikeEnter'])
    await field.trigger('keydown', { key: 'ArrowDown' })
    expect(document.activeElement).toBe(games.get('[data-choose="klondike-1"]').element)
    games.unmount()
  })
  it('also finds games by their English names on a Japanese page, exact matches first', async () => {
    const tab = await openTab(memoryPlatform({ settings: '{"language":"ja"}' }))
    await setLocale('ja')
    const games = show(GamesList, tab)
    for (const [words, game] of [
      ['Klondike', 'klondike-1'],
      ['ｓｅａ　ｔｏｗｅｒｓ', 'sea-towers'],
      ["baker's", 'bakers-game'],
    ]) {
      await games.get('input[type="search"]').setValue(words)
      await eventually(() => expect(games.find('[data-choose]').attributes('data-choose'), words).toBe(game))
    }
    games.unmount()
  })
  it.each([
    ['de', 'leicht zwei', ['SpiderEingabe']],
    ['de', 'leicht ein Blatt', ['Eight OffEingabe', 'Pinguin', 'Double Dot', 'TriPeaks']],
    ['de', 'zwei Blätter Spider', ['SpiderEingabe', 'Mrs Mop']],
    ['de', 'Tuerme', ['Double Sea TowersEingabe', 'Sea Towers', 'Double Dot']],
    ['fr', 'facile', ['SpiderEntrée', 'Eight Off', 'Pingouin', 'Double Dot', 'TriPeaks']],
  ])(
    'finds games by words for difficulty and filters in the page’s language: %s, “%s”',
    async (tag, typed, found) => {
      const tab = await openTab(memoryPlatform({ settings: JSON.stringify({ language: tag }) }))
      await setLocale(tag)
      const games = show(GamesList, tab)
      await games.get('input[type="search"]').setValue(typed)
      await eventually(() => expect(games.findAll('.title').map(title => title.text())).toEqual(found))
      games.unmount()
    },
  )
  it('finds a variant by its number, and does not read that number as a deal number', async () => {
    const games = show(GamesList, await openTab(memoryPlatform()))
    await flushPromises()
    await games.get('input[type="search"]').setValue('spider 4')
    expect(games.findAll('[data-choose]').map(game => game.attributes('data-choose'))).toContain('spider-4')
    expect(games.find('[data-action="play-found"]').exists()).toBe(false)
    expect(games.get('.game-tile:has(kbd) [data-choose]').attributes('data-choose')).toBe('spider-4')
    games.unmount()
  })
  it('ignores a number that no name contains, but Enter then plays no game', async () => {
    const tab = await openTab(memoryPlatform(), '?game=golf&deal=17')
    const games = show(GamesList, tab)
    await flushPromises()
    await games.get('input[type="search"]').setValue('towers 3')
    expect(games.findAll('.title').map(title => title.text())).toEqual([
      'Double Sea Towers',
      'Sea Towers',
      'Double Dot',
    ])
    await games.get('form').trigger('submit')
    await flushPromises()
    expect(tab.game.game.id).toBe('golf')
    games.unmount()
  })
  it('finds games even if the typed name has a typo', async () => {
    const games = show(GamesList, await openTab(memoryPlatform()))
    await flushPromises()
    await games.get('input[type="search"]').setValue('kondike')
    const names = games.findAll('.title').map(title => title.text())
    expect(names).toEqual(['KlondikeEnter', 'Double Klondike'])
    games.unmount()
  })
  it.each([
    ['an alternative name', 'demon', ['CanfieldEnter']],
    ['the heading of their group', 'peaks and', ['TriPeaksEnter', 'Golf', 'Black Hole', 'Pyramid']],
    ['a word of the heading', 'castles', ['Beleaguered CastleEnter', 'Streets and Alleys']],
    ['a filter', 'short', ['TriPeaksEnter', 'Golf', 'Black Hole', 'Pyramid']],
    ['a filter with a number, together with a group', '2 decks spider', ['SpiderEnter', 'Mrs Mop']],
    ['their difficulty, together with a group', 'easy towers', ['Double DotEnter']],
  ])('finds games by %s', async (_, typed, found) => {
    const games = show(GamesList, await openTab(memoryPlatform()))
    await flushPromises()
    await games.get('input[type="search"]').setValue(typed)
    expect(games.findAll('.title').map(title => title.text())).toEqual(found)
    games.unmount()
  })
  it('marks games in progress, except the current one', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    await makeMove(tab)
    await tab.game.switchGame('freecell')
    const games = show(GamesList, tab)
    await flushPromises()
    const tileText = (id: string) => games.get(`.game-tile:has([data-choose="${id}"])`).text()
    expect(tileText('sea-towers')).toContain('In progress')
    expect([tileText('freecell'), tileText('yukon')].join()).not.toContain('In progress')
    expect(tileText('freecell')).toContain('Playing')
    await tab.game.switchGame('sea-towers')
    await nextTick()
    expect(tileText('sea-towers')).not.toContain('In progress')
    games.unmount()
  })
  it('marks a variant in progress on the tile of the current variant', async () => {
    const tab = await openTab(memoryPlatform(), '?game=klondike-3&deal=1')
    await makeMove(tab)
    await tab.game.switchGame('klondike-1')
    const games = show(GamesList, tab)
    await flushPromises()
    const records = games.get('.game-tile:has([data-choose="klondike-1"])').findAll('.record span')
    expect(records.map(record => record.text())).toEqual(['Playing', 'In progress (3)'])
    games.unmount()
  })
  it('starts with the games in progress', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    await makeMove(tab)
    await tab.game.switchGame('freecell')
    const games = show(GamesList, tab)
    await flushPromises()
    const inProgress = () => games.findAll('.going-games li').map(game => game.text())
    expect(inProgress(), 'without the current game, which has no move').toEqual([
      expect.stringMatching(/^Sea Towers.*1 move$/s),
    ])
    expect(games.findAll('.game-name').filter(name => name.text() === 'Sea Towers')).toHaveLength(1)
    await makeMove(tab)
    await nextTick()
    expect(inProgress().map(game => game.slice(0, 8))).toEqual(['FreeCell', 'Sea Towe'])
    games.unmount()
  })
  it('does not list a game as in progress if all of its moves were undone', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    await makeMove(tab)
    await tab.game.undo()
    await tab.game.switchGame('freecell')
    const games = show(GamesList, tab)
    await flushPromises()
    expect(games.find('.going').exists()).toBe(false)
    expect(games.get('.game-tile:has([data-choose="sea-towers"])').text()).not.toContain('In progress')
    games.unmount()
  })
  it('shows the date of a deal of the day that is in progress, as the bar does', async () => {
    const tab = await openTab(memoryPlatform(), SEA)
    await tab.game.newDeal(17, Date.UTC(2026, 10, 27) / 864e5)
    await makeMove(tab)
    await tab.game.switchGame('freecell')
    const games = show(GamesList, tab)
    await flushPromises()
    expect(games.get('.going-games li').text()).toContain('Nov 27')
    games.unmount()
  })
})

describe('an open list', () => {
  it.each(['games', 'deal', 'today', 'light', 'menu'] as const)('pauses the game’s clock: %s', async list => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const tab = await openTab(memoryPlatform(), SEA)
    await makeMove(tab)
    const overlays = useOverlays(tab.pinia)
    overlays.list = list
    tab.game.touch()
    expect(vi.getTimerCount()).toBe(0)
    overlays.list = undefined
    tab.game.touch()
    expect(vi.getTimerCount()).toBe(1)
  })
})

describe('the week', () => {
  it('starts on the day that is usual in the browser’s region, or else for the language', async () => {
    await setLocale('de')
    expect(weekStart()).toBe(1)
    await setLocale('en')
    expect(weekStart()).toBe(0)
    const preferred = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en-GB'])
    expect(weekStart()).toBe(1)
    preferred.mockRestore()
  })
})

describe('a deal of another game', () => {
  it('is not dealt if the stored games cannot be read', async () => {
    const platform = memoryPlatform()
    const tab = await openTab(platform, SEA)
    await makeMove(tab)
    vi.spyOn(platform.local, 'all').mockRejectedValue(new Error('no'))
    await useWinnableDeals(tab.pinia).play({ game: 'freecell', deal: 77 })
    expect([tab.game.game.id, tab.game.position.dealNumber]).toEqual(['sea-towers', 1])
  })
})
