// A browser for the tests of a block: started before them, and at the end nothing may have gone wrong in it.
import { afterAll, beforeAll, expect } from 'vitest'
import type { BrowserDriver, Tab } from './drivers/index.ts'

/** `begin` gets the first new tab, before any test runs. */
export function inBrowser(
  launch: () => Promise<BrowserDriver>,
  begin: (tab: Tab, browser: BrowserDriver) => unknown,
): void {
  let browser: BrowserDriver
  beforeAll(async () => {
    browser = await launch()
    await begin(await browser.newTab(), browser)
  })
  afterAll(async () => {
    expect(await browser.problems()).toEqual([])
    await browser.close()
  })
}
