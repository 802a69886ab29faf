// A simulated device: its storage, its tabs, its background, and what the person in front of it does.
import { isWon } from '../../engine/index.ts'
import type { Outcome } from '../../stores/sync/game-results.ts'
import { Crash, LocalArea, Unreadable, type Items, type SyncArea } from './browsers.ts'
import { back, fresh, onward, open, record } from './games.ts'

/** The code under test, so that it can be replaced by one with a planted fault. */
export interface Code {
  items: typeof import('../../stores/sync/items.ts')
  syncer: typeof import('../../stores/sync/syncer.ts')
  saved: typeof import('../../stores/sync/game-envelope.ts')
  devices: typeof import('../../stores/sync/devices.ts')
  fold: typeof import('../../stores/sync/aggregate.ts')
  json: typeof import('../../stores/sync/pending-settings.ts')
  self: typeof import('../../stores/sync/device-identity.ts')
  room: typeof import('../../stores/sync/quota.ts')
  rows: typeof import('../../stores/sync/game-results.ts')
  vector: typeof import('../../stores/sync/version-vector.ts')
}

/** What a device has said of a play, and in which era: what the statistics must come to. */
export interface Said {
  outcome: Outcome
  era: number
  /** Said while a round was under way, which may have brought a new era. */
  isBetween: boolean
  /** Said before the profile was cloned. */
  isInherited?: boolean
}

const KEY = 'game:sea-towers'
const PREVIOUS = 'previous:sea-towers'

export class Device {
  readonly code: Code
  readonly number: number
  readonly local: LocalArea
  sync!: SyncArea
  /** How wrong its clock is, in milliseconds. */
  skew = 0
  isOnline = true
  /** Accesses to storage until the process dies; Infinity when it does not. */
  untilCrash = Infinity
  readonly said = new Map<string, Said>()
  /** Times of writes into storage.sync. */
  writes: number[] = []
  readonly random: () => number
  readonly now: () => number
  #syncer: InstanceType<Code['syncer']['Syncer']> | undefined
  /** Something may happen between any two accesses to storage. */
  meanwhile: () => void = () => undefined
  #isBusy = false

  constructor(code: Code, number: number, random: () => number, now: () => number) {
    this.code = code
    this.number = number
    this.random = random
    this.now = now
    this.local = new LocalArea(() => this.access())
  }

  access(): void {
    if (--this.untilCrash < 0) throw new Crash()
    if (this.#isBusy && this.random() < 0.03) this.meanwhile()
  }

  get time(): number {
    return Math.max(0, Math.floor(this.now() + this.skew))
  }
  get self() {
    return this.code.self.parseSelf(this.local.items.device)
  }

  randomId(): string {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return Array.from({ length: 8 }, () => digits[Math.floor(this.random() * 64)]).join('')
  }

  get syncer() {
    return (this.#syncer ??= new this.code.syncer.Syncer({
      local: this.local,
      sync: this.sync,
      now: () => this.time,
      random: this.random,
      newId: () => this.randomId(),
      browser: `Model ${this.number}`,
      locked: work => work(),
    }))
  }

  /** One round of the background. A crash ends the process; everything else is a fault of the code. */
  async round(hand: boolean): Promise<void> {
    const boards = this.boards()
    this.#isBusy = true
    const before = this.sync.items
    try {
      await this.syncer.round(hand)
    } catch (error) {
      if (error instanceof Crash) this.restart()
      else if (!(error instanceof Unreadable)) throw error
    } finally {
      this.#isBusy = false
    }
    if (this.sync.items !== before) this.writes.push(this.now())
    if (!this.hasPlayedMeanwhile && this.boards() !== boards) throw new Error('the board changed by itself')
    this.hasPlayedMeanwhile = false
  }

  hasPlayedMeanwhile = false
  /** Whether storage.sync told of changes that were not looked at yet. */
  hasNews = false
  backup: { items: Items; said: Map<string, Said> } | undefined

  restart(): void {
    this.untilCrash = Infinity
    this.#syncer = undefined
  }

  boards(): string {
    return `${this.local.items[KEY]} ${this.local.items[PREVIOUS]}`
  }

  /** The game on the table, as a tab that opens reads it. */
  board() {
    const text = this.local.items[KEY]
    if (text === undefined) return undefined
    const { record: written, base, own } = this.code.saved.splitLocalGame(text)
    return { ...open(written), base, own }
  }

  #write(game: NonNullable<ReturnType<Device['board']>>, also: Items = {}): void {
    this.local.items = {
      ...this.local.items,
      ...also,
      [KEY]: this.code.saved.writeLocalGame({ record: record(game), base: game.base, own: game.own }),
    }
    this.hasPlayedMeanwhile = true
  }

  #say(play: string, outcome: Outcome): void {
    const old = this.said.get(play)
    if (old?.outcome === 'won' && old.era === this.era) return
    this.said.set(play, { outcome, era: this.era, isBetween: this.#isBusy })
  }

  get era(): number {
    return this.self?.era ?? 0
  }

  /** A gesture on the table; a won game makes place for a new one. */
  move(): void {
    const game = this.board() ?? { ...fresh(this.randomId()), base: {}, own: 0 }
    const next = onward(game)
    if (!next) return this.newDeal()
    const played = { ...game, ...next, own: game.own + 1 }
    const hasWon = isWon(next.position)
    if (hasWon) this.#say(game.playId, 'won')
    this.#write(played, hasWon ? this.code.saved.resultOf(played, 'won', this.time) : {})
  }

  playToTheEnd(): void {
    do this.move()
    while (!isWon(this.board()!.position))
  }

  undo(): void {
    const game = this.board()
    const next = game && back(game)
    if (next) this.#write({ ...game, ...next, own: game.own + 1 })
  }

  #leave(game: NonNullable<ReturnType<Device['board']>>, isGivenUp: boolean): void {
    const { writeLocalGame, countsWhenLeft, resultOf } = this.code.saved
    const counts = isGivenUp && countsWhenLeft(game)
    if (counts) this.#say(game.playId, 'givenUp')
    this.local.items = {
      ...this.local.items,
      [PREVIOUS]: writeLocalGame({ record: record(game), base: game.base, own: game.own }),
      ...(counts && resultOf(game, 'givenUp', this.time)),
    }
  }

  newDeal(): void {
    const game = this.board()
    if (game) this.#leave(game, true)
    this.#write({ ...fresh(this.randomId()), base: {}, own: 0 })
  }

  backToPrevious(): void {
    const text = this.local.items[PREVIOUS]
    const game = this.board()
    if (!text || !game) return
    const { record: written, base, own } = this.code.saved.splitLocalGame(text)
    this.#leave(game, true)
    const restored = { ...open(written), base, own: own + 1 }
    const counted = this.code.saved.countsWhenLeft(restored)
    if (counted) this.#say(restored.playId, 'reopened')
    this.#write(restored, counted ? this.code.saved.resultOf(restored, 'reopened', this.time) : {})
  }

  /** Goes on with a game of another device, as the chooser offers it. */
  continueElsewhere(): void {
    const { devicesOf } = this.code.devices
    const { compareVectors, joinVectors, advance } = this.code.vector
    const id = this.self?.id ?? ''
    const offers = [...devicesOf(this.code.items.copiesIn(this.local.items)).values()]
      .filter(device => device.id !== id)
      .flatMap(({ games }) => [...games.values()])
    if (offers.length === 0) return
    const other = offers[Math.floor(this.random() * offers.length)]
    const opened = open(other.record)
    const game = this.board()
    const here = game ? advance(game.base, id, game.own) : {}
    const isSamePlay = game?.playId === opened.playId
    const isAhead = isSamePlay && compareVectors(here, other.vector) === 'before'
    if (game && !isAhead && game.history.log.length > 0) this.#leave(game, false)
    this.#write({ ...opened, base: isSamePlay ? joinVectors(here, other.vector) : other.vector, own: 0 })
    const isReplaced =
      isSamePlay && Object.entries(here).every(([device, count]) => (other.vector[device] ?? 0) >= count)
    const isKept = game && game.history.log.length > 0 && this.local.items[PREVIOUS]?.startsWith(record(game))
    if (game && game.history.log.length > 0 && !isReplaced && !isKept)
      throw new Error('moves were lost by going on with another device’s game')
  }

  /** Chooses a setting; with nothing heard from others it must hold. */
  async choose(field: string, value: unknown): Promise<void> {
    const { choiceKey, lastChoiceIn } = this.code.json
    const time = Math.max(this.time, lastChoiceIn(this.local.items) + 1)
    this.local.items = { ...this.local.items, [choiceKey(time, field)]: JSON.stringify(value) }
    const { isRefusing } = this.sync
    this.sync.isRefusing = true
    await this.round(false)
    this.sync.isRefusing = isRefusing
    const { objectIn, choicesIn } = this.code.json
    if ({ ...objectIn(this.local.items.settings), ...choicesIn(this.local.items) }[field] !== value)
      throw new Error(`the choice of ${field} did not hold`)
  }
}
