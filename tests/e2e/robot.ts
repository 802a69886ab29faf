// A robot that plays at random from a seed: legal and illegal gestures, bursts of undo, keys, window sizes,
// themes, panels, other games and other tabs. After each action it checks that the table shows what the
// engine replays from the saved record.
import { expect } from 'vitest'
import {
  repairLine,
  finish,
  games,
  legalMoves,
  readRecord,
  solve,
  type Move,
  type PileId,
  type Position,
} from '../../engine/index.ts'
import { mulberry32 } from '../../engine/rules/shuffle.ts'
import { splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { until, type BrowserDriver, type Tab } from './drivers/index.ts'
import {
  boardOf,
  clickPile,
  dragPile,
  landed,
  look,
  makeMove,
  opened,
  press,
  settled,
  shown,
  storage,
} from './page.ts'

const KEYS = [...'sfurhdp1234567890-', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Enter', ' ']
const SIZES = [
  [1366, 650],
  [1920, 1080],
  [1024, 600],
  [400, 700],
  [683, 325],
] as const
const PANELS = ['stats', 'goals', 'past', 'others', 'backup', 'settings', 'help', 'about'] as const
/** The relative frequency of each kind of action. */
const ODDS = {
  legal: 30,
  line: 6,
  illegal: 12,
  anywhere: 8,
  key: 16,
  storm: 4,
  finish: 6,
  resize: 3,
  theme: 3,
  panel: 4,
  newDeal: 3,
  game: 3,
  tab: 2,
} as const
type Kind = keyof typeof ODDS

/** The result of a run. */
export interface Tally {
  readonly steps: number
  readonly kinds: Partial<Record<Kind, number>>
  readonly won: number
}

export class Robot {
  readonly #browser: BrowserDriver
  readonly #tab: Tab
  readonly #random: () => number
  #steps = 0
  #won = 0
  readonly #kinds: Partial<Record<Kind, number>> = {}

  constructor(browser: BrowserDriver, tab: Tab, seed: number) {
    this.#browser = browser
    this.#tab = tab
    this.#random = mulberry32(seed)
  }

  get tally(): Tally {
    return { steps: this.#steps, kinds: this.#kinds, won: this.#won }
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }
  #one<T>(list: readonly T[]): T {
    return list[this.#below(list.length)]
  }

  #kind(): Kind {
    let left = this.#below(Object.values(ODDS).reduce((sum, odds) => sum + odds, 0))
    return (Object.keys(ODDS) as Kind[]).find(kind => (left -= ODDS[kind]) < 0)!
  }

  /** Performs one action and checks the result. */
  async step(): Promise<void> {
    const kind = this.#kind()
    this.#steps++
    this.#kinds[kind] = (this.#kinds[kind] ?? 0) + 1
    await this[kind]()
    await this.#clearTheTable()
    await this.check()
  }

  /** The saved game, replayed by the engine; undefined before a page has saved its first action. */
  async #position(): Promise<Position | undefined> {
    const { game } = await look(this.#tab)
    const text = (await storage.get(this.#tab))[`game:${game}`]
    if (text === undefined) return undefined
    const opened = readRecord(splitLocalEnvelope(text).record)
    if (!opened.ok) throw new Error(`The saved record cannot be read: ${opened.reason.key}`)
    expect(opened.value.rebased, 'the saved actions must lead to the saved position').toBe(false)
    return opened.value.position
  }

  /** Waits until the table shows what the engine replays; does nothing if nothing has been saved. */
  async check(): Promise<void> {
    for (const end = Date.now() + 5000; ;) {
      const position = await this.#position()
      const { board, game, deal } = await look(this.#tab)
      if (!position) return
      const expected = boardOf(position)
      const isEqual =
        position.game.id === game &&
        position.dealNumber === deal &&
        Object.entries(expected).every(([pile, cards]) => board[pile] === cards)
      if (isEqual) return
      if (Date.now() > end)
        expect({ game, deal, board }).toEqual({
          game: position.game.id,
          deal: position.dealNumber,
          board: expected,
        })
      await landed(this.#tab)
    }
  }

  /** Closes lists and panels; on the win sheet, starts the next deal. */
  async #clearTheTable(): Promise<void> {
    await this.#tab.run(() => {
      for (const open of document.querySelectorAll<HTMLElement>(':popover-open')) open.hidePopover()
      for (const dialog of document.querySelectorAll('dialog')) if (dialog.open) dialog.close()
    })
    const isWon = await this.#tab.run(() => {
      const next = document.querySelector<HTMLElement>('.won [data-action="next"]')
      next?.click()
      return next !== null
    })
    if (isWon) {
      this.#won++
      await until(this.#tab, () => document.querySelector('[data-action="next"]') === null)
    }
    await settled(this.#tab)
  }

  async legal(): Promise<void> {
    const position = await this.#position()
    const moves = position ? legalMoves(position) : []
    // Prefers moves to the foundations; otherwise no game would ever be won.
    const up = moves.filter(
      move => move.kind === 'move' && move.to.startsWith('f') && !move.from.startsWith('f'),
    )
    if (moves.length > 0)
      await makeMove(this.#tab, this.#one(up.length > 0 && this.#below(2) === 0 ? up : moves))
  }

  /** Plays several moves of a winning line, so that games end. */
  async line(): Promise<void> {
    let before: Position | undefined
    let rest: readonly Move[] = []
    for (let i = this.#below(60); i > 0; i--) {
      const position = await this.#position()
      if (!position || finish(position)) return this.finish()
      // Stays on the line even after autoplay, because new searches might lead in circles.
      rest =
        (before && repairLine(before, rest, position)) ?? solve(position, { maxStates: 20_000 }).moves ?? []
      if (rest.length === 0) return
      before = position
      await makeMove(this.#tab, rest[0])
      await settled(this.#tab)
      await this.check()
    }
  }

  async #pile(): Promise<PileId> {
    return this.#one(Object.keys((await look(this.#tab)).board)) as PileId
  }

  async illegal(): Promise<void> {
    const { board } = await look(this.#tab)
    const from = this.#one(Object.keys(board).filter(pile => board[pile])) as PileId
    await dragPile(
      this.#tab,
      from,
      await this.#pile(),
      1 + this.#below(Math.min(3, board[from].split(' ').length)),
    )
  }

  async anywhere(): Promise<void> {
    await clickPile(this.#tab, await this.#pile())
  }

  async key(): Promise<void> {
    for (let i = 1 + this.#below(6); i > 0; i--) await this.#tab.press(this.#one(KEYS))
  }

  async storm(): Promise<void> {
    const undos = 5 + this.#below(60)
    for (let i = 0; i < undos; i++) await this.#tab.press('z', 'Control')
    for (let i = this.#below(undos); i > 0; i--) await this.#tab.press('r')
  }

  /** Clicks “Finish” if it is offered. */
  async finish(): Promise<void> {
    const position = await this.#position()
    if (position && finish(position))
      await this.#tab.run(() => document.querySelector<HTMLElement>('[data-action="finish"]')?.click())
  }

  async resize(): Promise<void> {
    const [width, height] = this.#one(SIZES)
    await this.#tab.resize(width, height)
  }

  async theme(): Promise<void> {
    await storage.set(
      this.#tab,
      'settings',
      JSON.stringify({ theme: this.#one(['light', 'dark']), leftHanded: this.#below(4) === 0 }),
    )
  }

  async panel(): Promise<void> {
    const panel = this.#one(PANELS)
    await press(this.#tab, panel)
    await shown(this.#tab, 'dialog[open]')
  }

  async newDeal(): Promise<void> {
    const { deal } = await look(this.#tab)
    await press(this.#tab, 'new')
    await until(
      this.#tab,
      before => Number(document.querySelector<HTMLElement>('[data-game]')!.dataset.deal) !== before,
      deal,
    )
  }

  async game(): Promise<void> {
    const { id } = this.#one(games)
    await this.choose(id)
  }

  /**
   * The heap size of the page in bytes, always measured in the same state: a new deal of one game, with
   * nothing open. Undefined if the driver cannot measure it.
   */
  async heap(): Promise<number | undefined> {
    await this.choose('sea-towers')
    await this.newDeal()
    await settled(this.#tab)
    return this.#tab.heap?.()
  }

  async choose(id: string): Promise<void> {
    await this.#tab.run(() => document.querySelector<HTMLElement>('[popovertarget="games"]')!.click())
    await shown(this.#tab, `[data-choose="${id}"]`)
    await this.#tab.run(game => document.querySelector<HTMLElement>(`[data-choose="${game}"]`)!.click(), id)
    await until(
      this.#tab,
      game => document.querySelector<HTMLElement>('[data-game]')!.dataset.game === game,
      id,
    )
  }

  /** Clicks a pile in another tab and closes that tab. Then this tab plays again. */
  async tab(): Promise<void> {
    const other = await this.#browser.newTab()
    await opened(other)
    await clickPile(other, this.#one(['t0', 't1', 't2']))
    await landed(other)
    await other.close()
    await until(this.#tab, () => document.querySelector('[data-action="play-here"]') === null)
  }
}
