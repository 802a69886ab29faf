// The stock: which of its cards are face up, when a row can be dealt, and when the waste can be turned over.
import type { Game, GameRules, PileKind, Position } from './types.ts'

/** Whether the top card of the stock is face up and in play. */
export const isOpenStock = ({ stock }: Pick<GameRules, 'stock'>): boolean =>
  stock?.by === 'draw' && stock.open === true

/** The number of cards in all piles of a kind. */
export function countIn({ game, piles }: Position, kind: PileKind): number {
  let count = 0
  for (const { index } of game.of[kind]) count += piles[index].length
  return count
}

/** The number of face-down cards in a pile of `length` cards that is not a column. */
export function downIn(game: Game, kind: PileKind, length: number): number {
  if (kind === 'reserve' || (kind === 'stock' && isOpenStock(game))) return Math.max(0, length - 1)
  return kind === 'stock' ? length : 0
}

/** Whether empty columns must be filled before a row is dealt, while there are enough cards for that. */
export const needsFullColumns = ({ stock }: Game): boolean =>
  stock?.by === 'deal' && stock.spaces !== 'allowed'

/**
 * Whether the columns allow a row to be dealt: an empty column must be filled first, unless the rule allows
 * spaces or the tableau has too few cards to fill every column. Does not check whether the stock is empty.
 */
export function canDealRow(position: Position): boolean {
  const { game, piles } = position
  if (!needsFullColumns(game)) return true
  const hasSpace = game.of.tableau.some(({ index }) => piles[index].length === 0)
  return !hasSpace || countIn(position, 'tableau') < game.of.tableau.length
}

/** How many more times the waste can be turned over; `Infinity` if passes are unlimited. */
export const recyclesLeft = ({ game: { stock }, pass }: Position): number =>
  stock?.by === 'draw' && !stock.onto ? Math.max(0, (stock.passes ?? Infinity) - 1 - pass) : 0

/** Whether the rules allow another pass through the stock. */
export const mayRecycle = (position: Position): boolean => recyclesLeft(position) > 0
