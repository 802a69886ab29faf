// Exhaustive depth-first search of Golf, TriPeaks and Black Hole. Moves from the columns come before turns of
// the stock.
import { faceOf, rankOf } from '../../rules/cards.ts'
import type { Game, Move, Position } from '../../rules/types.ts'
import type { Budget, Finding, Verdict } from '../types.ts'
import { isWalkable, RANKS } from './rank-walk.ts'
import { StateSet } from './state-set.ts'

/** The bits per column height in a state, for the first `WORD_COLUMNS` columns. */
const HEIGHT_BITS = 3
const WORD_COLUMNS = 10
/** The same for the other columns. */
const LATE_HEIGHT_BITS = 2
/** The maximum number of places in an overlapping layout, and of cards in a game with a stock. */
const MAX_PLACES = 31
const MAX_TURNED = 63
/** If no stock is left: the number of short tries before the full search, and the state limit of each. */
const TRIES = 5
const STATES_OF_A_TRY = 100_000
/** The shift of the first column between tries. */
const STRIDE = 3

/** One search of a game with one heap. */
export class HeapSearch {
  readonly #game: Game
  readonly #budget: Budget
  /** The faces of each column, from bottom to top. */
  readonly #columns: readonly (readonly number[])[]
  /** The stock in turning order. */
  readonly #stock: readonly number[]
  readonly #heights: number[]
  /** For each place in an overlapping layout, a mask of the places that cover it. */
  readonly #covers: readonly number[]
  #seen = new StateSet()
  readonly #heap: number
  readonly #line: Move[] = []
  /** The number of cards of each rank left in the columns. */
  readonly #ranks = new Int8Array(RANKS)
  readonly #tallest: number
  /** The column that is tried first among those of equal height. */
  #first = 0
  /** The number of states left in this try. */
  #allowed = Infinity
  #left = 0
  /** In an overlapping layout, a mask of the occupied places. */
  #mask = 0

  constructor(position: Position, budget: Budget) {
    const { game, piles } = position
    this.#game = game
    this.#budget = budget
    this.#columns = game.of.tableau.map(({ index }) => piles[index].map(faceOf))
    this.#heights = this.#columns.map(({ length }) => length)
    this.#left = this.#heights.reduce((sum, height) => sum + height, 0)
    this.#stock = game.of.stock.flatMap(({ index }) => piles[index].toReversed().map(faceOf))
    this.#heap = faceOf(piles[game.of.foundation[0].index].at(-1)!)
    this.#covers = game.covers.map(places => places.reduce((mask, place) => mask | (1 << place), 0))
    this.#columns.flat().forEach(face => this.#ranks[rankOf(face)]++)
    this.#tallest = Math.max(...this.#heights)
    this.#heights.forEach((height, i) => (this.#mask |= (height > 0 ? 1 : 0) << i))
  }

  /** If no stock is left, short tries come first: most wins are found quickly in some order of columns. */
  search(): Finding {
    const tries = this.#stock.length === 0 ? TRIES : 0
    let verdict: Verdict = 'unknown'
    for (let tried = 0; verdict === 'unknown' && tried <= tries && !this.#budget.isSpent; tried++) {
      this.#seen = new StateSet()
      this.#first = (tried * STRIDE) % this.#columns.length
      this.#allowed = tried < tries ? STATES_OF_A_TRY : Infinity
      verdict = this.#visit(0, this.#heap)
    }
    return verdict === 'won' ? { verdict, moves: this.#line.toReversed() } : { verdict }
  }

  /** Marks the state as seen; false if it was already seen. */
  #isNew(turned: number, top: number): boolean {
    const end = (turned << 4) | rankOf(top)
    if (this.#covers.length > 0) return this.#seen.add(this.#mask, end)
    let low = 0
    let high = 0
    this.#heights.forEach((height, i) => {
      if (i < WORD_COLUMNS) low |= height << (HEIGHT_BITS * i)
      else high = (high << LATE_HEIGHT_BITS) | height
    })
    return this.#seen.add(low, (high << 10) | end)
  }

  #visit(turned: number, top: number): Verdict {
    if (this.#left === 0) return 'won'
    if (this.#isHopeless(turned, top) || !this.#isNew(turned, top)) return 'lost'
    if (this.#allowed-- <= 0 || !this.#budget.spend() || this.#seen.isFull) return 'unknown'
    let verdict: Verdict = 'lost'
    const { rises } = this.#game
    // Tall columns hide more cards, so they are tried first.
    for (let height = this.#tallest; height > 0; height--) {
      for (let turn = this.#columns.length; turn > 0; turn--) {
        const i = (turn + this.#first) % this.#columns.length
        if (this.#heights[i] !== height) continue
        const face = this.#columns[i][height - 1]
        if (rises[face * 52 + top] === 0 || (this.#covers.length > 0 && (this.#covers[i] & this.#mask) !== 0))
          continue
        this.#take(i, face, -1)
        const after = this.#visit(turned, face)
        this.#take(i, face, 1)
        if (after === 'won') return this.#note({ kind: 'move', from: `t${i}`, to: 'f0', count: 1 })
        if (after === 'unknown') verdict = after
      }
    }
    if (turned < this.#stock.length) {
      const after = this.#visit(turned + 1, this.#stock[turned])
      if (after === 'won') return this.#note({ kind: 'draw' })
      if (after === 'unknown') verdict = after
    }
    return verdict
  }

  /** Whether no stock is left and `isWalkable` proves a loss. */
  #isHopeless(turned: number, top: number): boolean {
    const { up } = this.#game.foundations
    const isCircle = up.wraps && up.bothWays === true && up.step === 1 && this.#game.deck.ranks === RANKS
    return isCircle && turned === this.#stock.length && !isWalkable(this.#ranks, rankOf(top))
  }

  #take(column: number, face: number, change: 1 | -1): void {
    this.#heights[column] += change
    this.#ranks[rankOf(face)] += change
    this.#left += change
    if (this.#covers.length > 0) this.#mask ^= 1 << column
  }

  #note(move: Move): Verdict {
    this.#line.push(move)
    return 'won'
  }
}

/** Whether all cards go onto one heap by rank alone, and any stock is turned onto it card by card. */
export function isHeapGame({ foundations, stock, tableau, goal, cards, capacity, of }: Game): boolean {
  const isTurned = stock?.by === 'draw' && stock.onto !== undefined && stock.turn === 1
  return (
    foundations.takes === 'card' &&
    foundations.up.suit === 'any' &&
    foundations.first !== 'fellows' &&
    foundations.first !== 'A' &&
    of.foundation.length === 1 &&
    capacity === cards.length &&
    // A stock is supported only if empty columns win, because the search stops when the columns are empty.
    (stock === undefined ||
      (isTurned && stock.open === undefined && goal === 'tableau' && cards.length <= MAX_TURNED)) &&
    of.tableau.length <= (tableau.overlap ? MAX_PLACES : 2 * WORD_COLUMNS)
  )
}

/** Whether the columns of a position fit into a state, and the heap is not empty. */
export const fitsHeapSearch = ({ game, piles }: Position): boolean =>
  piles[game.of.foundation[0].index].length > 0 &&
  game.of.tableau.every(
    ({ index, number }) =>
      piles[index].length < (number < WORD_COLUMNS ? 1 << HEIGHT_BITS : 1 << LATE_HEIGHT_BITS),
  )
