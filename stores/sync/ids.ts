// Names made here: ids, and keys in storage.local.
import { Reader, writeNumber } from '../../engine/index.ts'
import { writeBytes } from './base64url.ts'
import type { DeviceId } from './items.ts'

/** Results that pages wrote and the log has not taken in yet. */
export const PENDING = 'result:'
const ORDER = ['reopened', 'givenUp', 'won'] as const

/**
 * Where a page writes a result: never the same key twice, as the log may be taking the earlier one in; a
 * play's later ones sort behind.
 * Between going back to a game and giving it up again there may be no action, hence the outcome.
 */
export const pendingKey = (play: string, actions: number, outcome: (typeof ORDER)[number]): string =>
  `${PENDING}${play}:${String(actions).padStart(8, '0')}${ORDER.indexOf(outcome)}`

const random = (bytes: number): string => writeBytes(crypto.getRandomValues(new Uint8Array(bytes)))

/** Eight random base64url characters. */
export const randomId = (): DeviceId => random(6)

const DAILY = '__'
const FIRST_DAY = Date.UTC(2020) / 86_400_000

/**
 * The id of a new play. That of a deal of the day carries its day (days since 1970), so that a calendar can
 * be drawn from results alone:
 * two underscores, three digits for the days since 2020, three random characters.
 */
export function playIdOf(day?: number): string {
  if (day !== undefined) return DAILY + writeNumber(day - FIRST_DAY, 3) + random(3).slice(1)
  const id = randomId()
  return id.startsWith(DAILY) ? playIdOf() : id
}

/** The day whose deal was played; undefined for any other play. */
export const dayOfPlay = (play: string): number | undefined =>
  play.startsWith(DAILY) ? FIRST_DAY + new Reader(play, DAILY.length).number(3) : undefined
