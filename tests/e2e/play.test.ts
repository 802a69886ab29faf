// The built extension in real browsers: games are dealt, played by click, drag and keyboard, undone,
// reloaded, resumed and won.
import { describe, expect, it } from 'vitest'
import {
  GAMES,
  bestTargets,
  deal,
  finish,
  gameById,
  isWon,
  legalMoves,
  playAll,
  readRecord,
  repairLine,
  targets,
  type GameId,
  type Held,
  type Move,
  type Position,
} from '../../engine/index.ts'
import { charactersOf } from '../../components/table/keys.ts'
import { splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { eventually } from '../support/eventually.ts'
import { wonGame } from '../support/help.ts'
import { browsers, itInOne, until, type BrowserDriver, type Tab } from './drivers/index.ts'
import { inBrowser } from './in-browser.ts'
import {
  afterGesture,
  clickPile,
  counts,
  dragPile,
  expectBoard,
  firstDealThat,
  look,
  makeMove,
  moved,
  nearlyWon,
  openGame,
  pointOn,
  press,
  readyToFinish,
  settled,
  shown,
  storage,
  walkTo,
} from './page.ts'

/** The column keys, from left to right. */
const COLUMN_KEYS = charactersOf('columns')

const topsOf = (position: Position): Held[] =>
  position.game.of.tableau
    .filter(({ index }) => position.piles[index].length > 0)
    .map(({ id }) => ({ from: id, count: 1 }))

/** Both browsers draw games alike, so each plays only some layouts. `LONG=1` plays all in both. */
const PLAYED: Record<string, readonly GameId[]> = {
  Chromium: ['double-sea-towers', 'double-klondike-3'],
  Firefox: ['spider-1'],
}

/** All games are stored in the same way, so only one is reloaded. `LONG=1` reloads all. */
const RELOADED = process.env.LONG ? GAMES : ['double-klondike-3']

describe.each(browsers)('the page in $name', ({ name, launch }) => {
  const inOne = itInOne(name)
  let browser: BrowserDriver
  let tab: Tab
  inBrowser(launch, (first, started) => {
    tab = first
    browser = started
  })

  it('shows Double Sea Towers in the very first tab', async () => {
    await openGame(tab, '')
    expect(await look(tab)).toMatchObject({ game: 'double-sea-towers', moves: 0, state: 'playing' })
  })

  inOne('replays a game that has ended, and draws a picture of it', async () => {
    await storage.set(tab, 'settings', '{"winnableOnly":false,"automatic":"off"}')
    await openGame(tab, '?game=double-sea-towers&deal=17')
    for (const pile of ['t0', 't1', 't2'] as const) {
      const { moves } = await look(tab)
      await clickPile(tab, pile)
      await moved(tab, moves)
      await settled(tab)
    }
    const played = await look(tab)
    await press(tab, 'new')
    await counts(tab, 0)
    await tab.leave()
    const { text, made } = readyToFinish('double-sea-towers')
    await storage.set(tab, 'game:double-sea-towers', text)
    await openGame(tab, '')
    await shown(tab, '[data-action="finish"]')
    await press(tab, 'past')
    await shown(tab, '[data-past="givenUp"]')
    const size = await tab.run(async () => {
      const file = new Promise<Blob>(resolve => {
        URL.createObjectURL = made => {
          resolve(made as Blob)
          return 'about:blank'
        }
      })
      HTMLAnchorElement.prototype.click = () => undefined
      document.querySelector<HTMLElement>('[data-past] [data-action="picture"]')!.click()
      const { width, height } = await createImageBitmap(await file)
      return [width, height]
    })
    expect(size).toEqual([1200, 630])
    await tab.run(() =>
      document.querySelector<HTMLElement>('[data-past] [data-action="watch-again"]')!.click(),
    )
    await shown(tab, '.replay')
    await tab.press('End')
    await settled(tab)
    expect((await look(tab)).board).toEqual(played.board)
    // During the replay, the bar neither describes nor finishes the game in progress.
    expect(
      await tab.run(() =>
        [...document.querySelectorAll<HTMLElement>('.bar [data-action]')]
          .filter(button => button.checkVisibility({ visibilityProperty: true }))
          .map(button => button.dataset.action),
      ),
    ).toEqual(['today', 'undo', 'redo', 'hint', 'new', 'menu'])
    await tab.press('Escape')
    await until(tab, () => document.querySelector('.replay') === null)
    expect((await look(tab)).moves).toBe(made)
  })

  inOne('shows the user’s own picture under the cards, in every tab, until it is removed', async () => {
    await openGame(tab, '?game=double-sea-towers&deal=17')
    await press(tab, 'settings')
    await shown(tab, '[data-setting="picture"]')
    await tab.run(async () => {
      const canvas = new OffscreenCanvas(3000, 60)
      canvas.getContext('2d')!.fillRect(0, 0, 3000, 60)
      const input = document.querySelector<HTMLInputElement>('[data-setting="picture"]')!
      const files = new DataTransfer()
      files.items.add(new File([await canvas.convertToBlob()], 'table.png', { type: 'image/png' }))
      input.files = files.files
      input.dispatchEvent(new Event('change'))
    })
    const isShown = () => document.documentElement.dataset.own === 'picture'
    await until(tab, isShown)
    const other = await browser.newTab()
    await until(other, isShown)
    // The tab shows a preview first.
    await until(other, async () => {
      const address = /url\("?([^")]*)/.exec(getComputedStyle(document.body).backgroundImage)![1]
      const image = new Image()
      image.src = address
      await image.decode()
      return image.naturalWidth === 2560
    })
    await tab.run(() => {
      const input = document.querySelector<HTMLInputElement>('[data-setting="picture"]')!
      const files = new DataTransfer()
      files.items.add(new File(['no picture'], 'table.png', { type: 'image/png' }))
      input.files = files.files
      input.dispatchEvent(new Event('change'))
    })
    await until(tab, () => document.querySelector('dialog .error')?.textContent?.includes('can’t be used'))
    expect(await other.run(isShown)).toBe(true)
    await tab.run(() => document.querySelector<HTMLElement>('[data-action="remove-picture"]')!.click())
    await until(other, () => document.documentElement.dataset.own === undefined)
    await other.close()
  })

  inOne('shows the number of the deal in a narrow window', async () => {
    await tab.resize(400, 700)
    await openGame(tab, '?game=golf&deal=7')
    const shown = await tab.run(() => {
      const line = document.querySelector('.number span')!
      const range = document.createRange()
      range.selectNodeContents(line)
      return range.getBoundingClientRect().top >= line.getBoundingClientRect().top - 1
    })
    expect(shown).toBe(true)
    await tab.resize(1366, 650)
  })

  describe.each(process.env.LONG ? GAMES : PLAYED[name])('%s', id => {
    // A deal in which some top card has a legal move, so that every gesture has an effect.
    const number = firstDealThat(id, first => topsOf(first).some(top => bestTargets(first, top).length > 0))
    const first = deal(id, number)
    const held = topsOf(first).find(top => bestTargets(first, top).length > 0)!
    const query = `?game=${id}&deal=${number}`

    it('is dealt by number, with no card outside the window', async () => {
      await openGame(tab, query)
      for (const [width, height] of [
        [400, 700],
        [1366, 650],
      ] as const) {
        await tab.resize(width, height)
        await expectBoard(tab, first)
        expect(await look(tab)).toMatchObject({ deal: number, moves: 0, state: 'playing' })
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

    it('can be played by clicking, undone, redone and restarted', async () => {
      await openGame(tab, query)
      const after = afterGesture(first, bestTargets(first, held)[0].moves)
      await clickPile(tab, held.from)
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

    it('can be played by dragging, and a card dropped elsewhere returns to its pile', async () => {
      await openGame(tab, query)
      const [x, y] = await pointOn(tab, held.from)
      await tab.drag([
        [x, y],
        [x + 20, y + 30],
        [700, 640],
      ])
      await settled(tab)
      await expectBoard(tab, first)
      const [target] = targets(first, held)
      await dragPile(tab, held.from, target.to)
      await expectBoard(tab, afterGesture(first, target.moves))
      const inHand = await tab.run(
        () =>
          [...document.querySelectorAll<HTMLElement>('[data-card]')].filter(
            card => card.style.transform !== '',
          ).length,
      )
      expect(inHand).toBe(0)
    })

    it('can be played with only the keyboard', async () => {
      await openGame(tab, query)
      const column = COLUMN_KEYS[Number(held.from.slice(1))]
      // A layout with more columns than keys requires arrow keys.
      const toHeld = () => (column ? tab.press(column) : walkTo(tab, held.from))
      await toHeld()
      await tab.press('Enter')
      await expectBoard(tab, afterGesture(first, bestTargets(first, held)[0].moves))
      await tab.press('u')
      await expectBoard(tab, first)
      await tab.press('z', 'Control', 'Shift')
      await expectBoard(tab, afterGesture(first, bestTargets(first, held)[0].moves))
      await tab.press('z', 'Control')
      await expectBoard(tab, first)
      const places = targets(first, held)
      const { to, moves } = places.find(place => !place.to.startsWith('f')) ?? places[0]
      await toHeld()
      await tab.press('s')
      await walkTo(tab, to)
      await tab.press('Enter')
      await expectBoard(tab, afterGesture(first, moves))
    })

    if (first.game.stock) {
      it('lets the user turn the stock and undo with the keyboard', async () => {
        await openGame(tab, query)
        await tab.press('d')
        await expectBoard(tab, afterGesture(first, [legalMoves(first).find(({ kind }) => kind !== 'move')!]))
        await tab.press('u')
        await expectBoard(tab, first)
      })
    }

    it.runIf(RELOADED.includes(id))(
      'continues after a reload and in another tab, where the user can still undo',
      async () => {
        await openGame(tab, query)
        const [legal] = legalMoves(first)
        await makeMove(tab, legal)
        const after = afterGesture(first, [legal])
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
        await counts(tab, 0)
        await expectBoard(tab, first)
      },
    )
  })

  inOne('shows the win sheet after the user has dragged the cards of a whole game', async () => {
    const id = 'sea-towers'
    const { deal: number, moves } = wonGame(id)
    await openGame(tab, `?game=${id}&deal=${number}`)
    let position = deal(id, number)
    let drags = 0
    for (let rest: readonly Move[] = moves; !isWon(position); drags++) {
      await makeMove(tab, rest[0])
      // Cards that are safe on a foundation go there automatically.
      const after = afterGesture(position, rest.slice(0, 1))
      await expectBoard(tab, after)
      rest = repairLine(position, rest, after)!
      position = after
    }
    expect(drags).toBeGreaterThan(20)
    await shown(tab, '.won [data-action="next"]')
    expect(await look(tab)).toMatchObject({ state: 'won', moves: moves.length })
    await settled(tab)
    await tab.press('Enter')
    await until(tab, () => document.querySelector<HTMLElement>('[data-game]')!.dataset.state === 'playing')
    expect(await look(tab)).toMatchObject({ game: id, moves: 0 })
  })

  inOne(
    'offers “Finish” only when the game can be finished automatically, and then finishes it',
    async () => {
      const { left: rest } = readyToFinish('sea-towers')
      const { text, left } = nearlyWon('sea-towers', rest.length + 2)
      await tab.leave()
      await storage.setAll(tab, { 'settings': '{"automatic":"off"}', 'game:sea-towers': text })
      await openGame(tab, '?game=sea-towers')
      const { deal: number, moves } = wonGame('sea-towers')
      let position = playAll(deal('sea-towers', number), moves.slice(0, -left.length))
      for (const move of left.slice(0, 2)) {
        expect(await tab.run(() => document.querySelector('[data-action="finish"]'))).toBeNull()
        await makeMove(tab, move)
        position = playAll(position, [move])
        await expectBoard(tab, position)
      }
      await press(tab, 'finish')
      await expectBoard(tab, playAll(position, finish(position)!))
      expect((await look(tab)).state).toBe('won')
    },
  )

  inOne('does not lose or duplicate a card when ten clicks come at the same time', async () => {
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

  inOne('saves the elapsed time when the window loses the focus', async () => {
    await openGame(tab, '?game=double-sea-towers&deal=17')
    await clickPile(tab, 't0')
    await until(tab, () => document.querySelector('.time')!.textContent !== '0:00')
    await tab.run(() => dispatchEvent(new Event('blur')))
    await eventually(async () => {
      const { record } = splitLocalEnvelope((await storage.get(tab))['game:double-sea-towers'])
      const game = readRecord(record)
      expect(game.ok && game.value.seconds).toBeGreaterThan(0)
    })
  })

  it('does not reveal face-down cards', async () => {
    await openGame(tab, '?game=double-klondike-1&deal=3')
    const { board } = await look(tab)
    expect(board.t8).toBe('[] [] [] [] [] [] [] [] ' + board.t8.slice(-2))
  })
})
