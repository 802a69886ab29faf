// Generated ids, and the keys of pending results.
import { Reader, writeNumber } from '../../engine/index.ts'
import { DAY_MS } from '../time.ts'
import { PENDING_RESULT_PREFIX } from '../platform/storage-keys.ts'
import type { DeviceId } from './items.ts'

const OUTCOME_ORDER = ['reopened', 'givenUp', 'won'] as const

/**
 * The key of a pending result in storage.local: unique, and sorted by time among the results of a play. The
 * outcome is part of it because a game can be reopened and given up without an action in between.
 */
export const pendingKey = (play: string, actions: number, outcome: (typeof OUTCOME_ORDER)[number]): string =>
  `${PENDING_RESULT_PREFIX}${play}:${String(actions).padStart(8, '0')}${OUTCOME_ORDER.indexOf(outcome)}`

/** Random base64url digits. */
const random = (digits: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(digits)), byte => writeNumber(byte % 64, 1)).join('')

/** Eight random base64url characters. */
export const randomId = (): DeviceId => random(8)

const DAILY = '__'
const FIRST_DAY = Date.UTC(2020) / DAY_MS
const DAYS = 64 ** 3

/**
 * The id of a new play. For a deal of the day it contains the day, so that a calendar can be drawn from
 * results alone: two underscores, three digits for the days since 2020, three random characters.
 * @param day in days since 1970; before 2020, it gives an ordinary id
 */
export function playIdOf(day?: number): string {
  const since = day === undefined ? -1 : day - FIRST_DAY
  if (since >= 0 && since < DAYS) return DAILY + writeNumber(since, 3) + random(3)
  const id = randomId()
  return id.startsWith(DAILY) ? playIdOf() : id
}

/** The day of the daily deal that was played, in days since 1970; undefined for any other play. */
export const dayOfPlay = (play: string): number | undefined =>
  play.startsWith(DAILY) ? FIRST_DAY + new Reader(play, DAILY.length).number(3) : undefined
