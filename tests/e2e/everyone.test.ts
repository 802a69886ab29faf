// Accessibility: no axe-core violations, enough contrast, and keyboard access to the overlays and the bar.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { withoutConstants } from '../../.build/constants.ts'
import { dailySet, solve } from '../../engine/index.ts'
import { dayHere } from '../../stores/calendar.ts'
import { wonDailies } from '../support/won-dailies.ts'
import { browsers, itLong, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  clickPile,
  firstDealThat,
  openGame,
  press,
  readyToFinish,
  settled,
  shown,
  storage,
  stuckGame,
} from './page.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The only rule whose result depends on the felt. */
const CONTRAST = ['color-contrast']

let checks = 0
/** The themes for the next check: light and dark in turn, or both with `LONG=1`. */
const nextThemes = () => (process.env.LONG ? ['dark', 'light'] : [checks++ % 2 ? 'light' : 'dark'])

/**
 * Violations of WCAG 2.2 A and AA found by axe-core, as rule and element. Checks the open dialog or list if
 * there is one, otherwise the whole page.
 */
async function violations(tab: Tab, runOnly: readonly string[] = WCAG): Promise<string[]> {
  if (!(await tab.run(() => 'axe' in window))) await tab.run(source => void (0, eval)(source), axe)
  return tab.run(
    async (rules, themes) => {
      const page = window as unknown as {
        axe: {
          run(
            scope: Node,
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
      }
      const found: string[] = []
      for (const theme of themes) {
        document.documentElement.dataset.theme = theme
        const scope = document.querySelector('dialog[open], :popover-open') ?? document
        const { violations } = await page.axe.run(scope, {
          runOnly: rules,
          resultTypes: ['violations'],
          preload: false,
        })
        for (const { id, nodes } of violations)
          for (const { html } of nodes.slice(0, 3)) found.push(`${theme}: ${id}: ${html.slice(0, 160)}`)
      }
      return found
    },
    runOnly,
    nextThemes(),
  )
}

const FELTS = ['green', 'midnight', 'charcoal', 'walnut', 'burgundy', 'paper']
const GAME = 'sea-towers'

describe('the page in Chromium', () => {
  let tab: Tab
  inBrowser(browsers[0].launch, first => {
    tab = first
  })

  describe('neither theme has violations of WCAG 2.2 A or AA', () => {
    it('on the table, on a dark and on a light felt', async () => {
      await openGame(tab, '?game=double-sea-towers&deal=17')
      await clickPile(tab, 't0')
      for (const felt of process.env.LONG ? FELTS : ['green', 'paper']) {
        await storage.set(tab, 'settings', JSON.stringify({ theme: 'light', felt }))
        await until(tab, wanted => document.documentElement.dataset.felt === wanted, felt)
        await settled(tab)
        expect(await violations(tab, felt === FELTS[0] ? WCAG : CONTRAST), felt).toEqual([])
      }
    })
    it('in the lists of the bar and in the panels', async () => {
      await storage.set(tab, 'settings', '{"theme":"light"}')
      await openGame(tab, `?game=${GAME}&deal=17`)
      for (const [opener, content] of [
        ['.chip.name', '[data-choose]'],
        ['[data-action="deal"]', '#deal-number'],
        ['[data-action="today"]', '.today-list'],
        ['[data-action="menu"]', '[data-action="restart"]'],
      ]) {
        await tab.run(query => document.querySelector<HTMLElement>(query)!.click(), opener)
        await shown(tab, content)
        await settled(tab)
        expect(await violations(tab), opener).toEqual([])
        await tab.press('Escape')
      }
      for (const panel of [
        'stats',
        'goals',
        'past',
        'others',
        'backup',
        'place',
        'settings',
        'help',
        'about',
      ]) {
        await press(tab, panel)
        await shown(tab, 'dialog[open]')
        await settled(tab)
        expect(await violations(tab), panel).toEqual([])
        await tab.press('Escape')
        await until(tab, () => document.querySelector('dialog[open]') === null)
      }
    })
    itLong(
      'in the sync folder panel, in the form of a provider and with a pairing text beside a problem',
      async () => {
        await storage.set(tab, 'settings', '{"theme":"light"}')
        await openGame(tab, `?game=${GAME}&deal=17`)
        await press(tab, 'place')
        await shown(tab, '[data-place="provider"]')
        await tab.run(() => {
          const field = document.querySelector<HTMLSelectElement>('[data-place="provider"]')!
          field.value = 'kdrive'
          field.dispatchEvent(new Event('change', { bubbles: true }))
        })
        await shown(tab, '[data-place="drive"]')
        await settled(tab)
        expect(await violations(tab)).toEqual([])
        const folder = { kind: 'webdav', address: 'https://cloud.example/', user: 'ann', password: 'x' }
        await storage.setAll(tab, {
          'place': JSON.stringify({ ...folder, key: 'k'.repeat(43) }),
          'place-state': JSON.stringify({ arrivedAt: 1, problem: { code: 'noBasic', schemes: 'Digest' } }),
        })
        await shown(tab, '[data-place="state"][data-state="refused"]')
        await tab.run(() => document.querySelector<HTMLElement>('[data-place="pair"]')!.click())
        await shown(tab, '[data-place="qr"] path')
        await settled(tab)
        expect(await violations(tab)).toEqual([])
      },
    )
    it('in the list of today’s set, with a check mark in the bar and every medal in the month', async () => {
      const today = dayHere(new Date())
      for (const [back, count] of [1, 3, 5].entries())
        await storage.setAll(tab, wonDailies(today - back, dailySet(today - back).slice(0, count)))
      await storage.set(tab, 'settings', '{"theme":"light"}')
      await openGame(tab, `?game=${GAME}&deal=17`)
      await shown(tab, '.pill.today:has(.tick) .flame')
      await press(tab, 'today')
      await shown(tab, '[data-day][data-state="bronze"]')
      await settled(tab)
      expect(await violations(tab)).toEqual([])
    })
    it('in a lost game', async () => {
      await storage.set(tab, 'settings', '{"theme":"light"}')
      const lost = firstDealThat(GAME, position => solve(position).verdict === 'lost')
      await openGame(tab, `?game=${GAME}&deal=${lost}`)
      await press(tab, 'hint')
      await shown(tab, '[data-notice="lost"]')
      await shown(tab, '[data-light="lost"]')
      expect(await violations(tab)).toEqual([])
    })
    it('in a game without useful moves', async () => {
      await tab.leave()
      await storage.setAll(tab, { 'settings': '{"theme":"light"}', 'game:sea-towers': stuckGame() })
      await openGame(tab, '?game=sea-towers')
      await shown(tab, '[data-notice="stuck"] [data-action="where-lost"]')
      await settled(tab)
      expect(await violations(tab)).toEqual([])
    })
    it('after a win', async () => {
      const { text } = readyToFinish(GAME)
      await tab.leave()
      await storage.setAll(tab, {
        settings: '{"theme":"light","automatic":"off"}',
        [`game:${GAME}`]: text,
      })
      await openGame(tab, `?game=${GAME}`)
      await press(tab, 'finish')
      await shown(tab, '.won [data-action="next"]')
      // The comparison with the solver’s line fades in once the line is known.
      await shown(tab, '.won .beside:not(.waiting)')
      await settled(tab)
      expect(await violations(tab)).toEqual([])
    })
    it('during a hint and a replay', async () => {
      await storage.set(tab, 'settings', '{"theme":"light"}')
      await openGame(tab, `?game=${GAME}&deal=17`)
      await press(tab, 'hint')
      await shown(tab, '.hint-arrow')
      expect(await violations(tab)).toEqual([])
      await press(tab, 'solution')
      await shown(tab, '.replay')
      await settled(tab)
      expect(await violations(tab)).toEqual([])
    })
    it('with search, shortcuts and clock, and with the table hidden', async () => {
      await storage.set(
        tab,
        'settings',
        JSON.stringify({
          theme: 'light',
          showSearch: true,
          showShortcuts: true,
          showClock: true,
          shortcuts: [{ name: 'News', url: 'https://example.org/' }],
        }),
      )
      await openGame(tab, `?game=${GAME}&deal=17`)
      await shown(tab, '.strip-bar')
      expect(await violations(tab)).toEqual([])
      await press(tab, 'fold')
      await until(tab, () => document.querySelector('.table') === null)
      expect(await violations(tab)).toEqual([])
      await press(tab, 'unfold')
      await shown(tab)
    })
  })

  it('has a contrast of at least 4.5 for text and 3 for marks, on every felt in both themes', async () => {
    await openGame(tab, '?game=sea-towers&deal=17')
    // The page has the values of constants, but not their names.
    const names = readFileSync('assets/constants.css', 'utf8').matchAll(/^ {2}(--[\w-]+):/gm)
    await tab.run(
      constants => {
        for (const [name, value] of constants) document.documentElement.style.setProperty(name, value)
      },
      Array.from(names, ([, name]) => [name, withoutConstants(`var(${name})`)] as const),
    )
    const insufficient = await tab.run(felts => {
      const { dataset } = document.documentElement
      const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
      /** The color of these layers composited from bottom to top, as on the screen. */
      const painted = (layers: readonly string[]) => {
        for (const layer of layers) {
          pen.fillStyle = layer
          pen.fillRect(0, 0, 1, 1)
        }
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)
      }
      const luminance = (color: readonly number[]) => {
        const [r, g, b] = color.map(value =>
          value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
        )
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const contrast = (word: string, ground: readonly string[]) => {
        const [light, dark] = [luminance(painted([...ground, word])), luminance(painted(ground))].sort(
          (a, b) => b - a,
        )
        return (light + 0.05) / (dark + 0.05)
      }
      const probe = document.body.appendChild(document.createElement('i'))
      const variable = (name: string) => {
        probe.style.color = `var(--${name})`
        return getComputedStyle(probe).color
      }
      const found: string[] = []
      const check = (minimum: number, label: string, word: string, ...ground: readonly string[]) => {
        const value = contrast(variable(word), ground.map(variable))
        if (value < minimum) found.push(`${label},  ${Object.values(dataset).join(' ')}: ${value.toFixed(2)}`)
      }
      const onSheet = ['sheet-text', 'faint', 'link', 'danger', 'star']
      for (const theme of ['light', 'dark'])
        for (const felt of felts) {
          Object.assign(dataset, { theme, felt, deck: 'own', colours: 'two' })
          for (const ground of ['felt-0', 'felt-1', 'felt-2']) {
            check(4.5, 'text of the bar', 'text', ground)
            for (const chip of ['chip', 'chip-over']) {
              check(4.5, `words of a ${chip}`, 'text', ground, chip)
              for (const light of ['light', 'light-won']) check(3, light, light, ground, chip)
            }
            for (const mark of ['ring', 'line', 'cyan']) check(3, mark, mark, ground)
            // The arrow has two colors; either one may contrast with the felt.
            check(3, 'hint', theme === 'light' && felt === 'paper' ? 'hint-edge' : 'hint', ground)
          }
          for (const ink of onSheet) check(ink === 'star' ? 3 : 4.5, ink, ink, 'sheet')
          for (const tint of ['tint-1', 'tint-2', 'tint-3', 'tint-4'])
            check(4.5, `words on ${tint}`, 'sheet-text', 'sheet', tint)
          check(4.5, 'notes of a row and disabled buttons', 'faint', 'sheet', 'tint-1')
          check(3, 'the selected item', 'accent', 'sheet')
          for (const [ink, ground] of [
            ['accent-text', 'accent'],
            ['on-gold', 'gold'],
            ['on-amber', 'amber'],
            ['on-lost', 'lost'],
            ['light-lost', 'lost'],
            ['on-tip', 'tip'],
            ['sheet', 'danger'],
          ])
            check(4.5, `${ink} on ${ground}`, ink, ground)
          for (const deck of ['own', 'classic', 'large'])
            for (const colours of ['two', 'four']) {
              Object.assign(dataset, { deck, colours })
              for (const suit of 'CDHS') check(4.5, suit, `ink-${suit}`, 'face')
            }
        }
      return found
    }, FELTS)
    expect(insufficient).toEqual([])
  })

  it('shows the edges of cards, piles and buttons, and what is chosen, in forced colors', async () => {
    await openGame(tab, `?game=${GAME}&deal=17`)
    await tab.emulate!({ forcedColors: 'active' })
    // The styles for devices load after the first paint.
    await until(tab, () =>
      ['.card.top', '.slot.cell', '.button', '.pill', '.seg'].every(
        query => getComputedStyle(document.querySelector(query)!).borderTopStyle === 'solid',
      ),
    )
    /** Waits until, of the elements that match a selector, only the chosen one has the highlight color. */
    const onlyChosen = (query: string, chosen: string) =>
      until(
        tab,
        (all, state) => {
          const probe = document.body.appendChild(document.createElement('i'))
          probe.style.color = 'Highlight'
          const highlight = getComputedStyle(probe).color
          probe.remove()
          const elements = [...document.querySelectorAll(all)]
          const marked = elements.filter(element => {
            const { outlineStyle, outlineColor } = getComputedStyle(element)
            return outlineStyle === 'solid' && outlineColor === highlight
          })
          return marked.length === 1 && marked[0].matches(state)
        },
        query,
        chosen,
      )
    await press(tab, 'today')
    await onlyChosen('.days .key', '[aria-pressed="true"]')
    await press(tab, 'settings')
    await onlyChosen('[data-setting="felt"] label', ':has(:checked)')
    await until(tab, () => {
      const line = (state: string) =>
        getComputedStyle(document.querySelector(`[role="tab"]${state}`)!).borderBottomStyle
      return line('[aria-selected="true"]') === 'solid' && line(':not([aria-selected="true"])') === 'none'
    })
    await tab.emulate!({ forcedColors: 'none' })
  })
})

describe.each(browsers)('the page in $name', ({ launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  it('closes the menu with Esc', async () => {
    await openGame(tab, `?game=${GAME}&deal=17`)
    await tab.run(() => document.querySelector<HTMLElement>('[data-action="menu"]')!.focus())
    await tab.press('Enter')
    await until(tab, () => document.querySelector('#menu:popover-open') !== null)
    await tab.press('Escape')
    await until(tab, () => document.querySelector('#menu:popover-open') === null)
  })

  it('closes a panel on a click outside, but not when a drag from inside ends there', async () => {
    await openGame(tab, `?game=${GAME}&deal=17`)
    await press(tab, 'about')
    await shown(tab, 'dialog[open]')
    await settled(tab)
    const [x, y] = await tab.run(() => {
      const box = document.querySelector('dialog h2')!.getBoundingClientRect()
      return [box.x + 5, box.y + box.height / 2] as const
    })
    await tab.drag([
      [x, y],
      [x + 20, y],
      [10, y],
    ])
    expect(await tab.run(() => document.querySelector('dialog[open]') !== null)).toBe(true)
    await tab.click(10, y)
    await until(tab, () => document.querySelector('dialog[open]') === null)
  })

  it('reaches every button of the bar with Tab', async () => {
    await openGame(tab, `?game=${GAME}&deal=17`)
    const buttons = await tab.run(() => {
      const all = [...document.querySelectorAll<HTMLButtonElement>('.bar button')]
      const usable = all.filter(button => button.checkVisibility() && !button.disabled)
      usable.forEach((button, i) => (button.dataset.counted = String(i)))
      usable[0].focus()
      return usable.length
    })
    expect(buttons).toBeGreaterThan(4)
    const reached = new Set<string>()
    for (let presses = 0; presses < 2 * buttons; presses++) {
      reached.add(await tab.run(() => (document.activeElement as HTMLElement).dataset.counted ?? ''))
      await tab.press('Tab')
    }
    expect([...reached].filter(Boolean)).toHaveLength(buttons)
  })
})
