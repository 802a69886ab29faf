// House rules that change a word of a game's declaration. The others are checked where they matter.
import type { Declaration, HouseRule, HouseWords, StockRule } from './types.ts'

/** Replaces words of the stock rule, if the stock is of kind `by`. */
const stockWith =
  <By extends StockRule['by']>(by: By, words: Partial<Extract<StockRule, { by: By }>>) =>
  (declaration: Declaration): Declaration =>
    declaration.stock?.by === by
      ? { ...declaration, stock: { ...declaration.stock, ...words } as StockRule }
      : declaration

/** The change that each of these house rules makes. */
export const houseWords: HouseWords = {
  'one-pass': stockWith('draw', { passes: 1 }),
  'three-passes': stockWith('draw', { passes: 3 }),
  'endless-passes': stockWith('draw', { passes: undefined }),
  'round-corner': ({ foundations, ...words }) => ({
    ...words,
    foundations: { ...foundations, up: { ...foundations.up, wraps: true } },
  }),
  'deal-over-spaces': stockWith('deal', { spaces: 'allowed' }),
}

/**
 * Whether a game's odds also hold under these house rules. `move-runs` keeps them, because it only joins
 * moves that are legal one by one.
 */
export const keepsOdds = (house: readonly HouseRule[]): boolean => house.every(rule => rule === 'move-runs')
