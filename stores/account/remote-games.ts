// Games in progress according to the items of other devices; loaded after the first paint.
import { readRecord, type GameId, type OpenedRecord } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { timeOf } from '../time.ts'
import { distinctNames, isImport, type Device } from '../sync/device.ts'
import { devicesOf } from '../sync/devices.ts'
import { endsOf } from '../sync/aggregate.ts'
import { replicasIn } from '../sync/replicas.ts'
import type { Outcome } from '../sync/game-results.ts'
import type { SyncEnvelope } from '../sync/game-envelope.ts'
import { DEVICE_KEY, parseIdentity, type DeviceIdentity } from '../sync/device-identity.ts'
import { canContinue } from '../session/games-in-progress.ts'
import type { GameInMemory } from '../session/state.ts'
import { compareVectors, increment, type VersionVector } from '../sync/version-vector.ts'

/** A game of any device that is in progress according to the device's items. */
export interface DeviceGame {
  readonly deviceId: string
  /** The time it was last played, in milliseconds since 1970, by that device's clock. */
  readonly time: number
  readonly id: GameId
  readonly game: SyncEnvelope
  readonly opened: OpenedRecord
}

/**
 * A game in progress on another device. `ahead`: a later state of the play that this device has. `apart`: the
 * same play, continued separately on both devices. `other`: another play.
 */
export interface Offer extends DeviceGame {
  /** The name of the device; empty for an import or if its header is not known. */
  readonly device: string
  readonly relation: 'ahead' | 'apart' | 'other'
}

/** The state of these devices, as a device with this identity knows it. */
export function remoteStateOf(devices: ReadonlyMap<string, Device>, identity?: DeviceIdentity) {
  let games: readonly DeviceGame[] | undefined
  return {
    selfId: identity?.id ?? '',
    formerIds: identity?.former ?? [],
    devices,
    names: distinctNames(devices.values()),
    /** The result that counts for each finished play, and its device. */
    ends: endsOf(devices),
    /** The readable games, which are replayed when this is first read. All games must be loaded by then. */
    get games() {
      return (games ??= [...devices.values()].flatMap(gamesOf))
    },
  }
}
/** The known state of all devices, and the plays that have ended. */
export type RemoteState = Readonly<ReturnType<typeof remoteStateOf>>

/** Reads the state from the texts of storage.local. */
export const remoteStateIn = (texts: Texts): RemoteState =>
  remoteStateOf(devicesOf(replicasIn(texts)), parseIdentity(texts[DEVICE_KEY]))

const gamesOf = (device: Device): DeviceGame[] =>
  [...device.games].flatMap(([id, game]) => {
    const opened = readRecord(game.record)
    const time = timeOf(game.minute)
    return opened.ok ? [{ deviceId: device.id, time, id, game, opened: opened.value }] : []
  })

/** The version vector of a game, including local actions. */
export const vectorOf = ({ selfId }: RemoteState, game: GameInMemory): VersionVector =>
  increment(game.inherited, selfId, game.localActions)

/** The distinct name of another device; empty for an import or if its header is not known. */
export function nameOf({ devices, names }: RemoteState, id: string): string {
  const header = devices.get(id)?.header
  return header && !isImport(header) ? (names.get(id) ?? '') : ''
}

/**
 * The unfinished games of other devices, latest first, without those whose moves the current game already
 * contains. A game that cannot be continued is included only if it is the play on the table.
 */
export function offersOf(known: RemoteState, table: GameInMemory): Offer[] {
  const vector = vectorOf(known, table)
  return known.games
    .flatMap((one): Offer[] => {
      const { deviceId, id, game, opened } = one
      if (deviceId === known.selfId || known.ends.has(opened.playId)) return []
      const isSame = id === table.position.game.id && opened.playId === table.playId
      if (!isSame && !canContinue(opened)) return []
      const how = isSame ? compareVectors(vector, game.vector) : 'concurrent'
      if (how === 'equal' || how === 'descendant') return []
      const relation = how === 'ancestor' ? 'ahead' : isSame ? 'apart' : 'other'
      return [{ ...one, device: nameOf(known, deviceId), relation }]
    })
    .sort((a, b) => b.time - a.time)
}

/** The device on which a play ended, and how; undefined if it is in progress, or ended here. */
export function endElsewhere(
  known: RemoteState,
  playId: string,
): { device: string; outcome: Outcome } | undefined {
  const end = known.ends.get(playId)
  if (!end || end.device === known.selfId || known.formerIds.includes(end.device)) return undefined
  return { device: nameOf(known, end.device), outcome: end.result.outcome }
}
