// The cost of open tabs: the heap of an idle tab compared with a bare Vue and Pinia page, and the timers of
// 40 hidden tabs.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { inChromium } from './browser.ts'
import { figure, ratio } from './report.ts'

const HIDDEN = 40
/** The time in milliseconds for which hidden tabs are observed. */
const OBSERVED_MS = 5000

/**
 * The JavaScript heap of an idle page in bytes, after garbage collection. Playwright's own functions are not
 * used, because they add a megabyte of scripts to the page.
 */
async function heapOf(page: Page, address: string, selector: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const loaded = new Promise(done => session.once('Page.loadEventFired', done))
  await session.send('Page.navigate', { url: address })
  await loaded
  const idle = `new Promise((done) => {
    const poll = () => document.querySelector('${selector}')
      ? requestIdleCallback(() => requestIdleCallback(done))
      : requestAnimationFrame(poll)
    poll()
  })`
  await session.send('Runtime.evaluate', { expression: idle, awaitPromise: true })
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** Builds a page that has only Vue and Pinia, with the flags of our build. */
async function buildBare(folder: string): Promise<void> {
  const source = resolve('.output/bench-bare')
  await mkdir(source, { recursive: true })
  await writeFile(
    join(source, 'bare.html'),
    '<!doctype html><meta charset="utf-8"><title>Bare</title>' +
      '<div id="app"></div><script type="module" src="./bare.ts"></script>',
  )
  await writeFile(
    join(source, 'bare.ts'),
    "import { createPinia } from 'pinia'\nimport { createApp, h } from 'vue'\n" +
      "createApp({ render: () => h('p', 'bare') }).use(createPinia()).mount('#app')\n",
  )
  await build({
    root: source,
    configFile: false,
    logLevel: 'silent',
    define: {
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: { outDir: join(folder, 'bare'), rolldownOptions: { input: join(source, 'bare.html') } },
    base: '/bare/',
  })
  await rm(source, { recursive: true })
}

export const benchTabs = (): Promise<void> =>
  inChromium(async context => {
    const tab = await context.newPage()
    await tab.goto('chrome://newtab')
    const own = tab.url()
    // The pages are measured one at a time, because the pages of an extension share a process and its heap.
    const theirs = await heapOf(tab, own.replace(/newtab\.html.*/, 'bare/bare.html'), 'p')
    const ours = await heapOf(tab, own, '.notice')
    console.log('\nJavaScript heap of an idle tab (target: ≤ 2.5 MiB, ≤ 1.6 × a bare Vue and Pinia page)')
    console.log(
      `  ${(ours / 2 ** 20).toFixed(2)} MiB vs. ${(theirs / 2 ** 20).toFixed(2)} MiB: ` +
        `${(ours / theirs).toFixed(2)} ×`,
    )

    // Records the code that set a timer when the timer runs.
    await context.addInitScript(() => {
      const places: string[] = []
      Object.assign(window, { places })
      for (const name of [
        'setTimeout',
        'setInterval',
        'requestAnimationFrame',
        'requestIdleCallback',
      ] as const) {
        const set = window[name] as (work: (...args: unknown[]) => void, ...more: unknown[]) => number
        Object.assign(window, {
          [name]: (work: (...args: unknown[]) => void, ...more: unknown[]) => {
            const place = `${name} ${new Error().stack?.split('\n')[2]?.trim()}`
            return set(
              (...args: unknown[]) => {
                places.push(place)
                work(...args)
              },
              ...more,
            )
          },
        })
      }
    })
    const pages: Page[] = []
    for (let i = 0; i < HIDDEN; i++) {
      const page = await context.newPage()
      await page.goto(own)
      await page.waitForSelector('.table')
      pages.push(page)
    }
    // Playwright keeps every tab visible, so `document.hidden` is overridden in each page.
    await Promise.all(
      pages.map(page =>
        page.evaluate(() => {
          Object.defineProperty(document, 'hidden', { value: true })
          document.dispatchEvent(new Event('visibilitychange'))
        }),
      ),
    )
    await tab.waitForTimeout(1000)
    const placesOf = () =>
      Promise.all(pages.map(page => page.evaluate(() => (window as unknown as { places: string[] }).places)))
    const before = await placesOf()
    await tab.waitForTimeout(OBSERVED_MS)
    const ran = (await placesOf()).flatMap((places, i) => places.slice(before[i].length))
    const hidden = (await Promise.all(pages.map(page => page.evaluate(() => document.hidden)))).filter(
      Boolean,
    ).length
    console.log(`\n${HIDDEN} hidden tabs, observed for ${OBSERVED_MS / 1000} s (target: 0 timers, 0 workers)`)
    ran.forEach(place => console.log(`  ${place}`))
    console.log(
      `  hidden ${hidden}, timers that ran ${ran.length}, ` +
        `workers ${pages.reduce((sum, page) => sum + page.workers().length, 0)}`,
    )
    figure('JavaScript heap of an idle tab', `${(ours / 2 ** 20).toFixed(2)} MiB`, '≤ 2.5 MiB')
    ratio('JavaScript heap of an idle tab, vs. a bare Vue and Pinia page', ours / theirs, '≤ 1.6')
    figure(`timers that ran in ${HIDDEN} hidden tabs within ${OBSERVED_MS / 1000} s`, String(ran.length), '0')
  }, buildBare)
