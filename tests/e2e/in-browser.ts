// A browser for the tests of a block: started before them; at the end nothing may have gone wrong in it.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { BrowserDriver, Tab } from './drivers/index.ts'
import { firstStart } from './page.ts'

/**
 * Starts a browser for the tests of a `describe` block and gives its first new tab to `begin`. Every test
 * then begins at a first start with nothing stored, unless the block lets its tests go on from what there is.
 * Cards jump, as people can ask of their system, except where a test is about how they move.
 */
export function inBrowser(
  launch: () => Promise<BrowserDriver>,
  begin: (tab: Tab, browser: BrowserDriver) => unknown,
  { goesOn = false, hasMotion = false } = {},
): void {
  let browser: BrowserDriver
  let tab: Tab
  beforeAll(async () => {
    browser = await launch()
    tab = await browser.newTab()
    await begin(tab, browser)
  })
  beforeEach(async () => {
    if (!goesOn) await firstStart(tab)
    await tab.reduceMotion(!hasMotion)
  })
  afterAll(async () => {
    expect(await browser.problems()).toEqual([])
    await browser.close()
  })
}
