// Touch input, as on a phone: a portrait window, taps, drags, long presses, and sufficiently tall buttons.
import { afterAll, describe, expect, it } from 'vitest'
import { deal, legalMoves, type Move } from '../../engine/index.ts'
import { browsers, itInOne, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { afterGesture, expectBoard, look, openGame, pointOn, press, settled, shown, storage } from './page.ts'

const GAME = 'sea-towers'
const DEAL = 17
const start = deal(GAME, DEAL)
const toCell = legalMoves(start).find(
  (move): move is Move & { kind: 'move' } => move.kind === 'move' && move.to.startsWith('c'),
)!

/** Whether every button of the bar, the menu and the welcome hint is as tall as a fingertip. */
const areButtonsTall = () =>
  [...document.querySelectorAll<HTMLElement>('.actions .button, .first .button, .menu-item')]
    .filter(button => button.checkVisibility())
    .every(button => button.offsetHeight >= 36)

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })
  afterAll(() => tab.touchOnly?.(false))

  async function openOnPhone(query: string): Promise<void> {
    await tab.touchOnly?.(true)
    await tab.leave()
    await storage.set(tab, 'settings', '{"automatic":"off"}')
    await tab.resize(400, 700)
    await openGame(tab, query)
  }

  inOne('plays a card with a tap', async () => {
    await openOnPhone(`?game=${GAME}&deal=${DEAL}`)
    await tab.touch([await pointOn(tab, 't3')])
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.moves === '1')
  })

  it('drags a card with a finger, without scrolling', async () => {
    await openOnPhone(`?game=${GAME}&deal=${DEAL}`)
    const [from, to] = [await pointOn(tab, toCell.from), await pointOn(tab, toCell.to)]
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const
    await tab.touch([from, [from[0], from[1] - 14], middle, to])
    await expectBoard(tab, afterGesture(start, [toCell]))
    expect(await tab.run(() => [scrollX, scrollY, document.querySelector('.table')!.scrollTop])).toEqual([
      0, 0, 0,
    ])
  })

  inOne('shows a covered card while a finger rests on it, and makes no move', async () => {
    await openOnPhone(`?game=${GAME}&deal=${DEAL}`)
    await tab.touch([await pointOn(tab, 't3', 1)], () => shown(tab, '.peek'))
    await until(tab, () => document.querySelector('.peek') === null)
    expect((await look(tab)).moves).toBe(0)
  })

  it('has buttons as tall as a fingertip in the bar, the menu and the welcome hint', async () => {
    await openOnPhone('')
    await shown(tab, '.first')
    if (tab.touchOnly) expect(await tab.run(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
    await tab.touch([
      await tab.run(() => {
        const box = document.querySelector('[data-action="menu"]')!.getBoundingClientRect()
        return [box.x + box.width / 2, box.y + box.height / 2] as const
      }),
    ])
    await shown(tab, '#menu .menu-item')
    if (tab.touchOnly) {
      // The styles for devices load after the first paint.
      await until(tab, areButtonsTall)
      expect(await tab.run(() => document.querySelector('.first strong')!.textContent)).toContain('Tap')
    }
  })

  // Only Firefox can simulate a device without a mouse.
  it.runIf(name === 'Firefox')(
    'has no control smaller than a fingertip in the bar, a list or a panel',
    async () => {
      await openOnPhone('?game=double-sea-towers&deal=17')
      await shown(tab, '.chip.light')
      // The styles for devices load after the first paint.
      await until(tab, () => getComputedStyle(document.querySelector('.chip.name')!).minWidth === '40px')
      /** The controls whose touch area is less than 40 pixels wide or high. */
      const small = () =>
        tab.run(() => {
          const controls = [
            ...document.querySelectorAll<HTMLElement>(
              '.bar button, dialog :is(button, summary, select, label:has(input))',
            ),
          ].filter(one => one.checkVisibility())
          return controls.flatMap(control => {
            control.scrollIntoView({ block: 'center', inline: 'center' })
            const tile = control.matches('.whole-tile') ? control.closest('.tile')! : control
            const { left, top, width, height } = tile.getBoundingClientRect()
            const isHit = (dx: number, dy: number) => {
              const at = document.elementFromPoint(left + width / 2 + dx, top + height / 2 + dy)
              return at !== null && (control.contains(at) || at.closest('label') === control)
            }
            const steps = Array.from({ length: 39 }, (_, i) => i - 19)
            const isLarge = steps.every(step => isHit(step, 0) && isHit(0, step))
            return isHit(0, 0) && !isLarge ? [control.dataset.action ?? control.textContent.trim()] : []
          })
        })
      for (const list of ['games', 'deal', 'light', 'today', 'menu']) {
        await press(tab, list)
        await shown(tab, `#${list} button`)
        await settled(tab)
        expect(await small(), list).toEqual([])
        await tab.press('Escape')
      }
      for (const panel of ['settings', 'help', 'stats', 'goals', 'past', 'about', 'backup', 'place']) {
        await press(tab, panel)
        await shown(tab, 'dialog[open] .inside')
        await settled(tab)
        expect(await small(), panel).toEqual([])
        await tab.press('Escape')
        await until(tab, () => document.querySelector('dialog[open]') === null)
      }
    },
  )
})
