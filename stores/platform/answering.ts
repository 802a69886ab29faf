// The background's side of the platform: requests from pages, locks, tabs, the toolbar button, and alarms.
import browser, { type Tabs } from 'webextension-polyfill'
import { lendLocks } from './lent-locks.ts'
import { waitsOf } from './waits.ts'

/**
 * Delays work. An alarm restarts the background if the browser has ended it in the meantime. The alarm
 * listener, like all others, must be added in the background's first turn of the event loop.
 */
export const waits = waitsOf(browser.alarms)

/**
 * Answers requests from pages, with null if there is no result. Messages for which `parse` returns undefined
 * stay unanswered.
 */
export function answerRequests<R>(
  parse: (message: unknown) => R | undefined,
  answer: (request: R) => Promise<unknown>,
): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    const request = parse(message)
    return request && answer(request).then(result => result ?? null)
  })
}

/** Holds locks on behalf of pages. */
export const lendLocksToPages = (): void => lendLocks(browser.runtime.onConnect)

/** Opens a web page in a tab, and resolves to the tab's id if it has one. Rejects if the browser fails. */
export async function openTab(url: string): Promise<number | undefined> {
  return (await browser.tabs.create({ url })).id
}

/**
 * Closes a tab that shows a page of the server. A tab that is loading is also closed, because its address is
 * still unknown. Other sites stay open; their addresses are hidden, unless the extension has a permission.
 */
export async function closeTab(id: number, server: string): Promise<void> {
  const { url = '', status } = await browser.tabs.get(id).catch(() => ({}) as Partial<Tabs.Tab>)
  const isAtServer = URL.canParse(url) && new URL(url).origin === new URL(server).origin
  if (isAtServer || status === 'loading') await browser.tabs.remove(id).catch(() => undefined)
}

/** Opens the table in a tab when the toolbar button is clicked: on phones, new tabs don't show it. */
export function openTableAtClick(): void {
  browser.action.onClicked.addListener(() => {
    void browser.tabs.create({ url: browser.runtime.getURL('newtab.html') })
  })
}
