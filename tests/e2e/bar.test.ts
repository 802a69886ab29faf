// The bar, its lists and the panels in small windows and in languages with wide strings: everything fits or
// scrolls.
import { describe, expect, it, test } from 'vitest'
import { writeSyncFolder, type SyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { dayHere } from '../../stores/calendar.ts'
import { LANGUAGES } from '../support/game-folders.ts'
import { wideLanguages } from '../support/wide-languages.ts'
import { wonDailies } from '../support/won-dailies.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, counts, look, openGame, press, settled, shown, storage } from './page.ts'

const WINDOWS = [
  [683, 325, 'en', '?game=double-sea-towers&deal=310'],
  [320, 600, 'fr', '?game=double-klondike-3&deal=4294967295'],
  ...(process.env.LONG
    ? ([
        [1366, 650, 'en', '?game=double-sea-towers&deal=310'],
        [400, 700, 'de', '?game=sea-towers&deal=17'],
      ] as const)
    : []),
] as const

/** The languages whose strings are widest in the bar. */
const BAR_LANGUAGES = wideLanguages('start', /^(bar\.(today|moves\.other|undo|redo|hint|new)|light\.won)$/, 2)

/** A sync folder without a server. */
const PLACE: SyncFolder = {
  kind: 'webdav',
  address: 'https://cloud.example/',
  user: 'ann',
  password: 'secret',
  key: 'k'.repeat(43),
}

/** The elements that extend beyond the window, by action or text. */
const outside = (tab: Tab, query: string) =>
  tab.run(
    selector =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .filter(element => element.checkVisibility())
        .filter(element => {
          const { left, top, right, bottom } = element.getBoundingClientRect()
          return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
        })
        .map(element => element.dataset.action ?? element.textContent.trim()),
    query,
  )

/** The texts of the parts of the bar that are cut off, overlap, or extend beyond the window. */
const barFaults = (tab: Tab) =>
  tab.run(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('.bar :is(.chip, .figure, .actions .button)')]
      .filter(part => part.checkVisibility() && !part.closest('.popover'))
      .map(part => ({ part, box: part.getBoundingClientRect() }))
    const cut = parts
      .flatMap(({ part }) => [
        part,
        // A number without room wraps to a second line, which is not visible.
        ...part.querySelectorAll<HTMLElement>('span:not(.visually-hidden, .word, .number span)'),
      ])
      .filter(one => getComputedStyle(one).position !== 'absolute')
      // Without room, the time, the level and the moves are not visible either.
      .filter(one => !one.matches('.time, .level, .moves'))
      .filter(one => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline')
      .map(one => one.textContent)
    // A name can have two lines.
    const name = document.querySelector('.name span')!
    const text = document.createRange()
    text.selectNodeContents(name)
    if (text.getBoundingClientRect().height > name.getBoundingClientRect().height + 2)
      cut.push(name.textContent)
    const overlapping = parts.flatMap(({ part, box: a }, i) =>
      parts
        .slice(i + 1)
        .filter(
          ({ box: b }) =>
            a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1,
        )
        .map(other => `${part.textContent} | ${other.part.textContent}`),
    )
    const outside = parts
      .filter(({ box }) => box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight)
      .map(({ part }) => part.textContent)
    return { cut, overlapping, outside }
  })

describe('the bar in Chromium', () => {
  let tab: Tab
  inBrowser(browsers[0].launch, first => {
    tab = first
  })

  test.each(WINDOWS)(
    'at %i × %i in %s, every button and list of the bar can be reached',
    async (width, height, language, query) => {
      await storage.set(tab, 'settings', JSON.stringify({ language }))
      await tab.resize(width, height)
      await openGame(tab, query)
      expect(await outside(tab, '.bar button')).toEqual([])
      for (const [list, last] of [
        ['games', '[data-choose]'],
        ['deal', '[data-day]'],
        ['today', '[data-day]'],
        ['menu', '[data-action="about"]'],
      ] as const) {
        await tab.run(name => document.querySelector<HTMLElement>(`[popovertarget="${name}"]`)!.click(), list)
        await shown(tab, `#${list} ${last}`)
        await settled(tab)
        expect(await outside(tab, '.popover'), list).toEqual([])
        // Content that does not fit scrolls, and the list is aligned with its button.
        const seen = await tab.run(
          (name, query) => {
            const popover = document.querySelector<HTMLElement>(`#${name}`)!
            const button = document.querySelector(`[popovertarget="${name}"]`)!.getBoundingClientRect()
            const list = popover.getBoundingClientRect()
            const entries = popover.querySelectorAll<HTMLElement>(query)
            const entry = entries[entries.length - 1]
            entry.scrollIntoView({ block: 'nearest' })
            const { top, bottom } = entry.getBoundingClientRect()
            return {
              isReachable: top >= list.top - 1 && bottom <= list.bottom + 1,
              isAligned: list.left <= button.right && list.right >= button.left,
              scrollsSideways: popover.scrollWidth > popover.clientWidth,
            }
          },
          list,
          last,
        )
        expect(seen, list).toEqual({ isReachable: true, isAligned: true, scrollsSideways: false })
        await tab.press('Escape')
      }
    },
  )

  test.each([
    ['double-sea-towers', [1366, 1100, 900, 400]],
    ['double-klondike-3', [860, 400]],
    ['streets-and-alleys', [600]],
  ] as const)(
    'in the widest languages, nothing in the bar with %s is cut off or overlaps at %j px',
    async (game, widths) => {
      for (let back = 0; back < 12; back++)
        await storage.setAll(tab, wonDailies(dayHere(new Date()) - back, ['golf']))
      await openGame(tab, `?game=${game}&deal=4294967295`)
      if (game !== 'double-klondike-3') await shown(tab, '.chip.light')
      await shown(tab, '.pill.today:has(.tick) .flame')
      for (const language of BAR_LANGUAGES) {
        await storage.set(tab, 'settings', JSON.stringify({ language, showTime: true }))
        await until(tab, wanted => document.documentElement.lang === wanted, language)
        for (const width of widths) {
          await tab.resize(width, 700)
          await settled(tab)
          expect(await barFaults(tab), `${language}, ${width} px`).toEqual({
            cut: [],
            overlapping: [],
            outside: [],
          })
        }
      }
    },
  )

  test.each([
    [400, 'klondike-1&deal=11', '0 moves 0:00'],
    // A number of moves is never shown without its word.
    [400, 'double-sea-towers&deal=310', '0:00'],
    [400, 'double-klondike-3&deal=12345', '0:00'],
    [400, 'double-klondike-3&deal=4294967295', '0:00'],
    [600, 'streets-and-alleys&deal=4294967295', '0:00'],
    [683, 'double-sea-towers&deal=310', '0 moves 0:00'],
    [700, 'klondike-1&deal=11', '0 moves 0:00'],
    // The score replaces the moves.
    [600, 'klondike-1&deal=11&score', 'Score 0 0:00'],
  ])(
    'at %d px with %s, the bar shows as much of score, moves and time as there is room for',
    async (width, query, text) => {
      if (query.endsWith('score')) await storage.set(tab, 'score', 'standard')
      await storage.set(tab, 'settings', JSON.stringify({ language: 'en', showTime: true }))
      await tab.resize(width, 700)
      await openGame(tab, `?game=${query}`)
      if (query.endsWith('score')) await shown(tab, '.score')
      await settled(tab)
      const isSeen = await tab.run(() =>
        [...document.querySelectorAll('.score, .moves, .time')].map(figure => {
          const range = document.createRange()
          const { bottom } = figure.getBoundingClientRect()
          const words = figure.textContent.split(' ').filter((word, i, all) => {
            const start = all.slice(0, i).join(' ').length + (i && 1)
            range.setStart(figure.firstChild!, start)
            range.setEnd(figure.firstChild!, start + word.length)
            return bottom > 0 && range.getBoundingClientRect().top < bottom - 1
          })
          return words.join(' ')
        }),
      )
      expect(isSeen.filter(Boolean).join(' ')).toBe(text)
    },
  )

  // German has the longest words.
  test.each(process.env.LONG ? LANGUAGES : ['de'])(
    'at 400 × 700 in %s, no panel scrolls sideways, and no label is squeezed',
    async language => {
      await storage.set(tab, 'settings', JSON.stringify({ language }))
      await storage.set(tab, 'place', writeSyncFolder(PLACE))
      await tab.resize(400, 700)
      await openGame(tab, '?game=sea-towers&deal=17')
      for (const panel of ['settings', 'backup', 'stats', 'goals', 'past', 'help', 'place']) {
        await press(tab, panel)
        await shown(tab, panel === 'place' ? '[data-place="with-password"]' : 'dialog[open]')
        await settled(tab)
        const found = await tab.run(() => {
          const { scrollWidth, clientWidth } = document.querySelector('dialog')!
          const words = [...document.querySelectorAll<HTMLElement>('dialog label > span')]
          return {
            sideways: scrollWidth - clientWidth,
            squeezed: words
              .filter(
                span => span.checkVisibility() && span.textContent.trim().length > 2 && span.offsetWidth < 20,
              )
              .map(({ textContent }) => textContent),
          }
        })
        expect(found, panel).toEqual({ sideways: 0, squeezed: [] })
        await tab.press('Escape')
        await until(tab, () => document.querySelector('dialog[open]') === null)
      }
    },
  )

  it('fades the end of the row of filters in the list of games, but never the last filter', async () => {
    await storage.set(tab, 'settings', '{}')
    await tab.resize(400, 700)
    await openGame(tab, '?game=sea-towers&deal=17')
    await press(tab, 'games')
    await shown(tab, '.filters button')
    const [hasMore, isFaded, faded, after] = await tab.run(() => {
      const filters = document.querySelector('.filters')!
      const hasMore = filters.scrollWidth > filters.clientWidth
      filters.scrollLeft = filters.scrollWidth
      const { maskImage, paddingInlineEnd } = getComputedStyle(filters)
      const last = filters.lastElementChild!.getBoundingClientRect()
      const after = filters.getBoundingClientRect().right - last.right
      return [hasMore, maskImage.includes('gradient'), parseFloat(paddingInlineEnd), after] as const
    })
    expect([hasMore, isFaded]).toEqual([true, true])
    expect(after).toBeGreaterThanOrEqual(faded - 1)
    expect(faded).toBeGreaterThan(0)
  })

  it('shows the court letters of the country that the user chooses', async () => {
    // The card font has the letters of each country as a stylistic set.
    const letters = () =>
      tab.run(
        () => getComputedStyle(document.querySelector('[data-rank="K"]')!, '::before').fontFeatureSettings,
      )
    await storage.set(tab, 'settings', '{"indices":"dutch"}')
    await openGame(tab, '?game=sea-towers&deal=17')
    expect(await letters()).toContain('ss03')
    await storage.set(tab, 'settings', '{"indices":"unknown"}')
    await openGame(tab, '?game=sea-towers&deal=17')
    expect(await letters()).not.toContain('ss0')
  })

  it('shows menu and clock while the game is hidden, and the table once a game is chosen', async () => {
    await storage.set(tab, 'settings', '{"showClock":true}')
    await openGame(tab, '?game=sea-towers&deal=17')
    expect(await tab.run(() => document.title)).toBe('Sea Towers')
    await press(tab, 'fold')
    await shown(tab, '.resume')
    await shown(tab, '.clock')
    await until(tab, () => document.querySelector('.table') === null && document.title === 'New tab')
    await shown(tab, '[data-action="menu"]')
    await press(tab, 'games')
    await shown(tab, '[data-choose="double-dot"]')
    await tab.run(() => document.querySelector<HTMLElement>('[data-choose="double-dot"]')!.click())
    await shown(tab, '[data-game="double-dot"]')
    await until(tab, () => document.querySelector('.resume') === null)
  })

  it('shows the button for a hidden game without scrolling, even in short windows', async () => {
    await storage.set(
      tab,
      'settings',
      '{"isFolded":true,"showClock":true,"showSearch":true,"showShortcuts":true,"showVisited":true}',
    )
    await tab.open('')
    await shown(tab, '[data-action="unfold"]')
    for (const [width, height] of [
      [683, 400],
      [400, 400],
    ]) {
      await tab.resize(width, height)
      await settled(tab)
      const below = () => {
        const strip = document.querySelector('.strip-bar .features')!
        const button = document.querySelector('[data-action="unfold"]')!.getBoundingClientRect()
        return { isLong: strip.scrollHeight > strip.clientHeight, isSeen: button.bottom <= innerHeight }
      }
      expect(await tab.run(below), `${width} × ${height}`).toEqual({ isLong: true, isSeen: true })
    }
  })

  it('accepts a typed name immediately after the list of games is opened', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await clickPile(tab, 't0')
    await counts(tab, 1)
    for (const [name, id] of [
      ['klondike', 'klondike-1'],
      // N and S are keys of the table, and Double Sea Towers precedes Sea Towers.
      ['sea towers', 'sea-towers'],
    ]) {
      await tab.run(() => document.querySelector<HTMLElement>('[data-action="games"]')!.click())
      for (const key of name) await tab.press(key)
      await tab.press('Enter')
      await shown(tab, `[data-game="${id}"]`)
    }
    expect(await look(tab)).toMatchObject({ deal: 17, moves: 1 })
  })

  it('passes the key after Esc to the table, even if both come before the page can handle them', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    for (const [action, content] of [
      ['menu', '#menu .menu-item'],
      ['help', 'dialog .inside'],
      ['solution', '.replay'],
    ]) {
      await clickPile(tab, 't0')
      await counts(tab, 1)
      await press(tab, action)
      await shown(tab, content)
      const busy = () =>
        void setTimeout(() => {
          for (const end = performance.now() + 150; performance.now() < end;);
        })
      await Promise.all([tab.run(busy), tab.press('Escape'), tab.press('u')])
      await counts(tab, 0)
    }
  })

  test.each([
    [1366, 650],
    [400, 700],
  ] as const)(
    'aligns the menu with its button in a tab that opens with the game hidden, at %i × %i',
    async (width, height) => {
      await tab.resize(width, height)
      await tab.leave()
      await storage.set(tab, 'settings', JSON.stringify({ isFolded: true }))
      await tab.open('')
      await shown(tab, '[data-action="menu"]')
      await press(tab, 'menu')
      await shown(tab, '#menu .menu-item')
      await until(tab, () => {
        const button = document.querySelector('[data-action="menu"]')!.getBoundingClientRect()
        const menu = document.querySelector('#menu')!.getBoundingClientRect()
        const gap = menu.top - button.bottom
        return gap > 0 && gap < 20 && menu.right > innerWidth - 20
      })
    },
  )

  it('moves the focus through the menu with the arrow keys', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    await tab.run(() => document.querySelector<HTMLElement>('[data-action="menu"]')!.focus())
    await tab.press('Enter')
    await until(tab, () => document.activeElement?.matches('#menu .menu-item') ?? false)
    const focused = () => tab.run(() => (document.activeElement as HTMLElement).dataset.action)
    expect(await focused()).toBe('solution')
    await tab.press('ArrowDown')
    expect(await focused()).toBe('fold')
    await tab.press('End')
    expect(await focused()).toBe('about')
    await tab.press('ArrowDown')
    expect(await focused()).toBe('solution')
  })
})
