// A simulated device: its storage, its tabs, its background, and what the person in front of it does.
import { isWon } from '../../engine/index.ts'
import { parseIdentity } from '../../stores/sync/device-identity.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import {
  countsWhenLeft,
  resultOf,
  splitLocalEnvelope,
  writeLocalEnvelope,
} from '../../stores/sync/game-envelope.ts'
import type { Outcome } from '../../stores/sync/game-results.ts'
import {
  lastPendingSettingIn,
  objectIn,
  pendingSettingKey,
  pendingSettingsIn,
} from '../../stores/sync/pending-settings.ts'
import { bringBack } from '../../stores/sync/erasure.ts'
import { localRound } from '../../stores/sync/local-round.ts'
import type { SyncPlan } from '../../stores/sync/reconcile.ts'
import { Publisher } from '../../stores/sync/publisher.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { increment, mergeVectors } from '../../stores/sync/version-vector.ts'
import { minuteOf } from '../../stores/time.ts'
import type { Code } from './code.ts'
import { Crash, LocalArea, Unreadable, type Items, type SyncArea } from './browsers.ts'
import { back, fresh, onward, open, record } from './games.ts'

/** What a device has said of a play, and in which epoch: what the statistics must come to. */
export interface Said {
  outcome: Outcome
  epoch: number
  /** Minutes since 2020, by the clock of the device. */
  minute: number
  /** Said while a round was under way, which may have brought a new epoch, or before the first one. */
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
  #syncer: Syncer | undefined
  #publisher: Publisher | undefined
  /** What the background has put off, and until when. */
  #timer: { due: number; work: () => Promise<void> } | undefined
  #error: unknown
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
    if (--this.untilCrash < 0) {
      this.hasCrashed = true
      throw new Crash()
    }
    if (this.#isBusy && this.random() < 0.03) this.meanwhile()
  }

  get time(): number {
    return Math.max(0, Math.floor(this.now() + this.skew))
  }
  get self() {
    return parseIdentity(this.local.items.device)
  }

  randomId(): string {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return Array.from({ length: 8 }, () => digits[Math.floor(this.random() * 64)]).join('')
  }

  /** What imports, names and rounds work with. */
  get ports() {
    return {
      local: this.code.local(this.local),
      now: () => this.time,
      newId: () => this.randomId(),
      browser: `Model ${this.number}`,
      limits: this.code.limits,
      locked: <T>(work: () => Promise<T>) => work(),
    }
  }

  get syncer(): Syncer {
    const sync = this.code.sync(this.sync)
    return (this.#syncer ??= new Syncer({ ...this.ports, sync, random: this.random }, this.code.syncer))
  }

  get publisher(): Publisher {
    return (this.#publisher ??= new Publisher(
      {
        syncer: this.syncer,
        now: () => this.time,
        after: (milliseconds, work) => {
          const timer = { due: this.now() + milliseconds, work }
          this.#timer = timer
          return () => {
            if (this.#timer === timer) this.#timer = undefined
          }
        },
        failed: error => {
          this.#error = error
        },
      },
      this.code.publisher,
    ))
  }

  /** Something in the background. A crash ends the process; everything else is a fault of the code. */
  async inBackground(work: () => Promise<unknown>): Promise<void> {
    const boards = this.boards()
    const { epoch, self } = this
    this.#isBusy = true
    const before = this.sync.items
    try {
      await work()
    } catch (error) {
      this.#error = error
    } finally {
      this.#isBusy = false
    }
    const error = this.#error
    this.#error = undefined
    if (error instanceof Crash || this.hasCrashed) this.restart()
    else if (error !== undefined && !(error instanceof Unreadable)) throw error
    if (this.sync.items !== before) this.writes.push(this.now())
    // What was erased elsewhere goes here as well.
    const isErased = this.epoch !== epoch || self?.dropped?.includes(KEY)
    if (!this.hasPlayedMeanwhile && !isErased && this.boards() !== boards)
      throw new Error('the board changed by itself')
    this.hasPlayedMeanwhile = false
  }

  /** Takes in items from outside, as the backup panel does. */
  async take(imported: Items): Promise<SyncPlan | undefined> {
    let plan: SyncPlan | undefined
    await this.inBackground(async () => {
      plan = await localRound(this.ports, () => ({ sync: undefined, imported }), this.code.syncer)
    })
    return plan
  }

  /** Takes back what an erasure on another device removed here. */
  async bringBack(): Promise<boolean> {
    let isDone = false
    await this.inBackground(async () => {
      isDone = (await bringBack(this.ports, this.code.syncer)) !== undefined
      this.hasPlayedMeanwhile = true
    })
    return isDone
  }

  /** One round, as the background runs it by itself or for a page. */
  round(publish: boolean): Promise<void> {
    return this.inBackground(() =>
      publish ? this.publisher.answer({ kind: 'sync-now' }) : this.publisher.heardRemote(),
    )
  }

  /** The background does what is due: it starts, hears of what pages wrote, and of what came in. */
  async tick(): Promise<void> {
    if (!this.isStarted) {
      this.isStarted = true
      await this.inBackground(() => this.publisher.start())
    }
    if (this.hasWritten) {
      this.hasWritten = false
      this.publisher.heardLocal([KEY])
    }
    const timer = this.#timer
    if (!timer || timer.due > this.now()) return
    this.#timer = undefined
    await this.inBackground(timer.work)
  }

  isStarted = false
  hasWritten = false
  hasCrashed = false
  hasPlayedMeanwhile = false
  /** Whether storage.sync told of changes that were not looked at yet. */
  hasNews = false
  backup: { items: Items; said: Map<string, Said> } | undefined

  restart(): void {
    this.untilCrash = Infinity
    this.hasCrashed = false
    this.isStarted = false
    this.#timer = undefined
    this.#syncer = undefined
    this.#publisher = undefined
  }

  boards(): string {
    return `${this.local.items[KEY]} ${this.local.items[PREVIOUS]}`
  }

  /** The game on the table, as a tab that opens reads it. */
  board() {
    const text = this.local.items[KEY]
    if (text === undefined) return undefined
    const { record: written, base, own } = splitLocalEnvelope(text)
    return { ...open(written), base, own }
  }

  #write(game: NonNullable<ReturnType<Device['board']>>, also: Items = {}): void {
    this.local.items = {
      ...this.local.items,
      ...also,
      [KEY]: writeLocalEnvelope({ record: record(game), base: game.base, own: game.own }),
    }
    this.hasPlayedMeanwhile = true
    this.hasWritten = true
  }

  #say(play: string, outcome: Outcome): void {
    const old = this.said.get(play)
    if (old?.outcome === 'won' && old.epoch === this.epoch) return
    this.said.set(play, {
      outcome,
      epoch: this.epoch,
      minute: minuteOf(this.time),
      isBetween: this.#isBusy || !this.self,
    })
  }

  get epoch(): number {
    return this.self?.epoch ?? 0
  }

  /** A gesture on the table; a won game makes place for a new one. */
  move(): void {
    const game = this.board() ?? { ...fresh(this.randomId()), base: {}, own: 0 }
    const next = onward(game)
    if (!next) return this.newDeal()
    const played = { ...game, ...next, own: game.own + 1 }
    const hasWon = isWon(next.position)
    if (hasWon) this.#say(game.playId, 'won')
    this.#write(played, hasWon ? resultOf(played, 'won', this.time) : {})
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
    const counts = isGivenUp && countsWhenLeft(game)
    if (counts) this.#say(game.playId, 'givenUp')
    this.local.items = {
      ...this.local.items,
      [PREVIOUS]: writeLocalEnvelope({ record: record(game), base: game.base, own: game.own }),
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
    const { record: written, base, own } = splitLocalEnvelope(text)
    this.#leave(game, true)
    const restored = { ...open(written), base, own: own + 1 }
    const counted = countsWhenLeft(restored)
    if (counted) this.#say(restored.playId, 'reopened')
    this.#write(restored, counted ? resultOf(restored, 'reopened', this.time) : {})
  }

  /** Goes on with a game of another device, as the chooser offers it. */
  continueElsewhere(): void {
    const id = this.self?.id ?? ''
    const offers = [...devicesOf(replicasIn(this.local.items)).values()]
      .filter(device => device.id !== id)
      .flatMap(({ games }) => [...games.values()])
    if (offers.length === 0) return
    const other = offers[Math.floor(this.random() * offers.length)]
    const opened = open(other.record)
    const game = this.board()
    const here = game ? increment(game.base, id, game.own) : {}
    const isSamePlay = game?.playId === opened.playId
    const isAhead = isSamePlay && this.code.compareVectors(here, other.vector) === 'ancestor'
    if (game && !isAhead && game.history.log.length > 0) this.#leave(game, false)
    this.#write({ ...opened, base: isSamePlay ? mergeVectors(here, other.vector) : other.vector, own: 0 })
    const isReplaced =
      isSamePlay && Object.entries(here).every(([device, count]) => (other.vector[device] ?? 0) >= count)
    const isKept = game && game.history.log.length > 0 && this.local.items[PREVIOUS]?.startsWith(record(game))
    if (game && game.history.log.length > 0 && !isReplaced && !isKept)
      throw new Error('moves were lost by going on with another device’s game')
  }

  /** Chooses a setting; with nothing heard from others it must hold. */
  async choose(field: string, value: unknown): Promise<void> {
    const time = Math.max(this.time, lastPendingSettingIn(this.local.items) + 1)
    this.local.items = { ...this.local.items, [pendingSettingKey(time, field)]: JSON.stringify(value) }
    const { isRefusing } = this.sync
    this.sync.isRefusing = true
    await this.round(false)
    this.sync.isRefusing = isRefusing
    if ({ ...objectIn(this.local.items.settings), ...pendingSettingsIn(this.local.items) }[field] !== value)
      throw new Error(`the choice of ${field} did not hold`)
  }
}
