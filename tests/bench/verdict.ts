// The time from a move to the verdict that the winnability light shows.
import { resolve } from 'node:path'
import { findBrowser } from '../run/browsers.ts'
import { launchChromium } from '../e2e/drivers/chromium.ts'
import { until } from '../e2e/drivers/driver.ts'
import { figure } from './report.ts'

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]

export async function benchVerdictDelay(): Promise<void> {
  const browser = await launchChromium(findBrowser('chromium'), resolve('.output/chrome-mv3'))
  const tab = await browser.newTab()
  console.log('\nTime from a move to the verdict of the light (target: ≤ 50 ms, median)')
  for (const game of ['double-sea-towers', 'sea-towers']) {
    const times: number[] = []
    for (let deal = 1; deal <= 12; deal++) {
      await tab.open(`?game=${game}&deal=${deal}`)
      await until(tab, () =>
        ['won', 'lost'].includes(document.querySelector<HTMLElement>('.light')?.dataset.light ?? ''),
      )
      for (let move = 0; move < 4; move++) {
        const time = await tab.run(
          column =>
            new Promise<number>(done => {
              const start = performance.now()
              const cards = [...document.querySelectorAll<HTMLElement>(`[data-on="t${column}"].top`)]
              const box = (cards[0] ?? document.querySelector('[data-pile="t0"]')!).getBoundingClientRect()
              const at = {
                clientX: box.x + box.width / 2,
                clientY: box.y + box.height - 8,
                bubbles: true,
                button: 0,
                pointerId: 1,
                isPrimary: true,
              }
              const target = document.elementFromPoint(at.clientX, at.clientY)!
              target.dispatchEvent(new PointerEvent('pointerdown', at))
              target.dispatchEvent(new PointerEvent('pointerup', at))
              target.dispatchEvent(new MouseEvent('click', at))
              const poll = () => {
                const light = document.querySelector<HTMLElement>('.light')?.dataset.light ?? ''
                if (['won', 'lost'].includes(light) || performance.now() - start > 5000)
                  done(performance.now() - start)
                else setTimeout(poll, 1)
              }
              setTimeout(poll, 1)
            }),
          (deal + 3 * move) % 10,
        )
        times.push(time)
      }
    }
    figure(
      `time from a move to the verdict of the light, ${game}, median`,
      `${median(times).toFixed(0)} ms`,
      '≤ 50 ms',
    )
    console.log(
      `  ${game.padEnd(20)} ${times.length} moves: median ${median(times).toFixed(0)} ms, ` +
        `p90 ${times[Math.floor(times.length * 0.9)].toFixed(0)} ms`,
    )
  }
  await browser.close()
}
