// The stored text of a game that has ended; `past-games.ts` reads it.
import { Reader, writeNumber } from '../../engine/index.ts'
import { PAST_PREFIX } from '../platform/storage-keys.ts'
import { minuteOf } from '../time.ts'

/** The length of the minute at the start of the text. */
export const MINUTE_DIGITS = 4

/** The outcomes by digit. */
export const PAST_OUTCOMES = ['givenUp', 'won'] as const
/** The outcome of a past game. */
export type PastOutcome = (typeof PAST_OUTCOMES)[number]

/** The key of a play and its outcome. A game that was won stays won if it is given up later. */
export const pastKey = (play: string, outcome: PastOutcome): string => `${PAST_PREFIX}${play}:${outcome}`

/** Writes a game that ends at `now` (milliseconds since 1970): its minute (4 digits), outcome (1), record. */
export const writePast = (outcome: PastOutcome, now: number, record: string): string =>
  writeNumber(minuteOf(now), MINUTE_DIGITS) + PAST_OUTCOMES.indexOf(outcome) + record

/** The record of a game that has ended. */
export const recordOfPast = (text: string): string => text.slice(MINUTE_DIGITS + 1)

/** The minute in which a game ended, since 2020; 0 if the text has none. */
export const minuteOfPast = (text: string): number => new Reader(text).number(MINUTE_DIGITS) || 0
