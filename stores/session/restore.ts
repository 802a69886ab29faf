// Restores a lost game from the replica that this device published. Loaded on demand.
import type { GameId } from '../../engine/index.ts'
import { endsOf } from '../sync/aggregate.ts'
import { parseIdentity } from '../sync/device-identity.ts'
import { devicesOf } from '../sync/devices.ts'
import { replicasIn } from '../sync/replicas.ts'
import { timeOf } from '../time.ts'
import type { Texts } from '../platform/area.ts'
import { DEVICE_KEY } from '../platform/storage-keys.ts'
import { readGame } from './game-in-memory.ts'
import type { RestoredGame } from './state.ts'

/** The game in progress in this device's replica; undefined if there is none, or its play has ended. */
export function fromOwnReplica(texts: Texts, id: GameId): RestoredGame | undefined {
  const self = parseIdentity(texts[DEVICE_KEY])
  if (!self) return undefined
  const devices = devicesOf(replicasIn(texts))
  const replica = devices.get(self.id)?.games.get(id)
  if (!replica) return undefined
  const opened = readGame(replica.record, id)
  if (!opened.ok || endsOf(devices).has(opened.value.playId)) return undefined
  const game = { ...opened.value, inherited: replica.vector, localActions: 0 }
  return { game, time: timeOf(replica.minute) }
}
