// Exact search of Klondike turn one, over the columns alone, because every stock card is available. A stock
// card is placed only by the move that uses it, and goes up only if it is safe or a column's card follows it.
// docs/solvers-klondike.md explains why that misses no win.
import { lowestBit } from '../bits.ts'
import { grown } from '../grown.ts'
import { encodeStep } from '../step-code.ts'
import { downOf, EMPTY, headRankOf, hostFor, ranksAmong, suitAt, suitFitting, topRankOf } from './column.ts'
import type { Layout } from './layout.ts'
import { StateStack, STOCK, UP } from './state.ts'
import { StepKind } from './steps.ts'
import { TranspositionTable } from './transposition-table.ts'

/**
 * Bits 0–12: suit bits of a chain of stock cards that is placed first. Bits 13–16: rank of the highest of
 * them; without a chain, of the card that moves. Bits 17–20: rank of the card that moves. Bits 21–24: target
 * column. Bits 25–28: source. Bits 29 and 30: kind.
 */
const macro = (
  kind: number,
  from: number,
  to: number,
  rank: number,
  chainTop: number,
  chain: number,
): number => (kind << 29) | (from << 25) | (to << 21) | (rank << 17) | (chainTop << 13) | chain
/** The whole run of a column moves. */
const WHOLE = 0
/** Part of a run moves, and the card that it uncovers goes up. */
const PART = 1
/** The top card of a column goes up. */
const RAISE = 2

/**
 * A mask of the ranks that can go up to a foundation whose next rank has the bit `next`, directly or after
 * stock cards. The carry of the sum passes through consecutive stock ranks to the first missing one.
 */
const ranksReached = (stock: number, next: number): number =>
  ((((stock & -next) + next) ^ stock) & -next) | next

/** The exact search of a layout. */
export class TableauSearch extends StateStack {
  /** For each column, a mask of the ranks of its run that can go up. */
  readonly #ups = new Int32Array(16)
  /** For each suit, a mask of the ranks that can go up, possibly after stock cards. */
  readonly #raisable = new Int32Array(4)

  constructor(layout: Layout, maxSlots = 1 << 22) {
    super(layout, new TranspositionTable(1, maxSlots))
    this.reset(layout.start, layout.up)
    for (const face of layout.stock) this.#addToStock(face)
  }

  get isWon(): boolean {
    return !this.hasHidden
  }
  get turned(): number {
    return 0 // every stock card is available
  }

  #addToStock(face: number): void {
    const at = STOCK + (face & 3)
    const bit = 1 << (face >> 2)
    this.words[at] |= this.words[at] & bit ? bit << 13 : bit
  }

  /** Prepares a new search from a state of another search of the same layout. */
  restart(words: Int32Array, base: number, stock: readonly number[]): void {
    this.reset(words.subarray(base, base + this.layout.columns), words[base + UP])
    for (const face of stock) this.#addToStock(face)
    this.seen.clear()
    this.depth = -1
    this.isDone = false
    this.states = 0
  }

  #isInStock(suit: number, rank: number): boolean {
    return ((this.words[this.base + STOCK + suit] >> rank) & 1) === 1
  }

  #takeFromStock(suit: number, rank: number): void {
    const at = this.base + STOCK + suit
    const second = 1 << (13 + rank)
    this.words[at] ^= this.words[at] & second ? second : 1 << rank
  }

  /** Sends up the stock cards of a suit, from rank `from` to the rank before `to`. */
  #raiseStock(suit: number, from: number, to: number): void {
    for (let rank = from; rank < to; rank++) {
      this.trace?.push(encodeStep(StepKind.stockUp, 4 * rank + suit))
      this.#takeFromStock(suit, rank)
      this.raise(suit, rank)
    }
  }

  protected finish(): void {
    while (this.raiseColumns() || this.#raiseFromStock());
  }

  /** Sends up a stock card that fits; false if none does. */
  #raiseFromStock(): boolean {
    for (let suit = 0; suit < 4; suit++)
      for (const rank of [this.furthest(suit), this.complete(suit)])
        if (rank < this.layout.ranks && this.#isInStock(suit, rank)) {
          this.#raiseStock(suit, rank, rank + 1)
          return true
        }
    return false
  }

  #readRaisable(): void {
    for (let suit = 0; suit < 4; suit++) {
      const stock = this.words[this.base + STOCK + suit] & 0x1fff
      const further = 1 << this.furthest(suit)
      const other = 1 << this.complete(suit)
      this.#raisable[suit] =
        ranksReached(stock, further) | (other < further ? ranksReached(stock, other) & (further - 1) : 0)
    }
  }

  #raiseWithStock(j: number): void {
    const column = this.words[this.base + j]
    const rank = topRankOf(column)
    const suit = suitAt(column, rank)
    this.#raiseStock(suit, this.foundationBelow(suit, rank), rank)
    this.raiseTop(j)
  }

  protected settle(): void {
    do {
      let safe = this.safeRanks()
      for (let suit = 0; suit < 4; suit++) {
        const rank = (safe >> (4 * suit)) & 15
        if (rank > 12 || !this.#isInStock(suit, rank)) continue
        this.#raiseStock(suit, rank, rank + 1)
        safe = this.safeRanks()
        suit = -1
      }
    } while (this.raiseSafe())
  }

  play(code: number): boolean {
    const kind = code >> 29
    const from = (code >> 25) & 15
    const to = (code >> 21) & 15
    const rank = (code >> 17) & 15
    const chain = code & 0x1fff
    if (kind !== RAISE) {
      const column = this.words[this.base + from]
      for (let above = (code >> 13) & 15; above > rank; above--) {
        const suit = suitFitting(column, above, (chain >> above) & 1)
        this.trace?.push(encodeStep(StepKind.stockOnto, 4 * above + suit, to))
        this.#takeFromStock(suit, above)
      }
      this.moveRun(from, to, rank, kind === WHOLE, chain)
    }
    if (kind !== WHOLE) this.#raiseWithStock(from)
    const isEmptied = kind === WHOLE && this.words[this.base + from] === EMPTY
    // If nothing went up, only a card that was turned up can have become safe.
    if (kind !== WHOLE || this.hasSafeTop(from, this.safeRanks())) this.settle()
    return isEmptied
  }

  generate(mustFill: boolean): void {
    const { words, base } = this
    const { columns } = this.layout
    this.readHosts()
    this.#readRaisable()
    for (let j = 0; j < columns; j++)
      if (words[base + j] !== EMPTY) this.#wholeRun(j, words[base + j], mustFill)
    for (let j = 0; j < columns; j++) {
      const column = words[base + j]
      const ups = column === EMPTY ? 0 : ranksAmong(column, this.#raisable)
      this.#ups[j] = ups
      if (!mustFill && (ups >> topRankOf(column)) & 1) this.#add(macro(RAISE, j, 0, 0, 0, 0))
    }
    for (let j = 0; j < columns; j++)
      for (let ups = this.#ups[j] & ~(1 << topRankOf(words[base + j])); ups !== 0; ups &= ups - 1) {
        const rank = 30 - Math.clz32(ups & -ups)
        this.#targets(PART, j, rank, rank, 0, mustFill)
      }
  }

  #add(code: number): void {
    if (this.count === this.moves.length) this.moves = grown(this.moves)
    this.moves[this.count++] = code
  }

  #wholeRun(j: number, column: number, mustFill: boolean): void {
    const head = headRankOf(column)
    // A column is emptied only for a king, and only if no column is empty.
    if (
      downOf(column) === 0 &&
      (head === this.layout.ranks - 1 || this.space >= 0 || this.waitingKings === 0)
    )
      return
    this.#targets(WHOLE, j, head, head, 0, mustFill)
  }

  /**
   * Adds moves of a column's cards up to `rank` to every target: an exposed card or an empty column, directly
   * or through a chain of stock cards, which so far ends with rank `top`.
   */
  #targets(kind: number, from: number, rank: number, top: number, chain: number, mustFill: boolean): void {
    if (top === this.layout.ranks - 1) {
      if (this.space >= 0) this.#add(macro(kind, from, this.space, rank, top, chain))
      return
    }
    const column = this.words[this.base + from]
    if (!mustFill)
      for (let hosts = this.takers[hostFor(column, top)] & ~(1 << from); hosts !== 0; hosts &= hosts - 1)
        this.#add(macro(kind, from, lowestBit(hosts), rank, top, chain))
    for (let bit = 0; bit < 2; bit++)
      if (this.#isInStock(suitFitting(column, top + 1, bit), top + 1))
        this.#targets(kind, from, rank, top + 1, chain | (bit << (top + 1)), mustFill)
  }
}
