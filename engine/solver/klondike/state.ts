// The state that the searches of Klondike change in place: a stack of levels, each a few words, with a 64-bit
// hash of the level on top. And the depth-first search that two of them share.
import { zobristKeys } from '../zobrist.ts'
import { encodeStep } from '../step-code.ts'
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
import { StepKind } from './step.ts'
import { TranspositionTable } from './transposition-table.ts'

/** Levels of a search: more than there are cards to turn up, to move up and to lay out. */
export const LEVELS = 320

// Where in the words of a level: the columns from 0 on, then these.
/** Cards on the foundations, 4 bits each: at bit `8 · suit` the further foundation, 4 bits on the other. */
export const UP = 9
/** Four words for the stock; what they hold is the matter of each search. */
export const STOCK = 10
/** Cards in the waste, 0 where as many are reached as with none. */
export const TURNED = 14
/** Cards in the waste. */
export const WASTE = 15
/** Words of a level. */
export const WORDS = 16

/** Mixed into the hash of a state whose next move must fill the column that was just emptied. */
const MUST_FILL = 0x5bd1e995

const UP_LOW = zobristKeys(64, 1)
const UP_HIGH = zobristKeys(64, 2)
const COLUMN = zobristKeys(16, 3)

/**
 * The two halves of a column's hash. Which column it is matters only while cards lie face down in it, as
 * they tell columns apart.
 */
function lowOf(column: number, place: number): number {
  if (column === EMPTY) return 0
  let x = downOf(column) > 0 ? column ^ COLUMN[place] : column
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39)
  return x ^ (x >>> 15)
}
function highOf(column: number, place: number): number {
  if (column === EMPTY) return 0
  let x = (downOf(column) > 0 ? column ^ COLUMN[place] : column) + 0x3c6ef372
  x = Math.imul(x ^ (x >>> 16), 0x45d9f3b)
  x = Math.imul(x ^ (x >>> 14), 0x85ebca6b)
  return x ^ (x >>> 13)
}

/**
 * A stack of states. What a method says of columns and hashes is of the level on top. A search can be resumed
 * where it stopped.
 */
export abstract class StateStack {
  readonly layout: Layout
  readonly words = new Int32Array(WORDS * LEVELS)
  readonly #lows = new Int32Array(LEVELS)
  readonly #highs = new Int32Array(LEVELS)
  readonly #second: 0 | 4
  /** Where the words of the level on top begin. */
  base = 0
  low = 0
  high = 0
  /** The columns, a bit for each, that take a card: by what `hostOf` is of them. */
  readonly takers = new Int32Array(32)
  /** An empty column, -1 for none. */
  space = -1
  #firstSteps: number[] = []
  /** Every card that moves is written here as a step, where it is set. */
  trace: number[] | undefined

  /** The moves of all levels, one level after another, and how many there are. */
  moves = new Int32Array(1 << 10)
  count = 0
  /** For each level: the next of its moves, and their end. */
  readonly #next = new Int32Array(LEVELS)
  readonly #end = new Int32Array(LEVELS)
  readonly seen: TranspositionTable
  /** The level that the search has reached, -1 before it begins. */
  depth = -1
  /** States that were looked at so far. */
  states = 0
  /** Whether the search has decided. */
  isDone = false

  constructor(layout: Layout, seen: TranspositionTable) {
    this.layout = layout
    this.seen = seen
    this.#second = layout.copies === 2 ? 4 : 0
  }

  /** Adds the moves of the level on top to `moves`; with `must` only those that fill a space. */
  abstract generate(must: boolean): void
  /** Makes a move and what follows by itself; true when it emptied a column, which must be filled next. */
  abstract play(code: number): boolean
  /** Makes what follows by itself at the start. */
  protected abstract settle(): void
  /** Whether the rest is a formality. */
  abstract get isWon(): boolean
  /** Leaves states on the way that cannot be won, where a search knows more about them. */
  protected prune?(end: number): void

  /**
   * Searches on, `most` states further: `won`, `lost` when all was searched, or `open`, and then it can be
   * called again.
   */
  search(most: number, end = Infinity): 'won' | 'lost' | 'open' {
    const limit = this.states + most
    if (this.depth < 0) {
      this.begin()
      this.#enter(0, false)
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
      const must = this.play(code)
      if (!this.#isNew(must)) continue
      this.#enter(depth + 1, must)
      this.isDone = this.isWon
      if (this.isDone) break
      this.prune?.(end)
      if (this.states >= limit || ((this.states & 255) === 0 && performance.now() >= end)) return 'open'
    }
    this.isDone = true
    return this.depth >= 0 ? 'won' : 'lost'
  }

  #isNew(must: boolean): boolean {
    const { low, high, seen } = this
    const waste = this.words[this.base + TURNED]
    if (!must) return seen.enter(low, high, waste)
    return !seen.knows(low, high, waste) && seen.enter(low ^ MUST_FILL, high, waste)
  }

  #enter(depth: number, must: boolean): void {
    this.depth = depth
    this.states++
    this.count = depth === 0 ? 0 : this.#end[depth - 1]
    this.#next[depth] = this.count
    this.generate(must)
    this.#end[depth] = this.count
  }

  /** Forgets a search, and begins anew from level 0 as it is. */
  protected startAgain(): void {
    this.seen.clear()
    this.depth = -1
    this.isDone = false
    this.states = 0
  }

  /** The steps of the way from the start to the state on top. */
  steps(): number[] {
    return this.replay(Array.from({ length: this.depth }, (_, level) => this.moves[this.#next[level] - 1]))
  }

  /** Sets level 0 from columns and foundations as the layout has them, with its stock left to the caller. */
  reset(): void {
    const { words, layout } = this
    this.base = 0
    this.low = 0
    this.high = 0
    words.fill(0, 0, WORDS)
    layout.start.forEach((column, j) => this.setColumn(j, column))
    for (let suit = 0; suit < 4; suit++) {
      const cards = layout.suits.includes(suit) ? layout.up[2 * suit] : layout.ranks
      const second = layout.suits.includes(suit) ? layout.up[2 * suit + 1] : layout.ranks
      words[UP] |= (cards << (8 * suit)) | (second << (8 * suit + 4))
    }
  }

  /** Sets level 0 from a level of another stack of the same layout, but for its hash of the stock. */
  resetFrom(words: Int32Array, base: number): void {
    this.base = 0
    this.low = 0
    this.high = 0
    this.words.fill(0, 0, WORDS)
    for (let j = 0; j < this.layout.columns; j++) this.setColumn(j, words[base + j])
    this.words[UP] = words[base + UP]
  }

  /** Puts a copy of the top level on top of it. */
  descend(): void {
    const { words, base } = this
    const level = base >> 4
    this.#lows[level] = this.low
    this.#highs[level] = this.high
    for (let i = base; i < base + WORDS; i++) words[i + WORDS] = words[i]
    this.base = base + WORDS
  }

  /** Applies and records what follows by itself at the start. */
  protected begin(): void {
    this.#firstSteps = []
    this.trace = this.#firstSteps
    this.settle()
    this.trace = undefined
  }

  /** The steps of the moves that lead from level 0 to a won state, and of what then goes up. */
  protected replay(moves: readonly number[]): number[] {
    const steps = [...this.#firstSteps]
    this.trace = steps
    this.base = 0
    for (const code of moves) {
      this.descend()
      this.play(code)
    }
    this.finish()
    this.trace = undefined
    return steps
  }

  /** Sends up the rest of a won state. */
  protected finish(): void {
    while (this.raiseColumns() || this.raiseStock());
  }

  /** Sends up every card of the columns that can go up; true when any went. */
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

  /** Sends up a card of the stock that can go up; true when there was one. */
  protected abstract raiseStock(): boolean

  /** Whether a foundation takes the card next. */
  protected fitsFoundation(face: number): boolean {
    const suit = face & 3
    return this.furthest(suit) === face >> 2 || this.complete(suit) === face >> 2
  }

  /** Goes back to a level below. */
  ascendTo(level: number): void {
    this.base = level * WORDS
    this.low = this.#lows[level]
    this.high = this.#highs[level]
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

  /** What is left of a column when its whole run goes: the card below is turned up. */
  #below(j: number, column: number): number {
    const down = downOf(column)
    return down > 0 ? columnOf(down - 1, this.layout.hidden[16 * j + down - 1]) : EMPTY
  }

  /** The number of cards on the further foundation of a suit. */
  furthest(suit: number): number {
    return (this.words[this.base + UP] >> (8 * suit)) & 15
  }

  /** How many ranks of a suit are up with all their copies. */
  complete(suit: number): number {
    return (this.words[this.base + UP] >> (8 * suit + this.#second)) & 15
  }

  /**
   * The cards on the furthest foundation that a card of that rank and suit, which is not up, can still go
   * to; -1 where there is none.
   */
  foundationBelow(suit: number, rank: number): number {
    const further = this.furthest(suit)
    return further <= rank ? further : this.complete(suit)
  }

  /** Counts a card that goes up, which a foundation must be ready to take. */
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
   * Moves the cards of a run up to `rank`, its `isWhole` says whether that is all of it, onto another column
   * or, where they begin with a king, into an empty one. `chain` are the suits of cards of the stock that
   * were put between them and the column.
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
   * For each suit 4 bits: the rank of the card that can go up without harm, or 15.
   * Card r of a suit is safe when both its copies have room (all copies of r − 1 are up) and nothing wants
   * to lie on it: every card r − 1 of the other colour can go up itself, as all copies of r − 2 are up, and
   * so can every card r − 2 that would want to lie on that one.
   */
  safeRanks(): number {
    let safe = 0
    const [clubs, diamonds, hearts, spades] = [
      this.complete(0),
      this.complete(1),
      this.complete(2),
      this.complete(3),
    ]
    const black = Math.min(clubs, spades) + 1
    const red = Math.min(diamonds, hearts) + 1
    safe |= red >= clubs && spades + 2 >= clubs ? clubs : 15
    safe |= (black >= diamonds && hearts + 2 >= diamonds ? diamonds : 15) << 4
    safe |= (black >= hearts && diamonds + 2 >= hearts ? hearts : 15) << 8
    safe |= (red >= spades && clubs + 2 >= spades ? spades : 15) << 12
    return safe
  }

  /** Whether the top card of a column can go up without harm. */
  hasSafeTop(j: number, safe: number): boolean {
    const column = this.words[this.base + j]
    const rank = topRankOf(column)
    return column !== EMPTY && ((safe >> (4 * suitAt(column, rank))) & 15) === rank
  }

  /** Sends up every card of the columns that is safe there; true when any went. */
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

  /** Notes which columns are open to which cards; `takers` and `space` tell it. */
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

  /** Whether a card lies face down in the columns. */
  get hasHidden(): boolean {
    const { words, base, layout } = this
    for (let j = 0; j < layout.columns; j++) if (downOf(words[base + j]) > 0) return true
    return false
  }

  /** Kings that are neither up nor at the bottom of a column: those that could use a space. */
  get waitingKings(): number {
    const { words, base, layout } = this
    const king = layout.ranks - 1
    let kings = layout.copies * layout.suits.length
    for (const suit of layout.suits) {
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
