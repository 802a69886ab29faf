// The rules that the kernel supports.
import { rankOf, suitOf, SUITS } from '../../rules/cards.ts'
import { baseRank } from '../../rules/fit.ts'
import type { Game, HouseRule, Position } from '../../rules/types.ts'
import type { Support } from '../types.ts'

const MAX_COLUMNS = 24
const MAX_CELLS = 24
const MAX_CARDS = 250

/** Whether a board can represent the foundations. */
function hasKnownFoundations({ foundations, deck, cards, goal }: Game): boolean {
  const { takes, up, first, count } = foundations
  if (goal !== undefined || count * deck.ranks !== cards.length) return false
  if (takes === 'suit') return first === 'A'
  if (takes !== 'card' || deck.copies > 2 || count !== deck.copies * deck.suits.length) return false
  if (up.suit !== 'same' || up.bothWays) return false
  if (typeof first === 'string')
    return up.step === 1 && (up.wraps || first === 'A') && (first !== 'fellows' || deck.copies === 1)
  // The foundations of a suit start with the same card, and their steps reach all ranks.
  const isWhole = up.wraps
    ? isCoprime(up.step, deck.ranks)
    : up.step === 1 && first.every(card => rankOf(card) === 0)
  return isWhole && first.length === count && new Set(first).size === deck.suits.length
}

const isCoprime = (a: number, b: number): boolean => (b === 0 ? a === 1 : isCoprime(b, a % b))

/** The kernel's `Solver.supports`. */
export function kernelSupports(game: Game, house: readonly HouseRule[]): Support | undefined {
  const { stock, tableau, cells, reserve, of, cards } = game
  const isKnown =
    hasKnownFoundations(game) &&
    !tableau.overlap &&
    (tableau.fill !== 'reserve' || reserve !== undefined) &&
    (!cells || cells.from.includes('tableau')) &&
    !(stock?.by === 'draw' && (stock.onto !== undefined || stock.open)) &&
    of.tableau.length <= MAX_COLUMNS &&
    of.cell.length <= MAX_CELLS &&
    cards.length <= MAX_CARDS
  if (!isKnown) return undefined
  // If passes are limited or the waste is shuffled, only the current pass is searched.
  const isFollowed = stock?.by !== 'draw' || stock.passes === undefined || stock.passes === 1
  return isFollowed && !house.includes('shuffle-on-recycle') ? 'exact' : 'wins-only'
}

/** By face: the cards below it on its foundation; 255 if it never goes up alone or the deck lacks it. */
export function foundationOrders(position: Position): Uint8Array {
  const { foundations, deck } = position.game
  const orders = new Uint8Array(52).fill(255)
  if (foundations.takes !== 'card') return orders
  const { first, up } = foundations
  for (const name of deck.suits) {
    const suit = SUITS.indexOf(name)
    const start = typeof first === 'string' ? undefined : first.find(card => suitOf(card) === suit)
    let rank = start === undefined ? baseRank(position) : rankOf(start)
    for (let order = 0; order < deck.ranks; order++) {
      orders[4 * rank + suit] = order
      rank = (rank + up.step) % deck.ranks
    }
  }
  return orders
}
