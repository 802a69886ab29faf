// The cost of open tabs: the heap of an idle tab compared with a bare Vue and Pinia page, and the activity of
// forty hidden ones.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { inChromium } from './browser.ts'
import { figure, ratio } from './report.ts'

const HIDDEN = 40
/** How long hidden tabs are observed, in milliseconds. */
const WATCHED = 5000

/**
 * The JavaScript heap of an idle page in bytes, after garbage collection. Bypasses the driver, whose megabyte
 * of scripts would hide the difference between pages.
 */
async function heapOf(page: Page, address: string, selector: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.enable')
  const loaded = new Promise(done => session.once('Page.loadEventFired', done))
  await session.send('Page.navigate', { url: address })
  await loaded
  const idle = `new Promise((done) => {
    const look = () => document.querySelector('${selector}')
      ? requestIdleCallback(() => requestIdleCallback(done))
      : requestAnimationFrame(look)
    look()
  })`
  await session.send('Runtime.evaluate', { expression: idle, awaitPromise: true })
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize
}

/** A page with only Vue and Pinia, built like ours. */
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
    // One page at a time: pages of one extension share a process and its heap.
    const theirs = await heapOf(tab, own.replace(/newtab\.html.*/, 'bare/bare.html'), 'p')
    const ours = await heapOf(tab, own, '.notice')
    console.log('\nJavaScript heap of an idle tab (target: ≤ 2.5 MiB, ≤ 1.6 × a bare Vue and Pinia page)')
    console.log(
      `  ${(ours / 2 ** 20).toFixed(2)} MiB vs. ${(theirs / 2 ** 20).toFixed(2)} MiB: ` +
        `${(ours / theirs).toFixed(2)} ×`,
    )

    // Counts timers when they fire, by the code that set them.
    await context.addInitScript(() => {
      const places: string[] = []
      Object.assign(window, { places })
      for (const name of [
        'setTimeout',
        'setInterval',
        'requestAnimationFrame',
        'requestIdleCallback',
      ] as const) {
        const set = window[name] as (work: (...given: unknown[]) => void, ...more: unknown[]) => number
        Object.assign(window, {
          [name]: (work: (...given: unknown[]) => void, ...more: unknown[]) => {
            const place = `${name} ${new Error().stack?.split('\n')[2]?.trim()}`
            return set(
              (...given: unknown[]) => {
                places.push(place)
                work(...given)
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
    // The driver keeps every tab visible, so each tab is told that it is hidden.
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
    await tab.waitForTimeout(WATCHED)
    const ran = (await placesOf()).flatMap((places, i) => places.slice(before[i].length))
    const hidden = (await Promise.all(pages.map(page => page.evaluate(() => document.hidden)))).filter(
      Boolean,
    ).length
    console.log(
      `\n${HIDDEN} tabs in the background, watched for ${WATCHED / 1000} s (target: 0 timers, 0 workers)`,
    )
    ran.forEach(place => console.log(`  ${place}`))
    console.log(
      `  hidden ${hidden}, timers that ran ${ran.length}, ` +
        `workers ${pages.reduce((sum, page) => sum + page.workers().length, 0)}`,
    )
    figure('JavaScript heap of an idle tab', `${(ours / 2 ** 20).toFixed(2)} MiB`, '≤ 2.5 MiB')
    ratio('JavaScript heap of an idle tab, vs. a bare Vue and Pinia page', ours / theirs, '≤ 1.6')
    figure(`timers that ran in ${HIDDEN} hidden tabs within ${WATCHED / 1000} s`, String(ran.length), '0')
  }, buildBare)
