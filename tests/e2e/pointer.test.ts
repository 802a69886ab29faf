// Drops, right-clicks and clicks on the stock with a real pointer, and the state afterward.
import { describe, expect, it } from 'vitest'
import { deal, heldFrom, rankOf, targets, type PileId, type Position } from '../../engine/index.ts'
import { browsers, itInOne, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, firstDealThat, landed, look, openGame, pointOn, shown, storage, walkTo } from './page.ts'

const GAME = 'sea-towers'
/** A move of a column's top card to the next column, if there is one. */
function moveBeside(position: Position): { from: PileId; to: PileId } | undefined {
  for (const { id, index, number } of position.game.of.tableau) {
    const to: PileId = `t${number + 1}`
    const held = heldFrom(position, id, position.piles[index].length - 1)
    if (targets(position, held).some(target => target.to === to)) return { from: id, to }
  }
  return undefined
}
const DEAL = firstDealThat(GAME, moveBeside)
const { from, to } = moveBeside(deal(GAME, DEAL))!

/** The message beside a card. */
const messageIn = (tab: Tab) => tab.run(() => document.querySelector('.refusal')?.textContent?.trim() ?? '')

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  const leftOf = (pile: PileId) =>
    tab.run(id => document.querySelector(`[data-pile="${id}"]`)!.getBoundingClientRect().left, pile)
  /** Drags the top card of a pile by an offset. */
  async function drag(pile: PileId, right: number, down: number): Promise<void> {
    const [x, y] = await pointOn(tab, pile)
    await tab.drag([
      [x, y],
      [x + right / 2, y + down / 2],
      [x + right, y + down],
    ])
    await landed(tab)
  }

  inOne('returns a dropped card that overlaps its own pile most, and otherwise moves it', async () => {
    await openGame(tab, `?game=${GAME}&deal=${DEAL}`)
    const columnStep = (await leftOf(to)) - (await leftOf(from))
    for (const part of [0.25, 0.4]) {
      await drag(from, part * columnStep, 20)
      expect([(await look(tab)).moves, await messageIn(tab)]).toEqual([0, ''])
    }
    await drag(from, 0.6 * columnStep, 20)
    expect((await look(tab)).moves).toBe(1)
  })

  it('accepts a card dropped anywhere below the last card of a column', async () => {
    await openGame(tab, `?game=${GAME}&deal=${DEAL}`)
    const columnStep = (await leftOf(to)) - (await leftOf(from))
    const [, y] = await pointOn(tab, from)
    await drag(from, columnStep, 640 - y)
    expect((await look(tab)).moves).toBe(1)
  })

  inOne('accepts right-clicks after an immovable card was dragged onto the bar', async () => {
    await openGame(tab, `?game=${GAME}&deal=17`)
    const [x, y] = await pointOn(tab, 't3', 0)
    await tab.drag([
      [x, y],
      [x + 20, y - 40],
      [x + 20, 12],
    ])
    await tab.rightClick(...(await pointOn(tab, 't5')))
    const rule = 'An empty foundation starts with an ace'
    await until(tab, text => document.querySelector('.refusal')?.textContent?.trim() === text, rule)
  })

  const pressed = process.env.LONG
    ? (['klondike-1', 'spider-1', 'scorpion', 'pyramid'] as const)
    : (['klondike-1', 'pyramid'] as const)
  inOne.each(pressed)(
    'turns the stock or deals from it after a click on any visible part of it in %s',
    async game => {
      await storage.set(tab, 'settings', '{"automatic":"off"}')
      await openGame(tab, `?game=${game}&deal=17`)
      const { x, y, width, height, edges } = await tab.run(() => {
        const slot = document.querySelector<HTMLElement>('[data-pile="stock"]')!
        const { left, top, width: w, height: h } = slot.getBoundingClientRect()
        // Each drawn edge is about a hundredth of the width.
        return { x: left, y: top, width: w, height: h, edges: Number(slot.style.getPropertyValue('--edges')) }
      })
      const points = [
        [width / 2, height - 3],
        [width / 2, height / 2],
        [width / 2, height + 5],
        [width / 3, height * 1.04],
        // In Pyramid, the waste adjoins the stock. With few cards, the edge is only about a pixel wide.
        ...(game === 'pyramid' || edges < 3 ? [] : [[width * (1 + edges / 200), height / 3]]),
      ]
      for (const [right, below] of points) {
        await tab.click(x + right, y + below)
        await landed(tab)
        expect((await look(tab)).moves, `${right}, ${below}`).toBe(1)
        await tab.press('u')
        await landed(tab)
      }
    },
  )
  inOne('draws no cursor while the user plays by mouse, even after the hint key', async () => {
    await openGame(tab, `?game=${GAME}&deal=${DEAL}`)
    const isDrawn = () => tab.run(() => document.querySelector('.table')!.hasAttribute('data-cursor'))
    await clickPile(tab, from)
    await landed(tab)
    await tab.press('h')
    await shown(tab, '.hinted, .hint-arrow')
    expect(await isDrawn()).toBe(false)
    await tab.press('ArrowLeft')
    expect(await isDrawn()).toBe(true)
  })
  inOne('draws the cursor on an empty waste above the edges of the stock beside it', async () => {
    await openGame(tab, '?game=double-klondike-1&deal=17')
    await walkTo(tab, 'waste')
    const [waste, stock] = await tab.run(() =>
      [':focus', '[data-pile="stock"]'].map(slot =>
        Number(getComputedStyle(document.querySelector(slot)!).zIndex),
      ),
    )
    // Of two elements with the same z-index, the later one is painted last.
    expect(waste).toBe(stock)
  })
})

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let tab: Tab
  inBrowser(
    launch,
    first => {
      tab = first
    },
    { hasMotion: true },
  )

  inOne('shows no wrong message if the user right-clicks again while the card is in motion', async () => {
    const number = firstDealThat(GAME, ({ game, piles }) => {
      const { index } = game.of.tableau[0]
      return rankOf(piles[index].at(-1)!) === 0
    })
    await storage.set(tab, 'settings', '{"automatic":"off"}')
    await openGame(tab, `?game=${GAME}&deal=${number}`)
    const [x, y] = await pointOn(tab, 't0')
    await tab.rightClick(x, y)
    await tab.rightClick(x, y)
    expect((await look(tab)).moves).toBe(1)
    expect(await messageIn(tab)).not.toBe('Cards stay here')
  })
})
