// From a deal number to the first position.
import { faceOf, type Card } from './cards.ts'
import { gameById } from '../games/catalogue.ts'
import { isDealNumber, shuffled, shuffledAsMicrosoft } from './shuffle.ts'
import type { Game, GameId, HouseRule, Position } from './types.ts'

/**
 * The first position of a deal.
 * @param dealNumber an integer 1 … 4 294 967 295, the public deal number; anything else throws RangeError
 * @param house house rules to play by, none by default
 */
export function deal(game: GameId, dealNumber: number, house: readonly HouseRule[] = []): Position {
  return dealGame(gameById(game), dealNumber, house)
}

/**
 * `deal` for a game that need not be in the catalogue, such as a toy game of the tests. Throws as `deal`
 * does.
 */
export function dealGame(game: Game, dealNumber: number, house: readonly HouseRule[] = []): Position {
  if (!isDealNumber(dealNumber))
    throw new RangeError(`${dealNumber} is not a deal number: they run from 1 to 4294967295`)
  const { tableau, cells, foundations } = game
  const piles: Card[][] = game.piles.map(() => [])
  const faceDown = game.piles.map(() => 0)
  const laidOut = foundations.first === 'A' ? [] : foundations.first
  laidOut.forEach((card, i) => piles[game.of.foundation[i].index].push(card))
  const shuffle = game.shuffle === 'microsoft' ? shuffledAsMicrosoft : shuffled
  const deck = shuffle(game.cards, dealNumber).filter(card => !laidOut.includes(faceOf(card)))

  let next = 0
  const columns = game.of.tableau
  if (tableau.dealt === 'triangle') {
    for (const column of columns.toReversed()) {
      piles[column.index] = deck.slice(next, (next += column.number + 1))
      faceDown[column.index] = column.number
    }
  } else {
    const count = tableau.dealt === 'all' ? deck.length : tableau.dealt * columns.length
    for (; next < count; next++) piles[columns[next % columns.length].index].push(deck[next])
  }
  for (let i = 0; i < (cells?.dealt ?? 0); i++) piles[game.of.cell[i].index].push(deck[next++])
  for (const stock of game.of.stock) {
    piles[stock.index] = deck.slice(next).reverse()
    faceDown[stock.index] = piles[stock.index].length
  }
  return { game, dealNumber, house, pass: 0, piles, faceDown }
}
