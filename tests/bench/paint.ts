// The time to the first paint of the board, compared with the same page as static HTML without a script.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { inChromium } from './browser.ts'
import { ratio } from './report.ts'

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

/** Milliseconds from the start of navigation until the board can be played. */
async function playableAfter(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForSelector('[data-ready="true"]', { state: 'attached' })
  const time = await page.evaluate(() => performance.getEntriesByName('ready')[0].startTime)
  await page.close()
  return time
}

/** Compares the startup times of games outside the start chunk with the startup time of the default game. */
async function compareGames(context: BrowserContext, own: string): Promise<void> {
  await context.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector('[data-ready="true"]')) return
      performance.mark('ready')
      look.disconnect()
    })
    look.observe(document, { subtree: true, childList: true, attributes: true })
  })
  const games = ['double-sea-towers', 'golf', 'spider-4'] as const
  const times: Record<(typeof games)[number], number[]> = {
    'double-sea-towers': [],
    'golf': [],
    'spider-4': [],
  }
  for (let i = 0; i < PAIRS; i++)
    for (const game of games) {
      await playableAfter(context, `${own}?game=${game}`) // makes it the last played game
      times[game].push(await playableAfter(context, own))
    }
  const usual = median(times['double-sea-towers'])
  for (const game of games.slice(1)) {
    const relative = median(times[game]) / usual
    console.log(
      `  until a board can be played: ${game} ${median(times[game]).toFixed(0)} ms, ` +
        `the default game ${usual.toFixed(0)} ms: ${relative.toFixed(2)} × (target: ≤ 1.1)`,
    )
    ratio(`until the board of ${game} can be played, vs. the default game`, relative, '≤ 1.1')
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
      await paintOf(context, name === 'own' ? own : own.replace('newtab', name)) // warms up
    for (let i = 0; i < PAIRS; i++)
      for (const name of ['own', 'still', 'bare'] as const)
        times[name].push(await paintOf(context, name === 'own' ? own : own.replace('newtab', name)))
    const [ours, statics, bare] = [median(times.own), median(times.still), median(times.bare)]
    console.log(
      `\nFirst contentful paint with the whole board, medians of ${PAIRS} runs each, taken in turn ` +
        `(target: ≤ 1.0 × the static page)`,
    )
    console.log(
      `  new tab ${ours.toFixed(0)} ms, static page with the same cards ${statics.toFixed(0)} ms, ` +
        `bare page ${bare.toFixed(0)} ms: ${(ours / statics).toFixed(2)} × the static page`,
    )
    ratio('first paint with the whole board, vs. the same page as static HTML', ours / statics, '≤ 1.0')
    ratio('first paint with the whole board, vs. a bare page', ours / bare)
    await compareGames(context, own)
  })
