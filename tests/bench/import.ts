// The cost of an import of 512 items: the CPU time of the statistics, and the time until a new tab can
// be played, compared with a new tab without the import.
import type { BrowserContext } from 'playwright-core'
import { aggregate, countsOf, statistics } from '../../stores/sync/aggregate.ts'
import { devicesHere } from '../../stores/sync/devices-here.ts'
import type { Items } from '../../stores/sync/items.ts'
import { largeImport } from '../support/large-import.ts'
import { inChromium } from './browser.ts'
import { figure, ratio } from './report.ts'

const REPEATS = 15
const PAIRS = 12
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Everything that the statistics panel computes from the stored texts. */
function computePanel(texts: Items, now: number): void {
  const devices = [...devicesHere(texts, now).values()]
  const all = aggregate(devices, {}, now)
  statistics(all, 'sea-towers')
  devices.forEach(device => countsOf(device, {}, now))
}

/** The CPU time of a computation in milliseconds: of the first run, and the median. */
function cpuTimeOf(work: () => void): { first: number; typical: number } {
  const times = Array.from({ length: REPEATS }, () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  return { first: times[0], typical: median(times) }
}

/** Milliseconds from the start of navigation until the bar has its buttons. */
async function readyIn(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  const time = await page.evaluate(
    () =>
      new Promise<number>(done => {
        const poll = () =>
          document.querySelector('[data-action="undo"]')
            ? done(performance.now())
            : void requestAnimationFrame(poll)
        poll()
      }),
  )
  await page.close()
  return time
}

/** Opens new tabs alternately with and without the imported texts in storage.local. */
const benchTab = (texts: Items): Promise<void> =>
  inChromium(async context => {
    const page = await context.newPage()
    await page.goto('chrome://newtab')
    await page.waitForSelector('[data-card]')
    const own = page.url().replace(/\?.*/, '')
    await page.goto(new URL('/manifest.json', own).href)
    const store = (newItems: Items | undefined) =>
      page.evaluate(async items => {
        const { local } = (
          globalThis as unknown as { chrome: { storage: { local: Record<string, (x: unknown) => unknown> } } }
        ).chrome.storage
        if (items) await local.set(items)
        else await local.remove(Object.keys((await local.get(null)) as object).filter(key => key[0] === '~'))
      }, newItems)
    const times = { empty: [] as number[], full: [] as number[] }
    await readyIn(context, own)
    for (let i = 0; i < PAIRS; i++) {
      times.empty.push(await readyIn(context, own))
      await store(texts)
      times.full.push(await readyIn(context, own))
      await store(undefined)
    }
    const [empty, full] = [median(times.empty), median(times.full)]
    console.log(
      `  new tab until it can be played ${full.toFixed(0)} ms, with nothing stored ${empty.toFixed(0)} ms: ` +
        `${(full / empty).toFixed(2)} × (target: ≤ 1.1)`,
    )
    ratio(
      'time until a new tab can be played with an import of 512 items, vs. with nothing stored',
      full / empty,
      '≤ 1.1',
    )
  })

export async function benchImport(): Promise<void> {
  const now = Date.now()
  console.log('\nAn import of 512 items, as many as released versions accept (target: statistics ≤ 50 ms)')
  const several = [1, 7, 63].map(devices => ({ devices, ...largeImport(devices, now) }))
  for (const { devices, texts, results } of several) {
    const { first, typical } = cpuTimeOf(() => computePanel(texts, now))
    const value = `${typical.toFixed(0)} ms, the first time ${first.toFixed(0)} ms`
    console.log(`  ${results} results of ${devices} devices: computed in ${value}`)
    figure(`CPU time of the statistics of ${results} results, imported devices: ${devices}`, value, '≤ 50 ms')
  }
  await benchTab(several[1].texts)
}
