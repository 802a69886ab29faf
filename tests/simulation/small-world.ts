// Two or three small devices and a server as a value, and the invariants of the explorer, which are checked
// after every event.
import { createHash } from 'node:crypto'
import { UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import { readSettings } from '../../stores/settings/model.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { parseIdentity, type DeviceIdentity } from '../../stores/sync/device-identity.ts'
import { resultsOf, settingsOf, type Device } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { leftoverOf } from '../../stores/sync/erased-texts.ts'
import { isCovered, isKnownOf, type Erasure } from '../../stores/sync/erasures.ts'
import { countsWhenLeft, splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { counts, readResults } from '../../stores/sync/log-page.ts'
import { epochOf } from '../../stores/sync/items.ts'
import { resolve } from '../../stores/sync/lww-settings.ts'
import { objectIn } from '../../stores/sync/pending-settings.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { parseUnknownErasure, type UnknownErasure } from '../../stores/sync/unknown-erasure.ts'
import { timeOf } from '../../stores/time.ts'
import { open } from './games.ts'
import {
  emptyDevice,
  Happening,
  IN_TAB,
  product,
  tabText,
  type Explored,
  type InTab,
  type SmallDevice,
  type Texts,
} from './small-device.ts'

/** The devices, the items on the server, the minute, the imported plays, and the erasures. */
export interface World {
  readonly devices: readonly SmallDevice[]
  readonly server: Texts
  readonly minute: number
  readonly welcome: string
  readonly erased: readonly Erased[]
}

/** An erasure, with the plays and the timestamps of choices that the erasing device knew. */
interface Erased extends Erasure {
  readonly of: readonly string[]
  readonly plays: readonly string[]
  readonly choices: readonly string[]
}

const IN_BACKGROUND = ['round', 'roundDies', 'meet', 'import', 'crash', 'accept'] as const
/** An event in a tab or in the background of a device. */
export interface Move {
  readonly device: number
  readonly what: InTab | (typeof IN_BACKGROUND)[number]
  readonly tab?: 0 | 1
}

/** Thrown when an invariant is violated. */
export class Broken extends Error {}

const check = (condition: boolean, what: string): void => {
  if (!condition) throw new Broken(what)
}

const START_MINUTE = 3_000_000
/** A minute that no exploration reaches. */
const END_MINUTE = START_MINUTE + 1000
const GAME = 'game:sea-towers'
const PREVIOUS = 'previous:sea-towers'

/** Replaces equal values with the same object, and numbers these objects. */
class Interner<T extends object> {
  readonly #known = new Map<string, T>()
  readonly #numbers = new WeakMap<T, number>()
  readonly #keyOf: (value: T) => string
  constructor(keyOf: (value: T) => string) {
    this.#keyOf = keyOf
  }

  take(value: T): T {
    if (this.#numbers.has(value)) return value
    const key = createHash('md5').update(this.#keyOf(value)).digest('base64')
    const known = this.#known.get(key)
    if (known) return known
    this.#known.set(key, value)
    this.#numbers.set(value, this.#known.size)
    return value
  }

  number(value: T): number {
    return this.#numbers.get(this.take(value))!
  }

  get size(): number {
    return this.#known.size
  }
}

const playsIn = (texts: Texts, ...keys: readonly string[]): string[] =>
  keys.flatMap(key => texts[key]?.split(' ').flatMap(text => playOf(text) ?? []) ?? [])

/** The play of a stored game, if it would count as given up after a new deal. */
function playOf(text: string): string | undefined {
  const game = open(splitLocalEnvelope(text).record)
  return countsWhenLeft(game) ? game.playId : undefined
}

const rowsIn = (texts: Texts): GameResult[] =>
  Object.entries(texts).flatMap(([key, text]) => (key.startsWith('result:') ? (readResults(text) ?? []) : []))

const bare = (play: string): string => play.slice(0, 8)

/** The knowledge of a device. It is computed once for equal contents of storage. */
interface Known {
  readonly identity: DeviceIdentity | undefined
  /** The results that count, in logs or pending, by play. */
  readonly results: ReadonlyMap<string, GameResult>
  /** The plays of pending results. */
  readonly waiting: ReadonlySet<string>
  /** The ids whose logs have each result. */
  readonly owners: ReadonlyMap<string, readonly string[]>
  /** The timestamps of the choices of each id. */
  readonly choices: ReadonlyMap<string, readonly string[]>
  /** The merged settings. */
  readonly held: Readonly<Record<string, unknown>>
  /** The erasure about which the user is asked. */
  readonly question: UnknownErasure | undefined
  /** The number of games in the statistics. */
  readonly played: number
  /** The plays in storage that would count as given up after a new deal. */
  readonly games: readonly string[]
}

export class Worlds {
  readonly #code: Explored
  readonly #texts = new Interner<Texts>(texts => JSON.stringify(Object.entries(texts).sort()))
  readonly #devices = new Interner<SmallDevice>(device => this.#deviceText(device))
  readonly #tabs = new Map<string, number>()
  readonly #known = new WeakMap<Texts, Known>()
  readonly #inDevice = new Map<string, SmallDevice>()
  readonly #meetings = new Map<string, readonly [SmallDevice, Texts]>()
  readonly #quiet = new Map<number, SmallDevice>()

  readonly #count: number

  constructor(code: Explored = product, count = 3) {
    this.#code = code
    this.#count = count
  }

  /** The numbers of distinct storage contents and devices. */
  get sizes(): { texts: number; devices: number } {
    return { texts: this.#texts.size, devices: this.#devices.size }
  }

  #deviceText({ number, local, sync, met, tabs, ...rest }: SmallDevice): string {
    const text = (texts: Texts) => this.#texts.number(texts)
    return JSON.stringify([
      ...[number, text(local), text(sync), text(met)],
      ...tabs.map(tab => this.#tabNumber(tabText(tab, text))),
      rest,
    ])
  }

  #tabNumber(text: string): number {
    const key = createHash('md5').update(text).digest('base64')
    const known = this.#tabs.get(key)
    if (known !== undefined) return known
    this.#tabs.set(key, this.#tabs.size)
    return this.#tabs.size - 1
  }

  #intern(device: SmallDevice): SmallDevice {
    const { local, sync, met } = device
    const take = (texts: Texts) => this.#texts.take(texts)
    return this.#devices.take({ ...device, local: take(local), sync: take(sync), met: take(met) })
  }

  /** A world as a short string. Equal worlds have equal strings. */
  key({ devices, server, minute, welcome, erased }: World): string {
    const numbers = devices.map(device => this.#devices.number(device)).join(' ')
    return `${numbers} ${this.#texts.number(server)} ${minute} ${welcome} ${JSON.stringify(erased)}`
  }

  known(local: Texts): Known {
    const found = this.#known.get(local)
    if (found) return found
    const identity = parseIdentity(local.device)
    // The next round removes the data that an interrupted erasure has left, so this data does not count.
    const leftover = new Set(identity?.dropped?.map(mark => leftoverOf(mark, local)))
    const isLeft = ([key, value]: [string, string]) =>
      !isCovered(identity?.erasures ?? [], key.split(':')[1], epochOf(value))
    const replicas = Object.fromEntries(Object.entries(replicasIn(local)).filter(isLeft))
    const texts = Object.fromEntries(Object.entries(local).filter(([key]) => !leftover.has(key)))
    const devices = [...devicesOf(replicas).values()]
    const waiting = rowsIn(texts).filter(counts)
    const own = waiting.map(row => ({ id: identity?.id ?? '', row }))
    const logged = devices.flatMap(device =>
      resultsOf(device)
        .filter(counts)
        .map(row => ({ id: device.id, row })),
    )
    const rows = [...own, ...logged]
    const owners = new Map<string, readonly string[]>()
    for (const { id, row } of rows) owners.set(row.play, [...(owners.get(row.play) ?? []), id])
    const stamps = ({ settings = {} }: Device) => Object.values(settings).map(({ stamp }) => stamp.join('.'))
    const known = {
      identity,
      owners,
      choices: new Map(devices.map(device => [device.id, stamps(device)])),
      held: resolve(settingsOf(new Map(devices.map(device => [device.id, device])))),
      question: parseUnknownErasure(local[UNKNOWN_ERASURE_KEY]),
      waiting: new Set(waiting.map(({ play }) => play)),
      played: statistics(aggregate(devices, {}, timeOf(END_MINUTE))).played,
      results: new Map(rows.map(({ row }) => [row.play, row])),
      games: playsIn(texts, GAME, PREVIOUS),
    }
    this.#known.set(local, known)
    return known
  }

  /**
   * The first two devices are in sync. Each has a game that would count as given up, and the first also has a
   * result and a choice. The third device has made the same moves as the first, has never synced with them,
   * and has one tab.
   */
  async start(): Promise<World> {
    let world: World = {
      devices: Array.from({ length: this.#count }, (_, number) => this.#intern(emptyDevice(number))),
      server: this.#texts.take({}),
      minute: START_MINUTE,
      welcome: '',
      erased: [],
    }
    const go = async (device: number, what: Move['what'], tab?: 0 | 1) => {
      world = await this.after(world, { device, what, tab })
      if (tab !== undefined) world = await this.rest(world)
    }
    for (const { number } of world.devices) {
      await go(number, 'show', 0)
      for (let i = 0; i < 3; i++) await go(number, 'play', 0)
      if (number === 1) continue
      await go(number, 'choose', 0)
      await go(number, 'deal', 0)
      for (let i = 0; i < 3; i++) await go(number, 'play', 0)
    }
    for (let i = 0; i < 3; i++)
      for (const device of [0, 1]) {
        await go(device, 'round')
        await go(device, 'meet')
      }
    for (const { number } of world.devices) await go(number, 'round')
    return this.rest(world)
  }

  /** The events that can happen in a world. */
  moves({ devices }: World): Move[] {
    const moves: Move[] = []
    for (const [device, { local }] of devices.entries()) {
      const happening = new Happening(this.#code, devices[device], 0)
      for (const tab of device < 2 ? ([0, 1] as const) : ([0] as const))
        for (const what of IN_TAB) if (happening.can(what, tab)) moves.push({ device, what, tab })
      const { question } = this.known(local)
      for (const what of IN_BACKGROUND)
        if (what !== 'accept' || (question && !question.accepted)) moves.push({ device, what })
    }
    return moves
  }

  /** The world after an event. Throws if it violates an invariant. */
  async after(world: World, move: Move): Promise<World> {
    const { device: index, what } = move
    const before = world.devices[index]
    // The clock advances before and after an erasure, so that earlier and later actions can be distinguished.
    const isErasing = what === 'erase' || what === 'eraseAll'
    const minute = isErasing ? world.minute + 1 : world.minute
    if (what === 'meet') {
      const [device, server] = this.#meet(before, world.server)
      return { ...this.#with(world, index, device), server }
    }
    const other = world.devices[(index + 1) % world.devices.length]
    const key = [
      this.#devices.number(before),
      what,
      move.tab,
      minute,
      what === 'import' ? this.#texts.number(other.local) : '',
    ].join(' ')
    let device = this.#inDevice.get(key)
    if (!device) {
      device = this.#intern(await this.#happen(before, move, minute, other))
      this.#check(before, device, what)
      await this.#checkQuiet(device, minute)
      this.#inDevice.set(key, device)
    }
    const welcome = what === 'import' ? this.#welcome(world, other.local) : world.welcome
    const erased = [...world.erased, ...this.#erasedBy(before, device, what)]
    const end = isErasing ? minute + 1 : minute
    const after = { ...this.#with(world, index, device), minute: end, welcome, erased }
    if (!isErasing) this.#checkNothingMissing(before, device, erased)
    // The next round completes an interrupted erasure, so everything is gone only after that round.
    if (isErasing || what === 'round') this.#checkErased(await this.#quietOf(device, minute), after)
    return after
  }

  #with(world: World, index: number, device: SmallDevice): World {
    return { ...world, devices: world.devices.with(index, device) }
  }

  /**
   * The erasure that was just made or accepted on a device, with the plays and choices that the device knew.
   */
  #erasedBy({ local }: SmallDevice, after: SmallDevice, what: Move['what']): Erased[] {
    const was = this.known(local)
    const { id = '', epoch = 0 } = was.identity ?? {}
    const before = (minute: number, isKnown: (play: string) => boolean) =>
      [...was.results.values()].flatMap(row => (row.minute <= minute && isKnown(row.play) ? [row.play] : []))
    if (what === 'accept') {
      const { minute, scope } = was.question!
      const plays = before(minute, play => was.owners.get(play)!.every(owner => owner === id))
      const choices = scope === 'everything' ? (was.choices.get(id) ?? []) : []
      return [{ epoch: epoch + 1, minute, scope, of: [id], plays, choices }]
    }
    const one = this.known(after.local).identity?.erasures?.find(
      erasure => erasure.epoch > epoch && erasure.of?.includes(id),
    )
    if (!one?.of || (what !== 'erase' && what !== 'eraseAll')) return []
    const choices = one.scope === 'everything' ? [...was.choices.values()].flat() : []
    return [{ ...one, of: one.of, plays: before(one.minute, () => true), choices }]
  }

  #meet(device: SmallDevice, server: Texts): readonly [SmallDevice, Texts] {
    const key = `${this.#devices.number(device)} ${this.#texts.number(server)}`
    let met = this.#meetings.get(key)
    if (!met) {
      const happening = new Happening(this.#code, device, 0)
      const items = this.#texts.take(happening.meet(server))
      met = [this.#intern(happening.device), items]
      this.#meetings.set(key, met)
    }
    return met
  }

  async #happen(
    device: SmallDevice,
    { what, tab }: Move,
    minute: number,
    other: SmallDevice,
  ): Promise<SmallDevice> {
    const happening = new Happening(this.#code, device, minute)
    switch (what) {
      case 'round':
      case 'roundDies':
        await happening.round(what === 'roundDies')
        break
      case 'crash':
        happening.crash()
        break
      case 'import':
        await happening.import(replicasIn(other.local))
        return {
          ...happening.device,
          doomed: device.doomed.filter(play => !this.known(other.local).results.has(bare(play))),
        }
      case 'accept':
        happening.accept()
        break
      case 'erase':
      case 'eraseAll': {
        const doomed = [...new Set([...device.doomed.map(bare), ...this.#reach(device)])].sort()
        await happening.inTab(what, tab!)
        return { ...happening.device, doomed }
      }
      default:
        await happening.inTab(what as InTab, tab!)
    }
    return happening.device
  }

  /** Plays that have a result or would count as given up: in storage, in a tab or in a pending write. */
  #reach({ local, tabs }: SmallDevice): Set<string> {
    const reach = new Set([...this.known(local).games, ...this.known(local).results.keys()])
    for (const tab of tabs) {
      if (!tab) continue
      const { game } = tab.session
      if (countsWhenLeft(game)) reach.add(game.playId)
      for (const { set } of tab.writes) {
        playsIn(set, GAME, PREVIOUS).forEach(play => reach.add(play))
        rowsIn(set).forEach(({ play }) => reach.add(play))
      }
    }
    return reach
  }

  /** Checks that an event loses no play, unless the device erases or learns of an erasure. */
  #check(before: SmallDevice, after: SmallDevice, what: Move['what']): void {
    if (what === 'erase' || what === 'eraseAll') return
    const was = this.known(before.local)
    const is = this.known(after.local)
    const hasNews = JSON.stringify(is.identity?.erasures) !== JSON.stringify(was.identity?.erasures)
    if (what === 'import') check(!hasNews, 'an import brought an erasure with it')
    const isDead = what === 'crash' || what === 'roundDies'
    if (hasNews) return
    const reach = isDead ? new Set([...was.games, ...was.results.keys()]) : this.#reach(before)
    const there = isDead ? new Set([...is.games, ...is.results.keys()]) : this.#reach(after)
    const isDoomed = (play: string) => before.doomed.some(one => one.startsWith(play))
    for (const play of reach)
      check(there.has(play) || isDoomed(play), `the play ${play} is out of reach and is not counted`)
  }

  /** Checks that a result is removed only if erasures of its minute or later name all ids that have it. */
  #checkNothingMissing(before: SmallDevice, after: SmallDevice, erased: readonly Erased[]): void {
    const [was, is] = [this.known(before.local), this.known(after.local)]
    const { id, former = [] } = was.identity ?? {}
    for (const { play, minute } of was.results.values()) {
      if (is.results.has(play)) continue
      const isErased = was.owners.get(play)!.every(owner => {
        const ids = owner === id ? [id, ...former] : [owner]
        return erased.some(one => minute <= one.minute && one.of.some(named => ids.includes(named)))
      })
      check(isErased, `the result of ${play} is gone`)
    }
  }

  /**
   * Checks that erased items do not come back to devices that know of the erasure, unless they were imported.
   * A device that does not know of it may be in the same epoch because of another erasure, and may still have
   * the items.
   */
  #checkErased({ local, doomed }: SmallDevice, { devices, welcome, erased }: World): void {
    const { identity, results, games, choices, owners } = this.known(local)
    const knowsOf = ({ erasures = [] }: DeviceIdentity, one: Erased) =>
      one.of.every(id => isKnownOf(erasures, one, id))
    const unaware = new Set(
      devices
        .flatMap(device => this.known(device.local).identity ?? [])
        .filter(other => !erased.every(one => knowsOf(other, one)))
        .flatMap(({ id, former = [] }) => [id, ...former]),
    )
    const isCounted = (play: string) =>
      results.has(play) && !owners.get(play)!.every(owner => unaware.has(owner))
    for (const play of doomed) {
      const isBack = games.includes(play) || isCounted(play)
      check(!isBack || welcome.includes(play), `the play ${play} is back although it was erased`)
    }
    const { id = '', former = [] } = identity ?? {}
    for (const { of, plays, choices: gone } of erased.filter(one => identity && knowsOf(identity, one))) {
      for (const play of plays)
        check(!isCounted(play) || welcome.includes(play), `the erased result of ${play} is back`)
      // The choices that a device unknown to the erasing device had adopted remain.
      const named = [...of, ...(former.some(own => of.includes(own)) ? [id] : [])]
      const left = named
        .filter(owner => !unaware.has(owner))
        .flatMap(owner => choices.get(owner) ?? [])
        .filter(stamp => gone.includes(stamp))
      check(left.length === 0, `an erased choice is back: ${left.join(' ')}`)
    }
  }

  #welcome({ welcome }: World, imported: Texts): string {
    const plays = new Set(welcome ? welcome.split(' ') : [])
    for (const play of this.known(imported).results.keys()) plays.add(play)
    return [...plays].sort().join(' ')
  }

  /** The device after all pending writes and events in its tabs have arrived. */
  async #quietOf(device: SmallDevice, minute: number): Promise<SmallDevice> {
    const number = this.#devices.number(device)
    const known = this.#quiet.get(number)
    if (known) return known
    const happening = new Happening(this.#code, device, minute)
    for (let i = 0; !Happening.isQuiet(happening.device); i++) {
      check(i < 100, 'the tabs of a device never settle')
      for (const tab of [0, 1])
        for (const what of ['handle', 'stored', 'notified'] as const)
          if (happening.can(what, tab)) await happening.inTab(what, tab)
    }
    const quiet = this.#intern(happening.device)
    this.#quiet.set(number, quiet)
    return quiet
  }

  /** Checks the invariants that hold once the tabs of a device have no pending writes and events. */
  async #checkQuiet(device: SmallDevice, minute: number): Promise<void> {
    const quiet = await this.#quietOf(device, minute)
    const { local, tabs, chosen } = quiet
    const { values } = readSettings(local).state
    const { results, waiting, played } = this.known(local)
    const text = local[GAME] as string | undefined
    const stored = text === undefined ? undefined : splitLocalEnvelope(text)
    for (const [index, tab] of tabs.entries()) {
      if (!tab?.isListening) continue
      const { game, settings, role } = tab.session
      check(role !== 'hidden', `tab ${index} is visible but neither plays nor follows`)
      check(stored !== undefined, `tab ${index} shows a game that is not stored`)
      const isShown =
        stored!.localActions === game.localActions && open(stored!.record).playId === game.playId
      check(isShown, `tab ${index} shows a different game from the stored one`)
      check(
        JSON.stringify(settings.values) === JSON.stringify(values),
        `tab ${index} does not show the settings chosen last`,
      )
    }
    check(chosen === undefined || values.felt === chosen, 'the felt that was chosen last does not apply')
    const logged = [...results.keys()].filter(play => !waiting.has(play))
    check(played >= logged.length, 'a result is not counted')
    check(played <= results.size, 'a result is counted twice')
  }

  /** The world after all pending writes and events of its tabs have arrived. */
  async rest(world: World): Promise<World> {
    const devices = await Promise.all(world.devices.map(device => this.#quietOf(device, world.minute)))
    return { ...world, devices }
  }

  /** The devices exchange everything, and must then agree. */
  async checkAgreement(world: World): Promise<void> {
    let last = await this.rest(world)
    for (let i = 0; i < 4; i++)
      for (const device of world.devices.keys())
        for (const what of ['meet', 'round', 'meet'] as const)
          last = await this.rest(await this.after(last, { device, what }))
    const [first, ...others] = last.devices.map(({ local }) => this.known(local))
    const sorted = (all: object = {}) => JSON.stringify(Object.entries(all).sort())
    for (const { local } of last.devices) {
      const told = sorted(objectIn(local.settings))
      check(told === sorted(this.known(local).held), 'there are settings that nobody chose')
    }
    const plays = ({ results }: Known) => [...results.keys()].sort().join(' ')
    for (const one of others) {
      check(first.identity?.epoch === one.identity?.epoch, 'the devices do not agree on what was erased')
      check(
        plays(first) === plays(one),
        `the devices do not agree on the results: ${plays(first)} / ${plays(one)}`,
      )
      check(
        JSON.stringify(first.held) === JSON.stringify(one.held),
        'the devices do not agree on the settings',
      )
    }
  }
}
