// Two small devices and a server as one value, and what must hold of it: the simulator's promises, asked of
// every single transition.
import { createHash } from 'node:crypto'
import { readSettings } from '../../stores/settings/model.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { parseIdentity, type DeviceIdentity } from '../../stores/sync/device-identity.ts'
import { resultsOf } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { leftoverOf } from '../../stores/sync/erased-texts.ts'
import { cutoffsOf } from '../../stores/sync/erasures.ts'
import { countsWhenLeft, splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { counts, type GameResult } from '../../stores/sync/game-results.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { epochOf } from '../../stores/sync/items.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
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

/** Both devices, what they share, the minute, and erased plays that an import has brought back. */
export interface World {
  readonly devices: readonly [SmallDevice, SmallDevice]
  readonly server: Texts
  readonly minute: number
  readonly welcome: string
}

/** What can happen: to one device, in one of its tabs. */
export interface Move {
  readonly device: 0 | 1
  readonly what: InTab | 'round' | 'roundDies' | 'meet' | 'import' | 'crash'
  readonly tab?: 0 | 1
}

/** A promise was broken. */
export class Broken extends Error {}

const hold = (condition: boolean, what: string): void => {
  if (!condition) throw new Broken(what)
}

const START_MINUTE = 3_000_000
/** Later than any exploration gets. */
const END_MINUTE = START_MINUTE + 1000
const GAME = 'game:sea-towers'
const PREVIOUS = 'previous:sea-towers'

/** One object for equal texts, and its number. */
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

/** The play in the text of a game, where leaving it would count. */
function playOf(text: string): string | undefined {
  const game = open(splitLocalEnvelope(text).record)
  return countsWhenLeft(game) ? game.playId : undefined
}

const rowsIn = (texts: Texts): GameResult[] =>
  Object.entries(texts).flatMap(([key, text]) => (key.startsWith('result:') ? (readResults(text) ?? []) : []))

const bare = (play: string): string => play.slice(0, 8)

/** What a device knows of, worked out once for each value of its storage. */
interface Known {
  readonly identity: DeviceIdentity | undefined
  /** Results that count, by play: those in logs, and those that wait to get there. */
  readonly results: ReadonlyMap<string, GameResult>
  /** Of those, the ones that wait. */
  readonly waiting: ReadonlySet<string>
  /** How many games the statistics count. */
  readonly played: number
  /** Games in storage that would count when left. */
  readonly games: readonly string[]
}

/** The worlds of one exploration. */
export class Worlds {
  readonly #code: Explored
  readonly #texts = new Interner<Texts>(texts => JSON.stringify(Object.entries(texts).sort()))
  readonly #devices = new Interner<SmallDevice>(device => this.#deviceText(device))
  readonly #tabs = new Map<string, number>()
  readonly #known = new WeakMap<Texts, Known>()
  readonly #inDevice = new Map<string, SmallDevice>()
  readonly #meetings = new Map<string, readonly [SmallDevice, Texts]>()
  readonly #quiet = new Map<number, SmallDevice>()

  constructor(code: Explored = product) {
    this.#code = code
  }

  /** Values that were told apart: storages, devices. */
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

  /** A world as a short text: equal worlds have the same. */
  key({ devices, server, minute, welcome }: World): string {
    const [a, b] = devices.map(device => this.#devices.number(device))
    return `${a} ${b} ${this.#texts.number(server)} ${minute} ${welcome}`
  }

  known(local: Texts): Known {
    const found = this.#known.get(local)
    if (found) return found
    const identity = parseIdentity(local.device)
    // What a process that died has left of an erasure goes with the next round, and counts no more.
    const leftover = new Set(identity?.dropped?.map(mark => leftoverOf(mark, local)))
    const isOfNow = ([, value]: [string, string]) => epochOf(value) >= (identity?.epoch ?? 0)
    const replicas = Object.fromEntries(Object.entries(replicasIn(local)).filter(isOfNow))
    const texts = Object.fromEntries(Object.entries(local).filter(([key]) => !leftover.has(key)))
    const devices = [...devicesOf(replicas).values()]
    const waiting = rowsIn(texts).filter(counts)
    const rows = [...waiting, ...devices.flatMap(resultsOf).filter(counts)]
    const known = {
      identity,
      waiting: new Set(waiting.map(({ play }) => play)),
      played: statistics(aggregate(devices, {}, timeOf(END_MINUTE))).played,
      results: new Map(rows.map(row => [row.play, row])),
      games: playsIn(texts, GAME, PREVIOUS),
    }
    this.#known.set(local, known)
    return known
  }

  /** Two devices in step: each with a game that would count, one of them with a result. */
  async start(): Promise<World> {
    let world: World = {
      devices: [this.#intern(emptyDevice(0)), this.#intern(emptyDevice(1))],
      server: this.#texts.take({}),
      minute: START_MINUTE,
      welcome: '',
    }
    const go = async (device: 0 | 1, what: Move['what'], tab?: 0 | 1) => {
      world = await this.after(world, { device, what, tab })
      if (tab !== undefined) world = await this.rest(world)
    }
    for (const device of [0, 1] as const) {
      await go(device, 'show', 0)
      for (let i = 0; i < 3; i++) await go(device, 'play', 0)
      if (device === 0) await go(device, 'deal', 0)
      if (device === 0) for (let i = 0; i < 3; i++) await go(device, 'play', 0)
    }
    for (let i = 0; i < 3; i++)
      for (const device of [0, 1] as const) {
        await go(device, 'round')
        await go(device, 'meet')
      }
    await go(0, 'round')
    await go(1, 'round')
    return this.rest(world)
  }

  /** What can happen in a world. */
  moves({ devices }: World): Move[] {
    const moves: Move[] = []
    for (const device of [0, 1] as const) {
      const happening = new Happening(this.#code, devices[device], 0)
      for (const tab of [0, 1] as const)
        for (const what of IN_TAB) if (happening.can(what, tab)) moves.push({ device, what, tab })
      for (const what of ['round', 'roundDies', 'meet', 'import', 'crash'] as const)
        moves.push({ device, what })
    }
    return moves
  }

  /** The world after something has happened. Throws where a promise is broken by it. */
  async after(world: World, move: Move): Promise<World> {
    const { device: index, what } = move
    const before = world.devices[index]
    // The clock goes on around an erasure, so that what was before and what comes after can be told apart.
    const minute = what === 'erase' ? world.minute + 1 : world.minute
    if (what === 'meet') {
      const [device, server] = this.#meet(before, world.server)
      return { ...this.#with(world, index, device), server }
    }
    const other = world.devices[1 - index]
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
      this.#hold(before, device, what)
      await this.#holdQuiet(device, minute)
      this.#inDevice.set(key, device)
    }
    const welcome = what === 'import' ? this.#welcome(world, other.local) : world.welcome
    // A round that died is gone on with by the next one, and only then everything is gone.
    if (what === 'erase' || what === 'round') this.#holdErased(await this.#quietOf(device, minute), welcome)
    return { ...this.#with(world, index, device), minute: what === 'erase' ? minute + 1 : minute, welcome }
  }

  #with(world: World, index: number, device: SmallDevice): World {
    const devices =
      index === 0 ? ([device, world.devices[1]] as const) : ([world.devices[0], device] as const)
    return { ...world, devices }
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
      case 'erase': {
        const doomed = [...new Set([...device.doomed.map(bare), ...this.#reach(device)])].sort()
        await happening.inTab('erase', tab!)
        return { ...happening.device, doomed }
      }
      default:
        await happening.inTab(what as InTab, tab!)
    }
    return happening.device
  }

  /** Games that would count when left, and that are in storage, in a tab or on their way between them. */
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

  /** What no transition may do. */
  #hold(before: SmallDevice, after: SmallDevice, what: Move['what']): void {
    if (what === 'erase') return
    const was = this.known(before.local)
    const is = this.known(after.local)
    const isErased = is.identity?.epoch !== was.identity?.epoch && was.identity !== undefined
    if (what === 'import') hold(!isErased, 'an import taught an epoch')
    const cutoff = isErased ? cutoffsOf(is.identity?.erasures ?? []).games : -1
    for (const { play, minute } of was.results.values())
      hold(minute <= cutoff || is.results.has(play), `the result of ${play} is gone`)
    if (isErased) return
    const isDead = what === 'crash' || what === 'roundDies'
    const reach = isDead ? new Set([...was.games, ...was.results.keys()]) : this.#reach(before)
    const there = isDead ? new Set([...is.games, ...is.results.keys()]) : this.#reach(after)
    const isDoomed = (play: string) => before.doomed.some(one => one.startsWith(play))
    for (const play of reach)
      hold(there.has(play) || isDoomed(play), `the play ${play} is out of reach and not counted`)
  }

  /** Results that an erasure took away stay away, unless an import brought them. */
  #holdErased({ local, doomed }: SmallDevice, welcome: string): void {
    const { identity, results, games } = this.known(local)
    for (const play of doomed) {
      const isBack = games.includes(play) || results.has(play)
      hold(!isBack || welcome.includes(play), `the play ${play} is back, though it was erased`)
    }
    const cutoff = cutoffsOf(identity?.erasures ?? []).games
    for (const { play, minute } of results.values())
      hold(minute > cutoff || welcome.includes(play), `the erased result of ${play} is back`)
  }

  #welcome({ welcome }: World, imported: Texts): string {
    const plays = new Set(welcome ? welcome.split(' ') : [])
    for (const play of this.known(imported).results.keys()) plays.add(play)
    return [...plays].sort().join(' ')
  }

  /** A device once everything that is on its way in it has arrived, whoever comes first. */
  async #quietOf(device: SmallDevice, minute: number): Promise<SmallDevice> {
    const number = this.#devices.number(device)
    const known = this.#quiet.get(number)
    if (known) return known
    const happening = new Happening(this.#code, device, minute)
    for (let i = 0; !Happening.isQuiet(happening.device); i++) {
      hold(i < 100, 'the tabs of a device never come to rest')
      for (const tab of [0, 1])
        for (const what of ['carry', 'land', 'hear'] as const)
          if (happening.can(what, tab)) await happening.inTab(what, tab)
    }
    const quiet = this.#intern(happening.device)
    this.#quiet.set(number, quiet)
    return quiet
  }

  /** What holds once a device is quiet. */
  async #holdQuiet(device: SmallDevice, minute: number): Promise<void> {
    const quiet = await this.#quietOf(device, minute)
    const { local, tabs, chosen } = quiet
    const { values } = readSettings(local).state
    const { results, waiting, played } = this.known(local)
    const text = local[GAME] as string | undefined
    const stored = text === undefined ? undefined : splitLocalEnvelope(text)
    for (const [index, tab] of tabs.entries()) {
      if (!tab?.isListening) continue
      const { game, settings, role } = tab.session
      hold(role !== 'hidden', `tab ${index} is seen and takes no part`)
      hold(stored !== undefined, `tab ${index} shows a game that is not stored`)
      const isShown = stored!.own === game.localActions && open(stored!.record).playId === game.playId
      hold(isShown, `tab ${index} shows another game than is stored`)
      hold(
        JSON.stringify(settings.values) === JSON.stringify(values),
        `tab ${index} does not show the settings chosen last`,
      )
    }
    hold(chosen === undefined || values.felt === chosen, 'the felt that was chosen last does not hold')
    const logged = [...results.keys()].filter(play => !waiting.has(play))
    hold(played >= logged.length, 'a result is not counted')
    hold(played <= results.size, 'a result is counted twice')
  }

  /** Both devices once everything on its way inside them has arrived. */
  async rest(world: World): Promise<World> {
    const quiet = (device: SmallDevice) => this.#quietOf(device, world.minute)
    return { ...world, devices: [await quiet(world.devices[0]), await quiet(world.devices[1])] }
  }

  /** Everybody hands over all there is; then they must agree. */
  async holdAgreement(world: World): Promise<void> {
    let last = await this.rest(world)
    for (let i = 0; i < 4; i++)
      for (const device of [0, 1] as const)
        for (const what of ['meet', 'round', 'meet'] as const)
          last = await this.rest(await this.after(last, { device, what }))
    const [a, b] = last.devices.map(({ local }) => this.known(local))
    hold(a.identity?.epoch === b.identity?.epoch, 'the devices do not agree on what was erased')
    const plays = ({ results }: Known) => [...results.keys()].sort().join(' ')
    hold(plays(a) === plays(b), `the devices do not agree on the results: ${plays(a)} / ${plays(b)}`)
    const felts = last.devices.map(({ local }) => readSettings(local).state.values.felt)
    hold(felts[0] === felts[1], 'the devices do not agree on the settings')
  }
}
