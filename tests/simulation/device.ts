// A simulated device: its storage, tabs and background, and the actions of its user.
import { gesturesMade } from '../../engine/index.ts'
import { remoteStateIn } from '../../stores/account/remote-games.ts'
import { UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import { parseIdentity, writeIdentity, type DeviceIdentity } from '../../stores/sync/device-identity.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { droppedMark } from '../../stores/sync/erased-texts.ts'
import type { Erasure } from '../../stores/sync/erasures.ts'
import { isInProgress, splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import type { GameResult, Outcome } from '../../stores/sync/game-results.ts'
import { objectIn, pendingSettingsIn } from '../../stores/sync/pending-settings.ts'
import { storeImport, undoLastImport } from '../../stores/sync/import-undo.ts'
import type { Timestamp } from '../../stores/sync/lww-settings.ts'
import type { Publisher } from '../../stores/sync/publisher.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import type { Syncer } from '../../stores/sync/syncer.ts'
import { parseUnknownErasure, type UnknownErasure } from '../../stores/sync/unknown-erasure.ts'
import { increment, type VersionVector } from '../../stores/sync/version-vector.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import type { EraseScope } from '../../stores/platform/storage-table.ts'
import type { Area } from '../../stores/platform/area.ts'
import { minuteOf } from '../../stores/time.ts'
import { readSettings } from '../../stores/settings/model.ts'
import { SETTINGS } from '../../stores/settings/schema.ts'
import { Locks, SimulatedPage } from '../support/simulated-page.ts'
import type { Code } from './code.ts'
import { Crash, LocalArea, Unreadable, type Items, type SyncArea } from './browsers.ts'
import { DEAL_NUMBER, nextGesture, open, SECONDS } from './games.ts'

/**
 * The id under which a device made a statement, and the erasures that it knew then. A statement is a result
 * or a choice of a setting.
 */
export interface Provenance {
  /** The index of the id among those of the device. */
  readonly since: number
  readonly known: readonly Erasure[]
  /** Whether the statement may be lost, for example because a device with an earlier version made it. */
  isUnsure: boolean
}

/**
 * The outcome of a play according to a device, and the epoch of that statement. The statistics must agree
 * with it.
 */
export interface Statement extends Provenance {
  outcome: Outcome
  epoch: number
  /**
   * The minute of the result since 2020. If there were several statements about the play, the latest minute.
   */
  minute: number
  /** The earliest of these minutes. The log keeps the result of that minute. */
  first: number
  /** The time of the statement in milliseconds since 1970. */
  time: number
  /**
   * Whether it was made while the background was learning of an erasure. It may be from before or after that.
   */
  isBetween?: boolean
  /** Whether it was made before the profile was cloned. */
  isInherited?: boolean
  /**
   * Whether this device, or the profile of which it is a clone, has erased it. It is then gone regardless of
   * its minute.
   */
  isErased?: boolean
}

/** The log and settings under a device's id while it knew only these erasures. */
export interface Held {
  readonly id: string
  readonly known: readonly Erasure[]
  readonly items: Items
}

/** A copy of a profile. */
interface Backup {
  readonly items: Items
  readonly said: ReadonlyMap<string, Statement>
  readonly selves?: readonly string[]
  readonly choices?: ReadonlyMap<string, Provenance & { readonly stamp: Timestamp }>
}

const KEY = 'game:sea-towers'
const PREVIOUS = 'previous:sea-towers'

const hasSameErasures = (a?: DeviceIdentity, b?: DeviceIdentity): boolean =>
  JSON.stringify(a?.erasures) === JSON.stringify(b?.erasures)

const texts = new WeakMap<object, string>()
/** The text of an object that never changes. It is cached, because every step compares it. */
function textOf(values: object): string {
  const text = texts.get(values) ?? JSON.stringify(values)
  texts.set(values, text)
  return text
}

const known = new Map<string, string>()
/** The text of the settings in storage.local. It is also cached. */
function settingsIn(local: Items): string {
  const written = Object.keys(local).flatMap(key => (key.startsWith('setting') ? [key, local[key]] : []))
  const key = written.join('\n')
  const text = known.get(key) ?? JSON.stringify(readSettings(local).state.values)
  if (known.size > 5000) known.clear()
  known.set(key, text)
  return text
}

const isNotSafe = ({ key }: { key: string }): boolean => key === 'notSafe'

export class Device {
  code: Code
  readonly number: number
  readonly local: LocalArea
  sync!: SyncArea
  /** The error of its clock, in milliseconds. */
  skew = 0
  /** The sum of all forward changes of its clock, in milliseconds. */
  #skipped = 0
  isOnline = true
  /** The number of accesses to storage after which the process crashes. */
  untilCrash = Infinity
  readonly said = new Map<string, Statement>()
  /** The ids that this profile has had, in order. */
  selves: string[] = []
  /** Its own log and settings before each change of its id or of the erasures that it knows. */
  readonly held: Held[] = []
  /** The last choice of each setting that was made on this device. */
  choices = new Map<string, Provenance & { readonly stamp: Timestamp }>()
  /**
   * The times of writes to storage.sync. Like the token bucket, they include the forward changes of the
   * clock.
   */
  writes: number[] = []
  readonly random: () => number
  readonly now: () => number
  #syncer: Syncer | undefined
  #publisher: Publisher | undefined
  /** Work of the background that is due later. */
  #timer: { due: number; work: () => Promise<void> } | undefined
  #error: unknown
  /** Called before some of the background's accesses to storage. Other events can happen then. */
  meanwhile: () => void = () => undefined
  #isBusy = false
  /** The plays that ended since the background's work began. */
  #between: Set<string> | undefined

  constructor(code: Code, number: number, random: () => number, now: () => number) {
    this.code = code
    this.number = number
    this.random = random
    this.now = now
    this.local = new LocalArea(
      () => this.access(),
      changes => this.#tell(changes),
    )
    this.local.changing = ({ device }) => {
      if (device === undefined) return
      const next = parseIdentity(device)
      if (next?.id !== this.self?.id || !hasSameErasures(next, this.self)) this.held.push(this.own)
    }
  }

  access(): void {
    if (this.hasCrashed || --this.untilCrash < 0) {
      this.hasCrashed = true
      throw new Crash()
    }
    if (this.#isBusy && this.random() < 0.03) this.meanwhile()
  }

  get time(): number {
    return Math.max(0, Math.floor(this.now() + this.skew))
  }
  setClock(skew: number): void {
    this.#skipped += Math.max(0, skew - this.skew)
    this.skew = skew
  }
  get self() {
    return parseIdentity(this.local.items.device)
  }

  randomId(): string {
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    return Array.from({ length: 8 }, () => digits[Math.floor(this.random() * 64)]).join('')
  }

  /** The ports of rounds, imports and `bringBack`. */
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
    return (this.#syncer ??= new this.code.Syncer(
      { ...this.ports, sync, random: this.random },
      this.code.syncer,
    ))
  }

  get publisher(): Publisher {
    const out = async (round: ReturnType<Syncer['round']>) => {
      const { nextAt, absorbed } = await round
      return { nextAt: this.code.nextAt(nextAt), absorbed }
    }
    return (this.#publisher ??= new this.code.Publisher({
      syncer: {
        round: options => out(this.syncer.round(options)),
        erase: scope => out(this.syncer.erase(scope)),
      },
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
    }))
  }

  /**
   * Runs work in the background. A crash restarts the device. Errors other than `Unreadable` are rethrown.
   */
  async inBackground(work: () => Promise<unknown>): Promise<void> {
    const boards = this.boards()
    const { epoch, self } = this
    const isOther = (key: string) => key.startsWith('~') && !this.selves.includes(key.split(':')[1])
    const knewOthers = Object.keys(this.local.items).some(isOther)
    this.#isBusy = true
    const between = (this.#between = new Set<string>())
    const before = this.sync.items
    try {
      await work()
    } catch (error) {
      this.#error = error
    } finally {
      this.#isBusy = false
    }
    await this.idle()
    this.#noteSelf()
    if (!hasSameErasures(this.self, self)) {
      const isUnsure = knewOthers && !this.self?.erasures?.every(({ of }) => of)
      if (isUnsure) for (const one of [...this.said.values(), ...this.choices.values()]) one.isUnsure = true
      for (const play of between) this.said.get(play)!.isBetween = true
    }
    this.#between = undefined
    const error = this.#error
    this.#error = undefined
    if (error instanceof Crash || this.hasCrashed) this.restart()
    else if (error !== undefined && !(error instanceof Unreadable)) throw error
    if (this.sync.items !== before) this.writes.push(this.now() + this.#skipped)
    if (this.epoch !== epoch) this.made.clear()
    // An erasure on another device also removes texts here. If the process ended after it had only marked the
    // texts for removal, the next process removes them.
    const isErased = (key: string, text = '') =>
      this.epoch !== epoch || self?.dropped?.includes(droppedMark(key, text))
    const isSame = [...boards].every(([key, text]) => this.local.items[key] === text || isErased(key, text))
    if (!this.hasPlayedMeanwhile && !isSame) throw new Error('the board changed without an action')
    this.hasPlayedMeanwhile = false
  }

  /** The log and settings under the current id, and the known erasures. */
  get own(): Held {
    const { id = '', erasures: known = [] } = this.self ?? {}
    const items = Object.entries(this.local.items).filter(
      ([key]) => /^~[ls]:/.test(key) && key.slice(3, 11) === id,
    )
    return { id, known, items: replicasIn(Object.fromEntries(items)) }
  }

  #noteSelf(): void {
    const { id, former = [] } = this.self ?? {}
    for (const one of [...former, ...(id === undefined ? [] : [id])])
      if (!this.selves.includes(one)) this.selves.push(one)
  }

  /** The provenance of a statement about this minute, which may be older than the current id. */
  #provenanceOf(minute = minuteOf(this.time)): Provenance {
    const { former = [], left = [] } = this.self ?? {}
    const earliest = former.find((_, at) => (left.at(at - former.length) ?? Infinity) > minute)
    const since = earliest ? this.selves.indexOf(earliest) : Math.max(0, this.selves.length - 1)
    return { since, known: this.self?.erasures ?? [], isUnsure: this.code.isReleased }
  }

  /** Imports items like the backup panel. */
  take(outside: Items): Promise<void> {
    return this.inBackground(async () => {
      const { now, newId } = this.ports
      await storeImport(this.ports, local => ({
        ...this.code.planImport(outside, { local, now: now(), freshId: newId() }),
        settings: {},
      }))
      await this.publisher.answer({ kind: 'sync-now' })
    })
  }

  /** Undoes the last import, like the backup panel. */
  undoImport(): Promise<void> {
    return this.inBackground(async () => {
      await undoLastImport({ ...this.ports, sync: this.sync }, async () => undefined)
      await this.publisher.answer({ kind: 'sync-now' })
    })
  }

  /** Restores the data that an erasure by another device removed here. */
  async bringBack(): Promise<boolean> {
    let isDone = false
    await this.inBackground(async () => {
      isDone = (await this.code.bringBack(this.ports)) !== undefined
      this.hasPlayedMeanwhile = true
    })
    return isDone
  }

  name(name: string): Promise<void> {
    return this.inBackground(async () => {
      const { self } = this
      if (self) await this.local.set({ device: writeIdentity({ ...self, name }) })
    })
  }

  /** The erasure on another device about which the user is asked. */
  get question(): UnknownErasure | undefined {
    return parseUnknownErasure(this.local.items[UNKNOWN_ERASURE_KEY])
  }

  /** Accepts that erasure, so that the next round erases here too, or dismisses the question. */
  answer(isErasing: boolean): Promise<void> {
    return this.inBackground(async () => {
      const accepted = JSON.stringify({ ...this.question!, accepted: true })
      if (isErasing) await this.local.set({ [UNKNOWN_ERASURE_KEY]: accepted })
      else await this.local.remove([UNKNOWN_ERASURE_KEY])
    })
  }

  get copy(): Backup {
    const said = new Map([...this.said].map(([play, one]) => [play, { ...one }]))
    return { items: this.local.items, said, selves: [...this.selves], choices: new Map(this.choices) }
  }

  /** Replaces this profile with a copy of another profile, or of its own earlier state. */
  become({ items, said, selves = [], choices }: Backup): void {
    this.local.items = items
    this.said.clear()
    for (const [play, one] of said) this.said.set(play, { ...one })
    this.selves = [...selves]
    this.choices = new Map(choices)
  }

  /** A round of the background, requested by a page (`publish`) or after a change on another device. */
  round(publish: boolean): Promise<void> {
    return this.inBackground(() =>
      publish ? this.publisher.answer({ kind: 'sync-now' }) : this.publisher.heardRemote(),
    )
  }

  /** The background starts, notices changes by pages, and runs work that is due. */
  async tick(): Promise<void> {
    if (!this.isStarted) {
      this.isStarted = true
      await this.inBackground(() => this.publisher.heardRemote())
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
  /** Whether storage.sync reported changes that have not been handled yet. */
  hasNews = false
  backup: Backup | undefined
  /**
   * The last game that was continued from another device, when it was continued, and its text after each
   * gesture.
   */
  resumed: { play: string; texts: (string | undefined)[]; time: number } | undefined

  restart(): void {
    this.untilCrash = Infinity
    this.hasCrashed = false
    this.isStarted = false
    this.#timer = undefined
    this.#syncer = undefined
    this.#publisher = undefined
    this.closePages()
  }

  /** The stored texts of the current and the previous games. */
  boards(): Map<string, string | undefined> {
    return new Map([KEY, PREVIOUS].map(key => [key, this.local.items[key]]))
  }

  get epoch(): number {
    return this.self?.epoch ?? 0
  }

  /** The current game, as a new tab reads it. */
  board() {
    const text = this.local.items[KEY]
    if (text === undefined) return undefined
    const { record: written, ...rest } = splitLocalEnvelope(text)
    return { ...open(written), ...rest }
  }

  // The pages are real sessions that use this device's storage.

  #pages: SimulatedPage[] = []
  #locks = new Locks()
  readonly #listeners = new Set<(changes: Record<string, string | undefined>) => void>()
  /** Whether the next access of a page to storage fails. */
  failsNext = false
  /** The number of gestures made on this device in each play since the last restart or erasure. */
  readonly made = new Map<string, number>()

  #tell(changes: Record<string, string | undefined>): void {
    for (const listener of this.#listeners) queueMicrotask(() => listener(changes))
  }

  /** The number of this process. Pages of earlier processes cannot write. */
  #life = 0

  #pageAccess(life: number): void {
    if (life !== this.#life) throw new Crash()
    if (this.hasCrashed || --this.untilCrash < 0) {
      this.hasCrashed = true
      throw new Crash()
    }
    if (!this.failsNext) return
    this.failsNext = false
    throw new Error('FILE_ERROR_NO_SPACE')
  }

  /** storage.local for pages. The results that pages write are statements of this device. */
  #pageArea(life = this.#life): Area {
    return {
      all: async () => {
        this.#pageAccess(life)
        if (this.local.isUnreadable) throw new Unreadable()
        return this.local.items
      },
      get: async key => this.local.items[key],
      set: async items => {
        this.#pageAccess(life)
        this.local.items = { ...this.local.items, ...items }
        this.hasPlayedMeanwhile = true
        this.hasWritten = true
        for (const [key, text] of Object.entries(items)) {
          if (key.startsWith('result:')) readResults(text)?.forEach(one => this.#say(one))
        }
        this.#tell(items)
      },
      remove: async keys => {
        this.#pageAccess(life)
        await this.local.remove(keys)
      },
      onChanged: listener => {
        this.#listeners.add(listener)
        return () => void this.#listeners.delete(listener)
      },
    }
  }

  #say({ play, outcome, minute }: GameResult): void {
    const before = this.said.get(play)
    // A statement that is repeated during a round is erased together with the first statement.
    const isAgain = before?.outcome === outcome && this.#isBusy
    const epoch = isAgain ? before.epoch : this.epoch
    const old = before?.epoch === epoch ? before : undefined
    // Statements are in the order of the log. A new result that counts is at the end of the log.
    if (!isAgain && before?.outcome !== 'won') this.said.delete(play)
    this.said.set(play, {
      outcome: old?.outcome === 'won' ? 'won' : outcome,
      epoch,
      // If clocks were set between the two statements, one of them may be from after an erasure.
      minute: Math.max(old?.minute ?? 0, minute),
      first: Math.min(before?.first ?? Infinity, minute),
      time: isAgain ? before.time : this.time,
      ...this.#provenanceOf(minute),
      ...(old && { since: old.since, known: old.known, isUnsure: old.isUnsure, isBetween: old.isBetween }),
    })
    this.#between?.add(play)
  }

  get pages(): readonly SimulatedPage[] {
    return this.#pages
  }

  closePages(): void {
    this.#life++
    this.#pages.forEach(page => page.close())
    this.#pages = []
    this.#listeners.clear()
    this.#locks = new Locks()
    this.made.clear()
  }

  /** The user's running actions. */
  readonly #deeds = new Set<Promise<void>>()

  /** Resolves when no action is running and no page is busy. */
  async idle(): Promise<void> {
    while (this.#deeds.size > 0) await Promise.all(this.#deeds)
    await this.#pagesIdle()
  }

  async #pagesIdle(): Promise<void> {
    for (const page of this.#pages) await page.runner.idle()
  }

  /** The page that the user uses. Occasionally, the user switches to another page, opens one, or uses two. */
  async #page(): Promise<SimulatedPage | undefined> {
    let page = this.#pages.find(({ isVisible }) => isVisible)
    if (page && this.random() < 0.15) {
      if (this.random() < 0.8) await page.hide()
      page = this.#pages.at(Math.floor(this.random() * this.#pages.length))
      if (this.#pages.length < 3 && this.random() < 0.5) page = undefined
      else if (page && !page.isVisible) await page.show()
    }
    if (page) return page
    page = new SimulatedPage({
      local: this.code.pages(this.#pageArea()),
      step: this.code.session(),
      locks: this.#locks,
      now: () => this.time,
      fresh: () => ({ dealNumber: DEAL_NUMBER, playId: this.randomId() }),
      publish: () => undefined,
    })
    this.#pages.push(page)
    await page.open('?game=sea-towers')
    if (page.state.game.playId !== '') return page
    // Storage could not be read. The page shows an error, so the user closes it.
    page.close()
    this.#pages = this.#pages.filter(one => one !== page)
    return undefined
  }

  /** Performs an action in the current page. A crash ends the process. */
  async #do(what: (page: SimulatedPage) => Promise<void>): Promise<void> {
    const deed = this.#inPage(what)
    const known = deed.catch(() => undefined)
    this.#deeds.add(known)
    await deed.finally(() => this.#deeds.delete(known))
  }

  async #inPage(what: (page: SimulatedPage) => Promise<void>): Promise<void> {
    const page = await this.#page()
    // A page that is still opening has no game.
    if (page && page.state.game.playId !== '') await what(page)
    if (!this.#isBusy) await this.#pagesIdle()
    if (this.hasCrashed && !this.#isBusy) this.restart()
  }

  async #gesture(page: SimulatedPage): Promise<void> {
    const { game } = page.state
    const moves = nextGesture(game)
    if (!moves) return this.#deal(page)
    page.seconds = SECONDS
    await page.dispatch({ kind: 'gesture', moves, on: game.position })
    if (page.state.game.localActions === game.localActions + 1) {
      if (this.resumed?.play === game.playId) this.resumed.texts.push(this.local.items[KEY])
      this.made.set(game.playId, (this.made.get(game.playId) ?? 0) + 1)
    }
  }

  #deal(page: SimulatedPage): Promise<void> {
    return page.newDeal(DEAL_NUMBER)
  }

  /** Makes a gesture, or deals a new game after a win. */
  move(): Promise<void> {
    return this.#do(page => this.#gesture(page))
  }

  playToTheEnd(): Promise<void> {
    return this.#do(async page => {
      for (let i = 0; i < 20 && nextGesture(page.state.game); i++) await this.#gesture(page)
    })
  }

  undo(): Promise<void> {
    return this.#do(page => page.dispatch({ kind: 'go', to: 'undo' }))
  }

  /** Deals a new game. Sometimes deals a second one without waiting for the first. */
  newDeal(): Promise<void> {
    return this.#do(async page => {
      await page.runner.idle()
      const before = this.#previousPlays()
      const first = this.#deal(page)
      if (this.random() < 0.3) void this.#deal(page)
      await first
      await page.runner.idle()
      const after = this.#previousPlays()
      const isSaved = !this.hasCrashed && !page.state.notices.some(isNotSafe)
      if (isSaved && before.length < 8 && before.some(play => !after.includes(play)))
        throw new Error('a new deal pushed a game out of reach')
    })
  }

  backToPrevious(): Promise<void> {
    return this.#do(page => page.dispatch({ kind: 'backToPrevious' }))
  }

  /** The worker of the current page dies. The page must show a notice, and the game must not change. */
  loseWorker(): Promise<void> {
    return this.#do(async page => {
      await page.runner.idle()
      const { history } = page.state.game
      await page.dispatch({ kind: 'notified', notice: { key: 'failed', detail: 'The worker died' } })
      if (!page.state.notices.some(({ key }) => key === 'failed'))
        throw new Error('a page does not say that its worker died')
      if (page.state.game.history !== history) throw new Error('a worker that died changed the game')
    })
  }

  /** Erases data. The current page writes nothing after `before` is called, and is closed afterward. */
  async erase(scope: EraseScope, before?: () => Promise<unknown>): Promise<void> {
    const page = this.#pages.find(({ isVisible }) => isVisible)
    await page?.dispatch({ kind: 'closed' })
    await page?.runner.idle()
    await before?.()
    await this.inBackground(() => this.publisher.answer({ kind: 'erase', scope }))
    if (!page) return
    await page.hide()
    page.close()
    this.#pages = this.#pages.filter(one => one !== page)
  }

  /** Continues a game of another device, which must be offered. */
  continueElsewhere(): Promise<void> {
    const id = this.self?.id ?? ''
    const offers = [...devicesOf(replicasIn(this.local.items)).values()]
      .filter(device => device.id !== id)
      .flatMap(({ games }) => [...games.values()])
    const other = offers[Math.floor(this.random() * offers.length)]
    if (!other) return Promise.resolve()
    return this.#do(async page => {
      await page.runner.idle()
      const { game, change } = page.state
      const here = increment(game.inherited, id, game.localActions)
      const opened = open(other.record)
      const isSame = opened.playId === game.playId
      const hasAll = (a: VersionVector, b: VersionVector) =>
        Object.entries(b).every(([device, count]) => (a[device] ?? 0) >= count)
      const known = remoteStateIn(this.local.items)
      const isOffered = this.code.offersOf(known, game).some(offer => offer.game.record === other.record)
      const isUnfinished = !known.ends.has(opened.playId) && (isSame || gesturesMade(opened.history) > 0)
      const isNews = isUnfinished && !(isSame && hasAll(here, other.vector))
      if (isNews && !isOffered) throw new Error('a game that was continued elsewhere is not offered')
      await page.dispatch({ kind: 'continueFrom', other, deviceId: id })
      const isReplaced = isSame && hasAll(other.vector, here)
      const isKept = this.local.items[PREVIOUS]?.includes(game.playId)
      const isDone = page.state.change !== change && page.state.change.cause === 'device'
      const isSaved = !page.state.notices.some(({ key }) => key === 'notSafe') && !this.hasCrashed
      if (isDone && isSaved && isInProgress(game) && !isReplaced && !isKept)
        throw new Error('moves were lost by continuing another device’s game')
      const texts = [this.local.items[KEY]]
      if (isDone) this.resumed = { play: opened.playId, texts, time: this.now() }
    })
  }

  /**
   * Changes a setting or resets the statistics. The change must apply unless items of other devices arrive.
   */
  async choose(field: 'felt' | 'click' | 'shortcuts' | 'since', option: number): Promise<void> {
    const values = {
      felt: SETTINGS.felt.options,
      click: SETTINGS.click.options,
      // Every shortcut is unique, so that its choice can be found anywhere.
      shortcuts: [[{ name: '', url: `https://example.com/${this.randomId()}` }]],
      since: [{ 'sea-towers': minuteOf(this.time) + 1 }],
    }[field]
    const value = values[option % values.length]
    const isValue = (other: unknown) => JSON.stringify(other) === JSON.stringify(value)
    const before = this.#choiceOf(field)
    let isMade = false
    await this.#do(async page => {
      await page.dispatch({ kind: 'changeSettings', change: { set: { [field]: value } } })
      isMade = !this.hasCrashed && !page.state.notices.some(({ key }) => key === 'notSafe')
      if (!isValue(page.state.settings.values[field]))
        throw new Error(`the page does not show ${field} as chosen`)
    })
    // An accepted erasure also removes choices that are earlier according to the erasing device's clock. A
    // page that cannot read storage knows neither the pending choices nor their timestamps.
    if (!isMade || this.question?.accepted || this.local.isUnreadable) return
    const { isRefusing } = this.sync
    this.sync.isRefusing = true
    await this.round(false)
    this.sync.isRefusing = isRefusing
    const here = { ...objectIn(this.local.items.settings), ...pendingSettingsIn(this.local.items) }
    if (!isValue(here[field])) throw new Error(`the choice of ${field} was lost`)
    const own = this.#choiceOf(field)
    // A choice of the current value is not recorded.
    if (own && isValue(own.value) && String(own.stamp) !== String(before?.stamp))
      this.choices.set(field, { stamp: own.stamp, ...this.#provenanceOf() })
  }

  #choiceOf(field: string) {
    return devicesOf(replicasIn(this.local.items), this.time).get(this.self?.id ?? '')?.settings?.[field]
  }

  /** Checks the invariants of all pages, while no work is running. */
  checkPages(): void {
    const stored = this.board()
    for (const { isVisible, state } of this.#pages) {
      if (!isVisible || state.role === 'hidden' || state.notices.some(({ key }) => key === 'notSafe'))
        continue
      if (textOf(state.settings.values) !== settingsIn(this.local.items))
        throw new Error(`a page of device ${this.number} does not show the settings chosen last`)
      if (!stored) throw new Error(`a page of device ${this.number} shows a game that is not stored`)
      if (state.role === 'follower') continue
      if (state.game.playId !== stored.playId || state.game.localActions !== stored.localActions)
        throw new Error(`a page of device ${this.number} shows a different game from the stored one`)
    }
    // A page whose write failed shows a notice, and still has the game.
    const shown = this.#pages.map(({ state }) => state.game.playId)
    const inReach = new Set([stored?.playId, ...this.#previousPlays(), ...shown])
    for (const [play, gestures] of this.made) {
      if (gestures >= 3 && !inReach.has(play) && !this.said.has(play))
        throw new Error(`play ${play} on device ${this.number} was left, is out of reach and is not counted`)
    }
  }

  #previousPlays(): string[] {
    const texts = this.local.items[PREVIOUS]?.split(' ') ?? []
    return texts.map(text => open(splitLocalEnvelope(text).record).playId)
  }
}
