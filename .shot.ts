import { browsers, until } from './tests/e2e/drivers/index.ts'
import { openGame, press, settled, shown, storage } from './tests/e2e/page.ts'
const D = '/tmp/v37'
const browser = await browsers[0].launch()
const tab = await browser.newTab()
await tab.reduceMotion(true)
const shot = async (name: string) => { await settled(tab); await tab.screenshot(`${D}/${name}.png`) }
const step = async (name: string, f: () => Promise<unknown>) => { try { await f() } catch (e) { console.log(name, String(e).slice(0, 200)) } }
const sea = '?game=sea-towers&deal=17'
await storage.set(tab, 'settings', JSON.stringify({ winnableOnly: false }))
await openGame(tab, sea)
await tab.emulate!({ forcedColors: 'active' })
await shot('fc-table')
for (const p of ['settings', 'stats', 'backup', 'goals', 'place']) await step(p, async () => {
  await press(tab, p); await shown(tab, 'dialog[open]'); await shot(`fc-${p}`); await tab.press('Escape')
  await until(tab, () => document.querySelector('dialog[open]') === null)
})
await step('menu', async () => { await tab.run(() => document.querySelector<HTMLElement>('[data-action="menu"]')!.click()); await shown(tab, '#menu [data-action="restart"]'); await shot('fc-menu'); await tab.press('Escape') })
await step('games', async () => { await tab.run(() => document.querySelector<HTMLElement>('.chip.name')!.click()); await shown(tab, '[data-choose]'); await shot('fc-games'); await tab.press('Escape') })
await step('hint', async () => { await press(tab, 'hint'); await shown(tab, '.hint-arrow'); await shot('fc-hint') })
await step('sol', async () => { await press(tab, 'solution'); await shown(tab, '.replay'); await shot('fc-replay'); await press(tab, 'leave') })
await step('kl', async () => { await openGame(tab, '?game=klondike-1&deal=17'); await tab.press('5'); await tab.press('s'); await shot('fc-klondike') })
await tab.emulate!({ forcedColors: 'none' })
await step('paper', async () => {
  await storage.set(tab, 'settings', JSON.stringify({ winnableOnly: false, felt: 'paper', theme: 'light' }))
  await openGame(tab, '?game=klondike-1&deal=17'); await press(tab, 'solution'); await shown(tab, '.replay', ); await shot('paper-replay')
})
await step('midnight', async () => {
  await storage.set(tab, 'settings', JSON.stringify({ winnableOnly: false, felt: 'midnight', theme: 'dark' }))
  await openGame(tab, sea); await press(tab, 'stats'); await shown(tab, 'dialog[open]'); await shot('midnight-stats'); await tab.press('Escape')
  await press(tab, 'settings'); await shown(tab, 'dialog[open]'); await shot('midnight-settings'); await tab.press('Escape')
})
for (const g of ['beleaguered-castle', 'streets-and-alleys', 'pyramid']) await step(g, async () => { await storage.set(tab, 'settings', JSON.stringify({ winnableOnly: false })); await openGame(tab, `?game=${g}&deal=17`); await shot(g) })
await tab.resize(400, 700)
await step('spider', async () => { await openGame(tab, '?game=spider-1&deal=17'); await shot('spider-400') })
for (const l of ['es', 'de', 'fr']) await step(l, async () => { await storage.set(tab, 'settings', JSON.stringify({ winnableOnly: false, language: l })); await openGame(tab, '?game=double-sea-towers&deal=17'); await shot(`${l}-400`) })
await browser.close()
