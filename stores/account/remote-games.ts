// Games in progress according to the items of other devices; loaded after the first paint.
import { readRecord, type GameId, type OpenedRecord } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { timeOf } from '../time.ts'
import { distinctNames, isImport } from '../sync/device.ts'
import { devicesOf } from '../sync/devices.ts'
import { endsOf } from '../sync/aggregate.ts'
import { replicasIn } from '../sync/replicas.ts'
import type { Outcome } from '../sync/game-results.ts'
import type { SyncEnvelope } from '../sync/game-envelope.ts'
import { DEVICE_KEY, parseIdentity } from '../sync/device-identity.ts'
import { canContinue } from '../session/games-in-progress.ts'
import type { GameInMemory } from '../session/state.ts'
import { compareVectors, increment, type VersionVector } from '../sync/version-vector.ts'

/**
 * A game in progress on another device. `ahead`: a later state of the play that this device has. `apart`: the
 * same play, continued separately on both devices. `other`: another play.
 */
export interface Offer {
  /** The name of the device; empty for an import or if its header is not known. */
  readonly device: string
  /** The time it was last played, in milliseconds since 1970, by that device's clock. */
  readonly time: number
  readonly id: GameId
  readonly game: SyncEnvelope
  readonly opened: OpenedRecord
  readonly relation: 'ahead' | 'apart' | 'other'
}

/** Reads the state from the texts of storage.local. */
export function remoteStateIn(texts: Texts) {
  const devices = devicesOf(replicasIn(texts))
  const identity = parseIdentity(texts[DEVICE_KEY])
  return {
    selfId: identity?.id ?? '',
    formerIds: identity?.former ?? [],
    devices,
    /** The result that counts for each finished play, and its device. */
    ends: endsOf(devices),
  }
}
/** The known state of all devices, and the plays that have ended. */
export type RemoteState = Readonly<ReturnType<typeof remoteStateIn>>

/** The version vector of a game, including local actions. */
export const vectorOf = ({ selfId }: RemoteState, game: GameInMemory): VersionVector =>
  increment(game.inherited, selfId, game.localActions)

/** The distinct name of another device; empty for an import or if its header is not known. */
export function nameOf({ devices }: RemoteState, id: string): string {
  const header = devices.get(id)?.header
  return header && !isImport(header) ? (distinctNames(devices.values()).get(id) ?? '') : ''
}

/**
 * The unfinished games of other devices, latest first, without those whose moves the current game already
 * contains. A game that cannot be continued is included only if it is the play on the table.
 */
export function offersOf(known: RemoteState, table: GameInMemory): Offer[] {
  const vector = vectorOf(known, table)
  const others = [...known.devices.values()].filter(({ id }) => id !== known.selfId)
  return others
    .flatMap(device =>
      [...device.games].flatMap(([id, game]): Offer[] => {
        const opened = readRecord(game.record)
        if (!opened.ok || known.ends.has(opened.value.playId)) return []
        const isSame = id === table.position.game.id && opened.value.playId === table.playId
        if (!isSame && !canContinue(opened.value)) return []
        const how = isSame ? compareVectors(vector, game.vector) : 'concurrent'
        if (how === 'equal' || how === 'descendant') return []
        const relation = how === 'ancestor' ? 'ahead' : isSame ? 'apart' : 'other'
        const time = timeOf(game.minute)
        return [{ device: nameOf(known, device.id), time, id, game, opened: opened.value, relation }]
      }),
    )
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
