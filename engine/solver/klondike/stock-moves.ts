// Klondike moves when the order of the stock matters: moves of the columns that make progress, and moves of
// any card that turning the stock brings to the top of the waste.
import { bitCount, lowestBit } from '../bits.ts'
import { zobristKeys } from '../zobrist.ts'
import { grown } from '../grown.ts'
import { encodeStep } from '../step-code.ts'
import {
  columnOf,
  downOf,
  EMPTY,
  headRankOf,
  hostFor,
  hostForFace,
  ranksAmong,
  topRankOf,
  withCard,
} from './column.ts'
import type { Layout } from './layout.ts'
import { StateStack, STOCK } from './state.ts'
import { BY_INDEX, StepKind } from './steps.ts'
import { TranspositionTable } from './transposition-table.ts'

/** The number of cards in the waste, after the two words of the stock. */
const WASTE = STOCK + 2

/**
 * Bits 0–6: index in the stock of the card played. Bits 7–13: size of the waste with that card on top. Bits
 * 14–17: rank of the card that moves. Bits 18–21: target column. Bits 22–25: source. Bits 26 and up: kind.
 */
const move = (kind: number, from: number, to = 0, rank = 0, turned = 0, index = 0): number =>
  (kind << 26) | (from << 22) | (to << 18) | (rank << 14) | (turned << 7) | index
/** The top card of a column goes up. */
const RAISE = 0
/** The whole run of a column moves. */
const WHOLE = 1
/** Part of a run moves, and the card that it uncovers goes up. */
const PART = 2
/** A card of the stock goes up. */
const STOCK_UP = 3
/** A card of the stock goes onto a column. */
const STOCK_ONTO = 4

/** Whether a move is `STOCK_ONTO`. */
export const isOnto = (code: number): boolean => code >> 26 === STOCK_ONTO

const HOST_FOR = Uint8Array.from({ length: 52 }, (_, face) => hostForFace(face))

const STOCK_LOW = zobristKeys(64, 4)
const STOCK_HIGH = zobristKeys(64, 5)

/** A stack of states with the moves of a search in which the order of the stock matters. */
export class StockMoves extends StateStack {
  #scores = new Int32Array(1 << 10)
  #start = 0
  /** For each suit, a mask of the ranks that foundations take next. */
  readonly #nextUp = new Int32Array(4)
  /** The waste and stock of the top level: faces, their indexes in the layout, and their number. */
  readonly #faces = new Uint8Array(64)
  readonly #indices = new Uint8Array(64)
  #left = 0

  constructor(layout: Layout, maxSlots: number) {
    super(layout, new TranspositionTable(layout.turn, maxSlots))
    this.reset(layout.start, layout.up)
    layout.stock.forEach((_, index) => (this.words[STOCK + (index >> 5)] |= 1 << (index & 31)))
    this.words[WASTE] = layout.turned
  }

  get turned(): number {
    const waste = this.words[this.base + WASTE]
    return waste % this.layout.turn === 0 || waste === this.cardsInStock ? 0 : waste
  }

  /** The number of cards in stock and waste. */
  get cardsInStock(): number {
    return bitCount(this.words[this.base + STOCK]) + bitCount(this.words[this.base + STOCK + 1])
  }

  /** A lower bound on the turns of the stock still needed: those until every card has been in the waste. */
  get fewestTurns(): number {
    return Math.ceil((this.cardsInStock - this.words[this.base + WASTE]) / this.layout.turn)
  }

  targetOf(code: number): number {
    return (code >> 18) & 15
  }
  /** The target column after a move of a stock card onto it. */
  targetAfter(code: number): number {
    const column = this.words[this.base + this.targetOf(code)]
    const face = this.layout.stock[code & 127]
    return column === EMPTY ? columnOf(0, face) : withCard(column, face)
  }

  #readStock(): void {
    const { words, base, layout } = this
    let count = 0
    for (let half = 0; half < 2; half++)
      for (let bits = words[base + STOCK + half]; bits !== 0; bits &= bits - 1) {
        const index = 32 * half + lowestBit(bits)
        this.#indices[count] = index
        this.#faces[count++] = layout.stock[index]
      }
    this.#left = count
  }

  /** Removes the card that is on top when `turned` cards are in the waste. */
  #takeFromStock(index: number, turned: number): void {
    this.words[this.base + STOCK + (index >> 5)] &= ~(1 << (index & 31))
    this.low = (this.low + STOCK_LOW[index]) | 0
    this.high = (this.high + STOCK_HIGH[index]) | 0
    this.words[this.base + WASTE] = turned - 1
  }

  /**
   * Whether no card is face down and, unless `turn` is 1, stock and waste have at most one card. A single
   * card of index 32 or more does not count as a win yet.
   */
  get isWon(): boolean {
    if (this.hasHidden) return false
    const { words, base, layout } = this
    const left = words[base + STOCK]
    return layout.turn === 1 || (words[base + STOCK + 1] === 0 && (left & (left - 1)) === 0)
  }

  /** The number of turns of the stock needed to finish a won state. */
  turnsToFinish(): number {
    const level = this.level
    this.descend()
    const turns = this.#finishTurning()
    this.ascendTo(level)
    return turns
  }

  #finishTurning(): number {
    const { words, layout } = this
    this.#readStock()
    let waste = words[this.base + WASTE]
    let turns = 0
    this.raiseColumns()
    while (this.#left > 0) {
      const face = this.#faces[waste - 1]
      if (waste > 0 && this.fitsFoundation(face)) {
        this.trace?.push(encodeStep(StepKind.stockUp, BY_INDEX + this.#indices[waste - 1]))
        this.raise(face & 3, face >> 2)
        this.#faces.copyWithin(waste - 1, waste, this.#left)
        this.#indices.copyWithin(waste - 1, waste, this.#left--)
        waste--
        this.raiseColumns()
      } else {
        waste = waste === this.#left ? 0 : Math.min(waste + layout.turn, this.#left)
        turns++
      }
    }
    return turns
  }

  protected finish(): void {
    this.#finishTurning()
  }

  protected settle(): void {
    this.raiseSafe()
  }

  play(code: number): boolean {
    const kind = code >> 26
    const from = (code >> 22) & 15
    const to = (code >> 18) & 15
    const rank = (code >> 14) & 15
    const safe = this.safeRanks()
    if (kind === WHOLE || kind === PART) this.moveRun(from, to, rank, kind === WHOLE, 0)
    if (kind === RAISE || kind === PART) this.raiseTop(from)
    if (kind >= STOCK_UP) {
      const index = code & 127
      const face = this.layout.stock[index]
      this.#takeFromStock(index, (code >> 7) & 127)
      const step = kind === STOCK_UP ? StepKind.stockUp : StepKind.stockOnto
      this.trace?.push(encodeStep(step, BY_INDEX + index, to))
      if (kind === STOCK_UP) this.raise(face & 3, face >> 2)
      else this.setColumn(to, this.targetAfter(code))
    }
    const isEmptied = kind === WHOLE && this.words[this.base + from] === EMPTY
    // A top card becomes safe only if a foundation has grown, or if it was just uncovered.
    const safeNow = this.safeRanks()
    if (safeNow !== safe || (kind < STOCK_UP && this.hasSafeTop(from, safeNow))) this.raiseSafe()
    return isEmptied
  }

  /** The number of moves, turns and recycles that a move takes, without moves to foundations. */
  lengthOf(code: number): number {
    const kind = code >> 26
    if (kind < STOCK_UP) return kind === RAISE ? 0 : 1
    const { turn } = this.layout
    const waste = this.words[this.base + WASTE]
    const left = this.cardsInStock
    const at = (code >> 7) & 127
    const isAhead = at >= waste && ((at - waste) % turn === 0 || at === left)
    const turns =
      waste > 0 && isAhead
        ? Math.ceil((at - waste) / turn)
        : Math.ceil(at / turn) + (waste > 0 ? Math.ceil((left - waste) / turn) + 1 : 0)
    return turns + kind - STOCK_UP
  }

  #add(code: number, score: number): void {
    if (this.count === this.moves.length) {
      this.moves = grown(this.moves)
      this.#scores = grown(this.#scores)
    }
    // Insertion sort, best first.
    let at = this.count++
    while (at > this.#start && this.#scores[at - 1] < score) {
      this.#scores[at] = this.#scores[at - 1]
      this.moves[at] = this.moves[at - 1]
      at--
    }
    this.#scores[at] = score
    this.moves[at] = code
  }

  generate(mustFill: boolean): void {
    const { words, base } = this
    this.#start = this.count
    this.readHosts()
    for (let suit = 0; suit < 4; suit++)
      this.#nextUp[suit] = (1 << this.furthest(suit)) | (1 << this.complete(suit))
    for (let j = 0; j < this.layout.columns; j++) {
      const column = words[base + j]
      if (column === EMPTY) continue
      this.#wholeRun(j, column, mustFill)
      if (!mustFill) this.#partsOf(j, column)
    }
    this.#stockMoves(mustFill)
  }

  #wholeRun(j: number, column: number, mustFill: boolean): void {
    const head = headRankOf(column)
    const down = downOf(column)
    if (head === this.layout.ranks - 1) {
      if (down > 0 && this.space >= 0) this.#add(move(WHOLE, j, this.space, head), 70 - down)
      return
    }
    const hosts = this.takers[hostFor(column, head)]
    // A column is emptied only for a king, and only if no column is empty.
    if (mustFill || hosts === 0 || (down === 0 && (this.space >= 0 || this.waitingKings === 0))) return
    this.#onto(hosts, move(WHOLE, j, 0, head), down > 0 ? 80 - down : 30)
  }

  #onto(hosts: number, code: number, score: number): void {
    for (let left = hosts; left !== 0; left &= left - 1) this.#add(code | (lowestBit(left) << 18), score)
  }

  /** Adds moves of the top card up, and moves of part of the run after which the card below goes up. */
  #partsOf(j: number, column: number): void {
    const top = topRankOf(column)
    for (let ups = ranksAmong(column, this.#nextUp); ups !== 0; ups &= ups - 1) {
      const rank = lowestBit(ups)
      if (rank === top) this.#add(move(RAISE, j), headRankOf(column) === top ? 90 + downOf(column) : 40)
      else this.#onto(this.takers[hostFor(column, rank - 1)] & ~(1 << j), move(PART, j, 0, rank - 1), 50)
    }
  }

  #stockMoves(mustFill: boolean): void {
    this.#readStock()
    const { turn } = this.layout
    const left = this.#left
    const waste = this.turned
    const safe = this.safeRanks()
    for (let at = turn; at < left; at += turn) this.#playFromStock(at, mustFill, safe)
    if (left > 0) this.#playFromStock(left, mustFill, safe)
    if (waste > 0) for (let at = waste; at < left; at += turn) this.#playFromStock(at, mustFill, safe)
  }

  #playFromStock(at: number, mustFill: boolean, safe: number): void {
    const face = this.#faces[at - 1]
    const code = move(STOCK_UP, 0, 0, 0, at, this.#indices[at - 1])
    const rank = face >> 2
    if (rank === this.layout.ranks - 1 && this.space >= 0)
      this.#add(code + move(STOCK_ONTO - STOCK_UP, 0, this.space), 20)
    if (mustFill) return
    const isNextUp = ((this.#nextUp[face & 3] >> rank) & 1) === 1
    const isSafe = isNextUp && ((safe >> (4 * (face & 3))) & 15) === rank
    if (isNextUp) this.#add(code, isSafe ? 60 : 35)
    // A safe card would immediately go up from the column.
    if (!isSafe) this.#onto(this.takers[HOST_FOR[face]], code + move(STOCK_ONTO - STOCK_UP, 0), 25)
  }
}
