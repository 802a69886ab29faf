// The medals of the set of the day. Pure; apart from the results, as it takes the lists of the deals along.
import { dailySet, type GameId } from '../../engine/index.ts'

/** The medals of a day, and how many games of its set are to be won for each. */
const MEDALS = { bronze: 1, silver: 3, gold: 5 } as const
/** A medal of a day. */
export type Medal = keyof typeof MEDALS

/** How many games of a day's set are among those whose deal of that day was won. */
export const wonOfSet = (day: number, won: ReadonlySet<GameId> = new Set()): number =>
  dailySet(day).filter(game => won.has(game)).length

/** The medal for so many games; undefined for none. */
export const medalFor = (count: number): Medal | undefined =>
  (['gold', 'silver', 'bronze'] as const).find(medal => count >= MEDALS[medal])
