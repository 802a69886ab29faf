// A game that has ended as the text that lies in storage.local; `past-games.ts` reads it.
import { writeNumber } from '../../engine/index.ts'
import { PAST_PREFIX } from '../platform/storage-keys.ts'
import { minuteOf } from '../time.ts'
import type { Outcome } from './game-results.ts'

/** The digits of the minute at its beginning. */
export const MINUTE_DIGITS = 4

/** The key of a play that has ended. */
export const pastKey = (play: string): string => PAST_PREFIX + play

/** A game that ends at `now` (milliseconds since 1970): minute 4, outcome 1, record. */
export const writePast = (outcome: Outcome, now: number, record: string): string =>
  writeNumber(minuteOf(now), MINUTE_DIGITS) + (outcome === 'won' ? 1 : 0) + record
