// What the other devices' items say of games in progress; loaded after the first paint.
import { readRecord, type GameId, type OpenedRecord } from '../../engine/index.ts'
import { timeOf } from '../time.ts'
import type { Device } from '../sync/device.ts'
import { devicesOf } from '../sync/devices.ts'
import { endsOf, type OwnedResult } from '../sync/aggregate.ts'
import { replicasIn } from '../sync/replicas.ts'
import type { Outcome } from '../sync/game-results.ts'
import type { SyncEnvelope } from '../sync/game-envelope.ts'
import { DEVICE_KEY, parseIdentity } from '../sync/device-identity.ts'
import type { GameInMemory } from '../session/state.ts'
import { compareVectors, increment, type VersionVector } from '../sync/version-vector.ts'

/**
 * A game in progress on another device. `ahead`: the game on the table, further on. `apart`: the same, but
 * both went on.
 */
export interface Offer {
  readonly device: string
  /** When it was last played, in milliseconds since 1970, by that device's clock. */
  readonly time: number
  readonly id: GameId
  readonly game: SyncEnvelope
  readonly opened: OpenedRecord
  readonly relation: 'ahead' | 'apart' | 'other'
}

/** What is known of the other devices and of how games ended. */
export interface RemoteState {
  readonly selfId: string
  /** Ids that this device had before; what stands under them was done here as well. */
  readonly formerIds: readonly string[]
  readonly devices: ReadonlyMap<string, Device>
  /** For each play that has ended the result that counts, and whose it is. */
  readonly ends: ReadonlyMap<string, OwnedResult>
}

/** What the texts of storage.local say of other devices. */
export function remoteStateIn(texts: Readonly<Record<string, string>>): RemoteState {
  const devices = devicesOf(replicasIn(texts))
  const identity = parseIdentity(texts[DEVICE_KEY])
  return {
    selfId: identity?.id ?? '',
    formerIds: identity?.former ?? [],
    devices,
    ends: endsOf(devices),
  }
}

/** How far a game has gone, with what was done here counted for this device. */
export const vectorOf = ({ selfId }: RemoteState, game: GameInMemory): VersionVector =>
  increment(game.inherited, selfId, game.localActions)

/** What a device is called; empty for one that is known by a game's code alone. */
export const nameOf = ({ devices }: RemoteState, id: string): string => devices.get(id)?.header?.name ?? ''

/**
 * The games of other devices that have not ended and have something that the one on the table has not, the
 * latest first.
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
        const how = isSame ? compareVectors(vector, game.vector) : 'concurrent'
        if (how === 'equal' || how === 'descendant') return []
        const relation = how === 'ancestor' ? 'ahead' : isSame ? 'apart' : 'other'
        return [
          {
            device: nameOf(known, device.id),
            time: timeOf(game.minute),
            id,
            game,
            opened: opened.value,
            relation,
          },
        ]
      }),
    )
    .sort((a, b) => b.time - a.time)
}

/** The device on which a play has ended, and how; undefined where it is in progress, or ended here. */
export function endElsewhere(
  known: RemoteState,
  playId: string,
): { device: string; outcome: Outcome } | undefined {
  const end = known.ends.get(playId)
  if (!end || end.device === known.selfId || known.formerIds.includes(end.device)) return undefined
  return { device: nameOf(known, end.device), outcome: end.result.outcome }
}
