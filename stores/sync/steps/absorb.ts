// Step: absorbs devices that are gone, so that they do not take up room forever.
import { dayOf, minuteOf } from '../../time.ts'
import { agreedDay, AWAY_AFTER_DAYS, GONE_AFTER_DAYS, pagesOf, resultsOf, type Device } from '../device.ts'
import { devicesOf } from '../devices.ts'
import { cutoffsOf } from '../erasures.ts'
import type { LogRow } from '../game-results.ts'
import { identityOf, isRead, lasts } from '../log-page.ts'
import { dayIn } from '../kinds/header.ts'
import { isNewer, type DeviceId } from '../items.ts'
import { addToOwnLog } from '../kinds/log.ts'
import { keys, parseKey } from '../kinds/index.ts'
import { laterChoices, mergeRegisters, type SettingsRegister } from '../lww-settings.ts'
import { roomOf } from '../quota.ts'
import type { RoundState } from '../round-state.ts'
import { allDigestsOf, digestOf } from '../summary.ts'

/** The maximum number of results of a small device: normally, and if storage.sync is more than half full. */
const SMALL = 64
const SMALL_WHEN_CROWDED = 1024
/**
 * The maximum number of items of absorbed devices that a round removes from storage.sync: the browser allows
 * few changes per hour, and this device's items come first.
 */
const MAX_REMOVALS = 8

function todayOf(round: RoundState): number {
  const { [round.identity.id]: own, ...others } = Object.fromEntries(round.devices())
  const days = Object.values(others).flatMap(({ header }) => (header ? [header.day] : []))
  return agreedDay(dayOf(round.input.now), days, own?.header !== undefined)
}

/**
 * The day a device was last seen; Infinity if unknown. The replica can have a later version but an earlier
 * day than storage.sync if its owner was restored from a backup. The restored profile is still in use, and
 * takes a new id when it finds the later version.
 */
export function lastSeenOf({ remote, input }: RoundState, { id, header }: Device): number {
  const name = keys.device(id)
  const synced = name in remote ? dayIn(name, remote[name]!, input.now) : undefined
  return Math.max(header?.day ?? Infinity, synced ?? 0)
}

/** Whether storage.sync is more than half full. */
export function isCrowded({ remote, limits }: RoundState): boolean {
  const { items, bytes } = roomOf(Object.entries(remote))
  return 2 * items > limits.items || 2 * bytes > limits.bytes
}

/** A device's rows on pages that are not compacted. */
const looseResultsOf = (device: Device): LogRow[] =>
  pagesOf(device).flatMap(([page, results]) => (page < device.summary.compactedPages ? [] : results))

/**
 * Copies results and settings of devices that are gone into this device's items, and removes the originals
 * once the copies are in storage.sync. Sums are neither copied nor removed. A play counts once, so several
 * devices may do this.
 */
export function absorbDevices(round: RoundState): void {
  if (!round.input.sync) return
  const gone = goneDevices(round)
  if (gone.length === 0) return
  const local = keepersOf(round.devices(), gone)
  for (const device of gone) {
    round.absorbed.add(device.id)
    // Many results are copied by only one device, because they could count twice as sums in two logs.
    if (looseResultsOf(device).length > SMALL_WHEN_CROWDED && !isFirstOfLive(round)) continue
    looseResultsOf(device)
      .filter(result => !local.holds(result))
      .forEach(result => addToOwnLog(round, result))
    round.carriedSettings = mergeRegisters(round.carriedSettings, local.lacksOf(device.settings))
  }
  const remote = keepersOf(devicesOf(round.remote, round.input.now), gone)
  const isSafe = (device: Device) =>
    looseResultsOf(device).every(result => remote.holds(result)) &&
    Object.keys(remote.lacksOf(device.settings)).length === 0
  removeItems(round, gone.filter(isSafe))
}

/**
 * The devices that are gone and all of whose items this version can read. Devices with results or choices
 * from before an erasure that names this device are left out: another erasure that names both devices and has
 * not arrived here yet would not cover the copies in this device's items.
 */
function goneDevices(round: RoundState): Device[] {
  const { identity, replicas } = round
  const today = todayOf(round)
  const most = isCrowded(round) ? SMALL_WHEN_CROWDED : SMALL
  const unread = new Set(
    Object.entries(replicas).flatMap(([key, value]) => (isNewer(value) ? [parseKey(key)!.device] : [])),
  )
  const erased = cutoffsOf((identity.erasures ?? []).filter(({ of }) => of?.includes(identity.id)))
  const isEarly = (device: Device) =>
    looseResultsOf(device).some(({ minute }) => minute <= erased.games) ||
    Object.values(device.settings ?? {}).some(({ stamp }) => minuteOf(stamp[0]) <= erased.everything)
  return [...round.devices().values()].filter(device => {
    if (device.id === identity.id || unread.has(device.id)) return false
    const days = today - lastSeenOf(round, device)
    const isSmall = device.summary.compactedPages === 0 && resultsOf(device).length <= most
    return days >= (isSmall ? AWAY_AFTER_DAYS : GONE_AFTER_DAYS) && !isEarly(device)
  })
}

function isFirstOfLive(round: RoundState): boolean {
  const today = todayOf(round)
  const isLive = (device: Device) => today - lastSeenOf(round, device) < AWAY_AFTER_DAYS
  return ![...round.devices().values()].some(
    device => device.header && device.id < round.identity.id && isLive(device),
  )
}

/** Looks up whether the remaining devices also have the results and settings of devices that are gone. */
function keepersOf(devices: ReadonlyMap<DeviceId, Device>, gone: readonly Device[]) {
  const ids = new Set(gone.map(({ id }) => id))
  const keepers = [...devices.values()].filter(({ id }) => !ids.has(id))
  const endOf = (row: LogRow) => identityOf(row) + row.outcome
  const ends = new Set(keepers.flatMap(resultsOf).map(endOf))
  const digests = keepers.map(({ summary }) => allDigestsOf(summary))
  const isIn = (row: LogRow) => ends.has(endOf(row)) || digests.some(all => all.has(digestOf(row)))
  const registers = keepers.flatMap(({ settings }) => (settings ? [settings] : []))
  return {
    holds: (row: LogRow): boolean =>
      !lasts(row) || isIn(row) || (isRead(row) && isIn({ ...row, outcome: 'won' })),
    /** The choices that are later than those of all remaining devices. */
    lacksOf: (settings: SettingsRegister = {}): SettingsRegister => laterChoices(settings, registers),
  }
}

/**
 * Removes the items of devices from storage.sync, the header last, and in a later round their replicas. Sums
 * stay in both, and so do the replicas of the pages that they include. Replicas of games in progress stay for
 * 400 days. The header stays with them, because it shows that they need no repair. Items restored by a device
 * that does not know the header are left alone, because that device would restore them again.
 */
function removeItems(round: RoundState, gone: readonly Device[]): void {
  const [known, today, most] = [round.devices(), todayOf(round), round.removeFromSync.size + MAX_REMOVALS]
  const items = Map.groupBy(Object.keys(round.replicas), key => parseKey(key)!.device)
  for (const device of gone) {
    const [header, sums] = [keys.device(device.id), keys.results(device.id)]
    const isSummed = device.summary.compactedPages > 0
    const isRecent = today - lastSeenOf(round, device) < GONE_AFTER_DAYS
    const staysHere = (name: string): boolean => {
      const key = parseKey(name)!
      if (key.kind !== 'game')
        return isSummed && (name === sums || (key.kind === 'log' && key.page < device.summary.compactedPages))
      const isErased = known.get(device.id)!.games.has(key.game) && !device.games.has(key.game)
      return isRecent && !isErased && round.content(name) !== ''
    }
    const own = (items.get(device.id) ?? []).filter(name => name !== header)
    const staying = new Set(own.filter(staysHere))
    if (staying.size > 0) staying.add(header)
    const hasLeft = staying.has(header) && !(header in round.remote)
    for (const key of [...own, header]) {
      const staysThere = isSummed && (key === header || key === sums)
      if (key in round.remote) {
        if (!staysThere && !hasLeft && round.removeFromSync.size < most) round.removeFromSync.add(key)
      } else if (!staying.has(key) && key in round.replicas) {
        round.absorbedItems[key] = round.replicas[key]!
        round.deleteReplica(key)
      }
    }
  }
}
