// A short run of the robot in one browser; `npm run endure` is the long one, in either browser.
import { describe, expect, it } from 'vitest'
import { browsers, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { openGame } from './page.ts'
import { Robot } from './robot.ts'

const STEPS = 4

describe('the page in Chromium', () => {
  let browser: BrowserDriver
  let tab: Tab
  inBrowser(browsers[0].launch, (first, started) => {
    tab = first
    browser = started
  })

  it(`shows the position that the engine replays after each of ${STEPS} random actions`, async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    const robot = new Robot(browser, tab, 2026)
    for (let step = 0; step < STEPS; step++) await robot.step()
    expect(Object.keys(robot.tally.kinds).length).toBeGreaterThan(1)
  }, 300_000)
})
