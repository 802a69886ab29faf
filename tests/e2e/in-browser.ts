// A browser for the tests of a block: started before them; at the end nothing may have gone wrong in it.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { BrowserDriver, Tab } from './drivers/index.ts'
import { firstStart } from './page.ts'

/**
 * Starts a browser for the tests of a `describe` block and gives its first new tab to `begin`. Every test
 * then begins at a first start with nothing stored, unless the block lets its tests go on from what there is.
 */
export function inBrowser(
  launch: () => Promise<BrowserDriver>,
  begin: (tab: Tab, browser: BrowserDriver) => unknown,
  { goesOn = false } = {},
): void {
  let browser: BrowserDriver
  let tab: Tab
  beforeAll(async () => {
    browser = await launch()
    tab = await browser.newTab()
    await begin(tab, browser)
  })
  if (!goesOn) beforeEach(() => firstStart(tab))
  afterAll(async () => {
    expect(await browser.problems()).toEqual([])
    await browser.close()
  })
}
