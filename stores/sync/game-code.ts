// Games as codes that users can share. A code reveals only the game: device ids are replaced by pseudonyms
// that are valid for one play. The devices themselves recognize them, and nobody else can use them to link
// codes of different plays.
import { readRecord } from '../../engine/index.ts'
import { writeBytes } from './base64url.ts'
import { readSyncEnvelope, writeSyncEnvelope } from './game-envelope.ts'
import { readItem, writeItem, type DeviceId, type Items } from './items.ts'
import { keys, parseKey } from './kinds/index.ts'
import type { VersionVector } from './version-vector.ts'

/** The prefix of pseudonyms. */
const MARK = '--'

/** The pseudonym of a device in the codes of one play. */
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

/** Parses the game of an item; undefined if it has none that this version can read. */
function gameIn(name: string, value: string) {
  const key = parseKey(name)
  const item = readItem(name, value)
  if (key?.kind !== 'game' || !item) return undefined
  const game = readSyncEnvelope(item.content)
  if (!game) return undefined
  const record = readRecord(game.record)
  return record.ok ? { key, item, game, playId: record.value.playId } : undefined
}

/**
 * A game's item for a code; undefined if this version cannot read a game in it. Pseudonyms from an earlier
 * code are kept, so that its sender recognizes them. `devices` are ids that are known not to be pseudonyms.
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
  // The number of actions orders versions; the device's own sequence number stays private.
  const seq = Object.values(vector).reduce((sum, count) => sum + count, 1)
  return { [newName]: writeItem(newName, { epoch: 0, seq, content: writeSyncEnvelope({ ...game, vector }) }) }
}

/** Replaces the pseudonyms of known devices in imported items with their ids. */
export async function recognizeSenders(items: Items, devices: Iterable<DeviceId>): Promise<Items> {
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
    result[newName] = writeItem(newName, { ...item, content: writeSyncEnvelope({ ...game, vector }) })
  }
  return result
}
