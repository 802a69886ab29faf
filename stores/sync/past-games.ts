// Games that have ended, as they were played: kept on this device alone, so that they can be looked at again.
import { readRecord, Reader, type OpenedRecord } from '../../engine/index.ts'
import { PAST_PREFIX } from '../platform/storage-keys.ts'
import { timeOf } from '../time.ts'
import { MINUTE_DIGITS } from './past-game.ts'

/** How many are kept. */
export const MAX_PAST = 50
const OUTCOMES = ['givenUp', 'won'] as const

/** A game that has ended. */
export interface PastGame {
  readonly outcome: (typeof OUTCOMES)[number]
  /** When it ended, in milliseconds since 1970, to the minute. */
  readonly time: number
  readonly opened: OpenedRecord
}

/** The games among stored texts, the latest first. One that cannot be read is left out, and stays there. */
export const pastGamesIn = (texts: Readonly<Record<string, string>>): PastGame[] =>
  latestFirst(texts).flatMap(([, text]) => {
    const opened = readRecord(text.slice(MINUTE_DIGITS + 1))
    const outcome = OUTCOMES[Number(text[MINUTE_DIGITS])] as PastGame['outcome'] | undefined
    return opened.ok && outcome ? [{ outcome, time: timeOf(minuteIn(text)), opened: opened.value }] : []
  })

/** The keys of those that are too many. */
export const tooManyPast = (texts: Readonly<Record<string, string>>): string[] =>
  latestFirst(texts)
    .slice(MAX_PAST)
    .map(([key]) => key)

const minuteIn = (text: string): number => new Reader(text).number(MINUTE_DIGITS) || 0

const latestFirst = (texts: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(texts)
    .filter(([key]) => key.startsWith(PAST_PREFIX))
    .sort(([, a], [, b]) => minuteIn(b) - minuteIn(a))
