// Firefox containers: their tabs share storage.local, but not IndexedDB, localStorage or locks.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deal, legalMoves, play, type Position } from '../../engine/index.ts'
import { eventuallyTrue } from '../support/eventually.ts'
import { browsers, itLong, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  choosePicture,
  counts,
  landed,
  look,
  makeMove,
  opened,
  openGame,
  settled,
  shown,
  storage,
  press,
} from './page.ts'

const { launch } = browsers.find(({ name }) => name === 'Firefox')!

/** Waits until the picture under the cards has this color, or until there is none. */
const hasPicture = (tab: Tab, color: readonly number[] | undefined) =>
  until(
    tab,
    async wanted => {
      const address = document.documentElement.style.getPropertyValue('--picture').slice(4, -1)
      if (!address || !wanted) return address === '' && !wanted
      const image = new Image()
      image.src = address.replaceAll('"', '')
      await image.decode()
      const context = new OffscreenCanvas(1, 1).getContext('2d')!
      context.drawImage(image, 0, 0)
      const seen = context.getImageData(0, 0, 1, 1).data
      return wanted.every((value, i) => Math.abs(seen[i] - value) < 12)
    },
    color,
  )
const RED = [255, 0, 0] as const
const BLUE = [0, 0, 255] as const

/** The number of pictures in each database of a tab’s container. */
const databases = (tab: Tab) =>
  tab.run(async () => {
    const kept: Record<string, number> = {}
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>(resolve => {
        const opening = indexedDB.open(name!)
        opening.onsuccess = () => resolve(opening.result)
      })
      kept[name!] = await new Promise(resolve => {
        const counting = database.transaction('pictures').objectStore('pictures').count()
        counting.onsuccess = () => resolve(counting.result)
      })
      database.close()
    }
    return kept
  })

/** Makes a move after which the game continues; returns the new position. */
async function move(tab: Tab, position: Position): Promise<Position> {
  const made = legalMoves(position).find(one => legalMoves(play(position, one)).length > 1)!
  await makeMove(tab, made)
  return play(position, made)
}

/** Whether the container of this tab holds the lock of Sea Towers. */
const holds = (tab: Tab) =>
  tab.run(async () => {
    const page = (window as unknown as { wrappedJSObject?: object }).wrappedJSObject ?? window
    const { browser } = page as unknown as {
      browser: { storage: { session: { get(key: string): Promise<object> } } }
    }
    const holder = await browser.storage.session.get('holder:game:sea-towers')
    return JSON.stringify(holder).includes(localStorage.getItem('container')!)
  })

/** Records every board that a page shows, as the list of its cards. */
function recordBoards(page: Document): void {
  const seen = new Set<string>()
  const { MutationObserver, sessionStorage } = page.defaultView as typeof globalThis & Window
  new MutationObserver(() => {
    const cards = [...page.querySelectorAll<HTMLElement>('[data-card]')]
    seen.add(cards.map(({ dataset }) => dataset.card).join(' '))
    sessionStorage.setItem('boards', JSON.stringify([...seen]))
  }).observe(page, { childList: true, subtree: true, attributes: true })
}

describe('tabs in Firefox containers', () => {
  let browser: BrowserDriver
  let home: Tab
  const others: Tab[] = []
  inBrowser(launch, async (first, started) => {
    home = first
    browser = started
    await browser.beforeScripts(recordBoards)
  })
  beforeEach(async () => {
    await storage.setAll(home, { settings: '{"automatic":"off","winnableOnly":false}' })
    await openGame(home, '?game=sea-towers&deal=17')
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
  })
  const containerTab = async (container: number) => {
    const other = await browser.newContainerTab!(container)
    others.push(other)
    await opened(other)
    return other
  }

  itLong(
    'show the picture that the user has chosen in one of them, until it is removed in any of them',
    async () => {
      const work = await containerTab(1)
      await choosePicture(work, 'red')
      await hasPicture(work, RED)
      await hasPicture(home, RED)
      await choosePicture(home, 'blue')
      await hasPicture(work, BLUE)
      await hasPicture(await containerTab(2), BLUE)
      expect(await databases(work)).toEqual({})
      await press(work, 'settings')
      await shown(work, '[data-action="remove-picture"]')
      await work.run(() => document.querySelector<HTMLElement>('[data-action="remove-picture"]')!.click())
      await hasPicture(home, undefined)
      await hasPicture(work, undefined)
      await expect.poll(() => databases(home), { timeout: 15_000 }).toEqual({ 'quickhand-pictures': 0 })
    },
  )

  itLong('show a picture that version 1.0 stored in one container, once a tab has opened there', async () => {
    const work = await containerTab(1)
    await work.leave()
    await work.run(async () => {
      const canvas = new OffscreenCanvas(40, 40)
      const context = canvas.getContext('2d')!
      context.fillStyle = 'red'
      context.fillRect(0, 0, 40, 40)
      const picture = await canvas.convertToBlob({ type: 'image/webp' })
      const opening = indexedDB.open('quickhand')
      opening.onupgradeneeded = () => void opening.result.createObjectStore('pictures')
      await new Promise<void>(resolve => (opening.onsuccess = () => resolve()))
      const transaction = opening.result.transaction('pictures', 'readwrite')
      transaction.objectStore('pictures').put(picture, 'former-name')
      transaction.objectStore('pictures').put(picture, 'name of none')
      await new Promise<void>(resolve => (transaction.oncomplete = () => resolve()))
      opening.result.close()
    })
    await storage.set(home, 'picture', 'former-name')
    await openGame(work, '')
    await hasPicture(work, RED)
    await home.reload()
    await hasPicture(home, RED)
    expect(await databases(work)).toEqual({})
    expect(await databases(home)).toEqual({ 'quickhand-pictures': 1 })
  })

  it('take turns in a game: one tab holds its lock, and each continues from the last position', async () => {
    const work = await containerTab(1)
    const bank = await containerTab(2)
    let position = deal('sea-towers', 17)
    let moves = 0
    for (const tab of [home, work, home, bank]) {
      position = await move(tab, position)
      moves++
      for (const one of [home, work, bank]) await counts(one, moves)
      await landed(tab)
      expect(await Promise.all([home, work, bank].map(holds))).toEqual(
        [home, work, bank].map(one => one === tab),
      )
    }
    // The tab closes immediately after a move.
    await move(work, position)
    await others.splice(others.indexOf(work), 1)[0].close()
    await counts(home, moves + 1)
    await counts(bank, moves + 1)
    expect((await look(bank)).board).toEqual((await look(home)).board)
    // One of the other windows takes over without a click.
    const isWaiting = (tab: Tab) =>
      tab.run(() => document.querySelector('[data-notice="elsewhere"]') !== null)
    await eventuallyTrue(async () => !(await isWaiting(home)) || !(await isWaiting(bank)))
  })

  it('do not paint a board or picture that was erased in another container', async () => {
    const work = await containerTab(1)
    await choosePicture(work, 'red')
    await hasPicture(home, RED)
    await move(work, deal('sea-towers', 17))
    await counts(home, 1)
    await settled(work)
    const boardIn = (tab: Tab) =>
      tab.run(() =>
        [...document.querySelectorAll<HTMLElement>('[data-card]')].map(c => c.dataset.card).join(' '),
      )
    const firstPaint = (tab: Tab) =>
      tab.run(() => {
        const { cards } = JSON.parse(localStorage.getItem('paint') ?? '{"cards":[]}') as {
          cards: [string, string, { card: string }][]
        }
        return cards.map(([, , { card }]) => card).join(' ')
      })
    const before = await boardIn(work)
    await work.leave()
    expect(await firstPaint(work)).toBe(before)
    // The next tab in that container paints that board.
    await work.open('')
    await shown(work)
    const seen = () => work.run(() => JSON.parse(sessionStorage.getItem('boards')!) as string[])
    expect(await seen()).toContain(before)
    await work.leave()

    await press(home, 'backup')
    await shown(home, '[data-backup="sure"]')
    await home.run(() => document.querySelector<HTMLElement>('[data-backup="sure"]')!.click())
    await until(home, () => !document.querySelector<HTMLButtonElement>('[data-backup="erase-all"]')!.disabled)
    await home.run(() => document.querySelector<HTMLElement>('[data-backup="erase-all"]')!.click())
    await until(home, () => document.querySelector('[data-notice="erased"]') !== null)
    expect(await firstPaint(work)).toBe(before)
    await work.open('')
    await shown(work)
    expect(await seen()).not.toContain(before)
    await hasPicture(work, undefined)
    await hasPicture(home, undefined)
    await work.leave()
    expect(await firstPaint(work)).not.toBe(before)
    await expect.poll(() => databases(home), { timeout: 15_000 }).toEqual({ 'quickhand-pictures': 0 })
    expect(await databases(work)).toEqual({})
  })
})
