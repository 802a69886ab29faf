// The focus after an overlay has closed: it is back where it was, or at the cursor on the table.
import { describe, expect, it } from 'vitest'
import { browsers, itInOne, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, counts, look, makeMove, nearlyWon, openGame, press, shown, storage } from './page.ts'

/** The focused element: a button's action or game, a card's pile, otherwise the id or element name. */
const focused = (tab: Tab) =>
  tab.run(() => {
    const { dataset, tagName, id } = document.activeElement as HTMLElement
    return dataset.action ?? dataset.choose ?? dataset.on ?? dataset.pile ?? (id || tagName)
  })
const hasFocus = (tab: Tab, query: string) =>
  until(tab, selector => document.activeElement?.matches(selector) === true, query)
const disappears = (tab: Tab, query: string) =>
  until(tab, selector => document.querySelector(selector) === null, query)
/** Focuses a button and presses Enter. */
async function pressWithEnter(tab: Tab, query: string): Promise<void> {
  await shown(tab, query)
  await tab.run(selector => document.querySelector<HTMLElement>(selector)!.focus(), query)
  await tab.press('Enter')
}
const ON_TABLE = '.table [data-on], .table [data-pile]'

describe.each(browsers)('in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  inOne.each([
    ['games', '[data-choose]', '.chooser *'],
    ['deal', '#deal-number', '.deals *'],
    ['today', '.today-list', '.today-list *'],
    ['menu', '[data-action="restart"]', '.menu-list *'],
  ])(
    'the list “%s” takes the focus each time it opens, and Esc returns the focus to its button',
    async (name, content, within) => {
      await openGame(tab, '?game=sea-towers&deal=17')
      for (let time = 0; time < 2; time++) {
        await pressWithEnter(tab, `[data-action="${name}"]`)
        await shown(tab, content)
        await hasFocus(tab, within)
        if (name === 'menu') {
          const first = await focused(tab)
          await tab.press('ArrowDown')
          expect(await focused(tab)).not.toBe(first)
        }
        await tab.press('Escape')
        await disappears(tab, content)
        expect(await focused(tab)).toBe(name)
      }
    },
  )

  inOne('a panel opens at its top, even if it was scrolled when it was closed', async () => {
    await tab.resize(400, 500)
    await openGame(tab, '?game=sea-towers&deal=17')
    const scroll = (to?: number) =>
      tab.run(top => {
        const dialog = document.querySelector('dialog')!
        dialog.scrollTop = top ?? dialog.scrollTop
        return dialog.scrollTop
      }, to)
    await tab.press('?')
    await shown(tab, 'dialog .inside')
    expect(await scroll(100)).toBe(100)
    await tab.press('Escape')
    await disappears(tab, 'dialog')
    await tab.press('?')
    await shown(tab, 'dialog .inside')
    expect(await scroll()).toBe(0)
    await tab.press('Escape')
    await tab.resize(1366, 650)
  })

  it('a panel opened with a key returns the focus to the card that had it', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await tab.press('5')
    await hasFocus(tab, '[data-on="t4"]')
    await tab.press('?')
    await shown(tab, 'dialog[open]')
    await tab.press('Escape')
    await disappears(tab, 'dialog')
    expect(await focused(tab)).toBe('t4')
  })

  inOne('a panel opened from the menu returns the focus to the menu button, as does a replay', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    for (const [entry, query] of [
      ['settings', 'dialog[open]'],
      ['solution', '.replay'],
    ]) {
      await pressWithEnter(tab, '[data-action="menu"]')
      await pressWithEnter(tab, `[data-action="${entry}"]`)
      await shown(tab, query)
      await hasFocus(tab, `${query} *`)
      await tab.press('Escape')
      await disappears(tab, query)
      await until(tab, () => document.activeElement !== document.body)
      expect(await focused(tab), entry).toBe('menu')
    }
  })

  inOne.each([
    ['a game', 'games', '[data-choose="klondike-1"]'],
    ['the game on the table', 'games', '[data-choose="double-sea-towers"]'],
    ['a deal number', 'deal', '.deals [type="submit"]'],
    ['the deal of the day', 'today', '[data-action="play-today"]'],
    ['a past deal', 'menu', '[data-action="past"]', '[data-past] [data-action="again"]'],
  ])('after choosing %s, the focus is on the table, where Enter first shows the cursor', async (...of) => {
    const [, list, ...choices] = of
    await storage.set(tab, 'settings', '{"winnableOnly":false,"automatic":"off"}')
    await openGame(tab, '?game=double-sea-towers&deal=17')
    for (const column of list === 'menu' ? [0, 1, 2] : []) {
      await clickPile(tab, `t${column}`)
      await counts(tab, column + 1)
    }
    if (list === 'menu') await press(tab, 'new')
    await counts(tab, 0)
    await pressWithEnter(tab, `[data-action="${list}"]`)
    for (const choice of choices) await pressWithEnter(tab, choice)
    await until(tab, () => !document.querySelector('dialog, .chooser, .deals, .today-list, .menu-list'))
    await hasFocus(tab, ON_TABLE)
    await tab.press('Enter')
    await shown(tab, '.table[data-cursor]')
    expect((await look(tab)).moves).toBe(0)
  })

  inOne(
    'after a win, the next deal starts with the focus at the cursor, which the first key press shows',
    async () => {
      const { text, left } = nearlyWon('klondike-1', 1)
      await tab.leave()
      await storage.setAll(tab, {
        'settings': '{"automatic":"off","winnableOnly":false}',
        'game:klondike-1': text,
      })
      await openGame(tab, '?game=klondike-1')
      await makeMove(tab, left[0])
      await shown(tab, '.won')
      await hasFocus(tab, '[data-action="next"]')
      await tab.press('Enter')
      await counts(tab, 0)
      await hasFocus(tab, ON_TABLE)
      await tab.press(' ')
      await shown(tab, '.table[data-cursor]')
      expect((await look(tab)).moves).toBe(0)
    },
  )

  it('a button that becomes disabled passes the focus to the table', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await tab.press('1')
    await tab.press('Enter')
    await counts(tab, 1)
    await pressWithEnter(tab, '[data-action="undo"]')
    await counts(tab, 0)
    await until(tab, () => document.activeElement !== document.body)
    await hasFocus(tab, ON_TABLE)
  })
})
