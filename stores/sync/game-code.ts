// A game as a code tells nothing but the game: in place of the ids of devices it has ids for this one play,
// by which the devices themselves know their parts again and nobody else can link two codes.
import { readRecord } from '../../engine/index.ts'
import { writeBytes } from './base64url.ts'
import { readSyncEnvelope, writeSyncEnvelope } from './game-envelope.ts'
import { readItem, writeItem, type DeviceId, type Items } from './items.ts'
import { keys, parseKey } from './kinds/index.ts'
import type { VersionVector } from './version-vector.ts'

/** How ids begin that stand for a device. */
const MARK = '--'

/** The id that stands for a device in the codes of one play. */
async function pseudonym(play: string, device: DeviceId): Promise<DeviceId> {
  const text = new TextEncoder().encode(`${play}:${device}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return MARK + writeBytes(hash).slice(0, 8 - MARK.length)
}

async function renamed(
  vector: VersionVector,
  rename: (id: DeviceId) => Promise<DeviceId>,
): Promise<VersionVector> {
  const entries = Object.entries(vector).map(async ([id, count]) => [await rename(id), count] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** The game that an item of a device holds; undefined where it holds none that this version can read. */
function gameIn(name: string, value: string) {
  const key = parseKey(name)
  const item = readItem(name, value)
  if (key?.kind !== 'game' || !item.ok) return undefined
  const game = readSyncEnvelope(item.value.content)
  if (!game) return undefined
  const record = readRecord(game.record)
  return record.ok ? { key, item: item.value, game, playId: record.value.playId } : undefined
}

/**
 * The item of a device's game for a code; undefined where the item holds no game. Ids that came with a code
 * stay as they are, so that those who gave it know them again; `devices` are ids that surely did not.
 */
export async function gameForCode(
  name: string,
  value: string,
  devices: ReadonlySet<DeviceId>,
): Promise<Items | undefined> {
  const found = gameIn(name, value)
  if (!found) return undefined
  const { key, game, playId } = found
  const vector = await renamed(game.vector, async id =>
    id.startsWith(MARK) && !devices.has(id) ? id : pseudonym(playId, id),
  )
  const newName = keys.game(await pseudonym(playId, key.device), key.game)
  // How far the game is tells its versions apart; how often the device wrote it is nobody's business.
  const seq = Object.values(vector).reduce((sum, count) => sum + count, 1)
  return { [newName]: writeItem(newName, { epoch: 0, seq, content: writeSyncEnvelope({ ...game, vector }) }) }
}

/** Items from outside with the ids of known devices in the place of those that stand for them in codes. */
export async function recognise(items: Items, devices: Iterable<DeviceId>): Promise<Items> {
  const known = [...devices]
  const result: Items = {}
  for (const [name, value] of Object.entries(items)) {
    const found = gameIn(name, value)
    if (!found) {
      result[name] = value
      continue
    }
    const { key, item, game, playId } = found
    const real = new Map<DeviceId, DeviceId>()
    for (const id of known) real.set(await pseudonym(playId, id), id)
    const vector = await renamed(game.vector, async id => real.get(id) ?? id)
    const newName = keys.game(real.get(key.device) ?? key.device, key.game)
    result[newName] = writeItem(newName, {
      ...item,
      content: writeSyncEnvelope({ ...game, vector }),
    })
  }
  return result
}
