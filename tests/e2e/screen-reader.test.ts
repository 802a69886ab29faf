// The accessibility tree: games are won by roles and names only, without screen positions, and notices are
// read.
import { describe, expect, it, vi } from 'vitest'
import {
  cardInWords,
  deal,
  nameOf,
  play,
  playAll,
  type GameId,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { wonGame } from '../support/help.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { clickPile, counts, ENDING, look, nearlyWon, openGame, press, shown, storage } from './page.ts'

const pileName = (pile: PileId): string =>
  pile === 'waste'
    ? 'Waste'
    : `${{ t: 'Column', c: 'Cell', f: 'Foundation' }[pile[0]]!} ${Number(pile.slice(1)) + 1}`
const cardsOn = ({ game, piles }: Position, pile: PileId) => piles[game.pileById.get(pile)!.index]

/** Each browser plays a different game; `LONG=1` plays all of them in both. */
const PLAYED: Record<string, readonly GameId[]> = { Chromium: ['sea-towers'], Firefox: ['klondike-1'] }
const ALL: readonly GameId[] = ['double-sea-towers', 'sea-towers', 'klondike-1']

describe.each(browsers)('the accessibility tree in $name', ({ name, launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  /** Waits until exactly one element matches each role and name prefix; resolves to the elements' ids. */
  async function find(...wanted: readonly (readonly [role: string, start: string])[]): Promise<number[]> {
    return vi.waitFor(
      async () => {
        const nodes = await tab.accessibility!()
        return wanted.map(([of, start]) => {
          const [one, ...others] = nodes.filter(({ role, name }) => role === of && name.startsWith(start))
          expect([one?.role, others.length], start).toEqual([of, 0])
          return one.id
        })
      },
      { timeout: 15_000, interval: 40 },
    )
  }

  it.each(process.env.LONG ? ALL : PLAYED[name])(
    'is sufficient to win %s',
    async id => {
      const { text, made, left } = nearlyWon(id, ENDING)
      await tab.leave()
      await storage.setAll(tab, { settings: '{"click":"select","automatic":"off"}', [`game:${id}`]: text })
      await openGame(tab, `?game=${id}`)
      await until(tab, () => document.querySelector('.table [aria-label*="Column 1"]') !== null)
      const { deal: number, moves } = wonGame(id)
      let position = playAll(deal(id, number), moves.slice(0, made))
      for (const [i, move] of left.entries()) {
        if (move.kind === 'move') {
          const { from, to, count } = move
          const nameIn = (pile: PileId, above: number) => {
            const cards = cardsOn(position, pile)
            const place = above === 1 ? 'top' : `card ${cards.length - above + 1}`
            return `${cardInWords(nameOf(cards.at(-above)!))}, ${pileName(pile)}, ${place}`
          }
          const isEmpty = cardsOn(position, to).length === 0
          const [card, place] = await find(
            ['button', nameIn(from, count)],
            isEmpty ? ['group', `${pileName(to)}, empty`] : ['button', nameIn(to, 1)],
          )
          await tab.activate!(card)
          await tab.activate!(place)
          // The announcement begins with the move.
          await until(
            tab,
            words => document.querySelector('.table [role="status"]')!.textContent!.trim().startsWith(words),
            `${cardInWords(nameOf(cardsOn(position, from).at(-count)!))} to ${pileName(to)}`,
          )
        } else {
          const count = cardsOn(position, 'stock').length
          const name = `Stock, ${count === 0 ? 'empty' : count === 1 ? '1 card' : `${count} cards`}, press`
          await tab.activate!((await find(['button', name]))[0])
        }
        await counts(tab, made + i + 1)
        position = play(position, move)
      }
      expect((await look(tab)).state).toBe('won')
      await shown(tab, '.won')
      await find(['dialog', 'You won!'])
    },
    600_000,
  )

  it('contains the text of a notice exactly once, in a live region that already existed', async () => {
    await storage.set(tab, 'settings', '{"winnableOnly":false,"light":"never"}')
    await openGame(tab, '?game=sea-towers&deal=17')
    await clickPile(tab, 't0')
    await shown(tab, '.notice [role="status"]')
    const regions = async () => (await tab.accessibility!()).filter(({ role }) => role === 'status').length
    const before = await tab.run(() => document.querySelectorAll('[role="status"]').length)
    // The tree follows the page with a delay.
    await vi.waitFor(async () => expect(await regions()).toBe(before), { timeout: 15_000, interval: 40 })
    await press(tab, 'new')
    await shown(tab, '[data-notice="newDeal"].shown')
    const text = await tab.run(() => document.querySelector('.notice [role="status"]')!.textContent!)
    // Chromium lists each line of a text again.
    await vi.waitFor(
      async () => {
        const nodes = (await tab.accessibility!()).filter(({ role }) => role !== 'InlineTextBox')
        expect(nodes.flatMap(({ name }) => (name.includes(text) ? [name] : []))).toEqual([text])
      },
      { timeout: 15_000, interval: 40 },
    )
    expect(await regions()).toBe(before)
  })
})
