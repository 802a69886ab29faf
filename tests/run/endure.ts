// `npm run endure -- --minutes 30 --browser Chromium --seed 1`: a robot plays for 30 minutes. There must be
// no errors, and the page's heap may grow by at most a tenth.
import { parseArgs } from 'node:util'
import { browsers } from '../e2e/drivers/index.ts'
import { openGame } from '../e2e/page.ts'
import { Robot } from '../e2e/robot.ts'
import { ensureBrowsers } from './browsers.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    browser: { type: 'string', default: 'Chromium' },
    seed: { type: 'string', default: '1' },
  },
})
/** The maximum ratio of the heap at the end to the heap after a tenth of the time. */
const MAX_GROWTH = 1.1

ensureBrowsers('chromium', 'firefox-esr')
const browser = await browsers.find(({ name }) => name === values.browser)!.launch()
const tab = await browser.newTab()
await openGame(tab, '?game=sea-towers&deal=17')
const robot = new Robot(browser, tab, Number(values.seed))
const duration = Number(values.minutes) * 60_000
const start = Date.now()
const sizes: (number | undefined)[] = []
for (let part = 1; part <= 10; part++) {
  while (Date.now() - start < (duration * part) / 10) await robot.step()
  sizes.push(await robot.heap())
  const size = sizes.at(-1)
  console.log(
    `${((Date.now() - start) / 60_000).toFixed(1)} min: ` +
      `${robot.tally.steps} actions, ${robot.tally.won} games won` +
      (size ? `, heap ${(size / 2 ** 20).toFixed(2)} MiB` : ''),
  )
}
const problems = await browser.problems()
await browser.close()
const [first, last] = [sizes[0], sizes.at(-1)]
const growth = first && last ? last / first : undefined
console.log(`actions by kind: ${JSON.stringify(robot.tally.kinds)}`)
console.log(
  `${problems.length} errors` +
    (growth ? `; the heap at the end is ${growth.toFixed(2)} × the heap after a tenth of the time` : ''),
)
problems.forEach(problem => console.log(problem))
process.exitCode = problems.length > 0 || (growth ?? 1) > MAX_GROWTH ? 1 : 0
