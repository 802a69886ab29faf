// The game on the table and its stored text: reading, writing, and storage keys.
import {
  begin,
  deal,
  fail,
  isNewerRecord,
  isWon,
  ok,
  positionAt,
  readRecord,
  writeRecord,
  type GameId,
  type HouseRule,
  type OpenedRecord,
  type Result,
} from '../../engine/index.ts'
import { BESIDE_NEWER } from '../platform/storage-keys.ts'
import { splitLocalEnvelope, writeLocalEnvelope } from '../sync/game-envelope.ts'
import type { GameInMemory } from './state.ts'

/** `game`: the game in progress. `previous`: the games left before it. */
export type Slot = 'game' | 'previous'

/** The key that names the game played last. */
export const CURRENT = 'current'
/** The key that exists from the first start until the first action or the dismissal of the hint. */
export const WELCOME = 'welcome'

/** The keys under which a newer version has stored games. */
export const newerKeysIn = (texts: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(texts).filter(
    // A text begins with its record.
    key => /^(game|previous):/.test(key) && isNewerRecord(texts[key] ?? ''),
  )

/** The storage key of a slot; with a suffix if a newer version's text has the plain key. */
export function keyOf(newerKeys: readonly string[], slot: Slot, game: GameId): string {
  const key = `${slot}:${game}`
  return newerKeys.includes(key) ? key + BESIDE_NEWER : key
}

/** The stored text of a game, with `seconds` on its clock. */
export const textOf = (game: GameInMemory, seconds = game.seconds): string =>
  writeLocalEnvelope({ ...game, record: writeRecord({ ...game, seconds }) })

/** Whether a game is won, or its winning moves can be redone. In both cases its clock is stopped. */
export const isTimeFinal = ({ history, position }: Pick<GameInMemory, 'history' | 'position'>): boolean => {
  const { cursor, gestures } = history
  return isWon(cursor < gestures.length ? positionAt(history, gestures.length) : position)
}

/** A new play of a deal. */
export function freshGame(
  id: GameId,
  { dealNumber, playId }: { dealNumber: number; playId: string },
  house: readonly HouseRule[],
): GameInMemory {
  const position = deal(id, dealNumber, house)
  return { history: begin(position), position, playId, seconds: 0, inherited: {}, localActions: 0 }
}

/** Parses a stored game. Returns the reason if that fails. */
export function readGame(text: string, id: GameId): Result<GameInMemory & Pick<OpenedRecord, 'rebased'>> {
  const { record, ...rest } = splitLocalEnvelope(text)
  const opened = readRecord(record)
  if (!opened.ok) return opened
  if (opened.value.position.game.id !== id) return fail('recordDamaged')
  return ok({ ...opened.value, ...rest })
}
