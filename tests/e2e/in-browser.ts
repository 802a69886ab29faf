// A browser for the tests of a block, which fails if the browser has reported any problems.
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { BrowserDriver, Tab } from './drivers/index.ts'
import type { Started } from './environment.ts'
import { firstStart } from './page.ts'

async function start(launch: () => Promise<BrowserDriver>): Promise<Started> {
  const browser = await launch()
  return { browser, tab: await browser.newTab() }
}

/** The running browser of this worker with its tab. Starting one takes seconds, so test files share it. */
export async function runningBrowser(launch: () => Promise<BrowserDriver>): Promise<Started> {
  const running = startedBrowsers.get(launch) ?? (await start(launch))
  startedBrowsers.set(launch, running)
  return running
}

/**
 * Passes a tab of a browser to `begin`, for the tests of a `describe` block. Every test starts with empty
 * storage, unless `keepsStorage` is set: then each test continues where the last one ended, and the block has
 * its own browser. Motion is reduced unless `hasMotion` is set.
 */
export function inBrowser(
  launch: () => Promise<BrowserDriver>,
  begin: (tab: Tab, browser: BrowserDriver) => unknown,
  { keepsStorage = false, hasMotion = false } = {},
): void {
  let browser: BrowserDriver
  let tab: Tab
  let problemsBefore = 0
  beforeAll(async () => {
    problemsBefore = keepsStorage ? 0 : ((await startedBrowsers.get(launch)?.browser.problems())?.length ?? 0)
    ;({ browser, tab } = await (keepsStorage ? start : runningBrowser)(launch))
    await begin(tab, browser)
  })
  beforeEach(async () => {
    if (!keepsStorage) await firstStart(tab)
    await tab.reduceMotion(!hasMotion)
  })
  afterAll(async () => {
    expect((await browser.problems()).slice(problemsBefore)).toEqual([])
    if (keepsStorage) await browser.close()
  })
}
