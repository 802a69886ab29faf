// A static proof of loss: face-down cards that can never be turned.
import { baseRank, fitsCard, lastRank } from '../../rules/fit.ts'
import { rankOf, type Card } from '../../rules/cards.ts'
import type { Position } from '../../rules/types.ts'

/**
 * Whether a face-down card can never be turned, in a game without stock, cells and reserve. Relaxes the game:
 * face-up cards never cover each other. So the card on a face-down one can leave for any card that it fits,
 * for its foundation once all lower cards of its suit are face up, or for an empty column.
 */
export function hasLockedCards(position: Position): boolean {
  const { game, piles, faceDown, house } = position
  const { stock, cells, reserve, foundations, of, tableau } = game
  if (stock || cells || reserve || foundations.takes !== 'card' || house.length > 0) return false
  const down = of.tableau.map(({ index }) => faceDown[index])
  const columns = of.tableau.map(({ index }) => piles[index])
  const open = new Set(columns.flatMap((cards, column) => cards.slice(down[column])))
  const gone = of.foundation.flatMap(({ index }) => piles[index])

  const canGoUp = (card: Card): boolean =>
    rankOf(card) === baseRank(position) ||
    gone.some(other => fitsCard(game.rises, card, other)) ||
    [...open].some(other => fitsCard(game.rises, card, other) && canGoUp(other))
  const finds = (card: Card): boolean =>
    [...open].some(other => fitsCard(game.fits, card, other)) || canGoUp(card)
  const fills = (card: Card): boolean =>
    tableau.fill === 'any' || (tableau.fill === 'kings' && rankOf(card) === lastRank(position))
  const hasSpace = (): boolean =>
    columns.some((cards, column) => cards.length === 0 || (down[column] === 0 && finds(cards[0])))

  /** Turns all cards that can be turned now; true if there were any. */
  const turn = (): boolean => {
    const isRoom = hasSpace()
    let hasTurned = false
    columns.forEach((cards, column) => {
      while (down[column] > 0) {
        const lowest = cards[down[column]]
        if (!finds(lowest) && !(isRoom && fills(lowest))) return
        open.add(cards[--down[column]])
        hasTurned = true
      }
    })
    return hasTurned
  }
  while (turn());
  return down.some(count => count > 0)
}
