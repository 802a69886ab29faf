// Games that have ended, with all their moves, kept on this device only, for replays.
import { readRecord, type OpenedRecord } from '../../engine/index.ts'
import type { Texts } from '../platform/area.ts'
import { DEVICE_KEY, PAST_PREFIX } from '../platform/storage-keys.ts'
import { timeOf } from '../time.ts'
import { resultsOf } from './device.ts'
import { parseIdentity } from './device-identity.ts'
import { devicesHere, UNNAMED } from './devices-here.ts'
import { MINUTE_DIGITS, minuteOfPast, PAST_OUTCOMES, recordOfPast, type PastOutcome } from './past-game.ts'
import { inTime } from './summary.ts'

/** The maximum number of past games that are kept. */
export const MAX_PAST = 50

/** A game that has ended. */
export interface PastGame {
  readonly outcome: PastOutcome
  /** The start of the minute in which it ended, in milliseconds since 1970. */
  readonly time: number
  readonly opened: OpenedRecord
}

/**
 * The past games in stored texts, latest first. Excludes unreadable games, and given-up games whose play was
 * also won. `known`: the devices in these texts.
 */
export function pastGamesIn(texts: Texts, known = devicesHere(texts, Date.now())): PastGame[] {
  const games = latestFirst(texts, known)
    .slice(0, MAX_PAST)
    .flatMap((key): PastGame[] => {
      const text = texts[key]!
      const opened = readRecord(recordOfPast(text))
      const outcome = PAST_OUTCOMES[Number(text[MINUTE_DIGITS])]
      return opened.ok && outcome ? [{ outcome, time: timeOf(minuteOfPast(text)), opened: opened.value }] : []
    })
  const won = new Set(games.filter(({ outcome }) => outcome === 'won').map(({ opened }) => opened.playId))
  return games.filter(({ outcome, opened }) => outcome === 'won' || !won.has(opened.playId))
}

const isPast = (key: string): boolean => key.startsWith(PAST_PREFIX)

/** The keys of games beyond the limit. */
export const tooManyPast = (texts: Texts): string[] =>
  Object.keys(texts).filter(isPast).length > MAX_PAST
    ? latestFirst(texts, devicesHere(texts, Date.now())).slice(MAX_PAST)
    : []

/**
 * The keys of past games, latest first; within a minute, in reverse order of this device's logs. The logs of
 * former ids precede the current log.
 */
function latestFirst(texts: Texts, known: ReturnType<typeof devicesHere>): string[] {
  const { id = UNNAMED, former = [] } = parseIdentity(texts[DEVICE_KEY]) ?? {}
  const results = [...former, id].flatMap(one => known.get(one) ?? []).flatMap(resultsOf)
  const places = new Map(results.map(({ play }, place) => [play, place]))
  const placeOf = (key: string) => places.get(key.split(':')[1]!) ?? -1
  const ended = Object.keys(texts)
    .filter(isPast)
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(key => ({ key, minute: minuteOfPast(texts[key]!) }))
  return inTime(ended)
    .map(({ key }) => key)
    .reverse()
}
