// `g:` a game in progress on a device: the minute it was last played, its version vector, and its record.
import { isGameId, readRecord, type GameId } from '../../../engine/index.ts'
import { GAME_PREFIX } from '../../platform/storage-keys.ts'
import { DAY_MINUTES, minuteOf } from '../../time.ts'
import { isInProgress, readSyncEnvelope, splitLocalEnvelope, writeSyncEnvelope } from '../game-envelope.ts'
import { readItem, type DeviceId } from '../items.ts'
import { increment } from '../version-vector.ts'
import { DEVICE_ID, type Collecting, type KindKey, type SyncedKind } from './kind.ts'

/** The key of a game in progress on a device. */
export interface GameKey extends KindKey<'game'> {
  readonly game: GameId
}

const PATTERN = new RegExp(`^g:(${DEVICE_ID}):(.+)$`)
const key = (device: DeviceId, game: GameId): string => `g:${device}:${game}`
const LOCAL_KEY = new RegExp(`^${GAME_PREFIX}([\\w-]+)$`)
/** The length of the minute at the start of the content. A change of only the minute is not published. */
const MINUTE_LENGTH = 4

/** The game stored under a key of storage.local; undefined for other keys. */
export const localGameOf = (name: string): GameId | undefined =>
  LOCAL_KEY.exec(name)?.[1] as GameId | undefined

/**
 * The minute a game was last played: now, unless this device has already published the same record under a
 * former id or in an earlier epoch. Such a game has not been played since, and a later erasure covers it.
 */
function minuteOfGame(round: Collecting, game: GameId, record: string): number {
  const { id, former = [] } = round.identity
  const now = minuteOf(round.input.now)
  if (round.content(key(id, game)) !== undefined) return now
  const before = [id, ...former].flatMap(own => {
    const item = readItem(key(own, game), round.replicasBefore[key(own, game)])
    const published = item && readSyncEnvelope(item.content)
    return published?.record === record ? [published.minute] : []
  })
  return Math.min(now, ...before)
}

/** The content for a game: empty if it is not in progress, undefined if the text cannot be read. */
function contentOfGame(round: Collecting, game: GameId, text: string): string | undefined {
  const { record, inherited, localActions } = splitLocalEnvelope(text)
  const opened = readRecord(record)
  if (!opened.ok || opened.value.position.game.id !== game) return undefined
  return isInProgress(opened.value)
    ? writeSyncEnvelope({
        minute: minuteOfGame(round, game, record),
        vector: increment(inherited, round.identity.id, localActions),
        record,
      })
    : ''
}

/** Games in progress. */
export const gameKind: SyncedKind<GameKey> & { key: typeof key } = {
  name: 'game',
  prefix: 'g:',
  priority: 4,
  key,
  parseKey(text) {
    const match = PATTERN.exec(text)
    return match && isGameId(match[2]) ? { kind: 'game', device: match[1]!, game: match[2] } : undefined
  },
  read(device, { game }, content, now) {
    const envelope = readSyncEnvelope(content)
    if (!envelope) return
    const minute = Math.min(envelope.minute, minuteOf(now) + DAY_MINUTES)
    device.games.set(game, { ...envelope, minute })
  },
  /** Writes games in progress, and an empty item when a game has ended. */
  collect(round) {
    for (const [name, text] of Object.entries(round.input.local)) {
      const game = localGameOf(name)
      if (game === undefined || round.erasedKeys.has(name)) continue
      const content = contentOfGame(round, game, text)
      const itemKey = key(round.identity.id, game)
      if (content === undefined) continue
      if (round.content(itemKey)?.slice(MINUTE_LENGTH) !== content.slice(MINUTE_LENGTH))
        round.put(itemKey, content)
    }
  },
}
