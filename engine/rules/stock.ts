// The stock: which cards turning it brings to the top of the waste, and when a row may be dealt from it.
import type { Card } from './cards.ts'
import type { Game, Position } from './types.ts'

/**
 * The cards that `draw` and `recycle` alone, any number of times, can make the top of the waste, the present
 * top included. With the house rule that shuffles at every recycle, each card of stock and waste comes to the
 * top in some pass.
 */
export function reachableWasteTops({ game, piles, house }: Position): Card[] {
  if (game.stock?.by !== 'draw') return []
  const { turn } = game.stock
  const stock = piles[game.of.stock[0].index]
  const waste = piles[game.of.waste[0].index]
  if (house.includes('shuffle-on-recycle')) return [...stock, ...waste]
  const talon = [...waste, ...stock.toReversed()] // in the order in which the cards are turned
  const tops = new Set<number>()
  const turnFrom = (turned: number) => {
    for (let top = turned; ; top = Math.min(top + turn, talon.length)) {
      if (top > 0) tops.add(top - 1)
      if (top === talon.length) return
    }
  }
  turnFrom(waste.length)
  turnFrom(0)
  return [...tops].map(i => talon[i])
}

/** Whether the stock deals a row only while no column is empty. */
export const needsFullColumns = ({ stock }: Game): boolean =>
  stock?.by === 'deal' && stock.spaces !== 'allowed'

/**
 * Whether the columns allow a deal of one card onto each: an empty column must be filled first, unless the
 * tableau holds too few cards to fill every column. Whether the stock has cards left is not looked at.
 */
export function canDealRow({ game, piles }: Position): boolean {
  if (!needsFullColumns(game)) return true
  let cards = 0
  let hasSpace = false
  for (const { index } of game.of.tableau) {
    cards += piles[index].length
    hasSpace ||= piles[index].length === 0
  }
  return !hasSpace || cards < game.of.tableau.length
}

/** Whether the rules let the waste be turned over once more, as far as passes go. */
export const mayRecycle = ({ game: { stock }, pass }: Position): boolean =>
  stock?.by === 'draw' && stock.onto === undefined && pass + 1 < (stock.passes ?? Infinity)
