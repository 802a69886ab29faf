// The background's side: hears what pages ask and answers them, opens the table at the button's click, knows
// what it may connect to, and is started again when a wait is over.
import browser from 'webextension-polyfill'
import { lendLocks } from './lent-locks.ts'
import { originsOf } from './origins.ts'
import { waitsOf } from './waits.ts'

/** What the extension may connect to: at hand at once, as a background listens from its first turn. */
export const origins = originsOf(browser.permissions)

/** Waits that last though the background ends; they listen from its first turn as well. */
export const waits = waitsOf(browser.alarms)

/** Answers the requests of pages, in the background; whatever `parse` does not know stays unanswered. */
export function answerRequests<R>(
  parse: (message: unknown) => R | undefined,
  doWhat: (request: R) => Promise<unknown>,
): void {
  browser.runtime.onMessage.addListener((message: unknown) => {
    const request = parse(message)
    return request && doWhat(request)
  })
}

/** Takes locks for pages that ask for one. */
export const lendLocksToPages = (): void => lendLocks(browser.runtime.onConnect)

/** Opens a page of the web in a tab. Rejects where the browser does not. */
export async function openTab(url: string): Promise<void> {
  await browser.tabs.create({ url })
}

/** The button of the extension opens the table in a tab: on a phone no new tab does. */
export function openTableAtClick(): void {
  browser.action.onClicked.addListener(() => {
    void browser.tabs.create({ url: browser.runtime.getURL('newtab.html') })
  })
}
