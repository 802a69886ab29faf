// The time to the first paint of the board, compared with the same page as static HTML, and the main-thread
// work of a page load.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { inChromium } from './browser.ts'
import { figure, ratio } from './report.ts'

const PAIRS = 20
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]

/** Milliseconds from the start of navigation to the first contentful paint. */
async function paintOf(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  const time = await page.evaluate(
    () =>
      new Promise<number>(done => {
        new PerformanceObserver(list => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') done(startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
  await page.close()
  return time
}

/** Milliseconds from the start of navigation until the table handles input. */
async function playableAfter(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForSelector('[data-ready="true"]', { state: 'attached' })
  const time = await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime)
  await page.close()
  return time
}

/** A page without scripts that has 104 simple cards, each with a rank and a suit. */
function simpleCards(): string {
  const cards = Array.from({ length: 104 }, (_, i) => {
    const at = `${20 + 102 * (i % 11)}px,${60 + 40 * Math.floor(i / 11)}px`
    return `<i style="transform:translate(${at})">${'A23456789TJQK'[i % 13]}<b>${'♠♥♣♦'[i % 4]}</b></i>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Cards</title><style>
body{margin:0;background:#153;font:700 24px system-ui}
i{position:absolute;left:0;top:0;width:94px;height:132px;border-radius:7px;background:#fdfcf8;
box-shadow:0 0 0 1px #0005;font-style:normal}
b{color:#c01525}
</style>${cards.join('')}`
}

/** Marks the time at which a frame with the board has been painted. Runs in the page, before its scripts. */
function watchBoard(): void {
  const poll = () => {
    if (document.querySelectorAll('[data-card]').length < 52) return void requestAnimationFrame(poll)
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => performance.mark('board')
      port2.postMessage(0)
    })
  }
  requestAnimationFrame(poll)
}

interface TraceEvent {
  readonly name: string
  readonly pid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

/**
 * Milliseconds until the board is painted, and milliseconds of main-thread tasks in the first 1.5 seconds.
 */
async function workOf(context: BrowserContext, address: string) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.addInitScript(watchBoard)
  await session.send('Performance.enable')
  await page.goto(address)
  await page.waitForTimeout(1500)
  const { metrics } = await session.send('Performance.getMetrics')
  const tasks = 1000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
  const board = await page.evaluate(() => performance.getEntriesByName('board')[0]?.startTime ?? Number.NaN)
  await page.close()
  return { board, tasks }
}

/**
 * Milliseconds of style recalculation before the first paint. Measured in a separate page load, because
 * tracing slows the page down.
 */
async function styleOf(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const traced = new Promise(done => session.once('Tracing.tracingComplete', done))
  await session.send('Tracing.start', {
    traceConfig: { includedCategories: ['devtools.timeline', 'loading'] },
    transferMode: 'ReportEvents',
  })
  await page.goto(address)
  await page.waitForTimeout(500)
  await session.send('Tracing.end')
  await traced
  await page.close()
  const painted = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!painted) return Number.NaN
  return events
    .filter(({ name, pid, ts }) => name === 'UpdateLayoutTree' && pid === painted.pid && ts < painted.ts)
    .reduce((sum, { tdur, dur = 0 }) => sum + (tdur ?? dur) / 1000, 0)
}

/**
 * Compares the paint of the board with that of a static page of simple cards, and measures the main-thread
 * work of a page load.
 */
async function benchWork(context: BrowserContext, extension: string, own: string): Promise<void> {
  await writeFile(join(extension, 'cards.html'), simpleCards())
  const cards: number[] = []
  const loads: Awaited<ReturnType<typeof workOf>>[] = []
  const styles: number[] = []
  for (let i = 0; i <= PAIRS; i++) {
    cards.push(await paintOf(context, own.replace('newtab', 'cards')))
    loads.push(await workOf(context, own))
    styles.push(await styleOf(context, own))
  }
  /** The median without the first load, which fills caches. */
  const medianOf = (values: readonly number[]) => median(values.slice(1))
  const [board, plain] = [medianOf(loads.map(load => load.board)), medianOf(cards)]
  const tasks = medianOf(loads.map(load => load.tasks))
  const style = medianOf(styles)
  console.log(
    `  board painted ${board.toFixed(0)} ms, static page of 104 simple cards ${plain.toFixed(0)} ms: ` +
      `${(board / plain).toFixed(2)} × (target: ≤ 1.1); tasks ${tasks.toFixed(0)} ms (target: ≤ 180), ` +
      `style ${style.toFixed(1)} ms (target: ≤ 10)`,
  )
  ratio('time until the board is painted, vs. a static page of 104 simple cards', board / plain, '≤ 1.1')
  figure('tasks of the main thread in the 1.5 s after navigation', `${tasks.toFixed(0)} ms`, '≤ 180 ms')
  figure('recalculation of style before the first paint', `${style.toFixed(1)} ms`, '≤ 10 ms')
}

/** Compares the startup time of games that are not in the start chunk with that of the default game. */
async function compareGames(context: BrowserContext, own: string): Promise<void> {
  await context.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[data-ready="true"]')) return
      performance.mark('ready')
      observer.disconnect()
    })
    observer.observe(document, { subtree: true, childList: true, attributes: true })
  })
  const games = ['double-sea-towers', 'golf', 'spider-4'] as const
  const times: Record<(typeof games)[number], number[]> = {
    'double-sea-towers': [],
    'golf': [],
    'spider-4': [],
  }
  for (let i = 0; i < PAIRS; i++)
    for (const game of games) {
      await playableAfter(context, `${own}?game=${game}`) // The next new tab opens this game.
      times[game].push(await playableAfter(context, own))
    }
  const standard = median(times['double-sea-towers'])
  for (const game of games.slice(1)) {
    const relative = median(times[game]) / standard
    console.log(
      `  time until a game can be played: ${game} ${median(times[game]).toFixed(0)} ms, ` +
        `the default game ${standard.toFixed(0)} ms: ${relative.toFixed(2)} × (target: ≤ 1.1)`,
    )
    ratio(`time until ${game} can be played, vs. the default game`, relative, '≤ 1.1')
  }
}

export const benchPaint = (): Promise<void> =>
  inChromium(async (context, extension) => {
    const page = await context.newPage()
    await page.goto('chrome://newtab')
    await page.waitForSelector('[data-card]')
    const own = page.url().replace(/\?.*/, '')
    const still = await page.evaluate(() => {
      for (const script of document.querySelectorAll('script, link[rel="modulepreload"]')) script.remove()
      return `<!doctype html>${document.documentElement.outerHTML}`
    })
    await writeFile(join(extension, 'still.html'), still)
    await writeFile(
      join(extension, 'bare.html'),
      '<!doctype html><meta charset="utf-8"><title>Bare</title><p>Bare',
    )
    await page.close()
    const times = { own: [] as number[], still: [] as number[], bare: [] as number[] }
    for (const name of ['own', 'still', 'bare'] as const)
      await paintOf(context, name === 'own' ? own : own.replace('newtab', name)) // Fills caches.
    for (let i = 0; i < PAIRS; i++)
      for (const name of ['own', 'still', 'bare'] as const)
        times[name].push(await paintOf(context, name === 'own' ? own : own.replace('newtab', name)))
    const [ours, statics, bare] = [median(times.own), median(times.still), median(times.bare)]
    console.log(
      `\nFirst contentful paint with the whole board, medians of ${PAIRS} runs of each page, alternating ` +
        `(target: ≤ 1.0 × the static page)`,
    )
    console.log(
      `  new tab ${ours.toFixed(0)} ms, static page with the same cards ${statics.toFixed(0)} ms, ` +
        `bare page ${bare.toFixed(0)} ms: ${(ours / statics).toFixed(2)} × the static page`,
    )
    ratio(
      'time to the first paint with the whole board, vs. the same page as static HTML',
      ours / statics,
      '≤ 1.0',
    )
    ratio('time to the first paint with the whole board, vs. a bare page', ours / bare)
    await benchWork(context, extension, own)
    await compareGames(context, own)
  })
