// The look of the games, large and small, light and dark, compared with approved reference pictures.
// `LOOKS=write` creates new ones.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { describe, expect, it, test } from 'vitest'
import type { GameId } from '../../engine/index.ts'
import { SETTINGS } from '../../stores/settings/schema.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, look, moved, opened, openGame, press, settled, shown, storage } from './page.ts'

const DEFAULT_GAME = 'double-sea-towers'
/** One game for each distinct layout. */
const LAYOUTS: readonly GameId[] = [
  DEFAULT_GAME,
  'double-dot',
  'double-klondike-1',
  'spider-4',
  'tripeaks',
  'pyramid',
]
/** Games with layouts similar to these. */
const SIMILAR: readonly GameId[] = [
  'black-hole',
  'canfield',
  'eight-off',
  'sea-towers',
  'double-klondike-3',
  'freecell',
  'klondike-1',
  'klondike-3',
]
const SHOWN = process.env.LONG ? [...LAYOUTS, ...SIMILAR] : LAYOUTS
/**
 * The window sizes. The default game uses both, and the other games alternate. With `LONG=1`, all games use
 * both.
 */
const SIZES = [
  [1366, 650],
  [400, 700],
] as const
const MORE_SIZES = [
  [1920, 1080],
  [1024, 600],
] as const
const REFERENCES = 'tests/e2e/looks'
const SHOTS = '.screenshots/looks'
/** Pictures are compared at a quarter of their size, so that font rendering matters little. */
const SCALE = 4
/** The fraction of pixels that may differ, because fonts differ between systems. */
const ALLOWED = 0.03
/** The height in pixels of the bar, which is not compared because its numbers change. */
const BAR = 40

/** A picture at a quarter of its size, each pixel the mean of sixteen, without its top rows. */
function reduced({ width, height, data }: PNG, top = BAR): PNG {
  const small = new PNG({ width: Math.floor(width / SCALE), height: Math.floor((height - top) / SCALE) })
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      for (let channel = 0; channel < 4; channel++) {
        let sum = 0
        for (let i = 0; i < SCALE * SCALE; i++)
          sum +=
            data[4 * ((top + SCALE * y + Math.floor(i / SCALE)) * width + SCALE * x + (i % SCALE)) + channel]
        small.data[4 * (y * small.width + x) + channel] = sum / SCALE ** 2
      }
    }
  }
  return small
}

/** Compares a picture with its reference. */
function compare(name: string, seen: PNG): void {
  const reference = `${REFERENCES}/${name}`
  if (process.env.LOOKS === 'write') writeFileSync(reference, PNG.sync.write(seen))
  expect(existsSync(reference), `no reference ${reference}; create it with LOOKS=write`).toBe(true)
  const expected = PNG.sync.read(readFileSync(reference))
  expect([seen.width, seen.height]).toEqual([expected.width, expected.height])
  const different = pixelmatch(expected.data, seen.data, undefined, seen.width, seen.height, {
    threshold: 0.15,
  })
  expect(different / (seen.width * seen.height)).toBeLessThan(ALLOWED)
}

/** The size in pixels of a part of the contact sheet: all decks and backs on one felt, light or dark. */
const PART = { width: 760, height: 612 }

/** Covers the page with a part of the contact sheet. */
async function showPart(tab: Tab, theme: string, felt: string): Promise<void> {
  await tab.run(
    async (shownTheme, shownFelt) => {
      const root = document.documentElement
      Object.assign(root.dataset, { theme: shownTheme, felt: shownFelt, deck: 'own', colours: 'two' })
      document.querySelector('#sheet')?.remove()
      const sheet = document.body.appendChild(document.createElement('div'))
      sheet.id = 'sheet'
      sheet.style.cssText =
        'position:fixed;inset:0;z-index:9999;background:radial-gradient(95% 105% at 50% 6%,' +
        'var(--felt-0),var(--felt-1) 48%,var(--felt-2) 112%)'
      let x = 8
      let y = 8
      const put = (width: number, marks: object, looks: string, on: object, style = '') => {
        const table = sheet.appendChild(document.createElement('div'))
        const isLarge = 'deck' in on && on.deck === 'large'
        table.className = width < 48 ? 'still' : width < 84 || isLarge ? 'still faces simple' : 'still faces'
        table.style.cssText = `position:absolute;left:${x}px;top:${y}px;--w:${width}px;--h:${width * 1.4}px`
        Object.assign(table.dataset, on)
        const one = table.appendChild(document.createElement('div'))
        one.className = looks
        const index = width < 48 ? 0.4 : isLarge ? 0.3 : width < 84 ? 0.27 : 0.196
        one.style.cssText = `--i:${index * width}px;${style}`
        Object.assign(one.dataset, marks)
        x += width + 7
      }
      const card = (width: number, face: string, on: object) => {
        const rank = face.startsWith('T') ? '10' : face.slice(0, 1)
        put(width, { face, rank }, 'card open top', on)
      }
      for (const deck of ['own', 'classic', 'large']) {
        for (const face of ['AS', '9D', 'TH', 'JC', 'QH', 'KS']) card(84, face, { deck })
        for (const face of ['TC', 'JD']) card(48, face, { deck })
        for (const face of ['TH', 'QS']) card(33, face, { deck })
        x = 8
        y += 125
      }
      for (const back of ['blue', 'teal', 'green', 'gold', 'violet', 'plain'])
        put(84, {}, 'card down top', { back })
      for (const [face, edges] of [
        ['8S', 1],
        ['KD', 6],
      ] as const) {
        put(84, {}, 'slot foundation deep', {}, `--edges:${edges}`)
        x -= 91
        card(84, face, {})
      }
      x = 8
      y += 134
      const four = { theme: shownTheme, colours: 'four' }
      for (const face of ['7C', 'QC', 'KD', 'JH']) card(60, face, { ...four, deck: 'own' })
      for (const face of ['JC', 'QD', 'KC', 'KS']) card(60, face, { ...four, deck: 'classic' })
      put(60, { home: 'C' }, 'slot foundation', {})
      put(60, { first: '10' }, 'slot foundation', {})
      await document.fonts.ready
      const pictures = [...sheet.querySelectorAll('.card')].flatMap(one =>
        [null, '::after'].map(part => getComputedStyle(one, part).backgroundImage),
      )
      const decoded = [...new Set(pictures)].flatMap(text => {
        const [, src] = /url\("([^"]+)"\)/.exec(text) ?? []
        return src ? [Object.assign(new Image(), { src }).decode()] : []
      })
      await Promise.all(decoded)
    },
    theme,
    felt,
  )
}

describe('the page in Chromium', () => {
  let tab: Tab
  inBrowser(
    browsers[0].launch,
    async first => {
      tab = first
      mkdirSync(SHOTS, { recursive: true })
      mkdirSync(REFERENCES, { recursive: true })
      await opened(tab)
      await clickPile(tab, 't0') // the first move removes the welcome hint
      await moved(tab, 0)
    },
    { keepsStorage: true },
  )

  describe.each(['light', 'dark'] as const)('%s', theme => {
    // The dark theme has the same layout, so a single game shows its colors.
    const pictures = (theme === 'light' ? SHOWN : [DEFAULT_GAME]).flatMap((id, i) =>
      (process.env.LONG && theme === 'light' && id === DEFAULT_GAME
        ? [...SIZES, ...MORE_SIZES]
        : process.env.LONG || id === DEFAULT_GAME
          ? SIZES
          : [SIZES[i % SIZES.length]]
      ).map(([width, height]) => [id, width, height] as const),
    )
    test.each(pictures)('%s at %i×%i matches its reference picture', async (id, width, height) => {
      await storage.set(tab, 'settings', JSON.stringify({ theme }))
      await tab.resize(width, height)
      await openGame(tab, `?game=${id}&deal=17`)
      await shown(tab, '.notice')
      await until(tab, () => {
        document.querySelector<HTMLElement>('.notice .icon')?.click()
        return document.querySelector('[data-notice]') === null
      })
      await settled(tab)
      const name = `${id}-${width}x${height}-${theme}.png`
      await tab.screenshot(`${SHOTS}/${name}`)
      compare(name, reduced(PNG.sync.read(readFileSync(`${SHOTS}/${name}`))))
    })
  })

  it('draws the rank 10 and the face of every card as one glyph', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    const widths = await tab.run(async () => {
      await document.fonts.load('100px Suits')
      const pen = new OffscreenCanvas(1, 1).getContext('2d')!
      pen.font = '100px Suits'
      const width = (text: string) => Math.round(pen.measureText(text).width)
      const cards = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'].flatMap(rank =>
        [...'CDHS'].map(suit => rank + suit),
      )
      return { ten: width('10'), faces: cards.filter(card => width(card) !== 100) }
    })
    // In hundredths of an em: a ten is a single ligature, and a face is as wide as the card.
    expect(widths).toEqual({ ten: 106, faces: [] })
  })

  it.runIf(process.env.LONG || process.env.LOOKS)(
    'shows every deck, back and felt, in light and dark, as on the contact sheet',
    async () => {
      await storage.set(tab, 'settings', JSON.stringify({ theme: 'light' }))
      await tab.resize(PART.width, PART.height)
      await openGame(tab, '?game=sea-towers&deal=17')
      const { options } = SETTINGS.felt
      const sheet = new PNG({ width: 2 * PART.width, height: options.length * PART.height })
      for (const [row, felt] of options.entries())
        for (const [column, theme] of ['light', 'dark'].entries()) {
          await showPart(tab, theme, felt)
          await settled(tab)
          await tab.screenshot(`${SHOTS}/part.png`)
          const part = PNG.sync.read(readFileSync(`${SHOTS}/part.png`))
          expect([part.width, part.height]).toEqual([PART.width, PART.height])
          PNG.bitblt(part, sheet, 0, 0, PART.width, PART.height, column * PART.width, row * PART.height)
        }
      writeFileSync(`${SHOTS}/contact-sheet.png`, PNG.sync.write(sheet))
      compare('contact-sheet.png', reduced(sheet, 0))
      await tab.reload()
    },
  )

  const piles = () =>
    tab.run(() =>
      [...document.querySelectorAll('[data-pile], [data-card]')].map(element => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        return { left, top, right, bottom }
      }),
    )
  const expectInside = async (width: number, height: number) => {
    for (const { left, top, right, bottom } of await piles()) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(top).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(width)
      expect(bottom).toBeLessThanOrEqual(height)
    }
  }

  it('keeps every pile and the menu button on the screen at 200% zoom', async () => {
    await tab.resize(683, 325)
    await openGame(tab, '?game=double-sea-towers&deal=17')
    await expectInside(683, 325)
    expect(
      await tab.run(() => document.querySelector('[data-action="menu"]')!.getBoundingClientRect().right),
    ).toBeLessThanOrEqual(683)
  })

  it('mirrors the bar in right-to-left scripts, and keeps the table on the screen', async () => {
    await tab.resize(1366, 650)
    await openGame(tab, '?game=double-sea-towers&deal=17')
    await tab.run(() => {
      document.documentElement.dir = 'rtl'
    })
    const [name, menu] = await tab.run(() =>
      ['.name', '[data-action="menu"]'].map(
        query => document.querySelector(query)!.getBoundingClientRect().left,
      ),
    )
    expect(name).toBeGreaterThan(menu)
    await expectInside(1366, 650)
  })

  describe('an opening tab', () => {
    /** The number of layout shifts since the page loaded. */
    const shifts = () =>
      tab.run(
        () =>
          new Promise(resolve => {
            new PerformanceObserver(list => resolve(list.getEntries().length)).observe({
              type: 'layout-shift',
              buffered: true,
            })
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
          }),
      )

    it('has no layout shifts, not even when the level and the verdict appear', async () => {
      await openGame(tab, '?game=double-sea-towers&deal=17')
      await shown(tab, '[data-light="won"]')
      await shown(tab, '[data-action="level"]')
      expect(await shifts()).toBe(0)
    })

    it('reserves the space of clock, search and shortcuts from the first paint', async () => {
      const shortcuts = [{ name: 'Sea', url: 'https://sea.example/' }]
      const shows = { showClock: true, showSearch: true, showShortcuts: true, shortcuts }
      await tab.leave()
      await storage.set(tab, 'settings', JSON.stringify(shows))
      await openGame(tab, '')
      await shown(tab, '.strip-bar')
      await until(tab, () => /"strip":[1-9]/.test(localStorage.getItem('paint') ?? ''))
      await tab.reload()
      await shown(tab, '.strip-bar')
      await settled(tab)
      expect(await shifts()).toBe(0)
    })
  })

  it('animates a new deal until the user clicks, but not after a reload or with reduced motion', async () => {
    // Counts every start, because a busy machine may finish dealing before it is queried.
    const countDealing = () =>
      tab.run(() => {
        document.documentElement.dataset.dealt = '0'
        document.addEventListener('animationstart', ({ animationName }) => {
          const { dataset } = document.documentElement
          if (animationName.startsWith('deal')) dataset.dealt = String(Number(dataset.dealt) + 1)
        })
      })
    const dealt = () => tab.run(() => Number(document.documentElement.dataset.dealt))
    const dealing = () =>
      tab.run(
        () =>
          document
            .getAnimations()
            .filter(animation => /^deal/.test((animation as CSSAnimation).animationName)).length,
      )
    await tab.reduceMotion(false)
    await openGame(tab, '?game=sea-towers&deal=17')
    await countDealing()
    await press(tab, 'new')
    await until(tab, () => Number(document.documentElement.dataset.dealt) > 0)
    await tab.run(() =>
      document.querySelector('.table')!.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
    )
    await until(
      tab,
      () =>
        !document.getAnimations().some(animation => /^deal/.test((animation as CSSAnimation).animationName)),
    )
    await tab.reload()
    await shown(tab)
    expect(await dealing()).toBe(0)
    await tab.reduceMotion(true)
    await countDealing()
    const { deal } = await look(tab)
    await press(tab, 'new')
    await until(
      tab,
      before => document.querySelector<HTMLElement>('[data-deal]')!.dataset.deal !== before,
      String(deal),
    )
    expect(await dealt()).toBe(0)
  })
})
