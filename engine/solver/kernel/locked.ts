// A proof of loss without a search.
import { faceOf, rankOf, suitOf, type Card } from '../../rules/cards.ts'
import { lastRank } from '../../rules/fit.ts'
import type { Position } from '../../rules/types.ts'
import { foundationOrders } from './supports.ts'

/**
 * Whether some card can never go up, in a game whose cards move with all cards above them. False if it has
 * a waste, cells, a reserve or house rules. In the relaxed game, what becomes possible stays possible: a card
 * can move onto any card that it fits and that is ever on top of a column, into a column that is ever empty
 * if it may fill one, or onto a foundation. The card below it is then on top.
 */
export function hasLockedCards(position: Position): boolean {
  const { game, piles, faceDown, house } = position
  const { stock, cells, reserve, foundations, of, tableau, deck, fits } = game
  if (tableau.take !== 'any' || stock?.by === 'draw' || cells || reserve || house.length > 0) return false
  const orders = foundationOrders(position)
  const heightOf = (card: Card) => 4 * orders[faceOf(card)] + suitOf(card)
  const filling = tableau.fill === 'kings' ? lastRank(position) : undefined
  const columns = of.tableau.map(({ index }) => piles[index])
  const cards = [...columns.flat(), ...of.stock.flatMap(({ index }) => piles[index])]
  const above = new Map<Card, Card>()
  const [hidden, ends, left, up] = Array.from({ length: 4 }, () => new Set<Card>())
  /** For each suit, the cards that can be on the next higher card. */
  const joined = [0, 1, 2, 3].map(() => new Set<Card>())
  const heights = new Set(of.foundation.flatMap(({ index }) => piles[index].map(heightOf)))
  /** The faces that fit onto a card of `ends`. */
  const placed = new Uint8Array(52)
  columns.forEach((column, i) => {
    const down = faceDown[of.tableau[i].index]
    column.forEach((card, row) => {
      if (row < down) hidden.add(card)
      if (row > 0) above.set(column[row - 1], card)
      if (row > down && faceOf(column[row - 1]) === faceOf(card) + 4) joined[suitOf(card)].add(card)
    })
  })
  const isGone = (card: Card | undefined) => card === undefined || left.has(card) || up.has(card)
  const isKing = (card: Card) => rankOf(card) === deck.ranks - 1
  const rises = (card: Card) =>
    foundations.takes === 'suit'
      ? isKing(card) && joined[suitOf(card)].size >= deck.ranks - 1
      : ends.has(card) && (orders[faceOf(card)] === 0 || heights.has(heightOf(card) - 4))

  const growing = [ends, left, up, ...joined]
  const sizeNow = () => growing.reduce((sum, { size }) => sum + size, 0)
  for (let before = -1, size = sizeNow(); before < size; before = size, size = sizeNow()) {
    const hasSpace = tableau.fill !== 'none' && columns.some(([bottom]) => isGone(bottom))
    for (const card of cards) {
      if (!ends.has(card) && isGone(above.get(card))) {
        ends.add(card)
        hidden.delete(card)
        for (let face = 0; face < 52; face++) placed[face] |= fits[face * 52 + faceOf(card)]
      }
      if (hidden.has(card)) continue
      const isPlaced = placed[faceOf(card)] === 1
      if (isPlaced) joined[suitOf(card)].add(card)
      if (isPlaced || (hasSpace && (filling ?? rankOf(card)) === rankOf(card))) left.add(card)
      if (!rises(card)) continue
      up.add(card)
      heights.add(heightOf(card))
    }
  }
  return cards.some(card => !up.has(card) && (foundations.takes === 'card' || isKing(card)))
}
