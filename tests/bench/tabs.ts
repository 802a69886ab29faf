// What open tabs cost: the heap of an idle one beside a bare Vue and Pinia page, and what forty hidden ones do.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { inChromium } from './browser.ts'
import { figure, ratio } from './report.ts'

const HIDDEN = 40
/** Milliseconds for which hidden tabs are watched. */
const WATCHED = 5000

/** Bytes of JavaScript heap after a collection. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** A page with Vue and Pinia and nothing else, built as ours is. */
async function buildBare(folder: string): Promise<void> {
  const source = resolve('.output/bench-bare')
  await mkdir(source, { recursive: true })
  await writeFile(join(source, 'bare.html'), '<!doctype html><meta charset="utf-8"><title>Bare</title><div id="app"></div><script type="module" src="./bare.ts"></script>')
  await writeFile(join(source, 'bare.ts'), "import { createPinia } from 'pinia'\nimport { createApp, h } from 'vue'\ncreateApp({ render: () => h('p', 'bare') }).use(createPinia()).mount('#app')\n")
  await build({
    root: source, configFile: false, logLevel: 'silent',
    define: { __VUE_OPTIONS_API__: 'false', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' },
    build: { outDir: join(folder, 'bare'), rolldownOptions: { input: join(source, 'bare.html') } },
    base: '/bare/',
  })
  await rm(source, { recursive: true })
}

export const benchTabs = (): Promise<void> => inChromium(async (context) => {
  // Every timer is counted when it is set and when it runs.
  await context.addInitScript(() => {
    const counts = { runs: 0 }
    Object.assign(window, { counts })
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'] as const) {
      const set = window[name] as (work: (...given: unknown[]) => void, ...more: unknown[]) => number
      Object.assign(window, { [name]: (work: (...given: unknown[]) => void, ...more: unknown[]) => set((...given: unknown[]) => {
        counts.runs++
        work(...given)
      }, ...more) })
    }
  })
  const tab = await context.newPage()
  await tab.goto('chrome://newtab')
  await tab.waitForSelector('.notice', { state: 'attached' })
  const own = tab.url()
  // One page at a time: pages of one extension share a process and its heap.
  await tab.goto(own.replace(/newtab\.html.*/, 'bare/bare.html'))
  await tab.waitForSelector('p')
  const theirs = await heapOf(tab)
  await tab.goto(own)
  await tab.waitForSelector('.notice', { state: 'attached' })
  const ours = await heapOf(tab)
  console.log('\nJavaScript heap of an idle tab (asked: ≤ 1.5 × a bare Vue and Pinia page)')
  console.log(`  ${(ours / 2 ** 20).toFixed(2)} MiB beside ${(theirs / 2 ** 20).toFixed(2)} MiB: ${(ours / theirs).toFixed(2)} ×`)

  const pages: Page[] = []
  for (let i = 0; i < HIDDEN; i++) {
    const page = await context.newPage()
    await page.goto(own)
    await page.waitForSelector('.table')
    pages.push(page)
  }
  // The driver keeps every tab visible, so each is told that it is hidden, as the browser would.
  await Promise.all(pages.map(page => page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })))
  await tab.waitForTimeout(1000)
  const runsOf = async () => (await Promise.all(pages.map(page => page.evaluate(() => [Number(document.hidden), (window as unknown as { counts: { runs: number } }).counts.runs]))))
  const before = await runsOf()
  await tab.waitForTimeout(WATCHED)
  const after = await runsOf()
  const runs = after.reduce((sum, [, count], i) => sum + count - before[i][1], 0)
  console.log(`\n${HIDDEN} tabs in the background, watched for ${WATCHED / 1000} s (asked: 0 timers, 0 workers)`)
  console.log(`  hidden ${after.filter(([isHidden]) => isHidden).length}, timers that ran ${runs}, workers ${pages.reduce((sum, page) => sum + page.workers().length, 0)}`)
  ratio('JavaScript heap of an idle tab, beside a bare Vue and Pinia page', ours / theirs, '≤ 1.5')
  figure(`timers that ran in ${HIDDEN} hidden tabs within ${WATCHED / 1000} s`, String(runs), '0')
}, buildBare)
