// The page as seen by tests: reads the board from `data-` attributes, and clicks, drags and types.
import { expect, vi } from 'vitest'
import {
  act,
  autoplayMoves,
  begin,
  deal,
  finish,
  isStuck,
  legalMoves,
  playAll,
  positionAt,
  solve,
  writePosition,
  writeRecord,
  type GameId,
  type History,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { writeLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { wonGame, wonHistory } from '../support/help.ts'
import { until, type Tab } from './drivers/index.ts'

type Board = Record<string, string>

/** The table's `data-` attributes, and its piles in the engine's notation, with face-down cards as `[]`. */
export const look = (tab: Tab) =>
  tab.run(() => {
    const { game, deal, moves, state } = document.querySelector<HTMLElement>('[data-game]')!.dataset
    const piles: Record<string, string[]> = {}
    for (const pile of document.querySelectorAll<HTMLElement>('[data-pile]')) piles[pile.dataset.pile!] = []
    for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-card]'))
      piles[dataset.on!][Number(dataset.at)] = dataset.card! || '[]'
    return {
      game,
      deal: Number(deal),
      moves: Number(moves),
      state,
      board: Object.fromEntries(
        Object.entries(piles).map(([pile, cards]) => [pile, cards.join(' ')]),
      ) as Record<string, string>,
    }
  })

/** The number of the first deal that meets a condition, starting at 17. */
export function firstDealThat(game: GameId, accepts: (position: Position) => unknown): number {
  let number = 17
  while (!accepts(deal(game, number))) number++
  return number
}

/** The expected position after a gesture: its moves and the automatic ones. */
export function afterGesture(position: Position, moves: readonly Move[]): Position {
  const after = playAll(position, moves)
  return playAll(after, autoplayMoves(after, position.game.autoplay))
}

/** The piles of a position as the table shows them, with face-down cards as `[]`. */
export const boardOf = (position: Position): Board =>
  Object.fromEntries(
    Object.entries(writePosition(position)).map(([pile, cards]) => [pile, cards.replace(/\[\w\w\]/g, '[]')]),
  )

/** Waits until the table shows the piles of this position. Actions may wait for the page's storage. */
export async function expectBoard(tab: Tab, position: Position): Promise<void> {
  const expected = { game: position.game.id, board: boardOf(position) }
  await vi.waitFor(
    async () => {
      const { game, board } = await look(tab)
      expect({ game, board }).toEqual(expected)
    },
    { timeout: 5000, interval: 40 },
  )
}

/** Waits until an element exists; by default the table, once it handles input. */
export const shown = (tab: Tab, query = '[data-ready="true"]') =>
  until(tab, selector => document.querySelector(selector) !== null, query)

/** Waits until an opening page handles input and has settled. */
export async function opened(tab: Tab): Promise<void> {
  await shown(tab)
  await settled(tab)
}

export async function openGame(tab: Tab, query: string): Promise<void> {
  await tab.open(query)
  await opened(tab)
}

/**
 * Waits until nothing moves, now and two frames later: the effects of an input may start in the next frame.
 * Halos and messages may still fade. Tabs in the background have no frames.
 */
export const settled = (tab: Tab) =>
  until(tab, async () => {
    const isStill = () =>
      document
        .getAnimations()
        .every(
          animation =>
            animation.playState !== 'running' ||
            /^(told|halo[01])$/.test((animation as CSSAnimation).animationName),
        )
    if (!isStill()) return false
    await new Promise<void>(resolve => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      if (document.hidden) resolve()
    })
    return isStill()
  })

/** Waits until every CSS transition has ended, so that cards are in place; animations may still run. */
export const landed = (tab: Tab) =>
  until(tab, () => document.getAnimations().every(animation => !('transitionProperty' in animation)))

type Point = readonly [x: number, y: number]

/**
 * A point on the visible part of a card: the top card by default, or the one at an index. If the pile is
 * empty, the middle of the pile.
 */
export const pointOn = (tab: Tab, pile: PileId, at = -1): Promise<Point> =>
  tab.run(
    (id, place) => {
      const cards = [...document.querySelectorAll<HTMLElement>(`[data-on="${id}"]`)].sort(
        (a, b) => Number(a.dataset.at) - Number(b.dataset.at),
      )
      const card = cards.at(place)
      const box = (card ?? document.querySelector(`[data-pile="${id}"]`)!).getBoundingClientRect()
      const next = card && cards[Number(card.dataset.at) + 1]
      const seen = next ? next.getBoundingClientRect().top - box.top : box.height
      return [box.x + box.width / 2, box.y + Math.max(3, seen / 2)] as const
    },
    pile,
    at,
  )

/** Chooses a picture of a single color for the table, in Settings. */
export async function choosePicture(tab: Tab, color: string): Promise<void> {
  await press(tab, 'settings')
  await shown(tab, '[data-setting="picture"]')
  await tab.run(async fill => {
    const canvas = new OffscreenCanvas(40, 40)
    const context = canvas.getContext('2d')!
    context.fillStyle = fill
    context.fillRect(0, 0, 40, 40)
    const input = document.querySelector<HTMLInputElement>('[data-setting="picture"]')!
    const files = new DataTransfer()
    files.items.add(new File([await canvas.convertToBlob()], 'table.png', { type: 'image/png' }))
    input.files = files.files
    input.dispatchEvent(new Event('change'))
  }, color)
  await tab.press('Escape')
}

export async function clickPile(tab: Tab, pile: PileId, at?: number): Promise<void> {
  await tab.click(...(await pointOn(tab, pile, at)))
}

/** Presses the button of an action once it is enabled, opening the menu if necessary. */
export async function press(tab: Tab, action: string): Promise<void> {
  await until(
    tab,
    name => {
      const button = document.querySelector<HTMLElement>(name)
      if (button?.matches(':disabled')) return false
      if (!button && !document.querySelector('#menu:popover-open'))
        document.querySelector<HTMLElement>('[data-action="menu"]')?.click()
      button?.click()
      return button !== null
    },
    `[data-action="${action}"]`,
  )
}

/** Drags the top `count` cards of a pile onto another pile. */
export async function dragPile(tab: Tab, from: PileId, to: PileId, count = 1): Promise<void> {
  const size = await tab.run(id => document.querySelectorAll(`[data-on="${id}"]`).length, from)
  const [x, y] = await pointOn(tab, from, size - count)
  const [tx, ty] = await tab.run(
    (target, source, at) => {
      const box = (query: string) => document.querySelector(query)!.getBoundingClientRect()
      const top = [...document.querySelectorAll(`[data-on="${target}"]`)].length - 1
      const there = box(top < 0 ? `[data-pile="${target}"]` : `[data-on="${target}"][data-at="${top}"]`)
      const here = box(`[data-on="${source}"][data-at="${at}"]`)
      return [there.x - here.x, there.y - here.y] as const
    },
    to,
    from,
    size - count,
  )
  await tab.drag([
    [x, y],
    [x + 8, y + 8],
    [x + tx / 2, y + ty / 2],
    [x + tx, y + ty + 4],
  ])
}

/** Makes one move with the pointer: a drag, or a click on the stock. */
export async function makeMove(tab: Tab, move: Move): Promise<void> {
  if (move.kind === 'move') await dragPile(tab, move.from, move.to, move.count)
  else await clickPile(tab, 'stock')
}

/** Moves the cursor to a pile with the arrow keys. */
export async function walkTo(tab: Tab, pile: PileId): Promise<void> {
  for (let steps = 0; steps < 60; steps++) {
    const arrow = await tab.run(id => {
      const { activeElement: here } = document
      const { on, pile: empty } = (here as HTMLElement).dataset
      if ((on ?? empty) === id) return ''
      if (!on && !empty) return 'ArrowDown'
      const spotOf = (name: string) =>
        document.querySelector(`[data-pile="${name}"]`)!.getBoundingClientRect()
      const [from, to] = [spotOf((on ?? empty)!), spotOf(id)]
      if (Math.abs(from.y - to.y) > 5) return to.y > from.y ? 'ArrowDown' : 'ArrowUp'
      return to.x > from.x ? 'ArrowRight' : 'ArrowLeft'
    }, pile)
    if (arrow === '') return
    await tab.press(arrow)
  }
  throw new Error(`The arrow keys do not lead to ${pile}`)
}

/** Waits until the table's number of moves differs from `before`. */
export const moved = (tab: Tab, before: number) =>
  until(
    tab,
    count => document.querySelector<HTMLElement>('[data-moves]')!.dataset.moves !== count,
    String(before),
  )

/** Waits until the table counts this many moves. */
export const counts = (tab: Tab, moves: number) =>
  until(
    tab,
    wanted => document.querySelector<HTMLElement>('[data-moves]')?.dataset.moves === wanted,
    String(moves),
  )

/**
 * Makes a move if none was made, otherwise undoes one, so that the game never ends. Returns the previous
 * state of the table.
 */
export async function playBackAndForth(tab: Tab) {
  const before = await look(tab)
  if (before.moves === 0) await clickPile(tab, 't0')
  else await press(tab, 'undo')
  await moved(tab, before.moves)
  return before
}

/**
 * Calls a function of the extension API, such as `storage.local.get`, in the page's world, the only place
 * where both browsers expose it. Writes hold the lock of rounds, because a round that has already read
 * storage.local would overwrite them.
 */
const callExtension = async (tab: Tab, path: string, given?: unknown): Promise<unknown> =>
  JSON.parse(
    await tab.run(
      async (path, text) => {
        const page = ((window as unknown as { wrappedJSObject?: object }).wrappedJSObject ?? window) as {
          browser?: object
          chrome: object
          JSON: JSON
        }
        const names = path.split('.')
        const last = names.pop()!
        let object = (page.browser ?? page.chrome) as Record<string, never>
        for (const name of names) object = object[name]
        const call = async () =>
          (object[last] as (given: unknown) => Promise<unknown>).call(
            object,
            text === null ? null : page.JSON.parse(text),
          )
        const isWrite = path.startsWith('storage.local.') && last !== 'get'
        return JSON.stringify(await (isWrite ? navigator.locks.request('local', call) : call())) ?? 'null'
      },
      path,
      given === undefined ? null : JSON.stringify(given),
    ),
  ) as unknown

const areaOf = (name: 'local' | 'sync') => ({
  get: (tab: Tab) => callExtension(tab, `storage.${name}.get`) as Promise<Record<string, string>>,
  setAll: (tab: Tab, items: Record<string, string>) => callExtension(tab, `storage.${name}.set`, items),
  set: (tab: Tab, key: string, text: string) => callExtension(tab, `storage.${name}.set`, { [key]: text }),
  async remove(tab: Tab, keys: string[]) {
    await callExtension(tab, `storage.${name}.remove`, keys)
  },
})

/** The extension's storage areas, accessed through its page. */
export const storage = areaOf('local')
export const synced = areaOf('sync')

/** Asks the background to publish immediately, and waits until it has. */
export const publish = (tab: Tab) => callExtension(tab, 'runtime.sendMessage', { kind: 'sync-now' })

/** Reports to the page that it is hidden or visible, because Chromium's driver keeps every tab visible. */
export const setHidden = (tab: Tab, isHidden: boolean) =>
  tab.run(value => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

/** The stored text of a game in progress. */
export const savedGame = (history: History, playId = 'stored-1'): string =>
  writeLocalEnvelope({
    record: writeRecord({ history, playId, seconds: 100 }),
    inherited: {},
    localActions: history.log.length,
  })

/** A game about to be won: the stored text, the number of moves made, and the remaining moves. */
interface NearlyWon {
  readonly text: string
  readonly made: number
  readonly left: readonly Move[]
}

/** The won game of the fixtures, without its last `count` moves. */
export function nearlyWon(id: GameId, count: number): NearlyWon {
  const { moves } = wonGame(id)
  const made = Math.max(0, moves.length - count)
  return { text: savedGame(wonHistory(id, made)), made, left: moves.slice(made) }
}

/** The number of moves left in a game that a test plays to its end; `LONG=1` plays it from the deal. */
export const ENDING = process.env.LONG ? Infinity : 16

/** The won game of the fixtures, up to the first position that can be finished automatically. */
export function readyToFinish(id: GameId): NearlyWon {
  const { moves } = wonGame(id)
  const made = moves.findIndex((_, count) => finish(positionAt(wonHistory(id, count))))
  return nearlyWon(id, moves.length - made)
}

/** Leaves the page, clears all storage, as right after installation, and resets the window size. */
export async function firstStart(tab: Tab): Promise<void> {
  await tab.leave()
  // Otherwise the background would publish pending changes during the next test.
  await publish(tab)
  for (const area of [storage, synced]) {
    const keys = Object.keys(await area.get(tab))
    if (keys.length > 0) await area.remove(tab, keys)
  }
  await tab.run(() => {
    localStorage.clear()
    // A page that was left early may still have the message that everything was erased.
    sessionStorage.clear()
  })
  await tab.resize(1366, 650)
}

/** A saved game of Sea Towers that is stuck, although its deal can be won. */
export function stuckGame(): string {
  for (let number = 1; ; number++) {
    let history = begin(deal('sea-towers', number))
    for (let moves = 0; moves < 60 && !isStuck(positionAt(history)); moves++) {
      const position = positionAt(history)
      const next = legalMoves(position).find(
        move => move.kind === 'move' && !move.to.startsWith('f') && !move.from.startsWith('c'),
      )
      if (!next) break
      history = act(history, { kind: 'gesture', moves: [next] })
    }
    if (isStuck(positionAt(history)) && solve(history.start).verdict === 'won') return savedGame(history)
  }
}
