// Which house rules leave the odds and levels of a game's deals unchanged.
import type { HouseRule } from './types.ts'

/**
 * Whether a game's odds stay valid under house rules: `move-runs` only joins moves that are legal one by one.
 */
export const keepsOdds = (house: readonly HouseRule[]): boolean => house.every(rule => rule === 'move-runs')
