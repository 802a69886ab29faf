// The deal of the day: a function of the game and the date, so everyone gets the same deal. It comes from a
// published list for each game, not from a search, and no entry of a list ever changes.
import { deal } from '../rules/deal.ts'
import { LAST_DEAL_NUMBER, mulberry32 } from '../rules/shuffle.ts'
import type { GameId, Position } from '../rules/types.ts'
import { dailyLists } from './daily-lists.ts'

/** The default state limit of the searches for winnable deals to publish. */
export const DAILY_STATES = 200_000

/** The default number of candidates for a date. */
export const DAILY_TRIES = 12

/** The number of entries at the end of a list that repeat: one for each day of four years. */
export const DAILY_CYCLE = 1461

const DAY_MS = 86_400_000
/** The day of the first entry of every list, in days since 1970. */
const FIRST_DAY = Date.UTC(2026, 10, 1) / DAY_MS

/** The date of an entry, as `2026-11-21`. */
export const dateOfEntry = (entry: number): string => isoDate((FIRST_DAY + entry) * DAY_MS)

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * The candidate deals for a date; its entry selects one of them. Their numbers are pseudorandom, seeded by
 * the FNV-1a hash of game and date.
 * @param date as `2026-11-21`
 * @param tries the number of candidates
 */
export function* dailyCandidates(game: GameId, date: string, tries = DAILY_TRIES): Generator<Position> {
  const next = candidateNumbers(game, date)
  for (let left = tries; left > 0; left--) yield deal(game, next())
}

/** The FNV-1a hash of an ASCII text, as a signed 32-bit integer. */
export const fnv1a = (text: string): number =>
  [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5)

/** A function that returns the deal number of the next candidate on each call. */
function candidateNumbers(game: GameId, date: string): () => number {
  const random = mulberry32(fnv1a(`${game} ${date}`))
  return () => 1 + Math.floor(random() * LAST_DEAL_NUMBER)
}

/**
 * Parses a list. An entry is the number of candidates to skip for its date: a base-36 digit, preceded by a
 * `+` for each additional 36.
 */
export const readDailyList = (list: string): number[] =>
  (list.match(/\+*[0-9a-z]/g) ?? []).map(entry => 36 * (entry.length - 1) + parseInt(entry.at(-1)!, 36))

const entriesOf = new Map<GameId, readonly number[]>()
/** The entries of a game, which are parsed on first use. */
function dailyEntries(game: GameId): readonly number[] {
  const entries = entriesOf.get(game) ?? readDailyList(dailyLists[game])
  entriesOf.set(game, entries)
  return entries
}

/** Writes a list. */
export const writeDailyList = (entries: readonly number[]): string =>
  entries.map(entry => '+'.repeat(entry / 36) + (entry % 36).toString(36)).join('')

/** The index of the entry for a day. Before and after the days of the list, the cycle at its end repeats. */
function entryOf(day: number, length: number): number {
  const own = day - FIRST_DAY
  if (own >= 0 && own < length) return own
  const start = length - DAILY_CYCLE
  const inCycle = (own - start) % DAILY_CYCLE
  return start + (inCycle < 0 ? inCycle + DAILY_CYCLE : inCycle)
}

/**
 * The deal number of a day, the same in every version. Undefined if the text is not a date or the game has no
 * list yet.
 * @param date the user's local date, as `2026-11-21`
 */
export function publishedDaily(game: GameId, date: string): number | undefined {
  const time = Date.parse(date)
  if (Number.isNaN(time) || isoDate(time) !== date) return undefined
  const entries = dailyEntries(game)
  if (entries.length < DAILY_CYCLE) return undefined
  const entry = entryOf(time / DAY_MS, entries.length)
  const next = candidateNumbers(game, dateOfEntry(entry))
  for (let left = entries[entry]; left > 0; left--) next()
  return next()
}
