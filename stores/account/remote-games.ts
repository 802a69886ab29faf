// What the other devices' items say of games in progress; loaded after the first paint.
import { readRecord, type GameId, type OpenedRecord } from '../../engine/index.ts'
import { devicesOf, type Device } from '../sync/devices.ts'
import { endsOf } from '../sync/aggregate.ts'
import { copiesIn } from '../sync/items.ts'
import { timeOf, type Row } from '../sync/game-results.ts'
import type { TravellingGame } from '../sync/game-envelope.ts'
import { DEVICE, parseSelf } from '../sync/device-identity.ts'
import { compareVectors, type Vector } from '../sync/version-vector.ts'

/**
 * A game in progress on another device. `ahead`: the game on the table, further on. `apart`: the same, but
 * both went on.
 */
export interface Offer {
  readonly device: string
  /** When it was last played, in milliseconds since 1970, by that device's clock. */
  readonly time: number
  readonly id: GameId
  readonly game: TravellingGame
  readonly opened: OpenedRecord
  readonly relation: 'ahead' | 'apart' | 'other'
}

export interface Known {
  readonly selfId: string
  readonly devices: ReadonlyMap<string, Device>
  /** For each play that has ended the row that counts, and whose it is. */
  readonly ends: ReadonlyMap<string, { readonly row: Row; readonly device: string }>
}

export function knownIn(texts: Readonly<Record<string, string>>): Known {
  const devices = devicesOf(copiesIn(texts))
  return { selfId: parseSelf(texts[DEVICE])?.id ?? '', devices, ends: endsOf(devices) }
}

export const nameOf = ({ devices }: Known, id: string): string => devices.get(id)?.header?.name ?? id

/**
 * The games of other devices that have not ended and have something that the one on the table has not, the
 * latest first.
 */
export function offersOf(known: Known, table: { id: GameId; playId: string; vector: Vector }): Offer[] {
  const others = [...known.devices.values()].filter(({ id }) => id !== known.selfId)
  return others
    .flatMap(device =>
      [...device.games].flatMap(([id, game]): Offer[] => {
        const opened = readRecord(game.record)
        if (!opened.ok || known.ends.has(opened.value.playId)) return []
        const isSame = id === table.id && opened.value.playId === table.playId
        const how = isSame ? compareVectors(table.vector, game.vector) : 'apart'
        if (how === 'same' || how === 'after') return []
        const relation = how === 'before' ? 'ahead' : isSame ? 'apart' : 'other'
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
