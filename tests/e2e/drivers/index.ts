// The browsers in which the built extension is tested.
import { resolve } from 'node:path'
import { it } from 'vitest'
import { findBrowser } from '../../run/browsers.ts'
import { launchChromium } from './chromium.ts'
import type { BrowserDriver } from './driver.ts'
import { launchFirefox } from './firefox.ts'

export { until, type BrowserDriver, type Tab, type AccessibleNode } from './driver.ts'

/**
 * `it` for tests of logic that is the same in every browser: runs them in Chromium only, or in every browser
 * with `LONG=1`.
 */
export const itInOne = (name: string) => it.runIf(process.env.LONG || name === 'Chromium')

/** `it` for tests that run only with `LONG=1`, because each takes seconds and guards a rare case. */
export const itLong = it.runIf(process.env.LONG)

export const browsers: readonly { name: string; launch: () => Promise<BrowserDriver> }[] = [
  { name: 'Chromium', launch: () => launchChromium(findBrowser('chromium'), resolve('.output/chrome-mv3')) },
  {
    name: 'Firefox',
    launch: () => launchFirefox(findBrowser('firefox-esr'), resolve('.output/firefox-mv3')),
  },
]
