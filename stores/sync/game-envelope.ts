// A stored game: its record, its version vector, and the time it was last played.
import {
  isWon,
  gesturesMade,
  readRecord,
  Reader,
  writeNumber,
  type OpenedRecord,
} from '../../engine/index.ts'
import { minuteOf } from '../time.ts'
import { writePending, type Outcome } from './game-results.ts'
import { pendingKey } from './ids.ts'
import { readVector, writeVector, type VersionVector } from './version-vector.ts'

/** The largest number that fits into four base64url digits. */
const MAX_NUMBER = 64 ** 4 - 1

/**
 * The parts of the text that a page writes after every move, separated by `.`. The first version wrote only
 * the record, so all actions in it count as made here.
 */
export interface LocalEnvelope {
  readonly record: string
  /** The version vector with which the game was adopted from a replica; empty if it was dealt here. */
  readonly inherited: VersionVector
  /** The number of actions made on this device since then. */
  readonly localActions: number
}

/** Serializes a game for storage.local. */
export function writeLocalEnvelope({ record, inherited, localActions }: LocalEnvelope): string {
  const vector = Object.keys(inherited).length > 0 ? writeVector(inherited) : ''
  return `${record}.${vector}.${writeNumber(Math.min(localActions, MAX_NUMBER), 4)}`
}

/** Splits a stored game; the record is read only if the number of actions is missing. */
export function splitLocalEnvelope(text: string): LocalEnvelope {
  const [record, vector, count] = text.split('.') as [string, string?, string?]
  const inherited = vector ? (readVector(new Reader(vector)) ?? {}) : {}
  const localActions = new Reader(count ?? '').number(4)
  if (!Number.isNaN(localActions)) return { record, inherited, localActions }
  const game = readRecord(record)
  return { record, inherited, localActions: game.ok ? game.value.history.log.length : 0 }
}

/** A synced game in progress: the minute it was last played, its version vector, its record. */
export interface SyncEnvelope {
  readonly minute: number
  readonly vector: VersionVector
  readonly record: string
}

/** Serializes a synced game: the minute as four digits, the vector, the record. */
export const writeSyncEnvelope = ({ minute, vector, record }: SyncEnvelope): string =>
  writeNumber(Math.min(minute, MAX_NUMBER), 4) + writeVector(vector) + record

/** Parses a synced game; undefined if the content is empty or invalid. */
export function readSyncEnvelope(content: string): SyncEnvelope | undefined {
  const reader = new Reader(content)
  const minute = reader.number(4)
  const vector = readVector(reader)
  const record = reader.text(reader.left)
  return Number.isNaN(minute) || !vector || record === '' ? undefined : { minute, vector, record }
}

/** The number of moves after which leaving a game counts as giving it up. */
const MOVES_TO_GIVE_UP = 3

/** The parts of a game that decide whether it is in progress. */
type Played = Pick<OpenedRecord, 'history' | 'position'>

/** Whether a game is in progress: an action was made, and it is not won. */
export const isInProgress = ({ history, position }: Played): boolean =>
  history.log.length + history.movesBefore > 0 && !isWon(position)

/** Whether leaving a game counts as giving it up. Undone moves and moves before a restart do not count. */
export const countsWhenLeft = (game: Played): boolean =>
  isInProgress(game) && gesturesMade(game.history) >= MOVES_TO_GIVE_UP

/** A pending result, by key. `now`: when the game ended; `time`: when it is written, in ms since 1970. */
export const resultOf = (
  game: Omit<OpenedRecord, 'rebased'> & Omit<LocalEnvelope, 'record'>,
  outcome: Outcome,
  now: number,
  time = now,
): Record<string, string> => ({
  [pendingKey(
    game.playId,
    Object.values(game.inherited).reduce((sum, count) => sum + count, game.localActions),
    outcome,
  )]: writePending(
    {
      play: game.playId,
      game: game.position.game.id,
      outcome,
      minute: minuteOf(now),
      seconds: game.seconds,
      moves: gesturesMade(game.history),
    },
    time,
  ),
})
