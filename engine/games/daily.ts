// The deal of the day: it follows from the game and the date alone, so that everyone gets the same. No search
// decides it: each game has a published list, and no entry of a list ever changes.
import { deal } from '../rules/deal.ts'
import { LAST_DEAL_NUMBER, mulberry32 } from '../rules/shuffle.ts'
import type { GameId, Position } from '../rules/types.ts'
import { dailyLists } from './daily-lists.ts'

/** How many states a search may visit to find a deal winnable that is then published. */
export const DAILY_STATES = 200_000

/** How many candidates of a date are given where nobody says how many. */
export const DAILY_TRIES = 12

/** How many entries at the end of a list are dealt again and again: the days of four years. */
export const DAILY_CYCLE = 1461

const DAY_MS = 86_400_000
/** The day of the first entry of every list, in days since 1970. */
const FIRST_DAY = Date.UTC(2026, 10, 1) / DAY_MS

/** The date of an entry, as `2026-11-21`. */
export const dateOfEntry = (entry: number): string => isoDate((FIRST_DAY + entry) * DAY_MS)

const isoDate = (time: number): string => new Date(time).toISOString().slice(0, 10)

/**
 * The candidates of a date, of which its entry names one. Their numbers are random, with the FNV-1a hash of
 * game and date as the seed.
 * @param date as `2026-11-21`
 * @param tries how many they are
 */
export function* dailyCandidates(game: GameId, date: string, tries = DAILY_TRIES): Generator<Position> {
  const next = candidateNumbers(game, date)
  for (let left = tries; left > 0; left--) yield deal(game, next())
}

/** The FNV-1a hash of a text of ASCII characters, as 32 bits with a sign. */
export const hashOf = (text: string): number =>
  [...text].reduce((hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193), 0x811c9dc5)

/** A function that gives the number of one candidate after another. */
function candidateNumbers(game: GameId, date: string): () => number {
  const random = mulberry32(hashOf(`${game} ${date}`))
  return () => 1 + Math.floor(random() * LAST_DEAL_NUMBER)
}

/**
 * The entries of a list: how many candidates of its date each passes over. Every entry is a digit in base 36,
 * after a `+` for each 36 more.
 */
export const readDailyList = (list: string): number[] =>
  (list.match(/\+*[0-9a-z]/g) ?? []).map(entry => 36 * (entry.length - 1) + parseInt(entry.at(-1)!, 36))

/** The list of these entries. */
export const writeDailyList = (entries: readonly number[]): string =>
  entries.map(entry => '+'.repeat(entry / 36) + (entry % 36).toString(36)).join('')

/** The entry of a day: its own, or on days without one an entry of the cycle at the end of the list. */
function entryOf(day: number, length: number): number {
  const own = day - FIRST_DAY
  if (own >= 0 && own < length) return own
  const start = length - DAILY_CYCLE
  const inCycle = (own - start) % DAILY_CYCLE
  return start + (inCycle < 0 ? inCycle + DAILY_CYCLE : inCycle)
}

/**
 * The number of a day's deal, in every version the same. Undefined where the text is no date, or the game has
 * no list yet.
 * @param date the local day of the person who asks, as `2026-11-21`
 */
export function publishedDaily(game: GameId, date: string): number | undefined {
  const time = Date.parse(date)
  if (Number.isNaN(time) || isoDate(time) !== date) return undefined
  const entries = readDailyList(dailyLists[game])
  if (entries.length < DAILY_CYCLE) return undefined
  const entry = entryOf(time / DAY_MS, entries.length)
  const next = candidateNumbers(game, dateOfEntry(entry))
  for (let left = entries[entry]; left > 0; left--) next()
  return next()
}
