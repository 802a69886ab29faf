// What the kernel can decide: the only place that knows its limits.
import { rankOf, suitOf, SUITS } from '../../rules/cards.ts'
import { baseRank } from '../../rules/fit.ts'
import type { AutoplaySafety, Game, HouseRule, Position } from '../../rules/types.ts'
import type { Support } from '../types.ts'

const MAX_COLUMNS = 24
const MAX_CELLS = 24
/** The most cards that a byte counts. */
const MAX_CARDS = 250

/** Whether the foundations take suits or single cards in a way that the board can count. */
function hasKnownFoundations({ foundations, deck, cards, goal }: Game): boolean {
  const { takes, up, first, count } = foundations
  if (goal !== undefined || count * deck.ranks !== cards.length) return false
  if (takes === 'suit') return first === 'A'
  if (takes !== 'card' || deck.copies > 2 || count !== deck.copies * deck.suits.length) return false
  if (up.suit !== 'same' || up.bothWays) return false
  if (typeof first === 'string')
    return up.step === 1 && (up.wraps || first === 'A') && (first !== 'fellows' || deck.copies === 1)
  // The foundations of a suit start alike, and their steps lead through all ranks.
  const isWhole = up.wraps
    ? isCoprime(up.step, deck.ranks)
    : up.step === 1 && first.every(card => rankOf(card) === 0)
  return isWhole && first.length === count && new Set(first).size === deck.suits.length
}

const isCoprime = (a: number, b: number): boolean => (b === 0 ? a === 1 : isCoprime(b, a % b))

/** What a verdict of the kernel means for a game; undefined where it does not know all its words. */
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
  // A second pass that is the last but one, a shuffled stock and cards taken back are not followed.
  const isFollowed = stock?.by !== 'draw' || stock.passes === undefined || stock.passes === 1
  return isFollowed && !house.includes('take-back') && !house.includes('shuffle-on-recycle')
    ? 'exact'
    : 'wins-only'
}

/**
 * When a card may go up without ever hurting. It follows from how columns build, whatever a game declares.
 */
export function safetyOf({ deck, foundations, tableau: { build } }: Game): AutoplaySafety {
  if (foundations.takes !== 'card' || foundations.up.step !== 1 || build.step !== 1 || build.bothWays)
    return 'never'
  if (build.suit === 'alternating') return 'both-copies-and-other-colour-below'
  if (build.suit === 'same') return deck.copies === 1 ? 'always' : 'both-copies-below'
  return build.suit === 'any' && deck.copies === 1 ? 'two-above-lowest' : 'never'
}

/** For every face, how many cards lie below it on its foundation; 255 where cards never go up alone. */
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
