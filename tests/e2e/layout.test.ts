// Layout in windows of many sizes: nothing overlaps, is out of reach, or is cut off.
import { describe, expect, test } from 'vitest'
import { act, begin, deal, legalMoves, writeRecord } from '../../engine/index.ts'
import { REPLICA_PREFIX } from '../../stores/platform/storage-keys.ts'
import { writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { writeItem, writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { writePending } from '../../stores/sync/game-results.ts'
import { pendingKey, playIdOf } from '../../stores/sync/ids.ts'
import { writePast } from '../../stores/sync/past-game.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { LANGUAGES } from '../support/game-folders.ts'
import { wideLanguages } from '../support/wide-languages.ts'
import { browsers, itLong, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  clickPile,
  nearlyWon,
  openGame,
  press,
  readyToFinish,
  savedGame,
  settled,
  shown,
  storage,
  stuckGame,
} from './page.ts'
import { wonHistory } from '../support/help.ts'

const SIZES = [
  [320, 568],
  [400, 700],
  [683, 325],
  [1366, 650],
  [1920, 1080],
  ...(process.env.LONG
    ? ([
        [1024, 600],
        [2560, 1080],
        [3840, 2160],
      ] as const)
    : []),
] as const
const NOTICE_LANGUAGES = wideLanguages('table', /^(stuck|hint|notice|others)\./, 1)
const WIN_LANGUAGES = wideLanguages('panels', /^won\./, 1)

/** Another device's game, as stored on this device. */
function gameElsewhere(): Record<string, string> {
  const start = deal('sea-towers', 18)
  const history = act(begin(start), { kind: 'gesture', moves: [legalMoves(start)[0]] })
  const game = keys.game('elsewher', 'sea-towers')
  const header = keys.device('elsewher')
  const envelope = writeSyncEnvelope({
    minute: minuteOf(Date.now()),
    vector: { elsewher: 1 },
    record: writeRecord({ history, playId: 'layout-2', seconds: 100 }),
  })
  const name = writeJson({
    name: 'The laptop in the living room',
    day: dayOf(Date.now()),
    browser: 'Firefox',
  })
  return {
    [`${REPLICA_PREFIX}${game}`]: writeItem(game, { epoch: 0, seq: 1, content: envelope }),
    [`${REPLICA_PREFIX}${header}`]: writeItem(header, { epoch: 0, seq: 1, content: name }),
  }
}

const THREE_GOALS = ['row:3:sea-towers:0', 'clean:1::0', 'row:2::0']

/** Wins a game of Sea Towers with these settings, without automatic moves, and waits for the win sheet. */
async function openWinSheet(tab: Tab, settings: object = {}, playId?: string): Promise<void> {
  await tab.leave()
  await storage.set(tab, 'settings', JSON.stringify({ ...settings, automatic: 'off' }))
  const { made } = readyToFinish('sea-towers')
  await storage.set(tab, 'game:sea-towers', savedGame(wonHistory('sea-towers', made), playId))
  await openGame(tab, '?game=sea-towers')
  await tab.run(() => document.querySelector<HTMLElement>('[data-action="finish"]')!.click())
  await shown(tab, '.won .panel [data-action="share"]')
}

/**
 * The layout faults of an element and the bar's buttons: overlaps, and parts cut off or outside the window.
 */
const faults = (tab: Tab, query: string) =>
  tab.run(target => {
    const found: string[] = []
    const named = (element: Element) =>
      `${element.className} ${(element as HTMLElement).dataset.action ?? ''}`.trim()
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const seen = (list: string) =>
      [...document.querySelectorAll<HTMLElement>(list)].filter(element => element.checkVisibility())
    const own = document.querySelector(target)
    if (!own) return [`${target} is missing`]
    const bars = seen('.bar button, .actions button')
    const cards = seen('.table > .card, .table > .slot')
    for (const element of [own, ...own.querySelectorAll('button'), ...bars]) {
      const { left, top, right, bottom } = boxOf(element)
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
        found.push(`${named(element)} extends beyond the window`)
      if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        found.push(`${named(element)} is cut off`)
    }
    const isOver = (a: DOMRect, b: DOMRect) =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    const others = own.matches('.won *') ? bars : [...bars, ...cards]
    for (const other of others)
      if (isOver(boxOf(own), boxOf(other))) found.push(`${target} overlaps ${named(other)}`)
    bars.forEach((one, i) =>
      bars.slice(i + 1).forEach(other => {
        if (isOver(boxOf(one), boxOf(other))) found.push(`${named(one)} overlaps ${named(other)}`)
      }),
    )
    return [...new Set(found)]
  }, query)

describe('the layout in Chromium', () => {
  let tab: Tab
  inBrowser(browsers[0].launch, first => {
    tab = first
  })

  /** The layout faults of an element, by window size. Sizes without faults are omitted. */
  async function faultsBySize(query: string): Promise<Record<string, string[]>> {
    const all: Record<string, string[]> = {}
    for (const [width, height] of SIZES) {
      await tab.resize(width, height)
      await tab.run(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
      const found = await faults(tab, query)
      if (found.length > 0) all[`${width}×${height}`] = found
    }
    return all
  }

  test.each([
    [400, 'golf', 999_999, true],
    [400, 'double-klondike-3', 5, true],
    [320, 'double-klondike-3', 123_456, false],
  ])(
    'in a window %d px wide, the bar shows the full name of %s, and its number %d if there is room: %s',
    async (width, game, number, fits) => {
      await tab.leave()
      await tab.resize(width, 600)
      await openGame(tab, `?game=${game}&deal=${number}`)
      const shownIn = await tab.run(() =>
        ['.name span', '.number span'].map(query => {
          const text = document.querySelector(query)!
          const range = new Range()
          range.selectNodeContents(text)
          const [inner, outer] = [range.getBoundingClientRect(), text.getBoundingClientRect()]
          return (
            inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2 && inner.right <= outer.right + 1
          )
        }),
      )
      expect(shownIn).toEqual([true, fits])
    },
  )

  test('a message beside a card is as wide as its longest line', async () => {
    await tab.resize(400, 700)
    await openGame(tab, '?game=double-sea-towers&deal=17')
    await clickPile(tab, 't2', 0)
    await shown(tab, '.refusal')
    const [lines, unused] = await tab.run(() => {
      const message = document.querySelector<HTMLElement>('.refusal')!
      const text = document.createRange()
      text.selectNodeContents(message)
      return [message.offsetHeight / 20, message.offsetWidth - text.getBoundingClientRect().width]
    })
    expect(lines).toBeGreaterThan(2)
    expect(unused).toBeLessThan(22)
  })

  test('text and settings grow with the cards in windows wider than 1920 px', async () => {
    await tab.resize(1920, 950)
    await openGame(tab, '')
    const sizes = () =>
      tab.run(() =>
        ['body', '.number', '.actions .button'].map(query =>
          Math.round(parseFloat(getComputedStyle(document.querySelector(query)!).fontSize)),
        ),
      )
    expect(await sizes()).toEqual([14, 13, 14])
    await tab.resize(3840, 950)
    expect(await sizes()).toEqual([18, 17, 18])
    await press(tab, 'settings')
    await shown(tab, '#page-looks')
    const hidden = await tab.run(() => {
      const { scrollHeight, clientHeight } = document.querySelector('dialog')!
      return scrollHeight - clientHeight
    })
    expect(hidden).toBe(0)
  })

  test.each(wideLanguages('table', /^first\./, 1))(
    'the welcome hint leaves enough room for the table in a small window in %s',
    async language => {
      await tab.leave()
      await storage.set(tab, 'settings', JSON.stringify({ language }))
      await tab.resize(320, 500)
      await openGame(tab, '')
      await shown(tab, '.first')
      expect(await tab.run(() => document.querySelector<HTMLElement>('.first')!.offsetHeight)).toBeLessThan(
        103,
      )
    },
  )

  test.each(wideLanguages('table', /^first\./, 1))(
    'the welcome hint covers neither a card nor a foundation in a short window in %s',
    async language => {
      await tab.leave()
      await storage.set(tab, 'settings', JSON.stringify({ language }))
      await openGame(tab, '')
      await shown(tab, '.first')
      for (const [width, height] of [
        [683, 325],
        [800, 400],
        [1366, 400],
        [683, 500],
        [1000, 500],
        [1366, 500],
      ] as const) {
        await tab.resize(width, height)
        await settled(tab)
        expect(await faults(tab, '.first'), `${width}×${height}`).toEqual([])
      }
    },
  )

  test('the tile of a hidden game does not cover a shortcut in a small window', async () => {
    await tab.leave()
    const shortcuts = Array.from({ length: 12 }, (_, i) => ({
      name: `Site ${i}`,
      url: `https://${i}.example/`,
    }))
    const settings = { isFolded: true, showShortcuts: true, showClock: true, shortcuts }
    await storage.set(tab, 'settings', JSON.stringify(settings))
    await tab.resize(320, 500)
    await tab.open('')
    await shown(tab, '.resume')
    const [end, top] = await tab.run(() => {
      const boxOf = (query: string) => document.querySelector(query)!.getBoundingClientRect()
      return [boxOf('.features').bottom, boxOf('.resume').top]
    })
    expect(top).toBeGreaterThanOrEqual(end)
  })

  test('the description of a hidden game is not cut off in a narrow window', async () => {
    await tab.leave()
    await storage.set(tab, 'settings', '{"isFolded":true}')
    await storage.set(tab, 'game:freecell', savedGame(begin(deal('freecell', 4_294_967))))
    await storage.set(tab, 'current', 'freecell')
    await tab.resize(320, 568)
    await tab.open('')
    await shown(tab, '.resume')
    const hidden = await tab.run(() => {
      const { scrollWidth, clientWidth } = document.querySelector('.resume .what span')!
      return scrollWidth - clientWidth
    })
    expect(hidden).toBe(0)
  })

  test.each([
    [1366, 'a shortcut', [{ name: 'Sea', url: 'https://sea.example/' }]],
    [683, 'no shortcut', []],
    [400, 'no shortcut', []],
  ])(
    'editing and adding shortcuts moves neither clock nor table in a window %d px wide with %s',
    async (...given) => {
      const [width, , shortcuts] = given
      await tab.leave()
      await storage.set(tab, 'settings', JSON.stringify({ showShortcuts: true, showClock: true, shortcuts }))
      await tab.resize(width, 700)
      await openGame(tab, '')
      await shown(tab, '[data-action="edit-shortcuts"]')
      const places = () =>
        tab.run(() =>
          ['.clock', '.table'].map(query => {
            const { left, top } = document.querySelector(query)!.getBoundingClientRect()
            return [left, top]
          }),
        )
      const before = await places()
      await tab.run(() => document.querySelector<HTMLElement>('[data-action="edit-shortcuts"]')!.click())
      await shown(tab, '.form-sheet')
      expect(await places()).toEqual(before)
      for (const name of ['A library by the sea', 'A letter from abroad', 'A lighthouse in the north']) {
        await tab.run(text => {
          const [field, address] = document.querySelectorAll<HTMLInputElement>('.form-sheet input')
          field.value = text
          address.value = 'sea.example'
          for (const one of [field, address]) one.dispatchEvent(new Event('input', { bubbles: true }))
          document.querySelector<HTMLElement>('.form-sheet .primary')!.click()
        }, name)
        await until(
          tab,
          text => document.querySelector('.tiles li:last-child')?.textContent.includes(text),
          name,
        )
        expect(await places(), name).toEqual(before)
      }
    },
  )

  test('the tabs of the settings stay visible while scrolling, and each opens at its top', async () => {
    await openGame(tab, '')
    await press(tab, 'settings')
    await shown(tab, '[data-tab]')
    const scrolled = await tab.run(async () => {
      const panel = document.querySelector('dialog')!
      const tabs = [...document.querySelectorAll<HTMLElement>('[data-tab]')]
      const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      const found: unknown[] = []
      for (const one of tabs) {
        one.click()
        await frame()
        found.push(panel.scrollTop)
        panel.scrollTop = 9999
        await frame()
        const { left, top, width, height } = one.getBoundingClientRect()
        found.push(document.elementFromPoint(left + width / 2, top + height / 2) === one)
      }
      return found
    })
    expect(scrolled).toEqual([0, true, 0, true, 0, true])
  })

  test('in every language, options fit their longest words, and Appearance fits a wide window', async () => {
    await openGame(tab, '')
    await press(tab, 'settings')
    await shown(tab, '[data-tab]')
    const tight: string[] = []
    for (const language of LANGUAGES) {
      await storage.set(tab, 'settings', JSON.stringify({ language }))
      await until(tab, wanted => document.documentElement.lang === wanted, language)
      for (const width of [320, 1366]) {
        await tab.resize(width, 650)
        const found = await tab.run(() => {
          const boxOf = (element: Element | Range) => element.getBoundingClientRect()
          const dialog = document.querySelector('dialog')!
          const panel = boxOf(dialog)
          const isLong = innerWidth > 320 && dialog.scrollHeight > dialog.clientHeight
          const tight = [...document.querySelectorAll<HTMLElement>('#page-looks .options label')].flatMap(
            option => {
              const text = document.createRange()
              text.selectNodeContents(option.querySelector('span')!)
              const [outer, inner] = [boxOf(option), boxOf(text)]
              const room = Math.min(inner.left - outer.left, outer.right - inner.right)
              return room < 4 || outer.right > panel.right - 8 ? [option.textContent.trim()] : []
            },
          )
          return isLong ? [...tight, 'scrolls'] : tight
        })
        tight.push(...found.map(text => `${language} ${width}: ${text}`))
      }
    }
    expect(tight).toEqual([])
  })

  test('errors in the folder form have the same color as errors in the import form', async () => {
    await openGame(tab, '')
    const colorOf = (query: string) =>
      tab.run(name => getComputedStyle(document.querySelector(name)!).color, query)
    await press(tab, 'backup')
    await shown(tab, '[data-backup="pasted"]')
    const type = (query: string, text: string) =>
      tab.run(
        ([name, value]) => {
          const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(name)!
          field.value = value
          field.dispatchEvent(new Event('input', { bubbles: true }))
        },
        [query, text] as const,
      )
    const click = async (query: string) => {
      await shown(tab, `${query}:enabled`)
      await tab.run(name => document.querySelector<HTMLElement>(name)!.click(), query)
    }
    await type('[data-backup="pasted"]', '0')
    await click('[data-backup="take"]')
    await shown(tab, '#import-status p')
    const imports = await colorOf('#import-status p')
    await tab.press('Escape')
    await press(tab, 'place')
    await shown(tab, '[data-place="address"]')
    await type('[data-place="address"]', 'http://192.168.0.1/dav')
    await shown(tab, 'form .error')
    const warning = await colorOf('form .error')
    await type('[data-place="paste"]', '0')
    await click('[data-place="take"]')
    await shown(tab, '#pairing-status :not(:empty)')
    expect([imports, warning, await colorOf('#pairing-status')]).toEqual(Array(3).fill(imports))
    expect(imports).not.toBe(await colorOf('dialog'))
  })

  test('the name of a past game takes most of the width of a narrow panel', async () => {
    await tab.leave()
    const record = writeRecord({ history: wonHistory('double-sea-towers'), playId: 'stored-1', seconds: 100 })
    await storage.set(tab, 'past:stored-1:won', writePast('won', Date.now(), record))
    await tab.resize(320, 500)
    await openGame(tab, '')
    await press(tab, 'past')
    await shown(tab, '[data-past]')
    const part = await tab.run(() => {
      const name = document.querySelector<HTMLElement>('[data-past] .what')!
      return name.offsetWidth / name.closest('li')!.offsetWidth
    })
    expect(part).toBeGreaterThan(0.75)
  })

  test('the cards in the picture of a game do not cover its title, even if that has two lines', async () => {
    await tab.leave()
    await storage.set(tab, 'settings', '{"language":"de"}')
    const playId = playIdOf(dayOf(Date.now()) - 400)
    const record = writeRecord({ history: wonHistory('double-klondike-3', 60), playId, seconds: 100 })
    await storage.set(tab, `past:${playId}:givenUp`, writePast('givenUp', Date.now(), record))
    await openGame(tab, '')
    await press(tab, 'past')
    await shown(tab, '[data-past]')
    const [cards, title, lines] = await tab.run(async () => {
      const drawn = new Promise<Element>(resolve => {
        const { serializeToString } = XMLSerializer.prototype
        XMLSerializer.prototype.serializeToString = function (svg) {
          resolve((svg as Element).querySelector('foreignObject > div')!.cloneNode(true) as Element)
          return serializeToString.call(this, svg)
        }
      })
      HTMLAnchorElement.prototype.click = () => undefined
      document.querySelector<HTMLElement>('[data-action="picture"]')!.click()
      const content = document.body.appendChild(await drawn)
      const caption = content.lastElementChild!.firstElementChild!
      const bottoms = [...content.querySelectorAll('.card')].map(card => card.getBoundingClientRect().bottom)
      const { top, height } = caption.getBoundingClientRect()
      content.remove()
      return [Math.max(...bottoms), top, height / 53]
    })
    expect(Math.round(lines)).toBe(2)
    expect(cards).toBeLessThan(title)
  })

  test('the list of favorites fades at its edge, and its last row can be scrolled above that', async () => {
    const favourites = Array.from({ length: 20 }, (_, i) => `sea-towers:${i + 1}`)
    await storage.set(tab, 'settings', JSON.stringify({ favourites }))
    await openGame(tab, '?game=sea-towers&deal=17')
    await press(tab, 'deal')
    await shown(tab, '.favorites li:nth-child(20)')
    const [list, row, mask] = await tab.run(() => {
      const list = document.querySelector('.favorites ul')!
      const last = list.lastElementChild!
      last.scrollIntoView({ block: 'nearest' })
      const bottomOf = (element: Element) => element.getBoundingClientRect().bottom
      return [bottomOf(list), bottomOf(last), getComputedStyle(list).maskImage]
    })
    expect(mask).toContain('linear-gradient')
    expect(list - row).toBeGreaterThanOrEqual(24)
  })

  test('both figures of a past game are beside each other, at any width', async () => {
    await tab.leave()
    const record = writeRecord({ history: wonHistory('sea-towers'), playId: 'stored-1', seconds: 100 })
    await storage.set(tab, 'past:stored-1:won', writePast('won', Date.now(), record))
    await openGame(tab, '')
    await press(tab, 'past')
    await shown(tab, '[data-past]')
    for (const width of [320, 400, 500, 600, 700, 1366]) {
      await tab.resize(width, 650)
      const tops = await tab.run(() =>
        [...document.querySelectorAll('.amount')].map(amount => amount.getBoundingClientRect().top),
      )
      expect(new Set(tops).size, `${width} px`).toBe(1)
    }
  })

  test.each([6, 9])('the chart of win times with %d bars and long labels fits its card', async bars => {
    await tab.leave()
    const wins = Array.from({ length: 40 }, (_, i) => {
      const play = `long-${i}`.padEnd(8, '0')
      const seconds = 660 + 60 * (i % bars)
      const result = {
        play,
        game: 'sea-towers',
        outcome: 'won',
        minute: 100 + i,
        seconds,
        moves: 60,
      } as const
      return [pendingKey(play, 60, 'won'), writePending(result, i)]
    })
    await storage.setAll(tab, Object.fromEntries(wins))
    await openGame(tab, '?game=sea-towers&deal=17')
    await press(tab, 'stats')
    await shown(tab, `.times li:nth-child(${bars})`)
    for (const width of [320, 400, 800, 1366]) {
      await tab.resize(width, 650)
      const edges = await tab.run(() => {
        const card = document.querySelector('.times')!.getBoundingClientRect()
        const labels = [...document.querySelectorAll('.times li > [aria-hidden]')]
          .filter(label => label.checkVisibility({ visibilityProperty: true }))
          .map(label => label.getBoundingClientRect())
        return [card.left, ...labels.flatMap(({ left, right }) => [left, right]), card.right].map(Math.round)
      })
      expect(edges, `${width} px`).toEqual(edges.toSorted((a, b) => a - b))
    }
  })

  async function openStuckGame(language: string): Promise<void> {
    await tab.leave()
    await storage.set(tab, 'settings', JSON.stringify({ language }))
    await storage.set(tab, 'game:sea-towers', stuckGame())
    await openGame(tab, '?game=sea-towers')
  }
  test.each(NOTICE_LANGUAGES)(
    'the notice of a stuck game fits every window and overlaps nothing in %s',
    async language => {
      await openStuckGame(language)
      await shown(tab, '[data-notice="stuck"] [data-action="where-lost"]')
      expect(await faultsBySize('.notice')).toEqual({})
    },
  )

  test.each(wideLanguages('start', /^state\./, 1))(
    'the state of a stuck game does not shorten the name of the game in a narrow window in %s',
    async language => {
      await openStuckGame(language)
      await tab.resize(320, 568)
      const [needed, visible] = await tab.run(() => {
        const name = document.querySelector('.name span')!
        return [name.scrollWidth, name.clientWidth]
      })
      expect(needed).toBe(visible)
    },
  )

  test.each(NOTICE_LANGUAGES)(
    'the notices of a lost game, a damaged game and another device’s game overlap nothing in %s',
    async language => {
      const lost = 5
      await tab.leave()
      await storage.set(tab, 'settings', JSON.stringify({ language }))
      await openGame(tab, `?game=sea-towers&deal=${lost}`)
      await press(tab, 'hint')
      await shown(tab, '[data-notice="lost"]')
      expect(await faultsBySize('.notice'), 'lost').toEqual({})
      await tab.leave()
      await storage.set(tab, 'game:sea-towers', stuckGame().replace(/^.{40}/, '!'))
      await openGame(tab, '?game=sea-towers')
      await shown(tab, '.notice')
      expect(await faultsBySize('.notice'), 'broken').toEqual({})
      await tab.leave()
      for (const [key, text] of Object.entries(gameElsewhere())) await storage.set(tab, key, text)
      await openGame(tab, '?game=sea-towers')
      await shown(tab, '.notice [data-action="continue"]')
      expect(await faultsBySize('.notice'), 'elsewhere').toEqual({})
    },
  )

  test.each(WIN_LANGUAGES)(
    'the win sheet without goals shows the comparison with other wins even in narrow windows in %s',
    async language => {
      await openWinSheet(tab, { language })
      await openWinSheet(tab, { language }, playIdOf(dayOf(Date.now())))
      for (const [width, height] of [
        [375, 667],
        [360, 640],
        [360, 600],
        [320, 568],
      ] as const) {
        await tab.resize(width, height)
        expect(await faults(tab, '.won .panel'), `${width}×${height}`).toEqual([])
        const [shown, hidden] = await tab.run(() => {
          const { scrollHeight, clientHeight } = document.querySelector('.won .panel')!
          return [document.querySelector('.won .beside')!.checkVisibility(), scrollHeight - clientHeight]
        })
        expect([shown, hidden], `${width}×${height}`).toEqual([true, 0])
      }
    },
  )
  test.each(WIN_LANGUAGES)(
    'the win sheet fits every window in %s, and a reload closes it',
    async language => {
      const goals = ['row:3:sea-towers', 'clean:5:', 'fast5:10:'].map(
        goal => `${goal}:${minuteOf(Date.now()) - 9}`,
      )
      await openWinSheet(tab, { language, goals })
      // The second sheet compares its figures with the first win, and names the day.
      await openWinSheet(tab, { language, goals }, playIdOf(dayOf(Date.now())))
      expect(await tab.run(() => document.querySelectorAll('.won [data-goal]').length)).toBe(3)
      expect(await faultsBySize('.won .panel')).toEqual({})
      for (const [width, height] of [
        [683, 325],
        [800, 400],
        [900, 420],
        [400, 440],
        [375, 667],
        [360, 640],
        [360, 600],
        [320, 568],
        [320, 500],
      ] as const) {
        await tab.resize(width, height)
        expect(await faults(tab, '.won .panel'), `${width}×${height}`).toEqual([])
        const labels = await tab.run(() =>
          [...document.querySelectorAll<HTMLElement>('.won .ways button')].map(
            ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
          ),
        )
        expect(Math.max(...labels), `labels that leave their buttons at ${width}×${height}`).toBe(0)
        const hidden = await tab.run(() => {
          const { scrollHeight, clientHeight } = document.querySelector('.won .panel')!
          return scrollHeight - clientHeight
        })
        expect(hidden, `scrolls at ${width}×${height}`).toBe(0)
      }
      for (const width of [1100, 1200]) {
        await tab.resize(width, 650)
        const space = await tab.run(() => {
          const boxOf = (query: string) => document.querySelector(query)!.getBoundingClientRect()
          const [figure, buttons] = [boxOf('.won dl > :last-child'), boxOf('.won .ways')]
          return Math.max(
            buttons.left - figure.right,
            figure.top - buttons.bottom,
            buttons.top - figure.bottom,
          )
        })
        expect(space, `between figures and buttons at ${width} px`).toBeGreaterThan(0)
      }
      await tab.reload()
      await shown(tab, '[data-state="won"]')
      await shown(tab, '.notice')
      expect(await tab.run(() => document.querySelector('.won'))).toBeNull()
    },
  )

  itLong.each(WIN_LANGUAGES)(
    'labels on the scale of moves do not overlap for equal numbers in %s',
    async language => {
      // Every win of Black Hole takes 51 moves, the solver's as well.
      const { made, left } = nearlyWon('black-hole', 1)
      await storage.set(tab, 'settings', JSON.stringify({ language, automatic: 'off' }))
      for (const playId of ['stored-1', 'stored-2']) {
        await tab.leave()
        await storage.set(tab, 'game:black-hole', savedGame(wonHistory('black-hole', made), playId))
        await openGame(tab, '?game=black-hole')
        await clickPile(tab, left[0].kind === 'move' ? left[0].from : 'stock')
        await shown(tab, '.won [data-action="watch-solver"]')
      }
      for (const [width, height] of [...SIZES, [320, 500] as const, [1000, 650] as const]) {
        await tab.resize(width, height)
        const boxes = await tab.run(() =>
          [...document.querySelectorAll('.won .scale .label')].map(label => {
            const { left, top, right, bottom } = label.getBoundingClientRect()
            const { left: from, right: to } = label.closest('.scale')!.getBoundingClientRect()
            return { left, top, right, bottom, isInside: left > from - 1 && right < to + 1 }
          }),
        )
        expect(boxes, 'own, previous best and solver').toHaveLength(3)
        if (!boxes[0].right) continue // the scale is not shown in short windows
        const lines = await tab.run(
          () => document.querySelector<HTMLElement>('[data-action="watch-solver"]')!.offsetHeight,
        )
        expect(lines, `the solver's label has one line at ${width}×${height}`).toBeLessThan(30)
        const isOver = await tab.run(() => {
          const boxOf = (query: string) => document.querySelector(query)!.getBoundingClientRect()
          const [figures, buttons] = [boxOf('.won dl'), boxOf('.won .ways')]
          return figures.right > buttons.left && figures.bottom > buttons.top && figures.top < buttons.bottom
        })
        expect(isOver, `the buttons cover the figures at ${width}×${height}`).toBe(false)
        boxes.forEach((one, i) => {
          expect(one, `${width}×${height}`).toMatchObject({ isInside: true })
          for (const other of boxes.slice(i + 1))
            expect(
              one.right <= other.left || other.right <= one.left || one.bottom <= other.top,
              `${width}×${height}`,
            ).toBe(true)
        })
      }
    },
  )

  itLong('the wide win sheet shows that the result was copied', async () => {
    await openWinSheet(tab)
    await tab.run(() => document.querySelector<HTMLElement>('[data-action="share"]')!.click())
    await shown(tab, '.won [role="status"]:not(:empty)')
    const { width, text } = await tab.run(() => {
      const label = document.querySelector<HTMLElement>('.won [data-action="share"] span')!
      return { width: label.offsetWidth, text: label.textContent }
    })
    expect(text).toBe('Copied')
    expect(width).toBeGreaterThan(30)
  })

  test('the buttons of the win sheet are visible in small windows, even if the sheet is long', async () => {
    await tab.resize(320, 500)
    await openWinSheet(tab, { goals: THREE_GOALS })
    await settled(tab)
    for (const [width, height] of [
      [320, 500],
      [320, 568],
      [400, 700],
    ] as const) {
      await tab.resize(width, height)
      const hidden = await tab.run(() =>
        [...document.querySelectorAll('.won .ways button')].flatMap(button => {
          const { left, right, bottom } = button.getBoundingClientRect()
          const there = document.elementFromPoint((left + right) / 2, bottom - 2)
          return button.contains(there) ? [] : [(button as HTMLElement).dataset.action]
        }),
      )
      expect(hidden, `${width}×${height}`).toEqual([])
    }
  })

  test('no card of a long pile covers the win sheet', async () => {
    const { text, left } = nearlyWon('tripeaks', 1)
    await tab.leave()
    await storage.set(tab, 'settings', JSON.stringify({ automatic: 'off' }))
    await storage.set(tab, 'game:tripeaks', text)
    await tab.resize(400, 700)
    await openGame(tab, '?game=tripeaks')
    await clickPile(tab, left[0].kind === 'move' ? left[0].from : 'stock')
    await shown(tab, '.won .panel')
    const top = await tab.run(() => document.querySelector<HTMLElement>('.won .panel')!.offsetTop)
    expect(top, 'below the flying cards').toBeGreaterThan(700 / 4)
    const covering = await tab.run(() => {
      const sheet = document.querySelector('.won .panel')!
      const { left, top, right, bottom } = sheet.getBoundingClientRect()
      return [...document.querySelectorAll('.table > .card, .table > .slot')].flatMap(one => {
        const box = one.getBoundingClientRect()
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        const isUnder = x > left && x < right && y > top && y < bottom
        return isUnder && !sheet.contains(document.elementFromPoint(x, y)) ? [one.className] : []
      })
    })
    expect(covering).toEqual([])
  })
})

describe.each(browsers)('the layout in $name', ({ launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  test('the settings have the same height on every tab, and the last tab does not scroll', async () => {
    await openGame(tab, '')
    await press(tab, 'settings')
    await shown(tab, '[data-tab]')
    const sizes = []
    for (const name of ['looks', 'play', 'tab']) {
      await tab.run(one => document.querySelector<HTMLElement>(`[data-tab="${one}"]`)!.click(), name)
      await shown(tab, `#page-${name}:not([hidden])`)
      sizes.push(
        await tab.run(() => {
          const { offsetHeight, scrollHeight, clientHeight } = document.querySelector('dialog')!
          return [offsetHeight, scrollHeight - clientHeight]
        }),
      )
    }
    expect(new Set(sizes.map(([height]) => height)).size).toBe(1)
    expect(sizes.at(-1)![1]).toBe(0)
  })

  test('the win sheet has as much space below its parts as above, and no button covers a part', async () => {
    await openWinSheet(tab, { goals: THREE_GOALS })
    await settled(tab)
    for (const [width, height] of [
      [1366, 650],
      [500, 900],
    ] as const) {
      await tab.resize(width, height)
      const { above, below, covered } = await tab.run(() => {
        const boxOf = (query: string) => document.querySelector(`.won ${query}`)!.getBoundingClientRect()
        const [sheet, buttons] = [boxOf('.panel'), boxOf('.ways')]
        const parts = ['header', '.scale', 'dl'].map(boxOf)
        return {
          above: Math.min(...parts.map(({ top }) => top), buttons.top) - sheet.top,
          below: sheet.bottom - Math.max(...parts.map(({ bottom }) => bottom), buttons.bottom),
          covered: parts.filter(({ right, bottom }) => right > buttons.left && bottom > buttons.top).length,
        }
      })
      expect(below, `${width}×${height}`).toBeCloseTo(above)
      expect(covered, `${width}×${height}`).toBe(0)
    }
  })

  test('the strip regains its height when a narrow window is wide again, even in later tabs', async () => {
    await tab.leave()
    const shows = { showClock: true, showSearch: true, showShortcuts: true }
    await storage.set(tab, 'settings', JSON.stringify(shows))
    /** The height of the strip, once the next tab's snapshot has it. */
    async function heightStored(): Promise<number> {
      await shown(tab, '.strip-bar')
      await until(tab, () => {
        const { size, strip } = JSON.parse(localStorage.getItem('paint') ?? '{}')
        const height = document.querySelector<HTMLElement>('.strip-bar')!.offsetHeight
        return size === `${innerWidth}x${innerHeight}` && strip === height
      })
      return tab.run(() => document.querySelector<HTMLElement>('.strip-bar')!.offsetHeight)
    }
    await openGame(tab, '')
    const wide = await heightStored()
    await tab.resize(400, 700)
    const narrow = await heightStored()
    await tab.reload()
    expect(await heightStored()).toBe(narrow)
    await tab.resize(1366, 650)
    const heights = [await heightStored()]
    await tab.reload()
    heights.push(await heightStored())
    expect(heights).toEqual([wide, wide])
    expect(narrow).toBeGreaterThan(wide)
  })
})
