// Games that have ended, as they were played: kept on this device alone, so that they can be looked at again.
import { readRecord, Reader, type OpenedRecord } from '../../engine/index.ts'
import type { Texts } from '../platform/platform.ts'
import { PAST_PREFIX } from '../platform/storage-keys.ts'
import { timeOf } from '../time.ts'
import { MINUTE_DIGITS, PAST_OUTCOMES, type PastOutcome } from './past-game.ts'

/** How many are kept. */
export const MAX_PAST = 50

/** A game that has ended. */
export interface PastGame {
  readonly outcome: PastOutcome
  /** When it ended, in milliseconds since 1970, to the minute. */
  readonly time: number
  readonly opened: OpenedRecord
}

/** The games among stored texts, the latest first. One that cannot be read is left out, and stays there. */
export function pastGamesIn(texts: Texts): PastGame[] {
  const games = latestFirst(texts)
    .slice(0, MAX_PAST)
    .flatMap(([, text]): PastGame[] => {
      const opened = readRecord(text.slice(MINUTE_DIGITS + 1))
      const outcome = PAST_OUTCOMES[Number(text[MINUTE_DIGITS])] as PastOutcome | undefined
      return opened.ok && outcome ? [{ outcome, time: timeOf(minuteOfPast(text)), opened: opened.value }] : []
    })
  const won = new Set(games.filter(({ outcome }) => outcome === 'won').map(({ opened }) => opened.playId))
  return games.filter(({ outcome, opened }) => outcome === 'won' || !won.has(opened.playId))
}

/** The keys of those that are too many. */
export const tooManyPast = (texts: Texts): string[] =>
  latestFirst(texts)
    .slice(MAX_PAST)
    .map(([key]) => key)

/** The minute, counted from 2020, in which a game ended; 0 where the text does not tell. */
export const minuteOfPast = (text: string): number => new Reader(text).number(MINUTE_DIGITS) || 0

const latestFirst = (texts: Texts): [string, string][] =>
  Object.entries(texts)
    .filter(([key]) => key.startsWith(PAST_PREFIX))
    .sort(([, a], [, b]) => minuteOfPast(b) - minuteOfPast(a))
