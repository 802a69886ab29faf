// Restores a lost game from the replica that this device published. Loaded on demand.
import type { GameId } from '../../engine/index.ts'
import { endsOf } from '../sync/aggregate.ts'
import { parseIdentity } from '../sync/device-identity.ts'
import { devicesOf } from '../sync/devices.ts'
import { replicasIn } from '../sync/replicas.ts'
import { timeOf } from '../time.ts'
import { fromSyncEnvelope } from './game-in-memory.ts'
import type { RestoredGame } from './state.ts'

/**
 * The game in progress in this device's replica; undefined if there is none, or if its play has ended on some
 * device.
 */
export function fromOwnReplica(
  texts: Readonly<Record<string, string>>,
  id: GameId,
): RestoredGame | undefined {
  const self = parseIdentity(texts.device)
  if (!self) return undefined
  const devices = devicesOf(replicasIn(texts))
  const replica = devices.get(self.id)?.games.get(id)
  const game = replica && fromSyncEnvelope(replica, id)
  return game && !endsOf(devices).has(game.playId) ? { game, time: timeOf(replica.minute) } : undefined
}
