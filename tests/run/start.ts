// `npm start` builds the extension and opens it in a new tab of Chromium. Without a display, it makes a move
// in headless Chromium and saves a screenshot. `npm start -- --game klondike-1 --deal 17` opens that deal.
import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumFlags, launchChromium } from '../e2e/drivers/chromium.ts'
import { until } from '../e2e/drivers/driver.ts'
import { ensureBrowsers, findBrowser } from './browsers.ts'

const { values } = parseArgs({ options: { game: { type: 'string' }, deal: { type: 'string' } } })
const query = values.game ? `?${new URLSearchParams(values).toString()}` : ''
const extension = resolve('.output/chrome-mv3')

async function playInWindow(): Promise<void> {
  const context = await chromium.launchPersistentContext(resolve('.profile'), {
    executablePath: findBrowser('chromium'),
    headless: false,
    viewport: null,
    ignoreDefaultArgs: ['--disable-extensions', '--enable-automation'],
    args: chromiumFlags(extension),
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto('chrome://newtab')
  if (query) await page.goto(new URL(query, page.url()).href)
  console.log('Quickhand is open in a new tab. Close the window to exit.')
  await new Promise(done => context.on('close', done))
}

async function playHeadless(): Promise<void> {
  const browser = await launchChromium(findBrowser('chromium'), extension)
  const tab = await browser.newTab()
  if (query) await tab.open(query)
  await until(tab, () => document.querySelector('[data-game]') !== null)
  const [x, y] = await tab.run(() => {
    const box = document.querySelector('[data-on="t5"][role="button"]')!.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  })
  await tab.click(x, y)
  await until(tab, () => document.getAnimations().every(({ playState }) => playState === 'finished'))
  await mkdir('.screenshots', { recursive: true })
  const file = resolve('.screenshots/newtab.png')
  await tab.screenshot(file)
  console.log(`No display, so Quickhand played headless. Screenshot: ${file}`)
  await browser.close()
}

ensureBrowsers('chromium')
if (spawnSync('wxt', ['build', '-b', 'chrome', '--mv3'], { stdio: 'inherit' }).status !== 0) process.exit(1)
await (process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? playInWindow() : playHeadless())
