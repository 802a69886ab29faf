// What turning the stock over and over brings to light.
import type { Card } from './cards.ts'
import type { Position } from './types.ts'

/**
 * The cards that `draw` and `recycle` alone, any number of times, can make the top of the waste, the present
 * top included.
 * With the house rule that shuffles at every recycle each card of stock and waste comes to the top in some
 * pass.
 */
export function reachableWasteTops({ game, piles, house }: Position): Card[] {
  if (game.stock?.by !== 'draw') return []
  const { turn } = game.stock
  const stock = piles[game.of.stock[0].index]
  const waste = piles[game.of.waste[0].index]
  if (house.includes('shuffle-on-recycle')) return [...stock, ...waste]
  const round = [...waste, ...stock.toReversed()] // in the order in which they are turned
  const tops = new Set<number>()
  const turnFrom = (turned: number) => {
    for (let top = turned; ; top = Math.min(top + turn, round.length)) {
      if (top > 0) tops.add(top - 1)
      if (top === round.length) return
    }
  }
  turnFrom(waste.length)
  turnFrom(0)
  return [...tops].map(i => round[i])
}
