// A browser for the tests of a block: there before them; at the end nothing may have gone wrong in it.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { BrowserDriver, Tab } from './drivers/index.ts'
import type { Started } from './environment.ts'
import { firstStart } from './page.ts'

/**
 * Gives a new tab of a browser to `begin`, for the tests of a `describe` block. Every test then begins at a
 * first start with nothing stored, unless the block lets its tests go on from what there is: then the browser
 * is its own. Cards jump, as people can ask of their system, except where a test is about how they move.
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
    // To start a browser takes seconds: a block goes on with that of the block before.
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
