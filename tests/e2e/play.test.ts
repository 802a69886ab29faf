// The built extension in real browsers: every game laid out, played by click, drag and keyboard, undone,
// reloaded, resumed, won.
import { describe, expect, it, test } from 'vitest'
import {
  autoplayMoves,
  bestTargets,
  deal,
  finish,
  gameById,
  games,
  legalMoves,
  playAll,
  targets,
  type GameId,
  type Held,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { wonGame } from '../support/help.ts'
import { browsers, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  clickPile,
  dragPile,
  expectBoard,
  look,
  makeMove,
  openGame,
  pointOn,
  press,
  settled,
  shown,
  storage,
} from './page.ts'

const DEAL = 17

/** What the table must show after a gesture: its moves and those that follow by themselves. */
const then = (position: Position, moves: readonly Move[]): Position => {
  const after = playAll(position, moves)
  return playAll(after, autoplayMoves(after, position.game.autoplay))
}

const topsOf = (position: Position): Held[] =>
  position.game.of.tableau
    .filter(({ index }) => position.piles[index].length > 0)
    .map(({ id }) => ({ from: id, count: 1 }))

describe.each(browsers)('$name', ({ launch }) => {
  let browser: BrowserDriver
  let tab: Tab
  inBrowser(launch, (first, started) => {
    tab = first
    browser = started
  })

  it('a new tab shows Double Sea Towers first of all', async () => {
    await shown(tab)
    expect(await look(tab)).toMatchObject({ game: 'double-sea-towers', moves: 0, state: 'playing' })
  })

  describe.each(games.map(({ id }) => id))('%s', id => {
    const first = deal(id, DEAL)
    const fresh = async () => {
      await openGame(tab, `?game=${id}&deal=${DEAL + 1}`)
      await openGame(tab, `?game=${id}&deal=${DEAL}`)
    }

    it('is laid out for a fixed deal number, and nothing is outside the window', async () => {
      for (const [width, height] of [
        [400, 700],
        [1366, 650],
      ] as const) {
        await tab.resize(width, height)
        await openGame(tab, `?game=${id}&deal=${DEAL}`)
        await expectBoard(tab, first)
        expect(await look(tab)).toMatchObject({ deal: DEAL, moves: 0, state: 'playing' })
        const outside = await tab.run(
          () =>
            [...document.querySelectorAll('[data-card], [data-pile]')].filter(element => {
              const { left, top, right, bottom } = element.getBoundingClientRect()
              return left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight
            }).length,
        )
        expect(outside).toBe(0)
        expect(await tab.run(() => document.documentElement.scrollHeight <= window.innerHeight)).toBe(true)
      }
    })

    it('is played by click, undone, redone and restarted', async () => {
      await fresh()
      const held = topsOf(first).find(top => bestTargets(first, top).length > 0)
      const after = held
        ? then(first, bestTargets(first, held)[0].moves)
        : then(first, [legalMoves(first)[0]])
      await clickPile(tab, held?.from ?? 'stock')
      await expectBoard(tab, after)
      const { moves } = await look(tab)
      expect(moves).toBeGreaterThan(0)
      await press(tab, 'undo')
      await expectBoard(tab, first)
      await press(tab, 'redo')
      await expectBoard(tab, after)
      expect((await look(tab)).moves).toBe(moves)
      await press(tab, 'restart')
      await expectBoard(tab, first)
    })

    it('is played by drag, and a card let go anywhere else glides back', async () => {
      await fresh()
      const held = topsOf(first).find(top => targets(first, top).length > 0) ?? topsOf(first)[0]
      const [x, y] = await pointOn(tab, held.from)
      await tab.drag([
        [x, y],
        [x + 20, y + 30],
        [700, 640],
      ])
      await settled(tab)
      await expectBoard(tab, first)
      const [target] = targets(first, held)
      if (target) {
        await dragPile(tab, held.from, target.to)
        await expectBoard(tab, then(first, target.moves))
      }
      const place = await tab.run(
        () =>
          [...document.querySelectorAll<HTMLElement>('[data-card]')].filter(
            card => card.style.transform !== '',
          ).length,
      )
      expect(place).toBe(0)
    })

    it('is played by the keyboard alone', async () => {
      await fresh()
      if (first.game.stock) {
        const { board } = await look(tab)
        await tab.press('d')
        expect((await look(tab)).board.stock.length).toBeLessThan(board.stock.length)
        await tab.press('u')
        await expectBoard(tab, first)
      }
      const column = first.game.of.tableau.findIndex(
        ({ id: from }) => bestTargets(first, { from, count: 1 }).length > 0,
      )
      if (column >= 0) {
        await tab.press('1234567890-'[column])
        await tab.press('Enter')
        await expectBoard(tab, then(first, bestTargets(first, { from: `t${column}`, count: 1 })[0].moves))
        await tab.press('u')
        await expectBoard(tab, first)
        await tab.press('z', 'Control', 'Shift')
        await tab.press('z', 'Control')
        const places = targets(first, { from: `t${column}`, count: 1 })
        const { to, moves } = places.find(place => !place.to.startsWith('f')) ?? places[0]
        await tab.press('1234567890-'[column])
        await tab.press('s')
        await walkTo(tab, to)
        await tab.press('Enter')
        await expectBoard(tab, then(first, moves))
      }
    })

    it('is resumed where it was left, with undo, after a reload and in another tab', async () => {
      await fresh()
      const [legal] = legalMoves(first)
      await makeMove(tab, legal)
      const after = then(first, [legal])
      await expectBoard(tab, after)
      await tab.reload()
      await shown(tab)
      await expectBoard(tab, after)
      const other = await browser.newTab()
      await shown(other)
      await expectBoard(other, after)
      await press(other, 'undo')
      await expectBoard(other, first)
      await other.close()
      await until(
        tab,
        moves => document.querySelector<HTMLElement>('[data-game]')!.dataset.moves === moves,
        '0',
      )
      await expectBoard(tab, first)
    })
  })

  /** Walks with the arrows until a pile has the focus. */
  async function walkTo(where: Tab, pile: PileId): Promise<void> {
    const spot = (id: string) =>
      where.run(name => {
        const { x, y } = document.querySelector(`[data-pile="${name}"]`)!.getBoundingClientRect()
        return { x, y }
      }, id)
    const there = await spot(pile)
    for (let steps = 0; steps < 60; steps++) {
      const on = await where.run(() => {
        const { on, pile } = (document.activeElement as HTMLElement).dataset
        return on ?? pile ?? ''
      })
      if (on === pile) return
      const here = await spot(on)
      const row = Math.abs(here.y - there.y) > 5
      await where.press(
        row ? (there.y > here.y ? 'ArrowDown' : 'ArrowUp') : there.x > here.x ? 'ArrowRight' : 'ArrowLeft',
      )
    }
    throw new Error(`the arrows never reached ${pile}`)
  }

  test.each(['sea-towers', 'double-dot'] as const)('a whole game of %s is won by dragging', async id => {
    const { deal: number, moves } = wonGame(id)
    await storage.set(tab, 'settings', JSON.stringify({ automatic: 'off' }))
    await tab.reduceMotion(true)
    await openGame(tab, `?game=${id}&deal=${number}`)
    let position = deal(id, number)
    for (const move of moves) {
      await makeMove(tab, move)
      position = playAll(position, [move])
    }
    await expectBoard(tab, position)
    await shown(tab, '[data-action="next"]')
    expect(await look(tab)).toMatchObject({ state: 'won', moves: moves.length })
    await settled(tab)
    await tab.press('Enter')
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.state === 'playing')
    expect(await look(tab)).toMatchObject({ game: id, moves: 0 })
    await storage.set(tab, 'settings', JSON.stringify({ automatic: 'game' }))
    await tab.reduceMotion(false)
    await tab.reload()
    await shown(tab)
  })

  test('“Finish” appears when the rest is a formality, and plays it', async () => {
    const { deal: number, moves } = wonGame('sea-towers')
    await storage.set(tab, 'settings', JSON.stringify({ automatic: 'off' }))
    await tab.reduceMotion(true)
    await openGame(tab, `?game=sea-towers&deal=${number}`)
    let position = deal('sea-towers', number)
    for (const move of moves) {
      if (finish(position)) break
      expect(await tab.run(() => document.querySelector('[data-action="finish"]'))).toBeNull()
      await makeMove(tab, move)
      position = playAll(position, [move])
    }
    await press(tab, 'finish')
    await expectBoard(tab, playAll(position, finish(position)!))
    expect((await look(tab)).state).toBe('won')
    await storage.set(tab, 'settings', JSON.stringify({ automatic: 'game' }))
    await tab.reduceMotion(false)
  })

  test('ten clicks at once lose or double no card', async () => {
    for (const id of ['double-sea-towers', 'double-klondike-3'] as GameId[]) {
      await openGame(tab, `?game=${id}&deal=5`)
      const [x, y] = await pointOn(tab, id === 'double-sea-towers' ? 't3' : 'stock')
      await tab.click(x, y, 10)
      await settled(tab)
      const { board } = await look(tab)
      const cards = Object.values(board).join(' ').split(' ').filter(Boolean)
      expect(cards).toHaveLength(gameById(id).cards.length)
    }
  })

  test('the table keeps to itself what is face down', async () => {
    await openGame(tab, '?game=double-klondike-1&deal=3')
    const { board } = await look(tab)
    expect(board.t8).toBe('[] [] [] [] [] [] [] [] ' + board.t8.slice(-2))
  })
})
