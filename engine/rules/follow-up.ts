// What follows a move by itself, beyond that a column's card turns up. The default game needs none of it;
// it is loaded with the other games: `engine/games/all.ts` sets it.
import type { Position } from './types.ts'

/** The position after everything that follows by itself, in games that settle. */
export const followUp = { of: (position: Position): Position => position }
