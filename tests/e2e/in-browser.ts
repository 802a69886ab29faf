// A browser for the tests of a block. After the tests it must have reported no problems.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { BrowserDriver, Tab } from './drivers/index.ts'
import type { Started } from './environment.ts'
import { firstStart } from './page.ts'

/**
 * Passes a new tab of a browser to `begin`, for the tests of a `describe` block. Every test starts with empty
 * storage, unless `goesOn`: then each test continues from the last, and the block has its own browser. Motion
 * is reduced unless `hasMotion`.
 */
export function inBrowser(
  launch: () => Promise<BrowserDriver>,
  begin: (tab: Tab, browser: BrowserDriver) => unknown,
  { goesOn = false, hasMotion = false } = {},
): void {
  let browser: BrowserDriver
  let tab: Tab
  let problemsBefore = 0
  beforeAll(async () => {
    // Starting a browser takes seconds, so blocks share it.
    const running: Started = (!goesOn && startedBrowsers.get(launch)) || { browser: await launch() }
    ;({ browser } = running)
    problemsBefore = (await browser.problems()).length
    tab = await browser.newTab()
    if (!goesOn) {
      startedBrowsers.set(launch, running)
      await running.tab?.close()
      running.tab = tab
    }
    await begin(tab, browser)
  })
  beforeEach(async () => {
    if (!goesOn) await firstStart(tab)
    await tab.reduceMotion(!hasMotion)
  })
  afterAll(async () => {
    expect((await browser.problems()).slice(problemsBefore)).toEqual([])
    if (goesOn) await browser.close()
  })
}
