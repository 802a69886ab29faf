// Robustness: invalid addresses, damaged storage, cards dropped anywhere. Also clicks, selected cards,
// permissions, and the focus of a new tab.
import { describe, expect, it } from 'vitest'
import { bestTargets, deal, targets, type Position } from '../../engine/index.ts'
import { browsers, itInOne, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  afterGesture,
  clickPile,
  counts,
  expectBoard,
  firstDealThat,
  landed,
  look,
  openGame,
  pointOn,
  press,
  settled,
  shown,
  storage,
} from './page.ts'

/** The first of some cases, or all with `LONG=1`. */
const inPart = <T>(cases: readonly T[]) => (process.env.LONG ? cases : cases.slice(0, 1))

const noticeOf = async (tab: Tab) => {
  await shown(tab, '.notice.shown')
  return tab.run(() => {
    const notice = document.querySelector<HTMLElement>('.notice')!
    return { key: notice.dataset.notice, text: notice.innerText }
  })
}

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let browser: BrowserDriver
  let tab: Tab
  inBrowser(launch, (first, started) => {
    tab = first
    browser = started
  })

  inOne.each(inPart(['?game=tetris', '?game=sea-towers&deal=x']))(
    'shows a clear message for the address %s, and does not change the current game',
    async query => {
      await openGame(tab, '?game=sea-towers&deal=17')
      await clickPile(tab, 't0')
      await landed(tab)
      const before = await look(tab)
      expect(before.moves).toBeGreaterThan(0)
      await openGame(tab, query)
      expect(await look(tab)).toEqual(before)
      const { key, text } = await noticeOf(tab)
      expect(key).toBe('badAddress')
      expect(text).toMatch(/is not a deal number|There is no game called/)
    },
  )

  const addresses = [
    ['?game=Belagerte%20Burg&deal=', { game: 'beleaguered-castle' }],
    ['?game=Pyramid&deal=1,000', { game: 'pyramid', deal: 1000 }],
    ['?game=klondike #5', { game: 'klondike-1', deal: 5 }],
    ['?deal=golf #4', { game: 'golf', deal: 4 }],
  ] as const
  inOne.each(inPart(addresses))(
    'opens the game that the address %s names in any language',
    async (query, expected) => {
      await openGame(tab, query)
      expect(await look(tab)).toMatchObject(expected)
    },
  )

  inOne('rejects an invalid deal number, deals a valid one, and goes back to the previous game', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await clickPile(tab, 't0')
    await landed(tab)
    const before = await look(tab)
    const type = async (text: string) => {
      await press(tab, 'deal')
      await shown(tab, '#deal-number')
      await tab.run(value => {
        const input = document.querySelector<HTMLInputElement>('#deal-number')!
        input.value = value
        input.dispatchEvent(new Event('input', { bubbles: true }))
        document.querySelector<HTMLFormElement>('form.deals')!.requestSubmit()
      }, text)
    }
    await type('4294967296')
    await until(tab, () =>
      document.querySelector('#deal-note')!.textContent!.includes('is not a deal number'),
    )
    expect(await look(tab)).toEqual(before)
    await tab.press('Escape')
    await type('4711')
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal === '4711')
    await press(tab, 'previous')
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal === '17')
    expect((await look(tab)).board).toEqual(before.board)
  })

  inOne('deals a new game if the stored one is damaged, says so, and keeps the damaged text', async () => {
    await storage.set(tab, 'game:sea-towers', '1broken<script>')
    await openGame(tab, '?game=sea-towers')
    expect((await noticeOf(tab)).key).toBe('brokenGame')
    expect(await look(tab)).toMatchObject({ game: 'sea-towers', moves: 0, state: 'playing' })
    expect(Object.values(await storage.get(tab))).toContain('1broken<script>')
  })

  inOne('does not change the stored game of a newer version', async () => {
    await storage.set(tab, 'game:double-dot', '3newer')
    await openGame(tab, '?game=double-dot')
    expect((await noticeOf(tab)).key).toBe('newerGame')
    await clickPile(tab, 'stock')
    expect((await storage.get(tab))['game:double-dot']).toBe('3newer')
    await tab.reload()
    await shown(tab)
    expect((await look(tab)).moves).toBe(1)
  })

  it.each([
    ['sea-towers', 't3'],
    ...(process.env.LONG || name === 'Chromium'
      ? [['klondike-3', 'stock'] as const, ['pyramid', 'stock'] as const]
      : []),
  ] as const)('stores the current board of %s for the first paint of the next tab', async (game, pile) => {
    await openGame(tab, `?game=${game}&deal=17`)
    await clickPile(tab, pile)
    await settled(tab)
    await until(tab, () => {
      const shown = [...document.querySelectorAll<HTMLElement>('[data-card]')].map(
        ({ dataset, style, classList }) => {
          const looks = [...classList].filter(name => !/^moved|^turned|able$/.test(name)).join(' ')
          return `${dataset.card} ${style.translate} ${looks}`
        },
      )
      const { cards } = JSON.parse(localStorage.getItem('paint') ?? '{"cards":[]}') as {
        cards: [string, string, { card: string }][]
      }
      return (
        cards
          .map(([looks, style, { card }]) => `${card} ${/translate:([^;]*)/.exec(style)![1]} ${looks}`)
          .join() === shown.join()
      )
    })
  })

  inOne.each(inPart(['{"cards":[["<img src=x onerror=alert(1)>",7,null]],"slots":7,"table":[]}', '{broken']))(
    'shows the game even if the stored board is %s',
    async text => {
      await openGame(tab, '?game=sea-towers&deal=17')
      const before = await look(tab)
      await tab.leave()
      await tab.run(picture => {
        localStorage.setItem('paint', picture)
      }, text)
      await openGame(tab, '?game=sea-towers&deal=17')
      expect(await look(tab)).toEqual(before)
      expect(await tab.run(() => document.querySelectorAll('.table, .bar').length)).toBe(2)
    },
  )

  inOne('returns a card that is dropped where it cannot go', async () => {
    await openGame(tab, '?game=double-sea-towers&deal=99')
    const start = deal('double-sea-towers', 99)
    for (const [x, y] of [
      [5, 45],
      [1360, 640],
      [1130, 300],
      [0, 300],
      [683, 645],
    ] as const) {
      const [cx, cy] = await pointOn(tab, 't4')
      await tab.drag([
        [cx, cy],
        [cx - 30, cy + 5],
        [(cx + x) / 2, y],
        [x, y],
      ])
      await settled(tab)
      await expectBoard(tab, start)
    }
  })

  it('does not move a covered card that the user drags, and shows the rule', async () => {
    await openGame(tab, '?game=double-sea-towers&deal=98')
    const [x, y] = await pointOn(tab, 't4', 3)
    await tab.drag([
      [x, y],
      [x + 30, y + 30],
      [x + 200, y + 30],
    ])
    const rule = 'Only the top card of a column can be moved'
    await until(tab, text => document.querySelector('.refusal')?.textContent?.trim() === text, rule)
    await expectBoard(tab, deal('double-sea-towers', 98))
  })

  inOne.each(inPart(['t10', 't4', 't0'] as const))(
    'shows why a card of %s cannot move, in a message inside the window that does not cover the card',
    async pile => {
      await openGame(tab, '?game=double-sea-towers&deal=98')
      const [x, y] = await pointOn(tab, pile, 0)
      // The message is measured when it appears, because it disappears again.
      await tab.run(id => {
        const box = (query: string) => document.querySelector(query)!.getBoundingClientRect()
        new MutationObserver(() => {
          if (!document.querySelector('.refusal')) return
          const [card, next] = [0, 1].map(at => box(`[data-on="${id}"][data-at="${at}"]`))
          document.documentElement.dataset.seen ??= JSON.stringify({ said: box('.refusal'), card, next })
        }).observe(document.body, { childList: true, subtree: true })
      }, pile)
      await tab.drag([
        [x, y],
        [x + 30, y + 30],
      ])
      await until(tab, () => document.documentElement.dataset.seen !== undefined)
      const { said, card, next } = JSON.parse(
        await tab.run(() => document.documentElement.dataset.seen!),
      ) as Record<'said' | 'card' | 'next', DOMRect>
      expect(said.left).toBeGreaterThanOrEqual(0)
      expect(said.right).toBeLessThanOrEqual(1366)
      expect(said.top).toBeGreaterThanOrEqual(0)
      const across = Math.max(said.left - card.right, card.left - said.right)
      const down = Math.max(said.top - next.top, card.top - said.bottom)
      expect(Math.max(across, down)).toBeGreaterThanOrEqual(0)
      expect(Math.max(across, down)).toBeLessThan(said.height)
    },
  )

  inOne(
    'highlights the legal targets of a selected card, and moves it to the target that is clicked',
    async () => {
      await storage.set(tab, 'settings', '{"click":"select"}')
      await openGame(tab, '?game=sea-towers&deal=97')
      const start = deal('sea-towers', 97)
      await clickPile(tab, 't1')
      const lit = await tab.run(() =>
        [...document.querySelectorAll<HTMLElement>('.slot.lit, .card.lit')].map(
          ({ dataset }) => dataset.pile ?? dataset.on!,
        ),
      )
      expect(lit.toSorted()).toEqual(
        targets(start, { from: 't1', count: 1 })
          .map(({ to }) => to)
          .toSorted(),
      )
      await clickPile(tab, 'c3')
      await expectBoard(tab, afterGesture(start, [{ kind: 'move', from: 't1', to: 'c3', count: 1 }]))
    },
  )

  inOne('moves a card to the next-best target if it is clicked again', async () => {
    // In this deal, some card's best target is a column, and its next-best one is a cell.
    const columnOf = (start: Position) =>
      start.game.of.tableau.find(({ id }) => {
        const [best, other] = bestTargets(start, { from: id, count: 1 })
        return best?.to.startsWith('t') && other?.to.startsWith('c')
      })
    const number = firstDealThat('sea-towers', columnOf)
    const start = deal('sea-towers', number)
    const { id } = columnOf(start)!
    const [, other] = bestTargets(start, { from: id, count: 1 })
    // A moved card can be clicked again only for a short time, so both points are found first, and a
    // script in the page dispatches the clicks. A move in another deal removes the welcome hint, which would
    // shift the table.
    await openGame(tab, `?game=sea-towers&deal=${number + 1}`)
    await clickPile(tab, id)
    await openGame(tab, `?game=sea-towers&deal=${number}`)
    const [best] = bestTargets(start, { from: id, count: 1 })
    const before = await pointOn(tab, id)
    await clickPile(tab, id)
    await landed(tab)
    const after = await pointOn(tab, best.to)
    await press(tab, 'undo')
    await counts(tab, 0)
    await landed(tab)
    await tab.run(
      async (...points) => {
        for (const [i, [clientX, clientY]] of points.entries()) {
          const values = { bubbles: true, clientX, clientY, detail: 1 }
          const there = document.elementFromPoint(clientX, clientY)!
          for (const type of ['pointerdown', 'pointerup']) there.dispatchEvent(new PointerEvent(type, values))
          const { dataset } = document.querySelector<HTMLElement>('[data-moves]')!
          const { moves } = dataset
          // On a busy machine the second click is late, so its timestamp is set to 100 ms after the first.
          const click = new MouseEvent('click', values)
          const seenByPage = (click as { wrappedJSObject?: MouseEvent }).wrappedJSObject ?? click
          Object.defineProperty(seenByPage, 'timeStamp', { value: 1000 + 100 * i })
          there.dispatchEvent(click)
          for (let frame = 0; i === 0 && dataset.moves === moves && frame < 300; frame++)
            await new Promise(resolve => requestAnimationFrame(resolve))
        }
      },
      before,
      after,
    )
    await expectBoard(tab, afterGesture(start, other.moves))
    await press(tab, 'undo')
    await expectBoard(tab, start)
  })

  it('moves a card to the foundation on a right-click, and shows a covered card in full', async () => {
    const columnOf = (start: Position) =>
      start.game.of.tableau.find(({ id }) =>
        bestTargets(start, { from: id, count: 1 })[0]?.to.startsWith('f'),
      )
    const number = firstDealThat('sea-towers', columnOf)
    const start = deal('sea-towers', number)
    const { id } = columnOf(start)!
    await openGame(tab, `?game=sea-towers&deal=${number}`)
    const covered = await pointOn(tab, 't1', 1)
    const peeked = await tab.run(async ([x, y]) => {
      const there = document.elementFromPoint(x, y)!
      const at = { clientX: x, clientY: y, button: 2, bubbles: true }
      // Created together, because the time between them tells a short right-click from a long one.
      const events = ['pointerdown', 'pointerup'].map(type => new PointerEvent(type, at))
      const seen = []
      for (const event of events) {
        there.dispatchEvent(event)
        await new Promise(requestAnimationFrame)
        seen.push(document.querySelector<HTMLElement>('.peek')?.dataset.on)
      }
      return seen
    }, covered)
    // A short right-click shows the card until the pointer leaves.
    expect(peeked).toEqual(['t1', 't1'])
    await tab.rightClick(...(await pointOn(tab, id)))
    await until(tab, () => document.querySelector('.peek') === null)
    await expectBoard(tab, afterGesture(start, bestTargets(start, { from: id, count: 1 })[0].moves))
  })

  inOne('applies a setting immediately, and keeps it after a reload', async () => {
    await openGame(tab, '?game=sea-towers&deal=96')
    await press(tab, 'settings')
    await shown(tab, '[data-setting="theme"]')
    await tab.run(() => document.querySelector<HTMLElement>('[data-setting="theme"] [value="dark"]')!.click())
    await until(tab, () => document.documentElement.dataset.theme === 'dark')
    await tab.reload()
    await shown(tab)
    await until(tab, () => document.documentElement.dataset.theme === 'dark')
  })

  it('requires no permissions except storage and alarms', async () => {
    await openGame(tab, '')
    const permissions = await tab.run(async () => {
      const page = (window as unknown as { wrappedJSObject?: typeof globalThis }).wrappedJSObject ?? window
      const api =
        (page as never as { browser?: unknown; chrome: unknown }).browser ??
        (page as never as { chrome: unknown }).chrome
      const { permissions, host_permissions = [] } = JSON.parse(
        JSON.stringify((api as { runtime: { getManifest(): object } }).runtime.getManifest()),
      )
      return { permissions, host_permissions }
    })
    expect(permissions).toEqual({ permissions: ['storage', 'alarms'], host_permissions: [] })
  })

  it.runIf(name === 'Firefox')('shows its icon on the browser’s tab', async () => {
    await openGame(tab, '?game=golf&deal=4')
    await expect.poll(() => browser.tabIcon!(), { timeout: 15_000 }).toMatch(/^data:image\/png/)
  })

  it('does not take the focus when a new tab opens', async () => {
    const other = await browser.newTab()
    await shown(other)
    expect(await other.run(() => document.activeElement === document.body)).toBe(true)
    await other.close()
  })
})
