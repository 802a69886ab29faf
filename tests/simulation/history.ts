// A history of devices and accounts in which things go wrong, generated from a seed. The invariants are
// checked after every step and at the end.
import { ChromeSync, FirefoxSync, Server, type Items } from './browsers.ts'
import { writeNumber } from '../../engine/index.ts'
import { sinceIn } from '../../stores/settings/schema.ts'
import { statistics } from '../../stores/sync/aggregate.ts'
import {
  GONE_AFTER_DAYS,
  resultsOf,
  settingsOf,
  type Device as SyncedDevice,
} from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { isInProgress, splitLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { erasedNotesIn, erasedTextsIn } from '../../stores/sync/erased-texts.ts'
import { writeResult, type GameResult, type LogRow } from '../../stores/sync/game-results.ts'
import { isSoundItem } from '../../stores/sync/import-bounds.ts'
import { counts, readResults } from '../../stores/sync/log-page.ts'
import { compareVersions, epochOf, writeItem, writeJson } from '../../stores/sync/items.ts'
import { resolve } from '../../stores/sync/lww-settings.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { objectIn } from '../../stores/sync/pending-settings.ts'
import { fitting, roomOf } from '../../stores/sync/quota.ts'
import { itemsIn, replicasIn } from '../../stores/sync/replicas.ts'
import { parseSyncState, SYNC_STATE_KEY } from '../../stores/sync/sync-state.ts'
import {
  allDigestsOf,
  compact,
  digestOf,
  isCompactedPage,
  storedSummary,
  type LogSummary,
} from '../../stores/sync/summary.ts'
import { compareVectors, increment } from '../../stores/sync/version-vector.ts'
import { DAY_MS, dayOf, minuteOf } from '../../stores/time.ts'
import { randomFrom } from '../support/random.ts'
import type { Code } from './code.ts'
import { Device } from './device.ts'
import { SECONDS } from './games.ts'
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
  textsIn,
  type ErasureHere,
  type Statements,
} from './ownership.ts'

const GAME = 'game:sea-towers'
const NEWER = 'd:newerOne'
const SECOND = 1000
/** The maximum number of erasures that a device remembers, and of ids that they name in total. */
const REMEMBERED = 16
const NAMED = 128
const START = Date.UTC(2026, 0, 1)

/** The number of results that a summary's sums include without a digest. */
function unnamedIn({ includedDigests, digestLength, totals, before = {} }: LogSummary): number {
  const named = Object.values(includedDigests).join('').length / digestLength
  return Math.max(0, statistics({ results: [], sums: [totals, before] }).played - named)
}

/** A published game that an erasure by another device covers. `minute` is the minute of its last action. */
interface Doomed {
  device: Device
  by: ErasureHere
  play: string | undefined
  text: string
  minute: number
  epoch: number
  time: number
}

class Violation extends Error {}
const check = (condition: boolean, what: string): void => {
  if (!condition) throw new Violation(what)
}

/**
 * What a history can focus on: a kind of event, with a random number that selects it, or a crowded account,
 * or plays that end differently on two devices.
 */
const FOCUSES = {
  moves: 0.1,
  deals: 0.41,
  back: 0.43,
  elsewhere: 0.47,
  settings: 0.51,
  meeting: 0.7,
  erasing: 0.981,
  imports: 0.985,
  unreadable: 0.965,
  failures: 0.993,
  accounts: 0.997,
  names: 0.999,
  crowd: undefined,
  rivals: undefined,
} as const
export type Focus = keyof typeof FOCUSES
const OFTEN: readonly Focus[] = ['erasing', 'accounts', 'settings', 'meeting', 'imports']

/**
 * Runs a history. Rejects with the first violation. If there is the code of an earlier version (`released`),
 * some devices run that version. Then only the other devices are checked at the end, and only for losses.
 */
export async function runHistory(code: Code, seed: number, wanted?: Focus, released?: Code): Promise<void> {
  const random = randomFrom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  const chance = (part: number) => random() < part
  let now = START
  const isFirefox = chance(0.4)
  const focus = wanted ?? (chance(0.4) ? OFTEN[pick(OFTEN.length)] : undefined)
  // Some histories have two accounts. At the end, all devices are in the first account.
  const server = new Server()
  const servers = focus === 'accounts' || (!wanted && chance(0.3)) ? [server, new Server()] : [server]
  const devices: Device[] = []
  /** Items of a newer version. No device may change them. */
  const newer = new Map<string, string>()
  const erasures: ErasureHere[] = []

  const connect = (device: Device, account = servers[pick(servers.length)]) => {
    const area = new (isFirefox ? FirefoxSync : ChromeSync)(
      account,
      () => now,
      () => device.access(),
    )
    area.listener = () => {
      device.hasNews = true
    }
    device.sync = area
  }
  const add = (): Device => {
    const isReleased = released && devices.length > 0 && chance(0.5)
    const device = new Device(isReleased ? released : code, devices.length, random, () => now)
    device.meanwhile = () => {
      if (chance(0.5)) void device.move()
    }
    connect(device)
    device.sync.start()
    if (chance(0.2)) device.skew = (random() - 0.5) * 2 * 86_400_000 * pick(900)
    devices.push(device)
    return device
  }
  const isCrowded = chance(0.002) || focus === 'crowd'
  for (let i = focus === 'crowd' ? 6 : 1 + pick(4); i > 0; i--) add()
  if (isCrowded) crowd()

  /** Plays that may count, because they were imported or restored or a summary may include them. */
  const welcome = new Set<string>()
  /**
   * The number of results in forged summaries. They may count in addition to the same plays in other logs.
   */
  let claimed = 0
  const exports: Items[] = []
  const doomed: Doomed[] = []

  const welcomeTexts = new Set<string>()
  let names = 0

  /**
   * The statements of devices before they were set up again, restored, or gone for good. Statements about
   * plays that are not stored anywhere are removed.
   */
  const departed: Statements[] = []
  /** The replicas of devices before they were set up again, restored, or gone for good. */
  const lostItems: Items[] = []

  /** Keeps the statements and replicas of a device that is about to lose them. */
  const noteDeparture = (device: Device) => {
    const statements = statementsOf(device)
    // Data that the earlier version erases is never restored.
    if (released) for (const said of statements.said.values()) said.isUnsure = true
    departed.push(statements)
    lostItems.push(replicasIn(device.local.items))
  }

  /** The outcomes of each play in the logs and pending results of all devices and of these accounts. */
  const findable = (accounts: readonly Server[]): Map<string, LogRow['outcome'][]> => {
    const found = new Map<string, LogRow['outcome'][]>()
    const note = (rows: readonly LogRow[] = []) =>
      rows.forEach(({ play, outcome }) => found.set(play, [...(found.get(play) ?? []), outcome]))
    const look = (items: Items) => {
      for (const { pages } of devicesOf(items, now).values()) for (const rows of pages.values()) note(rows)
    }
    for (const device of devices) {
      look(replicasIn(device.local.items))
      look(device.sync.items)
      for (const [key, text] of Object.entries(device.local.items))
        if (key.startsWith('result:')) note(readResults(text))
    }
    for (const { items } of accounts) look(items)
    return found
  }

  const steps = 20 + pick(60)
  for (let step = 0; step < steps; step++) {
    now += chance(0.5) ? pick(30) * SECOND : chance(0.7) ? pick(3600) * SECOND : pick(20) * 86_400 * SECOND
    const device = devices[pick(devices.length)]
    const often = focus && FOCUSES[focus]
    const doing = often !== undefined && chance(focus === 'erasing' ? 0.1 : 0.3) ? often : random()
    if (doing < 0.3) await device.move()
    else if (doing < 0.335) await device.playToTheEnd()
    else if (doing < 0.34) await burst(device)
    else if (doing < 0.38) await device.undo()
    else if (doing < 0.42) await device.newDeal()
    else if (doing < 0.45) await device.backToPrevious()
    else if (doing < 0.5) await device.continueElsewhere()
    else if (doing < 0.53)
      await device.choose((['felt', 'click', 'shortcuts', 'since'] as const)[pick(4)], pick(5))
    else if (doing < 0.68) await device.round(chance(0.7))
    else if (doing < 0.84) {
      if (device.isOnline) device.sync.meet()
    } else if (doing < 0.87) device.isOnline = !device.isOnline
    else if (doing < 0.9) device.untilCrash = pick(8)
    else if (doing < 0.92) device.sync.isRefusing = !device.sync.isRefusing
    else if (doing < 0.94) {
      device.restart()
      if (device.isOnline) device.sync.start()
    } else if (doing < 0.955) device.setClock((random() - 0.5) * 86_400_000 * pick(300))
    else if (doing < 0.963 && devices.length < 6) add()
    else if (doing < 0.967) device.local.isUnreadable = !device.local.isUnreadable
    else if (doing < 0.977) mishap(device)
    else if (doing < 0.98) plantNewer(device)
    else if (doing < 0.983) {
      device.local.isUnreadable = false
      device.untilCrash = Infinity
      device.sync.isRefusing = false
      await erasing(device)
    } else if (doing < 0.986) await importing(device)
    else if (doing < 0.988) await bringingBack(device)
    else if (doing < 0.991) await shortLived()
    else if (doing < 0.994) device.failsNext = true
    else if (doing < 0.996) await device.loseWorker()
    else if (doing < 0.9975) signIn(device, servers[pick(servers.length)])
    else if (doing < 0.9985) await device.undoImport()
    else await device.name(`Name ${++names}`)
    if (focus === 'rivals' && chance(0.1)) await rivals(device, devices[pick(devices.length)])
    if (device.question?.accepted === false && chance(0.2)) await answering(device)
    if (device.code.isReleased && chance(0.01)) update(device)
    if (chance(0.8)) await attend(device)
    await device.idle()
    checkAlways()
    if (step % 8 === 0) checkSeconds(device)
  }
  await rest()
  dropUnstored([server])
  if (released) checkNothingMissing()
  else {
    checkAtTheEnd()
    await checkResets()
    if (seed % 4 === 0) await checkNothingKept()
  }

  /** The background of a device runs the work that is due. */
  async function attend(device: Device): Promise<void> {
    await device.tick()
    if (!device.hasNews) return
    device.hasNews = false
    await device.round(false)
  }

  function signIn(device: Device, account: Server): void {
    if (device.sync.server === account) return
    device.restart()
    connect(device, account)
    device.sync.start()
    device.hasNews = true
  }

  /** A device with an earlier version is updated. */
  function update(device: Device): void {
    device.restart()
    device.code = code
  }

  /** The user answers whether an erasure by another device applies here too. */
  async function answering(device: Device): Promise<void> {
    const erasure = await answer(device, chance(0.5))
    if (erasure) erasures.push(erasure)
  }

  async function erasing(device: Device): Promise<void> {
    const before = device.board()?.playId
    const scope = chance(0.5) ? 'games' : 'everything'
    const begun = await eraseOn(device, () => device.erase(scope), erasures)
    check(before === undefined || device.board()?.playId !== before, 'a game that was erased is back')
    device.made.clear()
    newer.clear()
    for (const one of begun) noteErasure(one)
  }

  /** Adds an erasure, and the published games that other devices must remove when they learn of it. */
  function noteErasure(one: ErasureHere): void {
    const { device: eraser, erasure } = one
    erasures.push(one)
    for (const device of devices) {
      const text = device.local.items[GAME]
      const id = device.self?.id
      // A device in the same or a later epoch has already started over.
      if (device === eraser || device.epoch >= eraser.epoch || text === undefined || id === undefined)
        continue
      if (!erasure.of?.includes(id)) continue
      // If there are two clones with the same id, it is unknown which of them published the game.
      if (devices.some(other => other !== device && other.self?.id === id)) continue
      const minute = publishedMinute(device)
      const isBefore = minute !== undefined && minute > 0 && minute < minuteOf(eraser.time)
      if (isBefore && device.skew === 0 && eraser.skew === 0)
        doomed.push({
          device,
          by: one,
          play: device.board()?.playId,
          text,
          minute,
          epoch: eraser.epoch,
          time: now,
        })
    }
  }

  /**
   * The minute in a device's published copy of its current game, or undefined if the current state was not
   * published. A game with the same moves and a later vector was left and resumed, or continued from another
   * device again, so it has changed since at an unknown time. It counts as played when the device publishes
   * it again, which may be before it learns of an erasure.
   */
  function publishedMinute({ self, local, time }: Device): number | undefined {
    const id = self?.id ?? ''
    const known = devicesOf(replicasIn(local.items), time).get(id)?.games.get('sea-towers')
    const { record, inherited, localActions } = splitLocalEnvelope(local.items[GAME] ?? '')
    const isSame =
      known?.record === record &&
      compareVectors(increment(inherited, id, localActions), known.vector) === 'equal'
    return isSame ? known.minute : undefined
  }

  /**
   * Called after a device is restored from a backup. If the backup had not published its game, the device
   * does not know when the game was last played. The game then counts as played now, and is not erased. The
   * same is true of a state of that game that the backup does not have, because repeating the gestures gives
   * the same text.
   */
  function forgetMinute(device: Device): void {
    const isPublished = publishedMinute(device) !== undefined
    const text = device.local.items[GAME]
    const play = device.board()?.playId
    const isForgotten = (one: Doomed) =>
      one.device === device && one.play === play && !(isPublished && one.text === text)
    for (let i = doomed.length - 1; i >= 0; i--) if (isForgotten(doomed[i])) doomed.splice(i, 1)
  }

  /** Fills the account with headers of live devices. */
  function crowd(): void {
    for (let i = 0; i < (focus === 'crowd' ? 496 : 484); i++) {
      const key = keys.device(`crowd${100 + i}`)
      const content = writeJson({ name: 'x', day: dayOf(now + 300 * 86_400_000) })
      server.write(key, writeItem(key, { epoch: 0, seq: 1, content }))
    }
    devices.forEach(device => device.sync.start())
  }

  /** A new profile plays a game, syncs, and is never used again. */
  async function shortLived(): Promise<void> {
    if (devices.length > 6) return
    const device = add()
    await device.round(true)
    await device.playToTheEnd()
    for (let i = 0; i < 3; i++) {
      now += 600 * SECOND
      device.sync.meet()
      await device.round(true)
    }
    device.sync.meet()
    devices.splice(devices.indexOf(device), 1)
    noteDeparture(device)
    dropUnstored()
  }

  /** Forged items under a random id or the id of a device, with various epochs and sequence numbers. */
  function forged(device: Device): Items {
    const ids = [device.randomId(), device.randomId(), ...devices.flatMap(({ self }) => self?.id ?? [])]
    const id = ids[pick(ids.length)]
    const results = Array.from({ length: 1 + pick(2) }, (): GameResult => {
      const play = device.randomId()
      welcome.add(play)
      const outcome = chance(0.5) ? 'won' : 'givenUp'
      return { play, game: 'sea-towers', outcome, minute: minuteOf(now), seconds: SECONDS, moves: 9 }
    })
    const version = { epoch: [0, 1, 3, 4095][pick(4)], seq: chance(0.5) ? 1 : 64 ** 4 - 1 }
    const log = keys.log(id, 0)
    const sums = keys.results(id)
    const items = { [log]: writeItem(log, { ...version, content: results.map(writeResult).join('') }) }
    if (chance(0.3) && !devices.some(({ self }) => self?.id === id)) {
      const content = writeJson(storedSummary(compact([results], () => true)))
      items[sums] = writeItem(sums, { ...version, content })
      claimed += results.length
    }
    return items
  }

  /** The current statistics of a device. */
  function aggregateOf(device: Device) {
    return code.aggregate(devicesOf(replicasIn(device.local.items), now).values(), {}, now)
  }

  /** Imports the items of a device, an earlier export or forged items. No result that counts may be lost. */
  async function importing(device: Device): Promise<void> {
    const source = pick(3)
    const some = devices[pick(devices.length)]
    const items =
      source === 0
        ? replicasIn(some.local.items)
        : source === 1 && exports.length > 0
          ? exports[pick(exports.length)]
          : forged(device)
    exports.push(replicasIn(some.local.items))
    device.local.isUnreadable = false
    device.untilCrash = Infinity
    device.sync.isRefusing = false
    device.meanwhile = () => undefined
    await device.round(false)
    const { epoch } = device
    const before = statistics(aggregateOf(device))
    await device.take(items)
    const all = aggregateOf(device)
    if (chance(0.2)) await device.undoImport()
    device.meanwhile = () => {
      if (chance(0.5)) void device.move()
    }
    const after = statistics(all)
    const plays = new Set(all.results.map(({ play }) => play))
    check(device.epoch === epoch, 'an import changed the epoch')
    const senders = [...devicesOf(items, now).values()]
    senders.forEach(({ header }) => welcomeTexts.add(header?.name ?? ''))
    const rows = senders.flatMap(({ pages }) => [...pages.values()].flat())
    rows.forEach(({ play }) => welcome.add(play))
    // A game that was reopened has no result anymore.
    const reopened = rows.filter(({ outcome }) => outcome === 'reopened').length
    check(after.played >= before.played - reopened && after.won >= before.won, 'an import removed a result')
    const sound = Object.entries(items).filter(item => isSoundItem(...item, now))
    for (const { pages } of devicesOf(Object.fromEntries(sound), now).values())
      for (const { play } of [...pages.values()].flat().filter(counts))
        check(plays.has(play) || after.played > plays.size, `play ${play} was not imported`)
  }

  /** Restores the data that erasures by other devices removed on this device. */
  async function bringingBack(device: Device): Promise<void> {
    device.local.isUnreadable = false
    device.untilCrash = Infinity
    const all = erasedNotesIn(device.local.items).map(({ epoch }) => erasedTextsIn(device.local.items, epoch))
    if (all.length === 0) return
    const before = statistics(aggregateOf(device))
    await device.bringBack()
    const restored = aggregateOf(device)
    const plays = new Set(restored.results.map(({ play }) => play))
    check(statistics(restored).played >= before.played, 'restoring removed a result')
    const left = Object.keys(device.local.items).filter(name => /^erased:(?!.*:~)./.test(name))
    check(left.length === 0 || newer.size > 0, 'an erasure that was undone can be undone again')
    for (const { header, pages } of all.flatMap(erased => [...devicesOf(replicasIn(erased), now).values()])) {
      welcomeTexts.add(header?.name ?? '')
      for (const result of [...pages.values()].flat().filter(counts)) {
        welcome.add(result.play)
        const isThere = plays.has(result.play) || statistics(restored).played > plays.size
        check(isThere, `play ${result.play} was not restored`)
      }
    }
    all.flatMap(textsIn).forEach(text => welcomeTexts.add(text))
    for (const [name, text] of all.flatMap(Object.entries<string>))
      if (name.startsWith('result:')) (readResults(text) ?? []).forEach(({ play }) => welcome.add(play))
    for (let i = doomed.length - 1; i >= 0; i--) if (doomed[i].device === device) doomed.splice(i, 1)
  }

  /** Plays and gives up games fast. A round is requested every second, as when the user switches tabs. */
  async function burst(device: Device): Promise<void> {
    for (let i = 0; i < 30; i++) {
      await (i % 10 === 9 ? device.newDeal() : device.move())
      await device.round(true)
      now += SECOND
    }
  }

  /**
   * A device continues the game of another device, gives it up and plays other games. The other device wins
   * it.
   */
  async function rivals(device: Device, other: Device): Promise<void> {
    const exchange = async () => {
      for (const one of [other, device]) {
        now += 700 * SECOND
        one.sync.meet()
        await one.round(true)
        one.sync.meet()
      }
    }
    await other.newDeal()
    for (let i = 0; i < 3; i++) await other.move()
    await exchange()
    await device.continueElsewhere()
    for (let i = 0; i < 2; i++) await device.move()
    await other.playToTheEnd()
    for (let i = 0; i < 6; i++) {
      now += SECOND
      await device.newDeal()
      await device.playToTheEnd()
    }
    await exchange()
  }

  /** A device is cloned, restored from a backup, or set up again. */
  function mishap(device: Device): void {
    const kind = pick(3)
    device.restart()
    // A profile that is set up again or restored starts with a full token bucket.
    if (kind > 0) device.writes = []
    if (kind > 0) for (const erasure of erasures) if (erasure.device === device) erasure.isOwn = false
    if (kind === 0 && devices.length < 6) {
      const clone = add()
      // If one of the two clones reopens a game, the statement of the other is earlier.
      for (const said of device.said.values()) said.isInherited = true
      clone.code = device.code
      clone.become(device.copy)
    } else if (kind === 1 && device.backup) {
      noteDeparture(device)
      device.become(device.backup)
      forgetMinute(device)
    } else if (kind === 2) {
      noteDeparture(device)
      device.become({ items: {}, said: new Map() })
      const account = device.sync.server
      // In Chrome, uninstalling the extension deletes its items from the account.
      if (!isFirefox) for (const key of Object.keys(account.items)) account.write(key, undefined)
      if (!isFirefox) newer.clear()
      connect(device, account)
      device.sync.start()
    }
    dropUnstored()
    if (kind === 1 || !device.backup) device.backup = device.copy
  }

  /**
   * From now on, results of departed devices that are not stored anywhere need not count. The others get the
   * outcomes that are stored.
   */
  function dropUnstored(accounts = servers): void {
    const found = findable(accounts)
    for (const statements of departed) {
      for (const [play, said] of statements.said) {
        const outcomes = found.get(play)
        if (!outcomes) {
          // A summary may still include the play.
          statements.said.delete(play)
          welcome.add(play)
        } else
          said.outcome = (['won', 'givenUp', 'reopened'] as const).find(outcome =>
            outcomes.includes(outcome),
          )!
      }
    }
  }

  /**
   * Adds an item of a newer version, which runs on another device, or ran on this device before a downgrade.
   */
  function plantNewer(device: Device): void {
    const id = device.self?.id
    const key = chance(0.5) || id === undefined ? NEWER : `l:${id}:0`
    if (device.epoch < Math.max(...devices.map(({ epoch }) => epoch))) return
    if (device.sync.server !== server) return
    const text = `2${writeNumber(device.epoch, 2)}AAAD${pick(1000)}`
    if (key !== NEWER && (key in server.items || `~${key}` in device.local.items)) return
    if (key !== NEWER) device.local.items = { ...device.local.items, [`~${key}`]: text }
    server.write(key, text)
    newer.set(key, text)
  }

  /** All faults end. The devices are online with correct clocks, and exchange everything. */
  async function rest(): Promise<void> {
    for (const device of devices) {
      device.setClock(0)
      device.isOnline = true
      device.local.isUnreadable = false
      device.untilCrash = Infinity
      device.meanwhile = () => undefined
      device.sync.isRefusing = false
      device.restart()
    }
    // First a device fetches the items of the second account. Then all devices are in the first account.
    if (servers.length > 1) await meet([devices[0]], servers[1], 3)
    // Once its budget is spent, Chrome commits a change every 100 seconds. An erasure can need hundreds of
    // commits.
    await meet(devices, server, isCrowded ? 30 : 14)
  }

  /** Signs devices in to an account, where they exchange everything several times. */
  async function meet(some: readonly Device[], account: Server, times: number): Promise<void> {
    some.forEach(device => signIn(device, account))
    for (let i = 0; i < times; i++) {
      for (const device of some) {
        now += 2000 * SECOND
        device.sync.meet()
        await attend(device)
        now += 700 * SECOND
        await attend(device)
        device.sync.meet()
      }
    }
  }

  function isNewTo(items: Record<string, string>, [key, text]: [string, string]): boolean {
    return !(key in items) || compareVersions(key, items[key], text) < 0
  }

  function newest(items: Record<string, string>, more: Record<string, string>): Record<string, string> {
    return { ...items, ...Object.fromEntries(Object.entries(more).filter(item => isNewTo(items, item))) }
  }

  /**
   * Items that neither their owners nor the account have, because the account has no room to restore them.
   * They remain on the devices that know them.
   */
  function withheld(): Record<string, string> {
    const there = itemsIn(server.items)
    const taken = roomOf(Object.entries(there))
    const room = { bytes: code.limits.bytes - taken.bytes, items: code.limits.items - taken.items }
    const own = devices.reduce<Record<string, string>>(
      (items, { self, local }) => ({
        ...items,
        ...Object.fromEntries(
          Object.entries(replicasIn(local.items)).filter(([key]) => parseKey(key)!.device === self?.id),
        ),
      }),
      {},
    )
    const known = devices.reduce<Record<string, string>>(
      (items, device) => newest(items, replicasIn(device.local.items)),
      {},
    )
    /** Whether every device that has an item lacked the room in the account for all of its items. */
    const isStuck = ([key, text]: [string, string]): boolean =>
      devices
        .filter(({ local }) => replicasIn(local.items)[key] === text)
        .every(({ local }) => !parseSyncState(local.items[SYNC_STATE_KEY]).everythingFits)
    return Object.fromEntries(
      Object.entries(known).filter(
        item =>
          isNewTo(own, item) &&
          isNewTo(there, item) &&
          (fitting([item], room, there).length === 0 || isStuck(item)),
      ),
    )
  }

  /** All devices by id, according to the newest items of all devices and the account. */
  function everything() {
    const known = devices.reduce(
      (items, { local }) => newest(items, replicasIn(local.items)),
      itemsIn(server.items),
    )
    return devicesOf(known, now)
  }

  /**
   * The number of results that are in the sums of several ids and should have been removed from the sums of
   * an id that is no longer in use. Only the owner of these sums could have corrected them, but it has given
   * up the id or is gone. If two clones ended a play in two ways, the digests include both results. The win
   * counts, or otherwise the result of the smaller id.
   */
  function leftInSums(): number {
    const owners = new Set(devices.map(({ self }) => self?.id))
    const ended = everybody().flatMap(({ said }) => [...said.keys()])
    const summed = [...everything()].map(([id, { summary }]) => ({ id, digests: allDigestsOf(summary) }))
    let left = 0
    for (const play of new Set([...ended, ...welcome])) {
      const counted = (['won', 'givenUp'] as const).flatMap(outcome => {
        const digest = digestOf({ play, outcome })
        const ids = summed.filter(({ digests }) => digests.has(digest)).map(({ id }) => id)
        return ids.sort()
      })
      left += [...new Set(counted)].slice(1).filter(id => !owners.has(id)).length
    }
    return left
  }

  /**
   * How many results may be counted too often (`more`) or not at all (`fewer`). These results are in several
   * logs. In one of these logs, the page is so old that the summary has no digests of it, so it is unknown
   * whether the sums include them.
   */
  function uncertain(): { more: number; fewer: number } {
    const logs = new Map<string, Set<string>>()
    const unnamed = new Set<string>()
    for (const { id, pages, summary } of everything().values()) {
      const { compactedPages, includedDigests } = summary
      const isAllNamed = unnamedIn(summary) === 0
      for (const [page, results] of pages)
        for (const { play } of results) {
          logs.set(play, (logs.get(play) ?? new Set()).add(id))
          if (page < compactedPages && !(page in includedDigests) && !isAllNamed) unnamed.add(play)
        }
    }
    const doubled = [...unnamed].map(play => logs.get(play)!.size).filter(count => count > 1)
    return { more: doubled.reduce((sum, count) => sum + count - 1, 0), fewer: doubled.length }
  }

  /**
   * The plays on those compacted pages of a log that only a device that is gone had, and of which the summary
   * has no digests. It is unknown which of these plays the sums include.
   */
  function lostPlays({ id, pages, summary }: SyncedDevice, gone: readonly SyncedDevice[]): Set<string> {
    const isLost = (page: number, results: readonly LogRow[]) =>
      page < summary.compactedPages &&
      !(page in summary.includedDigests) &&
      !pages.has(page) &&
      isCompactedPage(summary, page, results)
    return new Set(
      gone
        .filter(device => device.id === id)
        .flatMap(device => [...device.pages].flatMap(([page, rows]) => (isLost(page, rows) ? rows : [])))
        .filter(counts)
        .map(({ play }) => play),
    )
  }

  /**
   * The maximum number of results that may count in the sums of an id that is no longer in use and in another
   * log, although no digest shows this. The owner of the id absorbed them from a device that seemed gone,
   * compacted them more than eight pages ago, and is now gone. Only the owner had the page and could have
   * corrected the sums.
   */
  function lostInSums(): number {
    const owners = new Set(devices.map(({ self }) => self?.id))
    const known = everything()
    const gone = lostItems.flatMap(items => [...devicesOf(items, now).values()])
    const logs = [...known.values(), ...gone.filter(({ id }) => known.has(id))].map(device => ({
      id: device.id,
      plays: new Set(resultsOf(device).flatMap(result => (counts(result) ? [result.play] : []))),
    }))
    let most = 0
    for (const device of [...known.values()].filter(({ id }) => !owners.has(id))) {
      const isElsewhere = (play: string) => logs.some(({ id, plays }) => id !== device.id && plays.has(play))
      const doubled = [...lostPlays(device, gone)].filter(isElsewhere)
      most += Math.min(doubled.length, unnamedIn(device.summary))
    }
    return most
  }

  /** The results and sums of a device, with the withheld items. */
  function aggregateWith(device: Device, waiting: Record<string, string>) {
    return code.aggregate(devicesOf(newest(waiting, replicasIn(device.local.items)), now).values(), {}, now)
  }

  /** The results and sums of a device since the resets that apply on it, with the withheld items. */
  function sinceReset(device: Device, waiting: Record<string, string>) {
    const all = devicesOf(newest(waiting, replicasIn(device.local.items)), now)
    return code.aggregate(all.values(), sinceIn(resolve(settingsOf(all)).since), now)
  }

  /**
   * The figures that must be equal on all devices. Medians and streaks depend on the rows that a device
   * knows.
   */
  function summaryOf(all: ReturnType<typeof aggregateWith>): string {
    const { played, won, givenUp, seconds, bestSeconds, fewestMoves, averageSeconds } = statistics(all)
    return JSON.stringify({ played, won, givenUp, seconds, bestSeconds, fewestMoves, averageSeconds })
  }

  function checkAlways(): void {
    for (const device of devices) {
      if (!device.hasCrashed) device.checkPages()
      check(device.sync.largest <= 102_400, `device ${device.number} wrote too much`)
      const times = device.writes
      for (let i = 0; i + 25 < times.length; i++)
        check(times[i + 25] - times[i] > 60 * SECOND, `device ${device.number} writes too often`)
    }
  }

  /** Checks that the seconds of each result count exactly once. All results have the same seconds. */
  function checkSeconds(device: Device): void {
    const { played, seconds } = statistics(aggregateOf(device))
    check(seconds === SECONDS * played, `${seconds} seconds count for ${played} plays`)
  }

  /** The statements of all devices, including departed devices. */
  function everybody(): Statements[] {
    return [...devices, ...departed]
  }

  /** Checks that every erasure is known and complete, unless there were more than a device can remember. */
  function checkNothingLeft(): void {
    const named = erasures.reduce((sum, { erasure }) => sum + (erasure.of?.length ?? 0), 0)
    if (erasures.length > REMEMBERED || named > NAMED) return
    const welcomed = { plays: welcome, texts: welcomeTexts }
    for (const one of erasures) {
      const { device, erasure, isOwn } = one
      const isKnownTo = (other: Device) => knowsOf(other, erasure)
      check(!isOwn || isKnownTo(device), `device ${device.number} forgot that it erased`)
      const unaware = devices.find(other => !isKnownTo(other))
      check(!unaware || !devices.some(isKnownTo), `device ${unaware?.number} does not know about an erasure`)
      const left = !unaware ? leftOf(one, devices, [server.items], everybody(), welcomed) : undefined
      check(left === undefined, `${left} was erased by device ${device.number} but is still there`)
    }
  }

  /** Checks that the chosen settings, and no others, apply on all devices. */
  function checkSettings(): void {
    for (const device of devices) {
      const field = missingChoice(device, erasures)
      check(field === undefined, `the choice of ${field} on device ${device.number} is gone`)
      const { settings } = device.local.items as Record<string, string | undefined>
      const held = resolve(settingsOf(devicesOf(replicasIn(device.local.items), now)))
      const sorted = (all: object = {}) => JSON.stringify(Object.entries(all).sort())
      check(
        sorted(objectIn(settings)) === sorted(held),
        `device ${device.number} has settings that nobody chose`,
      )
    }
  }

  /** The plays that must count, with whether they count as won, and the plays that may count. */
  function ended() {
    return endedBy(devices, released ? [] : departed, erasures, welcome)
  }

  /** Checks that devices with the current version lack no result and no choice. */
  function checkNothingMissing(): void {
    const { must } = ended()
    const waiting = withheld()
    for (const device of devices.filter(({ code }) => !code.isReleased)) {
      const all = aggregateWith(device, waiting)
      const found = new Set(all.results.map(({ play }) => play))
      for (const play of must.keys())
        check(
          found.has(play) || statistics(all).played > found.size,
          `play ${play} ended but is not counted on device ${device.number}`,
        )
      const field = missingChoice(device, erasures)
      check(field === undefined, `the choice of ${field} on device ${device.number} is gone`)
    }
  }

  /** The first device whose results since the resets differ from those of device 0, or 0 if there is none. */
  function divergesSinceReset(): number {
    const waiting = withheld()
    const [first, ...others] = devices.map(device => summaryOf(sinceReset(device, waiting)))
    return others.findIndex(one => one !== first) + 1
  }

  /**
   * Checks that all devices agree on the results since the resets. Only the owner of a log can divide its
   * sums, so histories in which an id with sums was given up are skipped. Until its next round, a device may
   * keep an absorbed log in which a play ended earlier, or sums in which a result of a clock that was ahead
   * counts earlier. If the devices do not agree, they run two more rounds first.
   */
  async function checkResets(): Promise<void> {
    const owners = new Set(devices.map(({ self }) => self?.id))
    const isLeft = [...everything().values()].some(
      ({ id, summary }) => summary.compactedPages > 0 && !owners.has(id),
    )
    const { more, fewer } = uncertain()
    if (isLeft || more + leftInSums() + fewer > 0 || divergesSinceReset() === 0) return
    await allRounds(2)
    const number = divergesSinceReset()
    check(number === 0, `devices 0 and ${number} do not agree on what was played since a reset`)
  }

  /**
   * Checks that results and past games of the same minute are in the order in which they ended on a device.
   * Devices that took a new id are skipped, because they may have added results of the old log to the new
   * log. The order within a minute is unknown if another log has copied only some of its results, or has
   * copied them in the order in which the pages arrived.
   */
  function checkOrder(device: Device): void {
    if (device.selves.length > 1) return
    const elsewhere = everybody().filter(({ said }) => said !== device.said)
    const ended = [...device.said].filter(
      ([play]) => !welcome.has(play) && !elsewhere.some(({ said }) => said.has(play)),
    )
    const others = [...devicesOf(replicasIn(device.local.items), now).values()]
      .filter(({ id }) => id !== device.self?.id)
      .map(one => [...new Set(resultsOf(one).map(({ play }) => play))])
    const isUnknown = (minute: number) => {
      const own = ended.flatMap(([play, one]) => (one.minute === minute ? [play] : []))
      return others
        .map(plays => plays.filter(play => own.includes(play)))
        .some(copied => copied.length > 0 && String(copied) !== String(own))
    }
    const places = new Map(ended.map(([play, one], place) => [play, { ...one, place }]))
    const isInOrder = (results: readonly Pick<GameResult, 'play' | 'outcome' | 'minute'>[]) => {
      const own = results.flatMap(({ play, outcome, minute }) => {
        const said = places.get(play)
        return said?.outcome === outcome && said.minute === minute && said.first === minute ? [said] : []
      })
      // The order of results of the same millisecond is unknown.
      return own.every((one, i) => {
        const last = own[i - 1]
        return i === 0 || last.minute !== one.minute || last.time === one.time || last.place < one.place
      })
    }
    const results = aggregateOf(device).results.filter(({ minute }) => !isUnknown(minute))
    check(isInOrder(results), `device ${device.number} lists results in a wrong order`)
    const past = code.pastGamesIn(device.local.items).map(({ outcome, time, opened }) => ({
      play: opened.playId,
      outcome: outcome === 'won' ? ('won' as const) : ('givenUp' as const),
      minute: minuteOf(time),
    }))
    check(isInOrder(past.reverse()), `device ${device.number} lists past games in a wrong order`)
  }

  /** Every device runs this number of rounds. Rounds are six hours apart. */
  async function allRounds(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      for (const device of devices) {
        now += DAY_MS / 4
        device.sync.meet()
        await device.round(true)
        device.sync.meet()
      }
    }
  }

  /**
   * Long after the last event, checks that no device stores games of devices that are gone, or their headers
   * without other items. This requires two devices with a header, because the clock of one may be wrong. An
   * id that a clone gives up in the last rounds counts as in use.
   */
  async function checkNothingKept(): Promise<void> {
    if (isCrowded || erasures.length > 0) return
    const ids = () => devices.map(({ self }) => self?.id)
    const before = ids()
    now += 5 * GONE_AFTER_DAYS * DAY_MS
    // A round removes at most eight items of devices that are gone.
    await allRounds(6 + Math.ceil(Object.keys(server.items).length / 8))
    if (devices.filter(hasHeader).length < 2) return
    const living = new Set([...before, ...ids()])
    for (const device of devices) {
      const kept = spentIn(replicasIn(device.local.items), living)
      check(kept === undefined, `device ${device.number} keeps ${kept} of a device that is gone`)
    }
  }

  function checkAtTheEnd(): void {
    const epoch = Math.max(0, ...devices.map(device => device.epoch))
    for (const device of devices) {
      check(device.epoch === epoch, `device ${device.number} is not in the latest epoch`)
    }
    const { must, may } = ended()
    checkNothingLeft()
    checkSettings()
    const isBefore = (one: Doomed) => one.epoch <= epoch
    // Continuing the same game of another device again is a later action. Repeating the same gestures then
    // gives the same text.
    const isResumed = ({ device: { resumed }, text, time }: Doomed) =>
      resumed !== undefined && resumed.texts.includes(text) && resumed.time >= time
    // An erasure that no other device knows is lost if its device is set up again or restored.
    const isKnown = ({ by }: Doomed) => by.isOwn || devices.some(other => knowsOf(other, by.erasure))
    for (const one of doomed.filter(isBefore).filter(isKnown))
      check(
        !devices.includes(one.device) || one.device.local.items[GAME] !== one.text || isResumed(one),
        `a game that was erased is still there on device ${one.device.number}`,
      )
    devices.forEach(checkSeconds)
    devices.forEach(checkOrder)
    const { more: unsure, fewer } = uncertain()
    const more = unsure + leftInSums()
    const waiting = withheld()
    const first = aggregateWith(devices[0], waiting)
    const expected = statistics(first)
    const found = new Set(first.results.map(({ play }) => play))
    for (const play of must.keys())
      check(found.has(play) || expected.played > found.size, `play ${play} ended but is not counted`)
    for (const play of found)
      check(must.has(play) || may.has(play), `play ${play} is counted but never ended`)
    const wins = [...must.values()].filter(Boolean).length
    const most = new Set([...must.keys(), ...may]).size + claimed + more + lostInSums()
    check(
      expected.played >= must.size - fewer && expected.played <= most,
      `${must.size} plays ended, ${expected.played} are counted`,
    )
    check(expected.won >= wins - fewer, `${wins} games were won, ${expected.won} are counted`)
    for (const device of devices) {
      const all = aggregateWith(device, waiting)
      const apart = Math.abs(statistics(all).played - expected.played)
      check(
        more + fewer > 0 ? apart <= more + fewer : summaryOf(all) === summaryOf(first),
        `devices 0 and ${device.number} do not agree on the statistics`,
      )
      const id = device.self?.id
      const game = device.board()
      const sent = id === undefined ? undefined : devicesOf(server.items).get(id)?.games.get('sea-towers')
      if (
        !game ||
        !id ||
        !isInProgress(game) ||
        !parseSyncState(device.local.items[SYNC_STATE_KEY]).everythingFits
      )
        continue
      const vector = increment(game.inherited, id, game.localActions)
      check(sent !== undefined, `the game in progress on device ${device.number} was not synced`)
      check(
        compareVectors(vector, sent!.vector) === 'equal',
        `moves made on device ${device.number} were not synced`,
      )
    }
    const chosen = devices.map(device =>
      JSON.stringify(Object.entries(objectIn(device.local.items.settings) ?? {}).sort()),
    )
    check(new Set(chosen.filter(text => text !== '[]')).size <= 1, `settings differ: ${chosen.join(' ')}`)
    // A restored device may not know an erasure that its account remembers, which then removes its later
    // writes.
    for (const [key, text] of [...newer].filter(([, text]) => epochOf(text) === epoch))
      check(server.items[key] === text, `what a newer version wrote was changed to ${server.items[key]}`)
    check(
      Object.keys(server.items).every(key => server.items[key].length + key.length + 2 <= 8192),
      'an item is too large',
    )
  }
}
