// Whole games won with only the accessibility tree: roles and names, without screen positions.
import { describe, expect, it, vi } from 'vitest'
import {
  cardInWords,
  deal,
  nameOf,
  play,
  type GameId,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { wonGame } from '../support/help.ts'
import { browsers, until, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import { counts, look, openGame, shown, storage } from './page.ts'

const called = (pile: PileId): string =>
  pile === 'waste'
    ? 'Waste'
    : `${{ t: 'Column', c: 'Cell', f: 'Foundation' }[pile[0]]!} ${Number(pile.slice(1)) + 1}`
const cardsOn = ({ game, piles }: Position, pile: PileId) => piles[game.pileById.get(pile)!.index]

/** Each browser plays another game; `LONG=1` plays both in both. */
const PLAYED: Record<string, readonly GameId[]> = {
  Chromium: ['double-sea-towers'],
  Firefox: ['klondike-1'],
}
const ALL = Object.values(PLAYED).flat()

describe.each(browsers)('$name', ({ name, launch }) => {
  let tab: Tab
  inBrowser(launch, first => {
    tab = first
  })

  /** Presses the only element with a role whose name starts with a text, once it appears. */
  async function pressNamed(role: string, start: string): Promise<void> {
    const found = await vi.waitFor(
      async () => {
        const nodes = await tab.accessibility!()
        const [one, ...others] = nodes.filter(({ role: of, name }) => of === role && name.startsWith(start))
        expect([one?.role, others.length], start).toEqual([role, 0])
        return one
      },
      { timeout: 15_000, interval: 40 },
    )
    await tab.activate!(found.id)
  }

  it.each(process.env.LONG ? ALL : PLAYED[name])(
    'lets a hand of %s be won',
    async id => {
      const { deal: number, moves } = wonGame(id)
      await storage.set(tab, 'settings', '{"click":"select","automatic":"off"}')
      await openGame(tab, `?game=${id}&deal=${number}`)
      await until(tab, () => document.querySelector('.table [aria-label*="Column 1"]') !== null)
      let position = deal(id, number)
      for (const [made, move] of moves.entries()) {
        if (move.kind === 'move') {
          const { from, to, count } = move
          const nameIn = (pile: PileId, above: number) => {
            const cards = cardsOn(position, pile)
            const place = above === 1 ? 'top' : `card ${cards.length - above + 1}`
            return `${cardInWords(nameOf(cards.at(-above)!))}, ${called(pile)}, ${place}`
          }
          await pressNamed('button', nameIn(from, count))
          if (cardsOn(position, to).length === 0) await pressNamed('group', `${called(to)}, empty`)
          else await pressNamed('button', nameIn(to, 1))
        } else {
          const left = cardsOn(position, 'stock').length
          await pressNamed(
            'button',
            `Stock, ${left === 0 ? 'empty' : left === 1 ? '1 card' : `${left} cards`}, press`,
          )
        }
        await counts(tab, made + 1)
        position = play(position, move)
      }
      expect((await look(tab)).state).toBe('won')
      await shown(tab, '.won')
    },
    600_000,
  )
})
