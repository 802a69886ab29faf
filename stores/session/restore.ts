// What is left of a game whose text is lost: the replica that this device published. Loaded only when it is
// needed.
import type { GameId } from '../../engine/index.ts'
import { endsOf } from '../sync/aggregate.ts'
import { parseIdentity } from '../sync/device-identity.ts'
import { devicesOf } from '../sync/devices.ts'
import { replicasIn } from '../sync/replicas.ts'
import { timeOf } from '../time.ts'
import { fromSyncEnvelope } from './game-in-memory.ts'
import type { RestoredGame } from './state.ts'

/**
 * The game in progress as this device's own replica has it; undefined where there is none, or where its play
 * has ended on some device.
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
