// The medals of the daily set. Pure. A separate module, because it imports the lists of daily games.
import { dailySet, type GameId } from '../../engine/index.ts'

/** The medals, and the wins that each requires. */
const MEDALS = { bronze: 1, silver: 3, gold: 5 } as const
/** A medal of a day. */
export type Medal = keyof typeof MEDALS

/** The number of games in a day's set that are among `won`. */
export const wonOfSet = (day: number, won: ReadonlySet<GameId> = new Set()): number =>
  dailySet(day).filter(game => won.has(game)).length

/** The medal for a number of wins; undefined if there are too few. */
export const medalFor = (count: number): Medal | undefined =>
  (['gold', 'silver', 'bronze'] as const).find(medal => count >= MEDALS[medal])
