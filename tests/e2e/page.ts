// The page as a test sees it: the board read off its marks, and hands that click, drag and type.
import { expect, vi } from 'vitest'
import {
  autoplayMoves,
  deal,
  playAll,
  writePosition,
  type GameId,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { until, type Tab } from './drivers/index.ts'

type Board = Record<string, string>

/** The table's marks and its piles in the engine's notation, with a face-down card as `[]`. */
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

/** The number of the first deal, from 17 on, that has what a test needs. */
export function firstDealThat(game: GameId, suits: (position: Position) => unknown): number {
  let number = 17
  while (!suits(deal(game, number))) number++
  return number
}

/** What the table must show after a gesture: its moves, and those that the program makes by itself. */
export function afterGesture(position: Position, moves: readonly Move[]): Position {
  const after = playAll(position, moves)
  return playAll(after, autoplayMoves(after, position.game.autoplay))
}

/** What a person sees of a position. */
export const boardOf = (position: Position): Board =>
  Object.fromEntries(
    Object.entries(writePosition(position)).map(([pile, cards]) => [pile, cards.replace(/\[\w\w\]/g, '[]')]),
  )

/** The table comes to show exactly this position. What is asked of a page may wait for the page's storage. */
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

/** Waits until a part of the page is there; the table, from when it understands what is done, unless said. */
export const shown = (tab: Tab, query = '[data-ready="true"]') =>
  until(tab, selector => document.querySelector(selector) !== null, query)

export async function openGame(tab: Tab, query: string): Promise<void> {
  await tab.open(query)
  await shown(tab)
  await settled(tab)
}

/** Waits until nothing moves any more; halos may still fade, and what was said. */
export const settled = (tab: Tab) =>
  until(tab, () =>
    document
      .getAnimations()
      .every(
        animation =>
          animation.playState !== 'running' ||
          /^(told|halo[01])$/.test((animation as CSSAnimation).animationName),
      ),
  )

/** Waits until every card has reached its place; halos may still fade. */
export const landed = (tab: Tab) =>
  until(tab, () => document.getAnimations().every(animation => !('transitionProperty' in animation)))

type Point = readonly [x: number, y: number]

/**
 * A point on the part of a card that can be seen; the top card unless a place in the pile is given; an empty
 * pile's middle.
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

export async function clickPile(tab: Tab, pile: PileId, at?: number): Promise<void> {
  await tab.click(...(await pointOn(tab, pile, at)))
}

/** Presses the button of an action, in the menu where it is not to be seen. */
export async function press(tab: Tab, action: string): Promise<void> {
  await until(
    tab,
    name => {
      const button = document.querySelector<HTMLElement>(name)
      if (!button && !document.querySelector('#menu:popover-open'))
        document.querySelector<HTMLElement>('[data-action="menu"]')?.click()
      button?.click()
      return button !== null
    },
    `[data-action="${action}"]`,
  )
}

/** Drags the top `count` cards of a pile onto another. */
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

/** Makes one recorded move by the pointer: a drag, or a click on the stock. */
export async function makeMove(tab: Tab, move: Move): Promise<void> {
  if (move.kind === 'move') await dragPile(tab, move.from, move.to, move.count)
  else await clickPile(tab, 'stock')
}

/** Waits until the table counts another number of moves than before. */
export const moved = (tab: Tab, before: number) =>
  until(
    tab,
    count => document.querySelector<HTMLElement>('[data-moves]')!.dataset.moves !== count,
    String(before),
  )

/** Waits until the table counts so many moves. */
export const counts = (tab: Tab, moves: number) =>
  until(
    tab,
    wanted => document.querySelector<HTMLElement>('[data-moves]')?.dataset.moves === wanted,
    String(moves),
  )

/** Makes a move or takes it back, in turn, so that the game never ends. Tells how the table looked before. */
export async function playToAndFro(tab: Tab) {
  const before = await look(tab)
  if (before.moves === 0) await clickPile(tab, 't0')
  else await press(tab, 'undo')
  await moved(tab, before.moves)
  return before
}

/**
 * Calls a function of the extension's own interface, such as `storage.local.get`, in the page's world, where
 * alone it can be reached in both browsers.
 */
const callExtension = async (tab: Tab, path: string, given?: unknown): Promise<unknown> =>
  JSON.parse(
    await tab.run(
      async (way, text) => {
        const page = ((window as unknown as { wrappedJSObject?: object }).wrappedJSObject ?? window) as {
          browser?: object
          chrome: object
          JSON: JSON
        }
        const names = way.split('.')
        const last = names.pop()!
        let object = (page.browser ?? page.chrome) as Record<string, never>
        for (const name of names) object = object[name]
        return (
          JSON.stringify(
            await (object[last] as (given: unknown) => Promise<unknown>).call(
              object,
              text === null ? null : page.JSON.parse(text),
            ),
          ) ?? 'null'
        )
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

/** The extension's own storage areas, as its page reaches them. */
export const storage = areaOf('local')
export const synced = areaOf('sync')

/** Asks the background to publish at once what is new, and waits until it has. */
export const publish = (tab: Tab) => callExtension(tab, 'runtime.sendMessage', { kind: 'sync-now' })

/** Lets the page believe that it is hidden or seen, as Chromium's driver keeps every tab in sight. */
export const setHidden = (tab: Tab, isHidden: boolean) =>
  tab.run(value => {
    Object.defineProperty(document, 'hidden', { configurable: true, value })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

/** Leaves the tab as a browser has it that the extension was just installed in: on no page of it yet. */
export async function firstStart(tab: Tab): Promise<void> {
  await tab.leave()
  // What the background still has to publish would otherwise be published into the next test.
  await publish(tab)
  for (const area of [storage, synced]) {
    const keys = Object.keys(await area.get(tab))
    if (keys.length > 0) await area.remove(tab, keys)
  }
  await tab.run(() => {
    localStorage.clear()
    // A page that was left early has not said yet that everything was erased.
    sessionStorage.clear()
  })
  await tab.resize(1366, 650)
}
