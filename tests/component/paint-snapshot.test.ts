// The first paint of a new tab, before any module has loaded: the look and the snapshot of the last board.
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick } from 'vue'
import { bestTargets, heldFrom, legalMoves, nameOf, type Pile } from '../../engine/index.ts'
import GameBar from '../../components/bar/GameBar.vue'
import GameTable from '../../components/table/GameTable.vue'
import { alikeTargets } from '../../components/table/keys'
import { paintedIn } from '../../components/bar/painted-bar'
import { listen } from '../../components/listen'
import { keepLook } from '../../components/page-look'
import { useLateAnalysis } from '../../stores/analysis/late-analysis'
import { dayHere } from '../../stores/calendar.ts'
import { pageAttributes } from '../../stores/settings/setting-values'
import { DEVICE_KEY, writeIdentity } from '../../stores/sync/device-identity.ts'
import { eventually } from '../support/eventually'
import { memoryPlatform } from '../support/memory-platform'
import { inScope, openTab, show, showTable, type World } from '../support/mount'
import { wonDailies } from '../support/won-dailies'

const script = readFileSync('assets/first-frame/first-frame.js', 'utf8')
const identity = (epoch: number) => ({ [DEVICE_KEY]: writeIdentity({ id: 'deviceAA', epoch }) })
const turn = () => new Promise<void>(resolve => setTimeout(resolve))
const REDO = '[data-action="redo"] path'

/** Shows a board and saves its snapshot, as a tab does when it closes. */
async function saveBoard(
  texts: Record<string, string>,
  game = 'sea-towers',
  play?: (tab: World) => Promise<void>,
): Promise<void> {
  const tab = await openTab(memoryPlatform(texts), `?game=${game}&deal=17`)
  const bar = show(GameBar, tab)
  const view = await showTable(tab)
  await play?.(tab)
  await eventually(() => {
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem('paint')).not.toBeNull()
  })
  const snapshot = localStorage.getItem('paint')!
  view.unmount()
  bar.unmount()
  localStorage.setItem('paint', snapshot)
}

/** The verdict, the level and the mark for a won deal of the day in a bar. */
const latePartsIn = (page: ParentNode) => [
  page.querySelector<HTMLElement>('.light')?.dataset.light,
  page.querySelector('.level')?.textContent.trim(),
  page.querySelector('[data-state="won"] .visually-hidden')?.textContent,
]

/** Resolve when the font of the suits and the pictures of court cards and backs count as loaded. */
let [suits, courts, backs]: Promise<unknown>[] = []
let files: string[] = []

/** Opens the next tab of a browser with this storage; returns how many cards it paints. */
async function paint(texts: Record<string, string>): Promise<number> {
  document.body.innerHTML = '<div id="app"></div>'
  vi.stubGlobal('chrome', { storage: { local: { get: async () => texts } } })
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      decode() {
        files.push(this.src)
        return this.src.startsWith('/courts/') ? courts : backs
      }
    },
  )
  Object.assign(document, { fonts: { load: () => suits } })
  // Without the script's timer, which would start the page during a later test.
  ;(0, eval)(`{ const setTimeout = () => 0; ${script} }`)
  await turn()
  return document.querySelectorAll('[data-card]').length
}

/** Mounts the bar and the table in place of the first frame. */
function mountPage(tab: World) {
  const page = document.getElementById('app')!
  const continuePainted = paintedIn(page, useLateAnalysis(tab.pinia))
  const [bar, table] = [show(GameBar, tab), show(GameTable, tab)]
  page.replaceChildren(bar.element, table.element)
  return { page, bar, table, continuePainted }
}

beforeEach(() => {
  localStorage.clear()
  suits = courts = backs = Promise.resolve()
  files = []
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

describe('the board of the first paint', () => {
  it('is the board of the last tab, even before this device has an id', async () => {
    await saveBoard({})
    expect(await paint({})).toBe(52)
    expect(await paint(identity(0))).toBe(52)
    await saveBoard(identity(3))
    expect(await paint(identity(3))).toBe(52)
  })
  it('includes the bar with game, deal number, moves and buttons, but not its lists', async () => {
    await saveBoard({})
    await paint({})
    const bar = document.querySelector('#app > header.bar')!
    expect(bar.querySelector('[data-action="games"] > span')!.textContent).toBe('Sea Towers')
    expect(bar.querySelector('[data-action="deal"]')!.textContent).toContain('#17')
    expect(bar.querySelector('.moves')!.textContent).toBe('0 moves')
    expect(bar.querySelector('[data-action="undo"] path')!.namespaceURI).toContain('svg')
    expect(bar.querySelector('[data-action="undo"]')!.hasAttribute('disabled')).toBe(true)
    expect(bar.querySelectorAll('.popover, [popovertarget]')).toHaveLength(0)
  })
  it('passes keys and presses to the page in order, except those before a loss of focus', async () => {
    await saveBoard({})
    await paint({})
    const press = (target: EventTarget, event: Event) => target.dispatchEvent(event)
    const page = document.getElementById('app')!
    const key = (name: string) =>
      press(document.body, new KeyboardEvent('keydown', { key: name, bubbles: true }))
    const click = (query: string, type: string) =>
      press(page.querySelector(query)!, new MouseEvent(type, { bubbles: true }))
    key('z')
    window.dispatchEvent(new Event('blur'))
    key('a')
    click('[data-card="KS"]', 'pointerdown')
    click('[data-card="KS"]', 'click')
    click('[data-action="hint"] path', 'pointerdown')
    key('b')
    const happened: unknown[] = []
    const note = ({ target }: Event) => happened.push({ ...(target as HTMLElement).dataset })
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const continuePainted = paintedIn(page, useLateAnalysis(tab.pinia))
    const bar = show(GameBar, tab)
    page.replaceChildren(bar.element)
    const table = show(GameTable, tab)
    page.append(table.element)
    continuePainted()
    page.addEventListener('click', note)
    // Comes before input handling has loaded, but after everything else.
    click('[data-action="new"]', 'click')
    key('c')
    const stop = inScope(() => listen(document, 'keydown', ({ key: name }) => happened.push(name)))
    await eventually(() => expect(table.get('.table').attributes('data-ready')).toBe('true'))
    await nextTick()
    expect(happened).toEqual([
      'a',
      expect.objectContaining({ card: 'KS' }),
      expect.objectContaining({ action: 'hint' }),
      'b',
      expect.objectContaining({ action: 'new' }),
      'c',
    ])
    stop()
    table.unmount()
    bar.unmount()
  })
  it.each([true, false])(
    'comes after keys and presses that are passed to the page (with a snapshot: %s)',
    async hasSnapshot => {
      await saveBoard({})
      if (!hasSnapshot) localStorage.clear()
      const { promise, resolve } = Promise.withResolvers<void>()
      suits = promise
      const painting = paint({})
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
      for (const type of ['pointerdown', 'click'])
        document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
      resolve()
      await painting
      const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
      const { page, bar, table, continuePainted } = mountPage(tab)
      const happened: unknown[] = []
      document.body.onkeydown = ({ key }) => happened.push(key)
      page.onclick = ({ target }) => happened.push((target as HTMLElement).dataset.card)
      vi.spyOn(document, 'elementFromPoint').mockReturnValue(page.querySelector('[data-card="KS"]'))
      continuePainted()
      await eventually(() => expect(happened).toEqual(['a', 'KS']))
      document.body.onkeydown = null
      table.unmount()
      bar.unmount()
    },
  )
  it('passes a press on the empty page only once if the button is released on the mounted page', async () => {
    localStorage.clear()
    await paint({})
    const press = (type: string) => document.body.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    press('pointerdown')
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const { page, bar, table, continuePainted } = mountPage(tab)
    const clicks: unknown[] = []
    page.onclick = ({ target }) => clicks.push((target as HTMLElement).dataset.card)
    const card = page.querySelector('[data-card="KS"]')!
    vi.spyOn(document, 'elementFromPoint').mockReturnValue(card)
    continuePainted()
    card.dispatchEvent(new MouseEvent('pointerup', { bubbles: true }))
    // The target of a click contains where the button was pressed and where it was released.
    press('click')
    await eventually(() => expect(table.get('.table').attributes('data-ready')).toBe('true'))
    await eventually(() => expect(clicks).toEqual(['KS']))
    await nextTick()
    expect(clicks).toEqual(['KS'])
    table.unmount()
    bar.unmount()
  })
  it('passes a press to the page once the table shows the result of those before it', async () => {
    // A second click sends a card to its next-best pile.
    for (const [inputs, moves, target] of [
      ['click u click u', 0, 0],
      ['click click', 1, 1],
    ] as const) {
      const platform = memoryPlatform()
      const tab = await openTab(platform, '?game=sea-towers&deal=17', false)
      const { position } = tab.game
      const targetsOf = ({ id, index }: Pile) =>
        alikeTargets(
          position,
          bestTargets(position, heldFrom(position, id, position.piles[index].length - 1)),
        )
      const from = position.game.of.tableau.find(pile => targetsOf(pile).length > 1)!
      await saveBoard({})
      await paint({})
      const page = document.getElementById('app')!
      const card = page.querySelector(`[data-card="${nameOf(position.piles[from.index].at(-1)!)}"]`)!
      for (const input of inputs.split(' '))
        if (input === 'click') card.dispatchEvent(new MouseEvent(input, { bubbles: true, detail: 1 }))
        else document.body.dispatchEvent(new KeyboardEvent('keydown', { key: input, bubbles: true }))
      // Until storage is read, which takes until the table handles input, the session queues all events.
      const texts = await platform.local.all()
      const { promise, resolve } = Promise.withResolvers<typeof texts>()
      vi.spyOn(platform.local, 'all').mockReturnValueOnce(promise)
      void tab.game.playHere()
      const { bar, table, continuePainted } = mountPage(tab)
      continuePainted()
      await eventually(() => expect(table.get('.table').attributes('data-ready')).toBe('true'))
      await nextTick()
      resolve(texts)
      await eventually(() => {
        expect(tab.game.history.gestures[0]).toEqual(targetsOf(from)[target][0].moves)
        expect([tab.game.moves, tab.game.canRedo]).toEqual([moves, moves === 0])
      })
      table.unmount()
      bar.unmount()
    }
  })
  it.each([
    ['passes a press on a button that the key before enables', REDO, 'u', 0, 1],
    ['passes such a press even after Enter, which presses no button', REDO, 'uEnter', 0, 1],
    ['passes no press of the right button', REDO, 'u', 2, 0],
    ['passes no press to such a button at the end of a drag', '[data-card="KS"]', 'u', 0, 0],
  ])('%s', async (_, from, keys, button, redone) => {
    document.body.innerHTML = '<div id="app"></div>'
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    await tab.game.playGesture([legalMoves(tab.game.position)[0]])
    const redo = vi.spyOn(tab.game, 'redo')
    const { page, bar, table } = mountPage(tab)
    for (const key of keys.match(/u|Enter/g)!)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    const dispatch = (query: string, type: string) =>
      page
        .querySelector(query)!
        .dispatchEvent(new PointerEvent(type, { button, bubbles: true, cancelable: true }))
    dispatch(from, 'pointerdown')
    // Browsers send no click to a disabled button.
    expect(bar.get<HTMLButtonElement>('[data-action="redo"]').element.disabled).toBe(true)
    dispatch(REDO, 'pointerup')
    await eventually(() => expect(table.get('.table').attributes('data-ready')).toBe('true'))
    await eventually(() => expect(tab.game.history.log).toHaveLength(2 + redone))
    await nextTick()
    expect(redo).toHaveBeenCalledTimes(redone)
    table.unmount()
    bar.unmount()
  })
  it.each([
    [17, 'click', '[data-action="hint"] path', { action: 'hint' }],
    [17, 'click', '[data-card="KS"]', { card: 'KS' }],
    [17, 'pointerdown', '[data-card="KS"]', { card: 'KS' }],
    [17, 'click', '.slot', { pile: 'f0' }],
    [17, 'click', '.bar', undefined],
    [18, 'click', '[data-card="KS"]', undefined],
  ])(
    'passes a press to the page only if it shows the same deal (deal %i, %s on %s)',
    async (deal, event, query, clicked) => {
      await saveBoard({})
      await paint({})
      const page = document.getElementById('app')!
      page.querySelector(query)!.dispatchEvent(new MouseEvent(event, { bubbles: true }))
      const tab = await openTab(memoryPlatform(), `?game=sea-towers&deal=${deal}`)
      const continuePainted = paintedIn(page, useLateAnalysis(tab.pinia))
      const [bar, table] = [show(GameBar, tab), show(GameTable, tab)]
      page.replaceChildren(bar.element, table.element)
      const clicks: unknown[] = []
      page.addEventListener('click', ({ target }) => clicks.push((target as HTMLElement).dataset))
      continuePainted()
      await eventually(() => expect(table.get('.table').attributes('data-ready')).toBe('true'))
      await nextTick()
      expect(clicks).toEqual(clicked ? [expect.objectContaining(clicked)] : [])
      table.unmount()
      bar.unmount()
    },
  )
  it.each(['pointerdown', 'click'])('passes a %s on a late part of a button to the button', async type => {
    const stored = wonDailies(dayHere(new Date()), ['golf'])
    await saveBoard(stored, 'sea-towers', async ({ pinia }) => {
      await (await useLateAnalysis(pinia).load()).analysis.begin()
      await eventually(() => expect(latePartsIn(document)).toContain('Won'))
    })
    await paint(stored)
    const page = document.getElementById('app')!
    page.querySelector('.today .tick')!.dispatchEvent(new MouseEvent(type, { bubbles: true }))
    const tab = await openTab(memoryPlatform(stored), '?game=sea-towers&deal=17')
    const late = useLateAnalysis(tab.pinia)
    const continuePainted = paintedIn(page, late)
    const [bar, table] = [show(GameBar, tab), show(GameTable, tab)]
    page.replaceChildren(bar.element, table.element)
    const clicks: unknown[] = []
    page.addEventListener('click', ({ target }) => clicks.push((target as HTMLElement).dataset.action))
    continuePainted()
    await eventually(() => expect(table.get('.table').attributes('data-ready')).toBe('true'))
    await nextTick()
    expect(clicks).toEqual(['today'])
    table.unmount()
    bar.unmount()
  })
  it('passes no press to a page without a table, not even once the table is shown', async () => {
    await saveBoard({})
    await paint({})
    const page = document.getElementById('app')!
    page.querySelector('[data-card="KS"]')!.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    const tab = await openTab(memoryPlatform(), '?game=sea-towers&deal=17')
    const continuePainted = paintedIn(page, useLateAnalysis(tab.pinia))
    const bar = show(GameBar, tab)
    page.replaceChildren(bar.element)
    continuePainted()
    const table = show(GameTable, tab)
    page.append(table.element)
    const clicked = vi.fn()
    page.addEventListener('click', clicked)
    await eventually(() => expect(table.get('.table').attributes('data-ready')).toBe('true'))
    await nextTick()
    expect(clicked).not.toHaveBeenCalled()
    expect(window.onblur, 'a listener would keep the snapshot in memory').toBeNull()
    table.unmount()
    bar.unmount()
  })
  it('does not show a hint', async () => {
    const board = () => {
      const { slots, cards } = JSON.parse(localStorage.getItem('paint')!) as Record<string, unknown>
      return { slots, cards }
    }
    await saveBoard({}, 'freecell')
    const before = board()
    await saveBoard({}, 'freecell', async ({ pinia }) => {
      await useLateAnalysis(pinia).askHint()
      const hinted = ['.card.hinted', '.slot.hint-target']
      await eventually(() => expect(hinted.map(query => document.querySelector(query))).not.toContain(null))
    })
    expect(board()).toEqual(before)
  })
  it('includes late parts of the bar; for the same deal, they stay until the real ones load', async () => {
    const stored = wonDailies(dayHere(new Date()), ['golf'])
    await saveBoard(stored, 'sea-towers', async ({ pinia }) => {
      await (await useLateAnalysis(pinia).load()).analysis.begin()
      await eventually(() => expect(latePartsIn(document)).toEqual(['won', 'Very easy', 'Won']))
    })
    const painted = ['won', 'Very easy', 'Won']
    for (const [deal, beforeLoading] of [
      [17, painted],
      [18, ['looking', undefined, undefined]],
    ] as const) {
      await paint(stored)
      const page = document.getElementById('app')!
      expect(latePartsIn(page)).toEqual(painted)
      const tab = await openTab(memoryPlatform(stored), `?game=sea-towers&deal=${deal}`)
      const late = useLateAnalysis(tab.pinia)
      const keepParts = paintedIn(page, late)
      const bar = show(GameBar, tab)
      page.replaceChildren(bar.element)
      keepParts()
      await nextTick()
      expect(latePartsIn(page)).toEqual(beforeLoading)
      await (await late.load()).analysis.begin()
      await eventually(() => expect(page.querySelectorAll('.late > .late')).toHaveLength(0))
      if (deal === 17) expect(latePartsIn(page).slice(1)).toEqual(painted.slice(1))
      bar.unmount()
    }
  })
  it('does not include the check mark of an earlier day', async () => {
    const stored = wonDailies(dayHere(new Date()), ['golf'])
    await saveBoard(stored, 'sea-towers', async ({ pinia }) => {
      await (await useLateAnalysis(pinia).load()).analysis.begin()
      await eventually(() => expect(latePartsIn(document)).toContain('Won'))
    })
    vi.useFakeTimers({ toFake: ['Date'], now: new Date().setHours(23, 59, 59) })
    await paint(stored)
    expect(latePartsIn(document)).toEqual(['won', 'Very easy', 'Won'])
    vi.setSystemTime(new Date().setHours(24, 0, 0, 0))
    await paint(stored)
    expect(latePartsIn(document)).toEqual(['won', 'Very easy', undefined])
    vi.useRealTimers()
  })
  it('is removed if data has been erased since it was saved', async () => {
    await saveBoard(identity(3))
    expect(await paint(identity(4))).toBe(0)
    expect(localStorage.getItem('paint')).toBeNull()
  })
  it('is not painted if it has no epoch, as in version 1.0', async () => {
    await saveBoard({})
    const { epoch, ...withoutEpoch } = JSON.parse(localStorage.getItem('paint')!) as { epoch: number }
    expect(epoch).toBe(0)
    localStorage.setItem('paint', JSON.stringify(withoutEpoch))
    expect(await paint({})).toBe(0)
  })
  it('has a preview of the user’s picture behind it unless the picture was removed or replaced', async () => {
    const shown = () => document.documentElement.style.getPropertyValue('--picture')
    const preview = 'data:image/webp;base64,AAAA'
    for (const [stored, painted] of [
      ['name', `url(${preview})`],
      ['other', ''],
      [undefined, ''],
    ] as const) {
      await saveBoard({})
      localStorage.setItem('picture', JSON.stringify({ name: 'name', color: 'rgb(1 2 3)', preview }))
      document.documentElement.style.removeProperty('--picture')
      expect(await paint(stored ? { picture: stored } : {})).toBe(52)
      expect(shown()).toBe(painted)
      expect(localStorage.getItem('picture') === null).toBe(painted === '')
    }
  })
  it('is not painted in a window of a different size, even if resized while the font loaded', async () => {
    await saveBoard({})
    const saved = localStorage.getItem('paint')!
    localStorage.setItem('paint', JSON.stringify({ ...JSON.parse(saved), size: '1x1' }))
    expect(await paint({})).toBe(0)
    localStorage.setItem('paint', saved)
    const { innerWidth } = window
    const { promise, resolve } = Promise.withResolvers<void>()
    suits = promise
    await paint({})
    window.innerWidth = innerWidth + 1
    resolve()
    await turn()
    expect(document.querySelectorAll('[data-card]')).toHaveLength(0)
    window.innerWidth = innerWidth
  })
  it('is not painted if the page has already rendered', async () => {
    await saveBoard({})
    const painting = paint({})
    document.getElementById('app')!.innerHTML = '<main></main>'
    expect(await painting).toBe(0)
  })
  it.each(['suits', 'courts', 'backs'])(
    'is not painted before its %s have loaded, and the page mounts only then',
    async missing => {
      await saveBoard({}, 'klondike-1')
      const { promise, resolve } = Promise.withResolvers<void>()
      if (missing === 'suits') suits = promise
      else if (missing === 'courts') courts = promise
      else backs = promise
      const root = { colours: 'four', back: 'gold' }
      localStorage.setItem('look', JSON.stringify({ theme: 'dark', root }))
      expect(await paint({})).toBe(0)
      const cardsAtMount = window.firstFrame.then(() => document.querySelectorAll('[data-card]').length)
      resolve()
      expect(await cardsAtMount).toBe(52)
      await eventually(() => expect(document.querySelectorAll('[data-card]')).toHaveLength(52))
      expect(files).toEqual(['/courts/own-four-dark.webp', '/backs/gold.webp'])
    },
  )
  it('does not let the page mount without the font if no board is saved', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    suits = promise
    const isMounted = vi.fn()
    await paint({})
    void window.firstFrame.then(isMounted)
    await turn()
    expect(isMounted).not.toHaveBeenCalled()
    resolve()
    await eventually(() => expect(isMounted).toHaveBeenCalled())
  })
  it('does not wait for images in a hidden tab, in which Chromium decodes none', async () => {
    await saveBoard({})
    courts = new Promise(() => undefined)
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    expect(await paint({})).toBe(52)
    await window.firstFrame
  })
  it('is painted before the page starts, which waits for the first contentful paint', async () => {
    let report: (list: object, observer: object) => void
    const disconnect = vi.fn()
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        constructor(callback: typeof report) {
          report = callback
        }
        observe = () => undefined
      },
    )
    await saveBoard({})
    const search = vi.spyOn(document, 'querySelector')
    expect(await paint({})).toBe(52)
    const startsAfter = async (paintName: string) => {
      report({ getEntriesByName: (name: string) => (name === paintName ? [{}] : []) }, { disconnect })
      await turn()
      return search.mock.calls.some(([selector]) => selector === '#start')
    }
    expect(await startsAfter('first-paint')).toBe(false)
    expect(await startsAfter('first-contentful-paint')).toBe(true)
    expect(disconnect).toHaveBeenCalledOnce()
  })
  it('does not wait for images that it does not show', async () => {
    await saveBoard({})
    const root = { colours: 'two', deck: 'classic' }
    localStorage.setItem('look', JSON.stringify({ theme: 'light', root }))
    expect(await paint({})).toBe(52)
    expect(files).toEqual(['/courts/classic-two-light.webp'])
  })
  it('is not saved by a tab that was open during an erasure', async () => {
    const platform = memoryPlatform(identity(3))
    const world = await openTab(platform, '?game=sea-towers&deal=17')
    const view = await showTable(world)
    await eventually(() => {
      window.dispatchEvent(new Event('pagehide'))
      expect(localStorage.getItem('paint')).toContain('"epoch":3')
    })
    await platform.local.set(identity(4))
    await world.game.newDeal(18)
    await turn()
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem('paint')).toContain('"epoch":3')
    view.unmount()
  })
})

describe('a page whose code fails to load or to start', () => {
  const textAfter = (event: string, detail: object) => {
    window.dispatchEvent(Object.assign(new Event(event), detail))
    return document.getElementById('app')!.textContent
  }

  it('replaces the painted board with an error message and a link that reloads the page', async () => {
    await saveBoard({})
    for (const [event, detail] of [
      ['unhandledrejection', { reason: new Error('no such file') }],
      ['error', { message: 'no such file' }],
    ] as const) {
      expect(await paint({})).toBe(52)
      expect(textAfter(event, detail)).toContain('Your games are still stored. (no such file)')
      expect(document.querySelectorAll('[data-card]')).toHaveLength(0)
      expect(document.querySelector('[role="alert"] + a')!.getAttribute('href')).toBe('')
    }
  })
  it('keeps an earlier error message, and shows none once the page has started', async () => {
    await paint({})
    const app = document.getElementById('app')!
    app.innerHTML = '<div role="alert">Storage cannot be read</div>'
    expect(textAfter('error', { message: 'too late' })).toBe('Storage cannot be read')
    app.innerHTML = '<main></main>'
    app.setAttribute('data-v-app', '')
    expect(textAfter('error', { message: 'too late' })).toBe('')
  })
})

describe('the initial look of a new tab', () => {
  const root = document.documentElement
  /** Opens the next tab with a dark or light system theme; returns the attributes of its page. */
  function open(isDark: boolean): Record<string, string> {
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
    vi.stubGlobal('matchMedia', () => ({ matches: isDark }))
    ;(0, eval)(script)
    return { ...root.dataset } as Record<string, string>
  }
  it('follows the system if there is no saved look, or it cannot be read', () => {
    expect(open(true)).toEqual({ theme: 'dark' })
    expect(open(false)).toEqual({ theme: 'light' })
    localStorage.setItem('look', '{broken')
    localStorage.setItem('paint', '{broken')
    expect(open(true)).toEqual({ theme: 'dark' })
  })
  it('is the look of the last tab, even if the game was hidden, with the theme of the settings', async () => {
    const stored = memoryPlatform({ settings: '{"isFolded":true,"felt":"walnut"}' })
    const { settings } = await openTab(stored)
    const stop = inScope(keepLook)
    const walnut = { ...pageAttributes(settings.values, false), felt: 'walnut' }
    expect(open(true)).toEqual({ ...walnut, theme: 'dark' })
    expect(open(false)).toEqual({ ...walnut, theme: 'light' })
    await settings.change({ theme: 'dark' })
    await eventually(() => expect(open(false)).toEqual({ ...walnut, theme: 'dark' }))
    stop()
  })
  it('includes the average color of the user’s picture', () => {
    localStorage.setItem('picture', JSON.stringify({ color: 'rgb(1 2 3)' }))
    expect(open(true).own).toBe('picture')
    expect(root.style.getPropertyValue('--felt-2')).toBe('rgb(1 2 3)')
    localStorage.clear()
    expect(open(true)).not.toHaveProperty('own')
  })
  it('includes space for the strip, but only in a window of the same size', () => {
    const size = `${innerWidth}x${innerHeight}`
    localStorage.setItem('paint', JSON.stringify({ size, strip: 38 }))
    open(false)
    expect(root.style.getPropertyValue('--strip')).toBe('38px')
    localStorage.setItem('paint', JSON.stringify({ size: '1x1', strip: 38 }))
    open(false)
    expect(root.style.getPropertyValue('--strip')).toBe('')
  })
})
