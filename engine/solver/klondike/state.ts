// The state that the searches of Klondike change in place: a stack of levels, each a few words, with a 64-bit
// hash of the level on top.
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

/** A stack of states. What a method says of columns and hashes is of the level on top. */
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

  constructor(layout: Layout) {
    this.layout = layout
    this.#second = layout.copies === 2 ? 4 : 0
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

  /** Lets follow what follows by itself at the start, and keeps those steps. */
  protected begin(settle: () => void): void {
    this.#firstSteps = []
    this.trace = this.#firstSteps
    settle()
    this.trace = undefined
  }

  /**
   * Plays the moves that led from level 0 to level `depth` once more, there a won state, and what then goes
   * up, and tells all steps.
   */
  protected replay(depth: number, codeOf: (level: number) => number, play: (code: number) => void): number[] {
    const steps = [...this.#firstSteps]
    this.trace = steps
    this.base = 0
    for (let level = 0; level < depth; level++) {
      this.descend()
      play(codeOf(level))
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
