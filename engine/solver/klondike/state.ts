// The state of the Klondike searches: a stack of levels of 16 words each, and the depth-first search over it.
import { zobristKeys } from '../zobrist.ts'
import { encodeStep } from '../step-code.ts'
import { Budget, type Verdict } from '../types.ts'
import {
  bitsUpTo,
  columnOf,
  downOf,
  EMPTY,
  headRankOf,
  hostOf,
  kingColumn,
  runLengthOf,
  suitAt,
  topOf,
  topRankOf,
  withoutUpTo,
  withRun,
} from './column.ts'
import type { Layout } from './layout.ts'
import { StepKind } from './steps.ts'
import { TranspositionTable } from './transposition-table.ts'

/** More levels than any path has, because every move makes progress that no other move reverses. */
export const LEVELS = 320

// Words of a level after the columns.
/** Foundation counts, as in `Layout.up`. */
export const UP = 9
/** Four words for the stock and the waste, which the searches use differently. */
export const STOCK = 10
/** The two words of the hash, which are current only in levels below the top. */
const LOW = 14
const HIGH = 15
/** The number of words in a level. */
export const WORDS = 16

/** Mixed into the hash of a state in which the next move must fill an empty column. */
const MUST_FILL = 0x5bd1e995

const UP_LOW = zobristKeys(64, 1)
const UP_HIGH = zobristKeys(64, 2)
const COLUMN = zobristKeys(16, 3)

/** Half of the hash of column `j`. The number `j` matters only while the column has face-down cards. */
function lowOf(column: number, j: number): number {
  if (column === EMPTY) return 0
  let x = downOf(column) > 0 ? column ^ COLUMN[j] : column
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39)
  return x ^ (x >>> 15)
}
function highOf(column: number, j: number): number {
  if (column === EMPTY) return 0
  let x = (downOf(column) > 0 ? column ^ COLUMN[j] : column) + 0x3c6ef372
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b)
  x = Math.imul(x ^ (x >>> 14), 0x85ebca6b)
  return x ^ (x >>> 13)
}

/** A stack of states; methods refer to the top level. */
export abstract class StateStack {
  readonly layout: Layout
  readonly words = new Int32Array(WORDS * LEVELS)
  /** The bit offset of the less full foundation within the counts of a suit; 0 with one deck. */
  readonly #otherShift: 0 | 4
  /** The index of the first word of the top level. */
  base = 0
  low = 0
  high = 0
  /** Masks of columns by their `hostOf`. */
  readonly takers = new Int32Array(32)
  /** An empty column, or −1. */
  space = -1
  #firstSteps: number[] = []
  /** Records every step, if set. */
  trace: number[] | undefined

  /** The moves of all levels, one level after another. */
  moves = new Int32Array(1 << 10)
  count = 0
  /** For each level, the index of its next move and the index after its last one. */
  readonly #next = new Int32Array(LEVELS)
  readonly #end = new Int32Array(LEVELS)
  readonly seen: TranspositionTable
  /** The level of the search; −1 before the search begins and after it ends without a win. */
  depth = -1
  /** The number of states visited. */
  states = 0
  isDone = false

  constructor(layout: Layout, seen: TranspositionTable) {
    this.layout = layout
    this.seen = seen
    this.#otherShift = layout.copies === 2 ? 4 : 0
  }

  /** Adds moves to `moves`; if `mustFill`, only those that fill an empty column. */
  abstract generate(mustFill: boolean): void
  /** Makes a move and the automatic ones; true if a run left its column empty, which must be filled next. */
  abstract play(code: number): boolean
  /** Makes the automatic moves at the start. */
  protected abstract settle(): void
  /** Sends up all remaining cards of a state that `isWon`. */
  protected abstract finish(): void
  /** Whether a win from here is certain. */
  abstract get isWon(): boolean
  /** The number of cards in the waste, or 0 if the same cards are reachable as with an empty waste. */
  abstract get turned(): number
  /** Backtracks from states of the path that another search proves lost. */
  protected prune?(budget: Budget): void

  /** Visits at most `maxStates` more states, until the budget is spent. Resumes after `unknown`. */
  search(maxStates: number, budget = new Budget({})): Verdict {
    const limit = this.states + maxStates
    if (this.depth < 0) {
      this.begin()
      this.#enter(0, false, budget)
      this.isDone = this.isWon
    }
    while (this.depth >= 0 && !this.isDone) {
      const { depth } = this
      if (this.#next[depth] === this.#end[depth]) {
        this.depth--
        continue
      }
      const code = this.moves[this.#next[depth]++]
      if (this.level !== depth) this.ascendTo(depth)
      this.descend()
      const mustFill = this.play(code)
      if (!this.#isNew(mustFill)) continue
      this.#enter(depth + 1, mustFill, budget)
      this.isDone = this.isWon
      if (this.isDone) break
      this.prune?.(budget)
      if (this.states >= limit || budget.isSpent) return 'unknown'
    }
    this.isDone = true
    return this.depth >= 0 ? 'won' : 'lost'
  }

  #isNew(mustFill: boolean): boolean {
    const { low, high, seen, turned } = this
    if (!mustFill) return seen.enter(low, high, turned)
    return !seen.knows(low, high, turned) && seen.enter(low ^ MUST_FILL, high, turned)
  }

  #enter(depth: number, mustFill: boolean, budget: Budget): void {
    this.depth = depth
    this.states++
    budget.spend()
    this.count = depth === 0 ? 0 : this.#end[depth - 1]
    this.#next[depth] = this.count
    this.generate(mustFill)
    this.#end[depth] = this.count
  }

  steps(): number[] {
    return this.replay(Array.from({ length: this.depth }, (_, level) => this.moves[this.#next[level] - 1]))
  }

  /** Sets columns and foundations of level 0, and clears its other words. */
  reset(columns: Iterable<number>, up: number): void {
    this.base = 0
    this.low = 0
    this.high = 0
    this.words.fill(0, 0, WORDS)
    let j = 0
    for (const column of columns) this.setColumn(j++, column)
    this.words[UP] = up
  }

  /** Writes the hash to the top level. */
  storeHash(): void {
    this.words[this.base + LOW] = this.low
    this.words[this.base + HIGH] = this.high
  }

  /** Pushes a copy of the top level. */
  descend(): void {
    const { words, base } = this
    this.storeHash()
    for (let i = base; i < base + WORDS; i++) words[i + WORDS] = words[i]
    this.base = base + WORDS
  }

  /** Applies and records the initial forced moves. */
  protected begin(): void {
    this.#firstSteps = []
    this.trace = this.#firstSteps
    this.settle()
    this.trace = undefined
  }

  /** The steps of a path from level 0 to a won state, and those that send up the remaining cards. */
  protected replay(moves: readonly number[]): number[] {
    const steps = [...this.#firstSteps]
    this.trace = steps
    this.ascendTo(0)
    this.descend()
    for (const code of moves) this.play(code)
    this.finish()
    this.trace = undefined
    return steps
  }

  /** Sends up every card of the columns that fits; true if there was one. */
  protected raiseColumns(): boolean {
    const { words, layout } = this
    let hasMoved = false
    for (let j = 0; j < layout.columns; j++) {
      const column = words[this.base + j]
      if (column === EMPTY || !this.fitsFoundation(topOf(column))) continue
      this.raiseTop(j)
      hasMoved = true
      j = -1
    }
    return hasMoved
  }

  protected fitsFoundation(face: number): boolean {
    const suit = face & 3
    return this.furthest(suit) === face >> 2 || this.complete(suit) === face >> 2
  }

  ascendTo(level: number): void {
    this.base = level * WORDS
    this.low = this.words[this.base + LOW]
    this.high = this.words[this.base + HIGH]
  }

  get level(): number {
    return this.base >> 4
  }

  setColumn(j: number, column: number): void {
    const at = this.base + j
    const old = this.words[at]
    this.low = (this.low - lowOf(old, j) + lowOf(column, j)) | 0
    this.high = (this.high - highOf(old, j) + highOf(column, j)) | 0
    this.words[at] = column
  }

  /** The rest of a column after its run has left. */
  #below(j: number, column: number): number {
    const down = downOf(column)
    return down > 0 ? columnOf(down - 1, this.layout.hidden[16 * j + down - 1]) : EMPTY
  }

  /** The count of the fuller foundation of a suit. */
  furthest(suit: number): number {
    return (this.words[this.base + UP] >> (8 * suit)) & 15
  }

  /** The number of ranks of a suit whose copies are all up. */
  complete(suit: number): number {
    return (this.words[this.base + UP] >> (8 * suit + this.#otherShift)) & 15
  }

  /** The count of the fullest foundation that a card can still go to. */
  foundationBelow(suit: number, rank: number): number {
    const further = this.furthest(suit)
    return further <= rank ? further : this.complete(suit)
  }

  /** Counts a card that goes up. */
  raise(suit: number, rank: number): void {
    const shift = this.furthest(suit) === rank ? 8 * suit : 8 * suit + 4
    this.words[this.base + UP] += 1 << shift
    this.low = (this.low + UP_LOW[16 * suit + rank]) | 0
    this.high = (this.high + UP_HIGH[16 * suit + rank]) | 0
  }

  /** Sends the top card of a column up. */
  raiseTop(j: number): void {
    const column = this.words[this.base + j]
    const rank = topRankOf(column)
    const suit = suitAt(column, rank)
    this.trace?.push(encodeStep(StepKind.columnUp, j, 4 * rank + suit))
    this.raise(suit, rank)
    this.setColumn(j, runLengthOf(column) > 1 ? withoutUpTo(column, rank) : this.#below(j, column))
  }

  /**
   * Moves the cards of a run up to `rank` (all of it if `isWhole`) onto another column, or into an empty one.
   * `chain` has the suit bits of the stock cards that were put there first.
   */
  moveRun(from: number, to: number, rank: number, isWhole: boolean, chain: number): void {
    const source = this.words[this.base + from]
    const target = this.words[this.base + to]
    const bits = bitsUpTo(source, rank) | chain
    this.trace?.push(encodeStep(StepKind.run, from, to, rank - topRankOf(source) + 1))
    this.setColumn(
      to,
      target === EMPTY ? kingColumn(this.layout.ranks - 1, source, bits) : withRun(target, source, bits),
    )
    this.setColumn(from, isWhole ? this.#below(from, source) : withoutUpTo(source, rank))
  }

  /**
   * Four bits for each suit: the rank of the card that can safely go up, or 15. Card r of a suit is safe if
   * two conditions hold. All copies of r − 1 are up, so each copy of r has a foundation. No card has to be
   * built on r: each card r − 1 of the other color can go up instead, because all cards r − 2 of its suit are
   * up, and so can each card r − 2 that could be built on that one, because all cards r − 3 of its suit are
   * up.
   */
  safeRanks(): number {
    const [clubs, diamonds, hearts, spades] = [
      this.complete(0),
      this.complete(1),
      this.complete(2),
      this.complete(3),
    ]
    const black = Math.min(clubs, spades) + 1
    const red = Math.min(diamonds, hearts) + 1
    let safe = red >= clubs && spades + 2 >= clubs ? clubs : 15
    safe |= (black >= diamonds && hearts + 2 >= diamonds ? diamonds : 15) << 4
    safe |= (black >= hearts && diamonds + 2 >= hearts ? hearts : 15) << 8
    safe |= (red >= spades && clubs + 2 >= spades ? spades : 15) << 12
    return safe
  }

  hasSafeTop(j: number, safe: number): boolean {
    const column = this.words[this.base + j]
    const rank = topRankOf(column)
    return column !== EMPTY && ((safe >> (4 * suitAt(column, rank))) & 15) === rank
  }

  /** Sends up every safe card of the columns; true if there was one. */
  raiseSafe(): boolean {
    let hasMoved = false
    let safe = this.safeRanks()
    for (let j = 0; j < this.layout.columns; j++) {
      if (!this.hasSafeTop(j, safe)) continue
      this.raiseTop(j)
      safe = this.safeRanks()
      hasMoved = true
      j = -1
    }
    return hasMoved
  }

  /** Sets `takers` and `space`. */
  readHosts(): void {
    const { words, base, takers } = this
    const { columns } = this.layout
    takers.fill(0)
    this.space = -1
    for (let j = 0; j < columns; j++) {
      const column = words[base + j]
      if (column === EMPTY) this.space = j
      else takers[hostOf(column)] |= 1 << j
    }
  }

  get hasHidden(): boolean {
    const { words, base, layout } = this
    for (let j = 0; j < layout.columns; j++) if (downOf(words[base + j]) > 0) return true
    return false
  }

  /** The number of kings that could fill an empty column: neither up nor at the bottom of a column. */
  get waitingKings(): number {
    const { words, base, layout } = this
    const king = layout.ranks - 1
    let kings = 4 * layout.copies
    for (let suit = 0; suit < 4; suit++) {
      if (this.furthest(suit) > king) kings--
      if (layout.copies === 2 && this.complete(suit) > king) kings--
    }
    for (let j = 0; j < layout.columns; j++) {
      const column = words[base + j]
      if (column !== EMPTY && downOf(column) === 0 && headRankOf(column) === king) kings--
    }
    return kings
  }
}
