// Sync in real browsers: from Chromium to Firefox, across closed tabs and killed processes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { MAX_VALUE_LENGTH as MAX_ITEM } from '../../stores/sync/items.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { item, row } from '../support/sync-words.ts'
import { findBrowser } from '../run/browsers.ts'
import { launchChromium, processOf } from './drivers/chromium.ts'
import { browsers, itInOne, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  clickPile,
  counts,
  landed,
  look,
  opened,
  openGame,
  playBackAndForth,
  press,
  publish,
  setHidden,
  shown,
  storage,
  synced,
} from './page.ts'

/** The number of repetitions: a short run, or with `LONG=1` a long one. */
const times = (short: number, long: number) => (process.env.LONG ? long : short)

async function moveBackAndForth(tab: Tab) {
  return { before: await playBackAndForth(tab), after: await look(tab) }
}

describe('a game in progress', () => {
  const tabs: Tab[] = []
  for (const { launch } of browsers) inBrowser(launch, tab => void tabs.push(tab))

  it('opens automatically in a second browser, where the user can also go back or undo', async () => {
    const [first, other] = tabs
    await openGame(first, '?game=double-sea-towers&deal=7')
    for (const pile of ['t0', 't3', 't5'] as const) {
      await clickPile(first, pile)
      await landed(first)
    }
    const { board, moves: made } = await look(first)
    expect(made).toBeGreaterThanOrEqual(3)
    await publish(first)
    const items = await synced.get(first)
    expect(Object.keys(items).filter(key => key.startsWith('g:'))).toHaveLength(1)
    await openGame(other, '?game=double-sea-towers&deal=8')
    await openGame(other, '')
    for (const [key, text] of Object.entries(items).reverse()) await synced.set(other, key, text)
    await shown(other, '[data-notice="came"]')
    await press(other, 'go-back')
    await until(other, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.deal === '8')
    await press(other, 'continue')
    await counts(other, made)
    await landed(other)
    expect((await look(other)).board).toEqual(board)
    await press(other, 'undo')
    await until(
      other,
      count => Number(document.querySelector<HTMLElement>('[data-game]')!.dataset.moves) < count,
      made,
    )
  })
})

describe.each(browsers)('the extension in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let browser: BrowserDriver
  let tab: Tab
  inBrowser(launch, (first, started) => {
    tab = first
    browser = started
  })

  inOne('lets the visible tab play while the other follows', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    const other = await browser.newTab()
    await opened(other)
    await clickPile(other, 't0')
    await counts(other, 1)
    await other.close()
    await tab.run(() => window.focus())
    await counts(tab, 1)
    await press(tab, 'undo')
    await counts(tab, 0)
  })

  it('publishes to storage.sync when the tab is hidden, and the backup panel says so', async () => {
    await openGame(tab, '?game=sea-towers&deal=18')
    await clickPile(tab, 't0')
    await counts(tab, 1)
    const other = await browser.newTab()
    await setHidden(tab, true)
    await shown(other)
    await vi.waitFor(
      async () => {
        const published = Object.entries(await synced.get(other))
        const texts = published.filter(([key]) => /^g:.*:sea-towers$/.test(key)).map(([, text]) => text)
        expect(texts).toEqual([expect.stringMatching(/^1[\w-]+$/)])
      },
      { timeout: 15_000 },
    )
    await press(other, 'backup')
    await until(
      other,
      () =>
        document.querySelector('[data-sync="state"]')?.textContent?.includes('Sent to browser sync') ?? false,
    )
    await other.close()
  })

  it('keeps every move, even if the tab is closed right after it', async () => {
    await openGame(tab, '?game=double-sea-towers&deal=7')
    let playing = await browser.newTab()
    await opened(playing)
    for (let i = 0; i < times(1, 200); i++) {
      const { after } = await moveBackAndForth(playing)
      const next = await browser.newTab()
      await playing.close()
      playing = next
      await opened(playing)
      expect(await look(playing)).toEqual(after)
    }
    await playing.close()
  })

  inOne('rejects data that is too large for one item or in total', async () => {
    await openGame(tab, '')
    const key = 'conformance'
    await synced.set(tab, key, 'x'.repeat(MAX_ITEM - key.length - 2))
    await expect(synced.set(tab, key, 'x'.repeat(MAX_ITEM - key.length - 1))).rejects.toThrow(/quota/i)
    expect((await synced.get(tab))[key]).toHaveLength(MAX_ITEM - key.length - 2)
    const tooLarge = Object.fromEntries(
      Array.from({ length: 13 }, (_, i) => [`conformance${i}`, 'x'.repeat(8000)]),
    )
    await expect(synced.setAll(tab, tooLarge)).rejects.toThrow(/quota/i)
    await synced.remove(tab, [key])
    expect(Object.keys(await synced.get(tab)).filter(name => name.startsWith(key))).toEqual([])
  })

  inOne('does not change items that a newer version has written to storage.sync', async () => {
    await openGame(tab, '')
    const text = '2AAAAABfromTheFuture'
    await synced.set(tab, 'd:newerOne', text)
    await publish(tab)
    expect((await synced.get(tab))['d:newerOne']).toBe(text)
    expect((await storage.get(tab))['~d:newerOne']).toBe(text)
  })

  /** Stores the pending result of a game won `minutesAgo` minutes ago. */
  const storeWin = (play: string, minutesAgo: number) => {
    const result = row(play, 'won', { minute: minuteOf(Date.now()) - minutesAgo })
    return storage.set(tab, `result:${result.play}:000000001`, writeResult(result))
  }
  /** Stores two wins as if this device had played them ten minutes ago, and publishes them. */
  async function publishTwoWins(): Promise<void> {
    await openGame(tab, '?game=sea-towers&deal=17')
    await storeWin('first', 10)
    await storeWin('second', 10)
    await publish(tab)
  }
  /** Writes the header of a device that erased the games of the devices `of` `minutesAgo` minutes ago. */
  const eraseGamesOf = (of: readonly string[], epoch: number, minutesAgo: number) => {
    const erasure = { epoch, minute: minuteOf(Date.now()) - minutesAgo, scope: 'games', of }
    const content = writeJson({ name: 'Laptop', day: dayOf(Date.now()), browser: 'Chrome', erasure })
    return synced.setAll(tab, item(keys.device('laptopXX'), content, epoch, epoch))
  }
  const statusShows = (text: string) =>
    until(
      tab,
      words =>
        [...document.querySelectorAll('[role="status"]')].some(one => one.textContent?.includes(words)),
      text,
    )
  const logPages = async () => Object.keys(await storage.get(tab)).filter(key => key.startsWith('~l:')).length

  it('says once that another device has erased data, and can restore the data', async () => {
    await publishTwoWins()
    expect(await logPages()).toBe(1)
    const ours = Object.keys(await synced.get(tab)).find(key => key.startsWith('d:'))!
    await eraseGamesOf([ours.slice(2)], 1, 5)
    await statusShows('Laptop erased your games and statistics')
    expect(await logPages()).toBe(0)
    await press(tab, 'bring-back')
    await statusShows('Your games are back.')
    expect(await logPages()).toBe(1)
    await publish(tab)
    await openGame(tab, '')
    expect(await logPages()).toBe(1)
    expect(await tab.run(() => document.querySelector('[data-notice="erased-elsewhere"]'))).toBeNull()
  })

  inOne(
    'asks once, on the table or in the panel, about an erasure by a device that never knew this one',
    async () => {
      await publishTwoWins()
      await eraseGamesOf(['oldphone'], 1, 5)
      await statusShows('Laptop erased its games')
      await statusShows('2 results on this device weren’t erased.')
      await press(tab, 'keep')
      await statusShows('Kept.')
      await tab.run(() => document.querySelector<HTMLElement>('.notice .icon')!.click())
      await publish(tab)
      expect(await storage.get(tab)).not.toHaveProperty(UNKNOWN_ERASURE_KEY)
      expect(await logPages()).toBe(1)

      await storeWin('third', 3)
      await publish(tab)
      await eraseGamesOf(['oldphone'], 2, 2)
      await shown(tab, '[data-notice="unknown-erasure"]')
      await press(tab, 'backup')
      await shown(tab, '[data-backup="unknown"]')
      await tab.run(() => document.querySelector<HTMLElement>('[data-backup="erase-here"]')!.click())
      await statusShows('Erased on this device.')
      expect(await logPages()).toBe(0)
      expect(await storage.get(tab)).not.toHaveProperty(UNKNOWN_ERASURE_KEY)
      await shown(tab, '[data-backup="bring-back"]')
      await tab.run(() => document.querySelector<HTMLElement>('[data-backup="bring-back"]')!.click())
      await statusShows('Your games are back.')
      expect(await logPages()).toBe(1)
    },
  )
})

describe('a killed Chromium', () => {
  it('loses at most the last move, and only if its write was not confirmed', async () => {
    const profile = await mkdtemp(join(tmpdir(), 'quickhand-killed-'))
    const start = () => launchChromium(findBrowser('chromium'), resolve('.output/chrome-mv3'), profile)
    try {
      let browser = await start()
      let tab = await browser.newTab()
      await openGame(tab, '?game=double-sea-towers&deal=7')
      for (let i = 0; i < times(1, 50); i++) {
        const { before, after } = await moveBackAndForth(tab)
        process.kill(await processOf(profile), 'SIGKILL')
        await browser.close().catch(() => undefined)
        browser = await start()
        tab = await browser.newTab()
        await opened(tab)
        const found = await look(tab)
        expect([before.moves, after.moves]).toContain(found.moves)
        expect(found.deal).toBe(7)
      }
      await browser.close()
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  })
})
