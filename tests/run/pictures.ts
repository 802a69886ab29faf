// `npm run pictures` takes the pictures for the README and the stores (1280×800) of the built extension in
// Chromium.
import { resolve } from 'node:path'
import { deal, solve } from '../../engine/index.ts'
import { launchChromium } from '../e2e/drivers/chromium.ts'
import { makeMove, openGame, press, settled, shown, storage } from '../e2e/page.ts'
import { findBrowser } from './browsers.ts'
import { takeMovingPicture } from './moving-picture.ts'

const browser = await launchChromium(findBrowser('chromium'), resolve('.output/chrome-mv3'))
const tab = await browser.newTab()
await shown(tab)

/** The settings of all pictures. A picture can replace some of them. */
const DEFAULTS = {
  theme: 'light',
  felt: 'green',
  deck: 'own',
  back: 'blue',
  fourColours: false,
  automatic: 'off',
  showClock: false,
  showShortcuts: false,
}

/** Shows a game after some moves of its solution, without notices. */
async function play(settings: object, query: string, moves: number): Promise<void> {
  await storage.set(tab, 'settings', JSON.stringify({ ...DEFAULTS, ...settings }))
  await openGame(tab, query)
  const [, game, number] = /game=([\w-]+)&deal=(\d+)/.exec(query)!
  const line = solve(deal(game as 'sea-towers', Number(number))).moves!
  for (const move of line.slice(0, moves)) {
    await makeMove(tab, move)
    await settled(tab)
  }
  await shown(tab, '.notice')
  await tab.run(() => document.querySelector<HTMLElement>('.notice .icon')?.click())
  await settled(tab)
}

await tab.resize(1280, 800)
await play({}, '?game=double-sea-towers&deal=310', 24)
await tab.screenshot('assets/store/1-double-sea-towers.png')
await play({ theme: 'dark', fourColours: true }, '?game=sea-towers&deal=17', 12)
await press(tab, 'hint')
await shown(tab, '.hint-arrow')
await settled(tab)
await tab.screenshot('assets/store/2-sea-towers-hint-dark.png')
await play({ felt: 'midnight', deck: 'classic', back: 'violet' }, '?game=double-klondike-3&deal=17', 14)
await tab.screenshot('assets/store/3-double-klondike-classic.png')
await play({ felt: 'walnut' }, '?game=double-dot&deal=17', 6)
await tab.run(() => document.querySelector<HTMLElement>('[data-action="deal"]')!.click())
await shown(tab, '.days')
await settled(tab)
await tab.screenshot('assets/store/4-deal-of-the-day.png')
await tab.press('Escape')
await play(
  {
    felt: 'paper',
    showClock: true,
    showShortcuts: true,
    shortcuts: [
      { name: 'News', url: 'https://example.org/' },
      { name: 'Mail', url: 'https://example.org/' },
    ],
  },
  '?game=double-sea-towers&deal=66',
  10,
)
await tab.screenshot('assets/store/5-new-tab.png')
// The deal of the first picture is in progress, so this address continues it.
await play({ felt: 'green' }, '?game=double-sea-towers&deal=310', 0)
await tab.run(() => document.querySelector<HTMLElement>('[data-action="games"]')!.click())
await shown(tab, '[data-choose]')
await settled(tab)
await tab.screenshot('assets/store/6-games.png')
await tab.press('Escape')

/** Takes a store tile, which has the name, a description, and a fan of cards from the table. */
async function tile(width: number, height: number, file: string): Promise<void> {
  await tab.resize(width, height)
  await play({ felt: 'green' }, '?game=freecell&deal=17', 0)
  await tab.run(
    (tileWidth, tileHeight) => {
      const table = document.querySelector<HTMLElement>('.table')!
      const cardHeight = Math.min(tileHeight * 0.52, tileWidth * 0.26)
      const cardWidth = cardHeight * 0.72
      const fan = ['TH', 'JS', 'QD', 'KC', 'AS'].map((name, i) => {
        const card = document.querySelector(`[data-card="${name}"]`)!.cloneNode(true) as HTMLElement
        const x = tileWidth * 0.75 + (i - 2) * cardHeight * 0.24 - cardWidth / 2
        const y = tileHeight * 0.24 + (i - 2) ** 2 * cardHeight * 0.035
        card.className = 'card top open'
        card.style.cssText =
          `translate:${x}px ${y}px;rotate:${(i - 2) * 8}deg;z-index:${i};` +
          `--w:${cardWidth}px;--h:${cardHeight}px;--i:${cardHeight * 0.14}px`
        return card
      })
      const texts = document.createElement('div')
      texts.style.cssText =
        `position:absolute;left:${tileWidth * 0.06}px;top:0;bottom:0;width:46%;display:grid;` +
        'align-content:center;gap:0.4em;color:var(--text);z-index:9'
      const name = Object.assign(document.createElement('strong'), { textContent: 'Quickhand' })
      name.style.cssText = `font-size:${tileWidth * 0.066}px;line-height:1;letter-spacing:-0.02em`
      const description = Object.assign(document.createElement('span'), {
        textContent: 'Solitaire on every new tab',
      })
      description.style.fontSize = `${tileWidth * 0.029}px`
      texts.append(name, description)
      document.querySelectorAll('.bar, .welcome, .notice').forEach(part => part.remove())
      table.replaceChildren(...fan, texts)
      table.className = 'table still faces'
      table.style.cssText = 'position:fixed;inset:0'
    },
    width,
    height,
  )
  await settled(tab)
  await tab.screenshot(file)
}
await tile(440, 280, 'assets/store/tile-440.png')
await tile(1400, 560, 'assets/store/tile-1400.png')
await takeMovingPicture(tab, DEFAULTS, 'assets/moving.webp')
await browser.close()
