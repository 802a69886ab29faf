// House rules that change a game's declaration. The others are checked where they matter.
import type { Declaration, HouseWords, StockRule } from './types.ts'

/** Replaces options of the stock rule, if the stock is of kind `by`. */
const stockWith =
  <By extends StockRule['by']>(by: By, options: Partial<Extract<StockRule, { by: By }>>) =>
  (declaration: Declaration): Declaration =>
    declaration.stock?.by === by
      ? { ...declaration, stock: { ...declaration.stock, ...options } as StockRule }
      : declaration

/** How each of these house rules changes a declaration. */
export const houseWords: HouseWords = {
  'one-pass': stockWith('draw', { passes: 1 }),
  'three-passes': stockWith('draw', { passes: 3 }),
  'endless-passes': stockWith('draw', { passes: undefined }),
  'round-corner': ({ foundations, ...others }) => ({
    ...others,
    foundations: { ...foundations, up: { ...foundations.up, wraps: true } },
  }),
  'deal-over-spaces': stockWith('deal', { spaces: 'allowed' }),
}
