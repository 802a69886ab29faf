// The first frames of new tabs: each must show the same theme, felt, picture, bar and board as the last
// frame.
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '../../stores/settings/schema.ts'
import { browsers, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { choosePicture, settled, shown, storage } from './page.ts'

/** `FRAMES=200`: the number of new tabs in each browser. */
const FRAMES = Number(process.env.FRAMES ?? 7)

/** What a frame shows. Without a board, it shows only the felt, or the average color of the picture. */
interface Frame {
  readonly scheme: string
  readonly felt: string
  readonly picture: string
  /** The texts of the bar with their places, and the cards with theirs. */
  readonly bar: readonly string[]
  readonly cards: readonly string[]
  /** The font and the pictures that the cards need but that have not loaded. */
  readonly missing: readonly string[]
}

/** Records the different frames of the page in its `sessionStorage`. */
function recordFrames(page: Document): void {
  if (!page.location.protocol.endsWith('-extension:')) return
  const window = page.defaultView as Window & typeof globalThis
  const frames: string[] = []
  const placeOf = (element: Element) => {
    const { left, top } = element.getBoundingClientRect()
    return `${Math.round(left)},${Math.round(top)}`
  }
  const textsOf = (element: Element | null): string[] => {
    if (!element || window.getComputedStyle(element).display === 'none') return []
    const own = [...element.childNodes]
      .filter(({ nodeType }) => nodeType === 3)
      .map(({ nodeValue }) => nodeValue)
    const text = own.join('').trim()
    return [...(text ? [`${text}@${placeOf(element)}`] : []), ...[...element.children].flatMap(textsOf)]
  }
  const isLoaded = (address: string) => Object.assign(new window.Image(), { src: address }).complete
  const recordFrame = () => {
    window.requestAnimationFrame(recordFrame)
    const { body, documentElement: root } = page
    if (!body) return
    const looks = (element: Element, part?: string) => window.getComputedStyle(element, part)
    const cards = [...page.querySelectorAll<HTMLElement>('.table .card')]
    const images = cards
      .flatMap(card => [undefined, '::before', '::after'].map(part => looks(card, part).backgroundImage))
      .flatMap(image => /(?<=^url\(")[^"]+/.exec(image) ?? [])
    const hasFont = cards.length === 0 || page.fonts.check('1em Suits', '♠')
    const { backgroundImage, color } = looks(body)
    const frame = JSON.stringify({
      scheme: looks(root).colorScheme,
      felt: [looks(root).backgroundColor, color, ...(root.dataset.own ? [] : [backgroundImage])].join(' '),
      picture: /url/.exec(backgroundImage)?.[0] ?? '',
      bar: textsOf(page.querySelector('.bar')),
      cards: cards.map(card => `${card.dataset.card}@${placeOf(card)}`).sort(),
      missing: [...new Set(images)].filter(image => !isLoaded(image)).concat(hasFont ? [] : 'font'),
    } satisfies Frame)
    if (frames.at(-1) === frame) return
    frames.push(frame)
    window.sessionStorage.setItem('frames', JSON.stringify(frames))
  }
  window.requestAnimationFrame(recordFrame)
}

/** If the test has asked for it in `localStorage`, opens a page without a saved board and holds its font. */
function holdFont(page: Document): void {
  if (!page.location.protocol.endsWith('-extension:') || !localStorage.getItem('holdsFont')) return
  localStorage.removeItem('paint')
  page.fonts.load = () => new Promise(done => page.addEventListener('font', () => done([])))
}

/** The differences between the frames of a tab and its last frame. */
async function wrongFrames(tab: Tab, scheme: string): Promise<string[]> {
  await shown(tab)
  await settled(tab)
  const texts = await tab.run(() => JSON.parse(sessionStorage.getItem('frames')!) as string[])
  const frames = texts.map(text => JSON.parse(text) as Frame)
  const last = frames[frames.length - 1]
  expect([last.cards.length > 0, last.bar.length > 0, last.scheme]).toEqual([true, true, scheme])
  return frames.flatMap((frame, i) => {
    const hasBoard = frame.cards.length > 0 || frame.bar.length > 0
    const parts = ['scheme', 'felt', ...(hasBoard ? (['picture', 'bar', 'cards'] as const) : [])] as const
    const different = parts.filter(part => String(frame[part]) !== String(last[part]))
    return [
      ...different.map(part => `frame ${i}: ${String(frame[part])} instead of ${String(last[part])}`),
      ...frame.missing.map(missing => `frame ${i}: without ${missing}`),
    ]
  })
}

/** Each felt and a picture, light and dark. Half of them use a game with face-down cards. */
const LOOKS = [...SETTINGS.felt.options, 'picture'].flatMap((ground, i) =>
  (i % 2 ? ['light', 'dark'] : ['dark', 'light']).map((theme, j) => ({
    ground,
    theme,
    game: (i + j) % 2 ? 'klondike-1' : 'double-sea-towers',
  })),
)
/** The theme of the system, which only Chromium's driver can emulate. */
const SYSTEM = { ground: 'green', theme: 'system', game: 'double-sea-towers' }

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  let home: Tab
  let browser: BrowserDriver
  inBrowser(
    launch,
    async (first, started) => {
      ;[home, browser] = [first, started]
      await home.leave()
      await browser.beforeScripts(recordFrames)
      await browser.beforeScripts(holdFont)
    },
    { keepsStorage: true },
  )
  const looks = [
    ...(FRAMES < LOOKS.length ? LOOKS.filter((_, i) => i % 2 === 0) : LOOKS),
    ...(name === 'Chromium' ? [SYSTEM] : []),
  ]
  const count = Math.ceil(FRAMES / looks.length)

  it.each(looks)(
    `shows no wrong frame in new tabs: $ground, $theme, $game, ${count} times`,
    async ({ ground, theme, game }) => {
      const felt = ground === 'picture' ? 'green' : ground
      await storage.remove(home, ['picture'])
      await storage.set(home, 'settings', JSON.stringify({ theme, felt, light: 'never' }))
      const before = await browser.newTab(true)
      await before.open(`?game=${game}&deal=17`)
      await shown(before)
      if (ground === 'picture') {
        await choosePicture(before, 'teal')
        await until(before, () => document.documentElement.dataset.own === 'picture')
      }
      await before.open('')
      // The page stores what the next tab paints first.
      const saved = [`"theme":"${theme}"`, `"felt":"${felt}"`, '"data-action":"level"', '"preview":']
      await until(
        before,
        wanted => {
          const texts = ['look', 'paint', 'picture'].map(key => localStorage.getItem(key) ?? '')
          return wanted.every(text => texts.join('').includes(text))
        },
        ground === 'picture' ? saved : saved.slice(0, -1),
      )
      await before.close()
      for (let i = 0; i < count; i++) {
        const tab = await browser.newTab(true)
        if (theme === 'system') {
          await tab.emulate!({ colorScheme: 'dark' })
          await tab.reload()
        }
        expect(await wrongFrames(tab, theme === 'light' ? 'light' : 'dark'), `tab ${i + 1}`).toEqual([])
        await tab.close()
      }
    },
    1_800_000,
  )

  // Firefox's driver cannot replace the functions of a page.
  it.runIf(name === 'Chromium')('shows no card before their font has loaded', async () => {
    const tab = await browser.newTab(true)
    await tab.run(() => localStorage.setItem('holdsFont', 'true'))
    await tab.open('?deal=18')
    // Shortly before the page is mounted, the game is open and its address is removed.
    await until(tab, () => location.search === '')
    await tab.run(() => new Promise<void>(done => requestIdleCallback(() => done())))
    expect(await tab.run(() => document.querySelectorAll('.card').length)).toBe(0)
    await tab.run(() => {
      localStorage.removeItem('holdsFont')
      document.dispatchEvent(new Event('font'))
    })
    await shown(tab)
    await tab.close()
  })
})
