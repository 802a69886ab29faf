// Which house rules leave the odds and levels of a game's deals unchanged.
import type { HouseRule } from './types.ts'

/** Whether a game's odds stay valid under house rules. `move-runs` only combines moves that are all legal. */
export const keepsOdds = (house: readonly HouseRule[]): boolean => house.every(rule => rule === 'move-runs')
