// The win animation: the times between frames of the page while it shows the 104 cards of a game, in Chromium
// with the processor slowed to a quarter of its speed.
import { writeRecord } from '../../engine/index.ts'
import { writeLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { wonHistory } from '../support/help.ts'
import { inChromium } from './browser.ts'
import { figure } from './report.ts'

const GAME = 'double-sea-towers'
const quantile = (part: number, values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))]

/** The times between frames of the page, in milliseconds. */
function frameTimes(seconds: number): Promise<number[]> {
  const times: number[] = []
  return new Promise(done => {
    let last = performance.now()
    const end = last + seconds * 1000
    const frame = (now: number): void => {
      times.push(now - last)
      last = now
      if (now < end) requestAnimationFrame(frame)
      else done(times)
    }
    requestAnimationFrame(frame)
  })
}

export const benchWin = (slower = 4): Promise<void> =>
  inChromium(async context => {
    const page = await context.newPage()
    await page.goto('chrome://newtab')
    await page.waitForSelector('[data-ready="true"]')
    const history = wonHistory(GAME)
    const last = history.log.length - 1
    const withoutLast = wonHistory(GAME, last)
    const record = writeRecord({ history: withoutLast, playId: 'nearly-1', seconds: 100 })
    const text = writeLocalEnvelope({ record, inherited: {}, localActions: last })
    await page.evaluate(
      async ([key, value]) => {
        const { storage } = (
          globalThis as unknown as { chrome: { storage: { local: { set(x: object): unknown } } } }
        ).chrome
        await storage.local.set({ [key]: value })
      },
      [`game:${GAME}`, text] as const,
    )
    await page.reload()
    await page.waitForSelector('[data-ready="true"]')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const card = page.locator('[data-on^="t"][role="button"], [data-on^="c"][role="button"]').first()
    await card.click()
    await page.waitForSelector('.cascade[data-stage]')
    const times = await page.evaluate(frameTimes, 6)
    const name = 'times between frames during the win animation, processor 4 × slower'
    const long = times.filter(ms => ms > 20).length
    const value =
      `longest ${quantile(1, times).toFixed(1)}, p95 ${quantile(0.95, times).toFixed(1)}, ` +
      `median ${quantile(0.5, times).toFixed(1)} ms, ${long} of ${times.length} over 20 ms`
    console.log(`  ${name}: ${value} (target: 0 over 20 ms)`)
    figure(name, value, '0 over 20 ms')
  })
