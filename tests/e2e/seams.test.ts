// Consistency of page, tabs and reloads in real browsers: a change made in one place applies everywhere.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deal, legalMoves, play, type Move } from '../../engine/index.ts'
import { browsers, itInOne, itLong, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { counts, landed, look, makeMove, opened, openGame, press, setHidden, shown, storage } from './page.ts'

const deal17 = (tab: Tab) =>
  until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal === '17')
const otherThan17 = (tab: Tab) => otherThan(tab, 17)
const otherThan = (tab: Tab, number: number) =>
  until(tab, old => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal !== old, `${number}`)

/** Makes `count` moves, each the first move after which more than one move is legal. */
async function playOn(tab: Tab, count: number): Promise<void> {
  const { deal: number } = await look(tab)
  let position = deal('sea-towers', number)
  for (let i = 0; i < count; i++) {
    const leadsOn = (move: Move) => legalMoves(play(position, move)).length > 1
    const move = legalMoves(position).find(leadsOn)!
    await makeMove(tab, move)
    await landed(tab)
    position = play(position, move)
  }
}

const choose = async (tab: Tab, setting: string, value: string) => {
  await press(tab, 'settings')
  await shown(tab, `[data-setting="${setting}"]`)
  await tab.run(
    query => document.querySelector<HTMLElement>(query)!.click(),
    `[data-setting="${setting}"] [value="${value}"]`,
  )
  await tab.press('Escape')
}

const felt = (tab: Tab) => tab.run(() => document.documentElement.dataset.felt)
const favorites = async (tab: Tab): Promise<string[]> => {
  await tab.run(() => document.querySelector<HTMLElement>('[data-action="deal"]')!.click())
  await shown(tab, '[data-action="favourite"]')
  return tab.run(() =>
    [...document.querySelectorAll('.deals .menu-item')].map(({ textContent }) => textContent!.trim()),
  )
}
const addFavorite = async (tab: Tab) => {
  await favorites(tab)
  await tab.run(() => document.querySelector<HTMLElement>('[data-action="favourite"]')!.click())
  await until(tab, () => document.querySelector('[data-action="favourite"][aria-pressed="true"]') !== null)
  await tab.press('Escape')
}

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let browser: BrowserDriver
  let tab: Tab
  const others: Tab[] = []
  inBrowser(launch, (first, started) => {
    tab = first
    browser = started
  })
  beforeEach(async () => {
    await storage.setAll(tab, { settings: '{"automatic":"off","winnableOnly":false}' })
    await openGame(tab, '?game=sea-towers&deal=17')
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
  })
  const anotherTab = async () => {
    const other = await browser.newTab()
    others.push(other)
    await opened(other)
    return other
  }

  itLong('shows the most recent choice of a setting in both tabs', async () => {
    await setHidden(tab, true)
    const other = await anotherTab()
    await choose(other, 'felt', 'walnut')
    await until(other, () => document.documentElement.dataset.felt === 'walnut')
    await setHidden(other, true)
    await setHidden(tab, false)
    await until(tab, () => document.documentElement.dataset.felt === 'walnut')
    await choose(tab, 'felt', 'paper')
    await setHidden(tab, true)
    await setHidden(other, false)
    await until(other, () => document.documentElement.dataset.felt === 'paper')
    expect(await felt(other)).toBe('paper')
  })

  itLong('keeps the favorites of two tabs, each of which is hidden while the other adds one', async () => {
    await addFavorite(tab)
    await setHidden(tab, true)
    const other = await anotherTab()
    await press(other, 'new')
    await otherThan17(other)
    await addFavorite(other)
    await setHidden(other, true)
    await setHidden(tab, false)
    await otherThan17(tab)
    const { deal: number } = await look(tab)
    await press(tab, 'new')
    await otherThan(tab, number)
    await addFavorite(tab)
    await tab.reload()
    await shown(tab)
    expect(await favorites(tab)).toHaveLength(3)
  })

  itLong(
    'shows the latest deal after a reload, not that of the link, and keeps the previous game',
    async () => {
      await playOn(tab, 3)
      await press(tab, 'new')
      await otherThan17(tab)
      const { deal: number } = await look(tab)
      await tab.reload()
      await shown(tab)
      expect((await look(tab)).deal).toBe(number)
      await press(tab, 'previous')
      await deal17(tab)
      expect((await look(tab)).moves).toBe(3)
    },
  )

  inOne('can go back to the played game after two quick clicks on “New”', async () => {
    await playOn(tab, 3)
    await tab.run(() => {
      const button = document.querySelector<HTMLElement>('[data-action="new"]')!
      button.click()
      button.click()
    })
    await otherThan17(tab)
    await press(tab, 'previous')
    await deal17(tab)
    expect((await look(tab)).moves).toBe(3)
  })

  inOne('opens the last game if the address names none, and a named game with its last deal', async () => {
    await openGame(tab, '?game=golf&deal=17')
    await openGame(tab, '?game=double-sea-towers&deal=17')
    await openGame(tab, '')
    expect(await look(tab)).toMatchObject({ game: 'double-sea-towers', deal: 17 })
    await openGame(tab, '?game=golf')
    expect(await look(tab)).toMatchObject({ game: 'golf', deal: 17 })
  })

  inOne('shows nothing from before an erasure, even one made some time after the last move', async () => {
    await playOn(tab, 3)
    await until(tab, () => document.querySelector('.time')!.textContent!.trim() !== '0:00')
    await press(tab, 'backup')
    await shown(tab, '[data-backup="sure"]')
    await tab.run(() => document.querySelector<HTMLElement>('[data-backup="sure"]')!.click())
    await until(tab, () => !document.querySelector<HTMLButtonElement>('[data-backup="erase"]')!.disabled)
    await tab.run(() => document.querySelector<HTMLElement>('[data-backup="erase"]')!.click())
    await vi.waitFor(
      // The page cannot be queried while it reloads.
      async () => expect((await look(tab)).moves).toBe(0),
      { timeout: 15_000 },
    )
    await openGame(tab, '')
    expect((await look(tab)).moves).toBe(0)
    const texts = await storage.get(tab)
    expect(Object.keys(texts).filter(key => /^(previous|result):/.test(key))).toEqual([])
  })

  inOne('says nothing about an old position if the user moves after asking for a hint', async () => {
    await openGame(tab, '?game=klondike-3&deal=4')
    await tab.run(() => {
      document.querySelector<HTMLElement>('[data-action="hint"]')!.click()
      document.querySelector<HTMLElement>('[data-on="stock"][role="button"]')!.click()
    })
    await counts(tab, 1)
    const notice = () => tab.run(() => document.querySelector<HTMLElement>('.notice')!.dataset.notice)
    await until(tab, () => document.querySelector<HTMLElement>('.notice')!.dataset.notice !== 'looking')
    expect(await notice()).toBeUndefined()
  })

  it('is ready for the next card after a drag that ended over the bar', async () => {
    const [x, y] = await tab.run(() => {
      const box = document.querySelector('[data-on="t0"][data-at="0"]')!.getBoundingClientRect()
      return [box.x + 10, box.y + 4] as const
    })
    await tab.drag([
      [x, y],
      [x + 2, y - 20],
      [x + 2, 5],
    ])
    await playOn(tab, 1)
    expect((await look(tab)).moves).toBe(1)
  })
})
