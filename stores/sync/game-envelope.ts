// A game as it is stored: its record, its version vector, and when it was last played.
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

/** The largest number that four digits hold. */
const MAX_NUMBER = 64 ** 4 - 1

/**
 * What a page writes at every move, as one text: the record, `.`, the vector of what was taken over, `.`, the
 * actions made here since. A record alone, as the first version wrote it, has taken over nothing; the number
 * of its actions then counts as made here.
 */
export interface LocalEnvelope {
  readonly record: string
  readonly base: VersionVector
  readonly own: number
}

/** A game as its text in storage.local. */
export function writeLocalEnvelope({ record, base, own }: LocalEnvelope): string {
  const vector = Object.keys(base).length > 0 ? writeVector(base) : ''
  return `${record}.${vector}.${writeNumber(Math.min(own, MAX_NUMBER), 4)}`
}

/** The parts of such a text, whatever it holds; the record is not read where the actions are told. */
export function splitLocalEnvelope(text: string): LocalEnvelope {
  const [record, vector, count] = text.split('.')
  const base = vector ? (readVector(new Reader(vector)) ?? {}) : {}
  const own = new Reader(count ?? '').number(4)
  if (!Number.isNaN(own)) return { record, base, own }
  const game = readRecord(record)
  return { record, base, own: game.ok ? game.value.history.log.length : 0 }
}

/** A game in progress as it travels: when it was last played, how far it is, its record. */
export interface SyncEnvelope {
  readonly minute: number
  readonly vector: VersionVector
  readonly record: string
}

/** Minute 4, vector, record. */
export const writeSyncEnvelope = ({ minute, vector, record }: SyncEnvelope): string =>
  writeNumber(Math.min(minute, MAX_NUMBER), 4) + writeVector(vector) + record

/** Undefined where there is none: the device has no game of that kind in progress. */
export function readSyncEnvelope(content: string): SyncEnvelope | undefined {
  const reader = new Reader(content)
  const minute = reader.number(4)
  const vector = readVector(reader)
  const record = reader.text(reader.left)
  return Number.isNaN(minute) || !vector || record === '' ? undefined : { minute, vector, record }
}

/** Gestures after which leaving a game counts as giving it up. */
const GESTURES_TO_GIVE_UP = 3

/** What tells whether a game is in progress. */
type Played = Pick<OpenedRecord, 'history' | 'position'>

/** Whether a game is in progress: something was done, if only before what is known, and it is not won. */
export const isInProgress = ({ history, position }: Played): boolean =>
  history.log.length + history.movesBefore > 0 && !isWon(position)

/** Whether leaving this game is giving it up. */
export const countsWhenLeft = (game: Played): boolean =>
  isInProgress(game) &&
  game.history.log.filter(({ kind }) => kind === 'gesture').length + game.history.movesBefore >=
    GESTURES_TO_GIVE_UP

/** The result of a play, as a page writes it with the game: key and row, in the order of `time`. */
export const resultOf = (
  game: Omit<OpenedRecord, 'rebased'> & Pick<LocalEnvelope, 'base' | 'own'>,
  outcome: Outcome,
  now: number,
  time = now,
): Record<string, string> => ({
  [pendingKey(
    game.playId,
    Object.values(game.base).reduce((sum, count) => sum + count, game.own),
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
