// Deals the initial position of a deal number.
import { faceOf, rankOf, suitOf, SUITS, type Card } from './cards.ts'
import { gameById } from '../games/catalogue.ts'
import { followedUp } from './play.ts'
import { isDealNumber, shuffled, shuffledAsMicrosoft } from './shuffle.ts'
import type { Game, GameId, HouseRule, MutablePerPile, Position } from './types.ts'

/**
 * The initial position of a deal, without house rules by default. Throws a RangeError unless the game is
 * registered and `dealNumber` is an integer 1 … 4,294,967,295.
 */
export function deal(game: GameId, dealNumber: number, house: readonly HouseRule[] = []): Position {
  return dealGame(gameById(game, house), dealNumber, house)
}

/** `deal` for a game outside the catalog, such as a toy game of the tests. */
export function dealGame(game: Game, dealNumber: number, house: readonly HouseRule[] = []): Position {
  if (!isDealNumber(dealNumber)) throw new RangeError(`${dealNumber} is not a deal number (1 to 4294967295)`)
  const piles = game.piles.map((): Card[] => [])
  const faceDown = game.piles.map(() => 0)
  const shuffle = game.shuffle === 'microsoft' ? shuffledAsMicrosoft : shuffled
  const deck = layOut(game, shuffle(game.cards, dealNumber), piles)
  const take = (count: number): Card[] => deck.splice(0, count)

  for (const { index } of game.of.reserve) piles[index] = take(game.reserve!.dealt)
  dealColumns(game, take, piles, faceDown, deck.length)
  for (const { index } of game.of.cell.slice(0, game.cells?.dealt)) piles[index] = take(1)
  if (startsHeap(game)) for (const { index } of game.of.foundation) piles[index] = take(1)
  for (const { index } of game.of.stock) {
    piles[index] = take(deck.length).reverse()
    faceDown[index] = piles[index].length
  }
  return followedUp({ game, dealNumber, house, pass: 0, piles, faceDown })
}

/** Whether the foundation is a heap that starts with the first card left after the columns are dealt. */
const startsHeap = ({ foundations: { first, count } }: Game): boolean => first === 'dealt' && count === 1

/** Puts the starting cards on the foundations, unless `startsHeap`; returns the rest of the deck. */
function layOut(game: Game, deck: Card[], piles: MutablePerPile<Card[]>): Card[] {
  const { first } = game.foundations
  const { foundation } = game.of
  if (typeof first !== 'string') {
    for (const [i, card] of first.entries()) piles[foundation[i]!.index] = [card]
    return deck.filter(card => !first.includes(faceOf(card)))
  }
  if (first === 'A' || startsHeap(game)) return deck
  const base = deck[0]!
  const isFellow = (card: Card) => rankOf(card) === rankOf(base) && card !== base
  const isLaidOut = first === 'dealt' ? (card: Card) => card === base : isFellow
  // Foundations are numbered by the suits in the deck, which may be fewer than four.
  const suits = [...SUITS].filter(suit => game.deck.suits.includes(suit))
  for (const { index, number } of foundation)
    piles[index] = deck.filter(card => isLaidOut(card) && SUITS[suitOf(card)] === suits[number])
  return deck.filter(card => !isLaidOut(card))
}

function dealColumns(
  { tableau: { dealt }, of: { tableau: columns } }: Game,
  take: (count: number) => Card[],
  piles: MutablePerPile<Card[]>,
  faceDown: MutablePerPile<number>,
  left: number,
): void {
  if (dealt === 'triangle') {
    for (const { index, number } of columns.toReversed()) {
      piles[index] = take(number + 1)
      faceDown[index] = number
    }
  } else if (typeof dealt === 'object') {
    for (const { index, number } of columns) {
      const cards = dealt[number]!
      piles[index] = take(cards.length)
      faceDown[index] = cards.lastIndexOf('d') + 1
    }
  } else {
    const count = dealt === 'all' ? left : dealt * columns.length
    for (let i = 0; i < count; i++) piles[columns[i % columns.length]!.index].push(...take(1))
  }
}
