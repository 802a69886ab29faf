// How fast Chromium responds to a click that moves a card, with 104 cards and the processor slowed to a
// quarter of its speed: the frames until the move is visible, and the script time.
import { inChromium } from './browser.ts'
import { figure } from './report.ts'

const quantile = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)]

interface Sample {
  script: number
  shown: number
}

export const benchMoves = (slower = 4, clicks = 120): Promise<void> =>
  inChromium(async context => {
    const page = await context.newPage()
    await page.goto('chrome://newtab')
    await page.waitForSelector('[data-game]')
    await page.goto(page.url().replace(/newtab\.html.*/, 'newtab.html?game=double-sea-towers&deal=17'))
    await page.waitForSelector('[data-game]')
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.evaluate(() => {
      const samples: { script: number; shown: number }[] = []
      Object.assign(window, { samples })
      // Measures from the first listener to the last. Vue updates the page in microtasks between them.
      document.addEventListener(
        'click',
        () => {
          const start = performance.now()
          const before = document.querySelector<HTMLElement>('[data-game]')!.dataset.moves
          const sample = { script: 0, shown: -1 }
          document.addEventListener(
            'click',
            () => {
              sample.script = performance.now() - start
            },
            { once: true },
          )
          let frames = 0
          const frame = () => {
            frames++
            if (document.querySelector<HTMLElement>('[data-game]')!.dataset.moves !== before) {
              sample.shown = frames
              samples.push(sample)
            } else if (frames < 20) requestAnimationFrame(frame)
          }
          requestAnimationFrame(frame)
        },
        true,
      )
    })
    for (let i = 0; i < clicks; i++) {
      const columns = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-on^="t"][role="button"]')].map(
          ({ dataset }) => dataset.on!,
        ),
      )
      const box = (await page
        .locator(`[data-on="${columns[i % columns.length]}"][role="button"]`)
        .boundingBox())!
      const before = await page.evaluate(() => (window as never as { samples: Sample[] }).samples.length)
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 20)
      await page.waitForTimeout(900) // A click within this time would move the card to its next-best target.
      if (
        (await page.evaluate(() => (window as never as { samples: Sample[] }).samples.length)) === before &&
        i % 2
      )
        await page.keyboard.press('u')
    }
    const samples = await page.evaluate(() => (window as never as { samples: Sample[] }).samples)
    const scripts = samples.map(({ script }) => script)
    console.log(
      `\nMove by click, ${slower}× slower processor, 104 cards, ${samples.length} moves ` +
        `(target: visible in the next frame, script median ≤ 8 ms, p95 ≤ 16 ms)`,
    )
    console.log(
      `  frames until the move is visible: at most ${Math.max(...samples.map(({ shown }) => shown))}`,
    )
    if (process.env.VERBOSE) console.log(scripts.map(script => script.toFixed(1)).join(' '))
    console.log(
      `  script time of a click: median ${quantile(scripts, 0.5).toFixed(1)} ms, ` +
        `p95 ${quantile(scripts, 0.95).toFixed(1)}, longest ${Math.max(...scripts).toFixed(1)} ms`,
    )
    figure(
      'frames until the move of a click is visible, processor 4 × slower',
      String(Math.max(...samples.map(({ shown }) => shown))),
      '1',
    )
    for (const [name, part, target] of [
      ['median', 0.5, '≤ 8 ms'],
      ['p95', 0.95, '≤ 16 ms'],
    ] as const)
      figure(
        `script time of a click, processor 4 × slower, ${name} of ${scripts.length}`,
        `${quantile(scripts, part).toFixed(1)} ms`,
        target,
      )
  })
