import { inChromium } from './browser.ts'
const clicks = Number(process.env.CLICKS ?? 40)
await inChromium(async context => {
  const page = await context.newPage()
  await page.goto('chrome://newtab')
  await page.waitForSelector('[data-game]')
  await page.goto(page.url().replace(/newtab\.html.*/, 'newtab.html?game=double-sea-towers&deal=17'))
  await page.waitForSelector('[data-ready="true"]')
  const session = await context.newCDPSession(page)
  await session.send('Profiler.enable')
  await session.send('Profiler.setSamplingInterval', { interval: 100 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(() => {
    const w = window as never as { scripts: number[] }
    w.scripts = []
    let start = 0
    window.addEventListener('click', () => { start = performance.now(); performance.mark('c'); }, true)
    window.addEventListener('click', () => { w.scripts.push(performance.now() - start) })
  })
  let made = 0
  const self = new Map<string, number>()
  const incl = new Map<string, number>()
  for (let i = 0; i < clicks; i++) {
    const columns = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-on^="t"][role="button"]')].map(({ dataset }) => dataset.on!))
    const box = (await page.locator(`[data-on="${columns[i % columns.length]}"][role="button"]`).boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 20)
    await page.waitForTimeout(200)
    if (i >= 5) await session.send('Profiler.start')
    const b = await page.evaluate(() => document.querySelector<HTMLElement>('[data-game]')!.dataset.moves)
    await page.mouse.down(); await page.mouse.up()
    const a = await page.evaluate(() => document.querySelector<HTMLElement>('[data-game]')!.dataset.moves)
    if (i >= 5) {
      const { profile } = await session.send('Profiler.stop')
      if (a === b) { await page.waitForTimeout(500); if (i % 2) await page.keyboard.press('u'); continue }
      made++
      const byId = new Map(profile.nodes.map(n => [n.id, n]))
      const parent = new Map<number, number>()
      for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
      profile.samples!.forEach((id, k) => {
        const dt = profile.timeDeltas![k] / 1000
        const name = (n: number) => { const f = byId.get(n)!.callFrame; return `${f.functionName || '(anon)'}:${f.url.split('/').at(-1)!.split('-')[0]}:${f.lineNumber + 1}` }
        self.set(name(id), (self.get(name(id)) ?? 0) + dt)
        const seen = new Set<string>()
        for (let n: number | undefined = id; n !== undefined; n = parent.get(n)) { if (!seen.has(name(n))) { seen.add(name(n)); incl.set(name(n), (incl.get(name(n)) ?? 0) + dt) } }
      })
    }
    await page.waitForTimeout(900)
    if (a === b && i % 2) await page.keyboard.press('u')
  }
  const scripts = await page.evaluate(() => (window as never as { scripts: number[] }).scripts)
  console.log(scripts.map(s => s.toFixed(1)).join(' '))
  const top = (m: Map<string, number>, k: number) => [...m].sort((x, y) => y[1] - x[1]).slice(0, k).map(([n, v]) => `${(v / made).toFixed(2)} ${n}`).join('\n')
  console.log('SELF\n' + top(self, 45)); console.log('INCL\n' + top(incl, 130))
})
