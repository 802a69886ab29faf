// The deal of the day: a winnable deal that follows from the date alone, so that everyone gets the same.
import { deal } from '../rules/deal.ts'
import { LAST_DEAL_NUMBER, mulberry32 } from '../rules/shuffle.ts'
import type { GameId, Position } from '../rules/types.ts'
import { DAILY_CHOICES } from './daily-choices.ts'

/**
 * How many states the solver may visit to find a deal of the day winnable, on the days that `DAILY_CHOICES`
 * does not name. The limit decides which deal a day gets, so it never changes.
 */
export const DAILY_STATES = 200_000

/** How many deals of a day are tried; where none of them is found winnable the first is taken. */
export const DAILY_TRIES = 12
/** How many are tried before a day is published: as many as a digit in base 36 can pass over. */
export const PUBLISHED_TRIES = 36

/**
 * The deals that are tried for a day. The deal of the day is the one that `publishedDaily` names, or else the
 * first of these that the solver wins within `DAILY_STATES` states, or else the first. The seed is the FNV-1a
 * hash of game and date.
 * @param date the local day of the person who asks, as `2026-11-21`
 * @param tries how many they are
 */
export function* dailyCandidates(game: GameId, date: string, tries = DAILY_TRIES): Generator<Position> {
  let left = tries
  for (const number of candidateNumbers(game, date)) {
    if (left-- === 0) return
    yield deal(game, number)
  }
}

function* candidateNumbers(game: GameId, date: string): Generator<number> {
  let seed = 0x811c9dc5
  for (const character of `${game} ${date}`) seed = Math.imul(seed ^ character.charCodeAt(0), 0x01000193)
  for (const random = mulberry32(seed); ;) yield 1 + Math.floor(random() * LAST_DEAL_NUMBER)
}

/**
 * The number of a day's deal where it has been published. It stays what it is, whatever a later version of
 * the solver finds out about the candidates before it. Undefined for days that have not been published.
 * @param date the local day of the person who asks, as `2026-11-21`
 */
export function publishedDaily(game: GameId, date: string): number | undefined {
  const [year, month, day] = date.split('-')
  const digit = DAILY_CHOICES[game]?.[`${year}-${month}`]?.[Number(day) - 1]
  if (digit === undefined) return undefined
  let skipped = parseInt(digit, 36)
  for (const number of candidateNumbers(game, date)) if (skipped-- === 0) return number
  return undefined
}
