// A history with a folder, generated from a seed. Its devices are in two accounts, most of them use the same
// folder, and things go wrong. The invariants are checked after every step and at the end.
import { readRecord } from '../../engine/index.ts'
import { statistics } from '../../stores/sync/aggregate.ts'
import { GONE_AFTER_DAYS } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { isInProgress } from '../../stores/sync/game-envelope.ts'
import { writeResult, type LogRow } from '../../stores/sync/game-results.ts'
import { mergeErasures, type Erasure } from '../../stores/sync/erasures.ts'
import { epochOf, join, writeItem } from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import type { RemoteProblem } from '../../stores/sync/remotes/remote.ts'
import { isErased, replicasIn } from '../../stores/sync/replicas.ts'
import { randomFrom } from '../support/random.ts'
import { ChromeSync, FirefoxSync, Server, type Items } from './browsers.ts'
import type { Code } from './code.ts'
import type { Device } from './device.ts'
import { Folder, type TagKind } from './folder.ts'
import { PLACES, FolderedDevice, type FolderCode } from './folder-device.ts'
import {
  answer,
  endedBy,
  eraseOn,
  hasHeader,
  statementsOf,
  knowsOf,
  leftOf,
  missingChoice,
  spentIn,
  type ErasureHere,
  type Statements,
} from './ownership.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND
const START = Date.UTC(2026, 0, 1)
const NEWER = '0123456789abcdef0123456789abcdef'
const TROUBLES: readonly RemoteProblem[] = [
  { code: 'signIn' },
  { code: 'forbidden' },
  { code: 'moved' },
  { code: 'foreign' },
  { code: 'locked' },
  { code: 'full' },
  { code: 'busy' },
  { code: 'busy', waitMs: 1_800_000 },
  { code: 'failed', status: 500 },
  { code: 'unreachable' },
]

/** The number of turns after which the folder may change only because the day has changed. */
const MAX_LATE_TURNS = 8

/** The last digits of seeds with Dropbox, whose tokens expire, and of seeds with throttling by status 401. */
const AT_DROPBOX = [6, 9]
const THROTTLING = [0, ...AT_DROPBOX]

class Violation extends Error {}
const check = (condition: boolean, what: string): void => {
  if (!condition) throw new Violation(what)
}

/** The code in a history. If there is the code of an earlier version, some devices run that version. */
export interface FolderCodes {
  readonly code: Code
  readonly place: FolderCode
  readonly released?: Code
}

/**
 * Runs a history. With `isCramped`, all devices use the folder, because the accounts have no room. With a
 * `salt` other than 0, the same events happen with different faults, ids and delays. If some devices run an
 * earlier version, only the other devices are checked at the end, and only for losses.
 */
export async function runFolderHistory(
  codes: FolderCodes,
  seed: number,
  isCramped: boolean,
  salt = 0,
): Promise<void> {
  const history = new FolderHistory(codes, seed, isCramped)
  if (salt === 0) return history.run()
  await history.run().catch(() => undefined)
  await new FolderHistory(codes, seed, isCramped, salt, history.drawn).run()
}

class FolderHistory {
  readonly #codes: FolderCodes
  /** The random numbers for the devices and the server, from the generator of the history. */
  readonly #faults: () => number
  /** The random numbers that the history itself has drawn before its first step and at each step. */
  readonly drawn: number[][] = [[]]
  /** The random numbers of the history whose events this history repeats. */
  readonly #repeated: readonly (readonly number[])[]
  readonly #isCramped: boolean
  /** Whether the history continues until all devices that are gone must be forgotten. */
  readonly #isLong: boolean
  readonly #accounts: { server: Server; isFirefox: boolean }[] = []
  readonly #folder: Folder
  readonly #placeText: string
  readonly #departed: Statements[] = []
  readonly #welcome = new Set<string>()
  readonly #erasures: ErasureHere[] = []
  /** Each device's `arrivedAt` and number of requests at the last check. */
  readonly #arrivals = new Map<FolderedDevice, { arrivedAt: number; asked: number }>()
  #devices: FolderedDevice[] = []
  #now = START

  constructor(
    codes: FolderCodes,
    seed: number,
    isCramped: boolean,
    salt = 0,
    repeated: FolderHistory['drawn'] = [],
  ) {
    this.#codes = codes
    const salted = seed + Math.imul(salt, 0x9e3779b1)
    this.#faults = randomFrom(salted)
    this.#repeated = repeated
    this.#isCramped = isCramped
    this.#isLong = seed % 4 === 0
    const kinds: TagKind[] = ['revision', 'seconds', 'none', 'etag']
    this.#folder = new Folder(kinds[this.#pick(4)], this.#chance(0.5), () => this.#now)
    this.#folder.isReplicated = this.#chance(0.3)
    // The earlier version does not support Dropbox.
    this.#placeText = PLACES[AT_DROPBOX.includes(seed % 10) && !codes.released ? 'dropbox' : 'webdav']
    // A separate generator keeps the histories of other seeds unchanged, because planted faults refer to
    // seeds.
    const throttles = randomFrom(~salted)
    if (THROTTLING.includes(seed % 10)) this.#folder.isThrottling = () => throttles() < 0.05
    this.#folder.isNamed = device => this.#isNamed(device)
    this.#folder.isErased = value => epochOf(value) < Math.max(...this.#devices.map(({ epoch }) => epoch))
  }

  readonly #random = (): number => {
    const drawn = this.drawn.at(-1)!
    const next = this.#repeated.at(this.drawn.length - 1)?.at(drawn.length) ?? this.#faults()
    drawn.push(next)
    return next
  }
  readonly #pick = (count: number) => Math.floor(this.#random() * count)
  readonly #chance = (part: number) => this.#random() < part

  async run(): Promise<void> {
    for (const isFirefox of [false, true]) this.#accounts.push({ server: new Server(), isFirefox })
    for (let i = 2 + this.#pick(3); i > 0; i--) this.#add()
    const steps = 20 + this.#pick(40)
    for (let step = 0; step < steps; step++) {
      this.drawn.push([])
      const soon = this.#chance(0.5) ? this.#pick(30) * SECOND : this.#pick(3600) * SECOND
      this.#now += this.#chance(0.1) ? this.#pick(20) * 24 * HOUR : soon
      const device = this.#devices[this.#pick(this.#devices.length)]
      await this.#act(device)
      if (device.question?.accepted === false && this.#chance(0.2)) await this.#answer(device)
      if (device.isReleased && this.#chance(0.01)) this.#update(device)
      if (this.#codes.released && this.#chance(0.05)) await this.#choose(device)
      if (this.#chance(0.8)) await this.#attend(device)
      await device.idle()
      this.#checkAlways()
    }
    await this.#rest()
    if (this.#codes.released) return this.#checkNothingMissing()
    this.#checkAtTheEnd()
    for (const device of this.#devices) if (device.hasFolder) await this.#checkWait(device)
    if (this.#isLong) await this.#checkNothingKept()
  }

  #add(items?: Items): FolderedDevice {
    const number = this.#devices.length
    const { code, place, released } = this.#codes
    // The first device of each account has the current version, so that everything reaches all devices.
    const used = released && number > 1 && this.#chance(0.5) ? released : code
    const device = new FolderedDevice(used, place, number, this.#faults, () => this.#now)
    device.meanwhile = () => {
      if (this.#faults() < 0.5) void device.move()
    }
    this.#connect(device)
    device.attach(this.#folder)
    if (items) device.local.items = items
    // The first device of each account uses the folder, so that everything reaches all devices.
    else if (this.#isCramped || number < 2 || this.#chance(0.6))
      device.local.items = { place: this.#placeText }
    if (this.#chance(0.15)) device.skew = (this.#random() - 0.5) * 2 * 24 * HOUR * this.#pick(300)
    this.#devices.push(device)
    return device
  }

  #connect(device: FolderedDevice): void {
    const { server, isFirefox } = this.#accounts[device.number % 2]
    const area = new (isFirefox ? FirefoxSync : ChromeSync)(
      server,
      () => this.#now,
      () => device.access(),
    )
    area.listener = () => {
      device.hasNews = true
    }
    device.sync = area
    device.sync.start()
  }

  async #act(device: FolderedDevice): Promise<void> {
    const doing = this.#random()
    if (doing < 0.22) await device.move()
    else if (doing < 0.26) await device.playToTheEnd()
    else if (doing < 0.28) await device.undo()
    else if (doing < 0.31) await device.newDeal()
    else if (doing < 0.36) await device.continueElsewhere()
    else if (doing < 0.52) await device.look(this.#chance(0.1) ? 'wanted' : 'shown')
    else if (doing < 0.68) await device.pushNow()
    else if (doing < 0.73) await device.round(this.#chance(0.7))
    else if (doing < 0.8) {
      if (device.isOnline) device.sync.meet()
    } else if (doing < 0.82) device.isOnline = !device.isOnline
    else if (doing < 0.86) device.untilCrash = this.#pick(25)
    else if (doing < 0.875) device.sync.isRefusing = !device.sync.isRefusing
    else if (doing < 0.885) {
      if (this.#chance(0.5)) device.end()
      else device.restart()
    } else if (doing < 0.9) device.skew = (this.#random() - 0.5) * 24 * HOUR * this.#pick(300)
    else if (doing < 0.91) {
      if (this.#devices.length < 6) this.#add()
    } else if (doing < 0.93) this.#mishap(device)
    else if (doing < 0.965) this.#befall()
    else if (doing < 0.975) await this.#erase(device)
    else if (doing < 0.985) device.failsNext = true
    else if (doing < 0.99) device.local.isUnreadable = !device.local.isUnreadable
  }

  /** The folder gets or loses a problem, is erased, backed up or restored, or has a file replaced. */
  #befall(): void {
    const folder = this.#folder
    const kind = this.#pick(8)
    if (kind === 0) folder.wipe()
    else if (kind === 1) folder.rollBack()
    else if (kind === 2) folder.save()
    else if (kind === 3) folder.trouble = TROUBLES[this.#pick(TROUBLES.length)]
    else if (kind < 6) folder.trouble = undefined
    else if (kind === 6) this.#forge()
    else if (folder.isThere) {
      const isOvertaken = this.#chance(0.3) && folder.files.size > 0
      const name = isOvertaken ? [...folder.files.keys()][this.#pick(folder.files.size)] : NEWER
      folder.put(name, new TextEncoder().encode(`QHR2${this.#pick(1000)}`))
      // A later version wrote this file: a device was updated and then downgraded while its browser was
      // closed.
      if (isOvertaken) for (const device of this.#devices) device.restart()
    }
  }

  /** The server replaces a file with a forged file, which devices would accept if files were not sealed. */
  #forge(): void {
    const names = [...this.#folder.files.keys()].filter(name => name !== NEWER)
    if (names.length === 0) return
    const play = 'forged00'
    const key = keys.log('stranger', 0)
    const rows = { play, game: 'sea-towers', outcome: 'won', minute: 9, seconds: 9, moves: 9 } as const
    const items = { [key]: writeItem(key, { epoch: 0, seq: 1, content: writeResult(rows) }) }
    const text = JSON.stringify({ device: 'stranger', part: 'now', items })
    this.#folder.put(names[this.#pick(names.length)], new TextEncoder().encode(text))
  }

  /** A device is cloned, restored from a backup, or set up again. */
  #mishap(device: FolderedDevice): void {
    const kind = this.#pick(3)
    this.#arrivals.delete(device)
    device.restart()
    if (kind > 0) for (const erasure of this.#erasures) if (erasure.device === device) erasure.isOwn = false
    if (kind === 0 && this.#devices.length < 6) {
      for (const said of device.said.values()) said.isInherited = true
      const clone = this.#add(device.local.items)
      clone.code = device.code
      clone.become(device.copy)
      device.ids.forEach(id => clone.ids.add(id))
    } else if (kind === 1 && device.backup) {
      this.#departed.push(statementsOf(device))
      device.become(device.backup)
      device.writes = []
    } else if (kind === 2) {
      this.#departed.push(statementsOf(device))
      const { place } = device.local.items as { place?: string }
      device.become({ items: place === undefined ? {} : { place }, said: new Map() })
      device.writes = []
      this.#connect(device)
    }
    this.#dropUnstored()
    if (kind === 1 || !device.backup) device.backup = device.copy
  }

  async #erase(device: FolderedDevice): Promise<void> {
    if (this.#erasures.length > 1) return
    device.local.isUnreadable = false
    device.untilCrash = Infinity
    device.sync.isRefusing = false
    const scope = this.#chance(0.5) ? 'games' : 'everything'
    const erase = () => device.erase(scope, () => device.noteErasing())
    this.#erasures.push(...(await eraseOn(device, erase, this.#erasures)))
    device.made.clear()
    await device.pushNow()
  }

  /** The user answers whether an erasure by another device applies here too. */
  async #answer(device: FolderedDevice): Promise<void> {
    const erasure = await answer(device, this.#chance(0.5))
    if (erasure) this.#erasures.push(erasure)
  }

  /**
   * Whether an erasure names an id or an earlier id of the same device. It then applies to the later id too.
   */
  #isNamed(id: string): boolean {
    // An erasure of the earlier version names no ids.
    const isAll = this.#erasures.some(({ erasure }) => !erasure.of)
    const named = new Set(this.#erasures.flatMap(({ erasure }) => erasure.of ?? []))
    const had = this.#everybody.map(({ selves }) => selves.slice(0, selves.indexOf(id) + 1))
    return isAll || named.has(id) || had.flat().some(one => named.has(one))
  }

  async #choose(device: FolderedDevice): Promise<void> {
    await device.choose((['felt', 'click', 'shortcuts', 'since'] as const)[this.#pick(4)], this.#pick(5))
  }

  /** A device with an earlier version is updated. */
  #update(device: FolderedDevice): void {
    device.restart()
    device.code = this.#codes.code
  }

  /** The background of a device runs the work that is due. */
  async #attend(device: FolderedDevice): Promise<void> {
    await device.tick()
    if (!device.hasNews) return
    device.hasNews = false
    await device.round(false)
    await device.heardRemote()
  }

  /** The outcomes of each play in the logs and pending results of all devices. */
  #findable(): Map<string, LogRow['outcome'][]> {
    const found = new Map<string, LogRow['outcome'][]>()
    const note = (rows: readonly LogRow[] = []) =>
      rows.forEach(({ play, outcome }) => found.set(play, [...(found.get(play) ?? []), outcome]))
    for (const { local } of this.#devices) {
      for (const { pages } of devicesOf(replicasIn(local.items), this.#now).values())
        for (const rows of pages.values()) note(rows)
      for (const [key, text] of Object.entries(local.items))
        if (key.startsWith('result:')) note(readResults(text))
    }
    return found
  }

  /**
   * From now on, results of departed devices that no device has need not count. They may still count, because
   * they may come back from an account or the folder.
   */
  #dropUnstored(): void {
    const found = this.#findable()
    for (const { said: statements } of this.#departed)
      for (const [play, said] of statements) {
        const outcomes = found.get(play)
        if (outcomes)
          said.outcome = (['won', 'givenUp', 'reopened'] as const).find(one => outcomes.includes(one))!
        else {
          statements.delete(play)
          this.#welcome.add(play)
        }
      }
  }

  /** All faults end, and all devices exchange everything. After that, nothing may change. */
  async #rest(): Promise<void> {
    const folder = this.#folder
    folder.trouble = undefined
    for (const device of this.#devices) {
      device.skew = 0
      device.isOnline = true
      device.local.isUnreadable = false
      device.meanwhile = () => undefined
      device.sync.isRefusing = false
      device.failsNext = false
      device.restart()
      device.remote.isRough = false
    }
    this.#now += HOUR
    folder.deliverAll()
    for (const [name, { bytes }] of folder.files)
      if (name !== NEWER && new TextDecoder().decode(bytes).startsWith('QHR2')) folder.files.delete(name)
    let quiet = 0
    for (let turn = 0; turn < 16 && quiet < 3; turn++) {
      const before = this.#everything()
      await this.#turn(turn < 4 ? 'wanted' : 'shown')
      quiet = this.#everything() === before ? quiet + 1 : 0
    }
    // A deletion is requested again after at most a day, and the files of devices that are gone are deleted
    // after 14 days.
    folder.isReplicated = false
    this.#now = Math.max(this.#now, 24 * HOUR * this.#latestDay()) + 15 * 24 * HOUR
    for (let turn = 0; turn < 3; turn++) await this.#turn('shown')
    // On a new day, every device updates its header and absorbs devices that have not been seen for a long
    // time. A few turns later, all devices know of this.
    const today = () => Math.floor(this.#now / (24 * HOUR))
    let writes: number
    let newest: string
    let day: number
    let turns = 0
    do {
      day = today()
      writes = folder.writes
      newest = this.#newestItems()
      await this.#turn('shown')
    } while ((day !== today() || this.#newestItems() !== newest) && ++turns < MAX_LATE_TURNS)
    // The earlier version removes items of an earlier epoch, and other devices restore them.
    if (this.#codes.released) return
    check(this.#newestItems() === newest, 'devices change the folder although nothing is new')
    check(folder.writes - writes <= 2 * this.#devices.length, 'devices never stop writing to the folder')
  }

  /** The latest day in the headers on all devices. It is in the future if a clock was ahead. */
  #latestDay(): number {
    const all = this.#devices.flatMap(({ local }) => [
      ...devicesOf(replicasIn(local.items), this.#now).values(),
    ])
    return Math.max(0, ...all.map(({ header }) => header?.day ?? 0))
  }

  /** The newest items in all files of the folder, without the headers. */
  #newestItems(): string {
    const all = this.#opened().reduce<Items>((joined, { items }) => join(joined, items), {})
    const lasting = Object.entries(all).filter(([key]) => !key.startsWith('d:'))
    return JSON.stringify(lasting.sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** The files of the folder that can be opened. */
  #opened(): { name: string; device: string; items: Items }[] {
    return [...this.#folder.files].flatMap(([name, { bytes }]) => {
      const text = new TextDecoder().decode(bytes)
      const json = text.slice(12)
      // A file may be incomplete after an interrupted write, or forged by the server.
      if (!text.startsWith('QHR1') || !json.endsWith('}}')) return []
      return [{ name, ...(JSON.parse(json) as { device: string; items: Items }) }]
    })
  }

  /** The replicas of all devices, the number of writes to the folder, and the items of the accounts. */
  #everything(): string {
    const replicas = this.#devices.map(({ local }) => replicasIn(local.items))
    return JSON.stringify([replicas, this.#folder.writes, this.#accounts.map(({ server }) => server.items)])
  }

  async #turn(why: 'wanted' | 'shown'): Promise<void> {
    for (const device of this.#devices) {
      this.#now += 1500 * SECOND
      device.sync.meet()
      await this.#attend(device)
      await device.look(why)
      this.#now += 400 * SECOND
      await this.#attend(device)
      device.sync.meet()
    }
  }

  #checkAlways(): void {
    for (const device of this.#devices) {
      if (!device.hasCrashed) device.checkPages()
      if (device.isReleased) continue
      const { asked } = device.remote
      for (let i = 0; i + 200 < asked.length; i++)
        check(asked[i + 200].time - asked[i].time > HOUR, `device ${device.number} sends too many requests`)
      check(device.hasFolder || asked.length === 0, `device ${device.number} sends requests without a folder`)
      const { arrivedAt } = device.folderState
      const before = this.#arrivals.get(device) ?? { arrivedAt, asked: 0 }
      check(
        arrivedAt <= before.arrivedAt || asked.length > before.asked,
        `device ${device.number} says that everything has arrived, but has sent no request`,
      )
      this.#arrivals.set(device, { arrivedAt, asked: asked.length })
    }
  }

  /** The statements of all devices, including departed devices. */
  get #everybody(): Statements[] {
    return [...this.#devices, ...this.#departed]
  }

  #countsOf(device: FolderedDevice) {
    return this.#codes.code.aggregate(
      devicesOf(replicasIn(device.local.items), this.#now).values(),
      {},
      this.#now,
    )
  }

  /** Checks that devices with the current version lack no result and no choice. */
  #checkNothingMissing(): void {
    const { must } = endedBy(this.#devices, [], this.#erasures, this.#welcome)
    for (const device of this.#devices.filter(({ isReleased }) => !isReleased)) {
      const all = this.#countsOf(device)
      const found = new Set(all.results.map(({ play }) => play))
      for (const play of must.keys())
        check(
          found.has(play) || statistics(all).played > found.size,
          `play ${play} ended and is not counted on device ${device.number}`,
        )
      const field = missingChoice(device, this.#erasures)
      check(field === undefined, `the choice of ${field} on device ${device.number} is gone`)
    }
  }

  #checkAtTheEnd(): void {
    const epoch = Math.max(0, ...this.#devices.map(device => device.epoch))
    const { must, may } = endedBy(this.#devices, this.#departed, this.#erasures, this.#welcome)
    const [first] = this.#devices
    const same = JSON.stringify(this.#summaryOf(first))
    for (const device of this.#devices) {
      check(device.epoch === epoch, `device ${device.number} is not in the latest epoch`)
      const all = this.#countsOf(device)
      const { played, won } = statistics(all)
      const found = new Set(all.results.map(({ play }) => play))
      for (const play of must.keys())
        check(
          found.has(play) || played > found.size,
          `play ${play} ended and is not counted on device ${device.number}`,
        )
      for (const play of found)
        check(must.has(play) || may.has(play), `play ${play} is counted but never ended`)
      check(played <= new Set([...must.keys(), ...may]).size, `too many plays are counted: ${played}`)
      check(won >= [...must.values()].filter(Boolean).length, 'a win is missing')
      const summary = JSON.stringify(this.#summaryOf(device))
      check(summary === same, `devices 0 and ${device.number} do not agree: ${same} ${summary}`)
      if (device.hasFolder) this.#checkFolderSync(device)
    }
    this.#checkNothingLeft()
    const erasures = this.#devices.reduce<Erasure[]>(
      (known, { self }) => mergeErasures(known, self?.erasures ?? []),
      [],
    )
    this.#checkNothingErased(erasures)
    this.#checkFolder(epoch)
  }

  /** Checks that an erasure known to one device is known to all, and that the data that it covers is gone. */
  #checkNothingLeft(): void {
    const welcome = { plays: this.#welcome, texts: new Set<string>() }
    const shared = [
      ...this.#accounts.map(({ server }) => server.items),
      ...this.#opened().map(one => one.items),
    ]
    for (const one of this.#erasures) {
      const { device, erasure, isOwn } = one
      const isKnownTo = (other: Device) => knowsOf(other, erasure)
      check(!isOwn || isKnownTo(device), `device ${device.number} forgot that it erased`)
      if (!this.#devices.some(isKnownTo)) continue
      const unaware = this.#devices.find(other => !isKnownTo(other))
      check(!unaware, `device ${unaware?.number} does not know what device ${device.number} erased`)
      const left = leftOf(one, this.#devices, shared, this.#everybody, welcome)
      check(left === undefined, `${left} was erased by device ${device.number} but is still there`)
    }
  }

  /**
   * Checks that no file of a live device contains erased items, and that no file of any device remains after
   * all its own items were erased.
   */
  #checkNothingErased(erasures: readonly Erasure[]): void {
    const living = new Set(this.#devices.map(({ self }) => self?.id))
    const own = new Map<string, [string, string][]>()
    for (const { device, items } of this.#opened()) {
      const all = Object.entries(items)
      const mine = all.filter(([key]) => parseKey(key)?.device === device)
      own.set(device, [...(own.get(device) ?? []), ...mine])
      check(
        !living.has(device) || !all.some(item => isErased(erasures, ...item)),
        `an item that was erased is still in the folder, in the file of ${device}`,
      )
    }
    for (const [device, items] of own)
      check(
        items.length === 0 || !items.every(item => isErased(erasures, ...item)),
        `the file of ${device} is still there although all its items were erased`,
      )
  }

  /** Checks that no former id has an empty file, and that the devices' copies of files are current. */
  #checkFolder(epoch: number): void {
    const living = new Set(this.#devices.map(({ self }) => self?.id))
    const former = new Set(this.#devices.flatMap(({ self }) => self?.former ?? []))
    for (const { name, device, items } of this.#opened()) {
      const file = this.#folder.files.get(name)!
      const isLeft = Object.keys(items).length === 0 && former.has(device) && !living.has(device)
      check(epoch === 0 || !isLeft, `the empty file of ${device} is still there although its id was given up`)
      for (const other of this.#devices.filter(({ hasFolder }) => hasFolder)) {
        const known = copiesIn(other.local.items).get(name)
        check(
          other.folderState.unopenable[name]?.tag !== this.#folder.tagOf(file),
          `device ${other.number} no longer reads the file of ${device}, which can be opened`,
        )
        check(
          known?.tag !== this.#folder.tagOf(file) || JSON.stringify(known.items) === JSON.stringify(items),
          `device ${other.number} mistakes an earlier state of the file of ${device} for the current one`,
        )
      }
    }
  }

  /** Checks that waiting changes are sent even if the background has ended, because an alarm restarts it. */
  async #checkWait(device: FolderedDevice): Promise<void> {
    this.#folder.trouble = { code: 'busy', waitMs: 1_800_000 }
    await device.move()
    await device.tick()
    this.#now += 21 * SECOND
    await device.tick()
    this.#folder.trouble = undefined
    device.end()
    for (let minute = 0; minute < 90; minute++) {
      this.#now += 60 * SECOND
      await device.tick()
    }
    check(device.folderState.waitingSince === 0, `changes waiting on device ${device.number} are never sent`)
  }

  /**
   * Long after the last event, checks that no device stores or carries games of devices that are gone, or
   * their headers without other items. This requires two devices with a header, because the clock of one may
   * be wrong. An id that a clone gives up in the last rounds counts as in use.
   */
  async #checkNothingKept(): Promise<void> {
    if (this.#erasures.length > 0) return
    const ids = () => this.#devices.map(({ self }) => self?.id)
    const before = ids()
    this.#now += 5 * GONE_AFTER_DAYS * 24 * HOUR
    for (let i = 0; i < 6; i++)
      for (const device of this.#devices) {
        this.#now += 6 * HOUR
        device.sync.meet()
        await device.round(true)
        await device.look('wanted')
        device.sync.meet()
      }
    if (this.#devices.filter(hasHeader).length < 2) return
    const living = new Set([...before, ...ids()])
    const local = this.#devices.map(device => [device.self?.id, replicasIn(device.local.items)] as const)
    const files = this.#opened().map(({ device, items }) => [device, items] as const)
    for (const [id, items] of [...local, ...files].filter(([one]) => living.has(one))) {
      const kept = spentIn(items, living)
      check(kept === undefined, `${id} keeps ${kept} of a device that is gone`)
    }
  }

  #summaryOf(device: FolderedDevice) {
    const { played, won, givenUp, seconds, bestSeconds, fewestMoves } = statistics(this.#countsOf(device))
    return { played, won, givenUp, seconds, bestSeconds, fewestMoves }
  }

  /**
   * Checks that a device's items and game are in the folder, and that its own files equal its copies of them.
   */
  #checkFolderSync(device: FolderedDevice): void {
    const { waitingSince, arrivedAt } = device.folderState
    check(
      waitingSince === 0 && arrivedAt > 0,
      `items of device ${device.number} did not arrive in the folder`,
    )
    const own = [...copiesIn(device.local.items)].filter(([, copy]) => copy.device === device.self?.id)
    check(own.length > 0, `device ${device.number} has no file in the folder`)
    const stored: Items = Object.assign({}, ...own.map(([, { items }]) => items)) as Items
    // A clone writes the same files until it is detected.
    const hasClone = this.#devices.some(other => other !== device && other.self?.id === device.self?.id)
    for (const [name, copy] of hasClone ? [] : own) {
      // The copy of a deleted file stays until a list shows that the file is gone.
      if (device.folderState.filesToDelete.includes(name)) continue
      const file = this.#folder.files.get(name)
      const text = file && new TextDecoder().decode(file.bytes).slice(12)
      check(
        text === JSON.stringify({ device: copy.device, part: copy.part, items: copy.items }),
        'a file differs from what was read',
      )
    }
    const game = device.board()
    const id = device.self!.id
    if (!game || !isInProgress(game)) return
    const sent = devicesOf(stored).get(id)?.games.get('sea-towers')
    const opened = sent && readRecord(sent.record)
    check(
      opened?.ok === true && opened.value.playId === game.playId,
      `the game in progress on device ${device.number} is not in the folder`,
    )
  }
}
