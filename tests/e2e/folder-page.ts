// Drives the sync folder panel, and simulates time passing between two browsers.
import { until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { openGame, press, settled, storage } from './page.ts'
import type { FaultyServer } from '../support/servers/faulty.ts'
import type { TestServer } from '../support/servers/index.ts'
import { vi } from 'vitest'

/** Types into a field of the panel. */
const fill = (tab: Tab, mark: string, text: string) =>
  tab.run(
    (name, value) => {
      const field = document.querySelector<HTMLInputElement>(`[data-place="${name}"]`)!
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    },
    mark,
    text,
  )

/**
 * Clicks a button of the panel with the mouse, because browsers prompt for permissions only after a real
 * click. If a message in the panel moves the button, the click is repeated.
 */
async function clickOn(tab: Tab, mark: string): Promise<void> {
  const query = `[data-place="${mark}"]`
  await until(tab, name => document.querySelector<HTMLButtonElement>(name)?.disabled === false, query)
  await settled(tab)
  for (let attempts = 0; attempts < 5; attempts++) {
    const [x, y] = await tab.run(name => {
      const page = window as unknown as { isHit: boolean }
      const button = document.querySelector(name)!
      page.isHit = false
      button.addEventListener('click', () => (page.isHit = true), { once: true })
      button.scrollIntoView({ block: 'center' })
      const box = button.getBoundingClientRect()
      return [box.x + box.width / 2, box.y + box.height / 2] as const
    }, query)
    await tab.click(x, y)
    if (await tab.run(() => (window as unknown as { isHit: boolean }).isHit)) return
  }
  throw new Error(`${query} does not stay in place`)
}

/** Waits until an element is in the panel. */
const appears = (tab: Tab, query: string) => until(tab, name => document.querySelector(name) !== null, query)

async function openFolder(tab: Tab): Promise<void> {
  await press(tab, 'place')
  await appears(tab, '[data-place="state"]')
}

export async function closePanel(tab: Tab): Promise<void> {
  await tab.run(() => document.querySelector<HTMLElement>('dialog [data-action="close"]')!.click())
  await until(tab, () => document.querySelector('dialog') === null)
}

/** Disconnects a browser from its folder. */
export async function disconnect(tab: Tab): Promise<void> {
  await openGame(tab, '')
  await openFolder(tab)
  // The first click only shows what the user will need to reconnect.
  await clickOn(tab, 'disconnect')
  await clickOn(tab, 'disconnect')
  await appears(tab, '[data-place="state"][data-state="off"]')
  await closePanel(tab)
}

type Server = Pick<TestServer, 'address' | 'user' | 'password'>

/** Connects a browser with address, user name and password. */
export async function connect(browser: BrowserDriver, tab: Tab, server: Server): Promise<void> {
  await tryToConnect(browser, tab, server)
  await appears(tab, '[data-step="readBack"][data-state="done"]')
}

/** Tries to connect a browser with a wrong password, and waits for the failure. */
export async function failToConnect(browser: BrowserDriver, tab: Tab, server: Server): Promise<void> {
  await tryToConnect(browser, tab, { ...server, password: 'wrong' })
  await appears(tab, '[data-step="signedIn"][data-state="failed"]')
}

async function tryToConnect(browser: BrowserDriver, tab: Tab, server: Server): Promise<void> {
  await browser.allow(`http://${new URL(server.address).hostname}/*`)
  await openGame(tab, '')
  await openFolder(tab)
  if ((await storage.get(tab)).place !== undefined) {
    await appears(tab, '[data-place="anew"]')
    await tab.run(() => document.querySelector('[data-place="anew"]')!.setAttribute('open', ''))
  }
  await fill(tab, 'address', server.address)
  await fill(tab, 'user', server.user)
  await fill(tab, 'password', server.password)
  await clickOn(tab, 'connect')
}

/** Opens the sign-in page of a server. */
async function openSignIn(browser: BrowserDriver, tab: Tab, server: FaultyServer): Promise<void> {
  await browser.allow('http://127.0.0.1/*')
  await openGame(tab, '')
  await openFolder(tab)
  await fill(tab, 'address', server.address)
  server.requests.splice(0)
  await clickOn(tab, 'sign-in')
  await vi.waitUntil(() => server.requests.some(({ path }) => path.endsWith('/flow/1')), { timeout: 15_000 })
}

/** The number of open tabs. */
const tabCount = (tab: Tab) =>
  tab.run(async () => {
    const page = (window as unknown as { wrappedJSObject?: object }).wrappedJSObject ?? window
    const { browser, chrome } = page as Record<string, { tabs: { query(all: object): Promise<object[]> } }>
    return (await (browser ?? chrome).tabs.query({})).length
  })

/** Waits until the extension has the permissions for exactly these origins, in this order. */
export const holds = (tab: Tab, ...origins: string[]) =>
  until(
    tab,
    async expected => {
      const page = (window as unknown as { wrappedJSObject?: object }).wrappedJSObject ?? window
      type Api = { permissions: { getAll(): Promise<{ origins: string[] }> } }
      const { browser, chrome } = page as Record<string, Api>
      return (await (browser ?? chrome).permissions.getAll()).origins.join() === expected
    },
    origins.join(),
  )

/** Opens the sign-in page of a server, cancels, and waits until that page is closed. */
export async function cancelSignIn(browser: BrowserDriver, tab: Tab, server: FaultyServer): Promise<void> {
  const before = await tabCount(tab)
  await openSignIn(browser, tab, server)
  await clickOn(tab, 'stop-sign-in')
  await vi.waitUntil(async () => (await tabCount(tab)) === before, { timeout: 15_000 })
}

/** Connects a browser by signing in on a page of the server, which grants access once it is open. */
export async function signIn(browser: BrowserDriver, tab: Tab, server: FaultyServer): Promise<void> {
  const before = await tabCount(tab)
  await openSignIn(browser, tab, server)
  server.grantLogin()
  await appears(tab, '[data-step="readBack"][data-state="done"]')
  await vi.waitUntil(async () => (await tabCount(tab)) === before, { timeout: 15_000 })
}

/** The pairing text including the password; requires the open panel. */
export async function pairingText(tab: Tab): Promise<string> {
  await tab.run(() => document.querySelector<HTMLElement>('[data-place="with-password"]')!.click())
  await clickOn(tab, 'pair')
  await appears(tab, '[data-place="qr"] path')
  return tab.run(() => document.querySelector<HTMLTextAreaElement>('[data-place="text"]')!.value)
}

/** Pastes the pairing text in another browser, without connecting yet. */
export async function pastePairing(browser: BrowserDriver, tab: Tab, text: string): Promise<void> {
  await browser.allow('http://127.0.0.1/*')
  await openGame(tab, '')
  await openFolder(tab)
  await fill(tab, 'paste', text)
  await clickOn(tab, 'take')
  await until(tab, () => document.querySelector('dialog header [role="status"]')?.textContent !== '')
}

/** Connects a browser after `pastePairing`. */
export async function connectPaired(tab: Tab): Promise<void> {
  await clickOn(tab, 'connect')
  await appears(tab, '[data-step="readBack"][data-state="done"]')
}

/** Ends all waiting times of a browser, so that it may read and write the folder immediately. */
export async function timePasses(tab: Tab): Promise<void> {
  const { 'place-state': text } = await storage.get(tab)
  const state = JSON.parse(text) as { lookedAt: number }
  const lookedAt = Math.min(state.lookedAt, Date.now() - 11_000)
  const ready = { ...state, lookedAt, pushedAt: 0, notBefore: 0, pushes: 20, requests: 30 }
  await storage.set(tab, 'place-state', JSON.stringify(ready))
}

type FolderState = Readonly<Partial<Record<'arrivedAt' | 'waitingSince', number>>>
const folderState = async (tab: Tab) =>
  JSON.parse((await storage.get(tab))['place-state'] ?? '{}') as FolderState

/** The time when all data of a browser was last read back from the folder; 0 for never. */
export const arrivedAt = async (tab: Tab): Promise<number> => (await folderState(tab)).arrivedAt ?? 0

/** Whether all data of a browser has been read back from the folder after `before`. */
export async function hasArrived(tab: Tab, before: number): Promise<boolean> {
  const { arrivedAt = 0, waitingSince } = await folderState(tab)
  return arrivedAt > before && waitingSince === 0
}

/** Waits up to 15 seconds until all data of a browser has been read back after `before`. */
export async function arrived(tab: Tab, before: number): Promise<void> {
  for (const end = Date.now() + 15_000; !(await hasArrived(tab, before));)
    if (Date.now() > end)
      throw new Error(`not arrived after ${before}: ${JSON.stringify(await folderState(tab))}`)
}
