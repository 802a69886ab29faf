// A position as one flat record. Hashes and scores are stored per column, so that only the columns that a
// step touches are recomputed.
import { faceOf, rankOf, suitOf } from '../../rules/cards.ts'
import { safetyOf } from '../../rules/define.ts'
import { lastRank } from '../../rules/fit.ts'
import { needsFullColumns } from '../../rules/stock.ts'
import type { AutoplaySafety, DealRule, DrawRule, Game, Position } from '../../rules/types.ts'
import { lowestBit } from '../bits.ts'
import { encodeStep } from '../step-code.ts'
import { zobristKeys } from '../zobrist.ts'
import { foundationOrders } from './supports.ts'
import { StepKind } from './steps.ts'

/** Zobrist keys, starting with those of faces in columns. The other kinds start at the indexes below. */
const KEYS = zobristKeys(4096, 0x2545f491)
const IN_CELLS = 128
const FOUNDATIONS = 256
const COLUMN_NUMBERS = 900
const IN_TALON = 1024
/** The bit of the talon (waste and stock) in `touched`. */
const TALON = 1 << 30

/** Byte offsets after the first word of the record, and indexes of the counts. */
const COUNTS_AT = 8
const CELLS_AT = 16
const IN_CELL = 0
const IN_TALON_COUNT = 1
const TURNED = 2
const IN_RESERVE = 3
const SUITS_OUT = 4
const UP_TOTAL = 5

const words = (bytes: number) => (bytes + 3) >> 2

/**
 * Which cards go up automatically: safe ones, or every one that fits. With `all`, cells are also emptied onto
 * columns automatically if only single cards move and there is no stock.
 */
export type Raising = 'safe' | 'all'

/** The settings of a board. */
export interface BoardSettings {
  /** `safe` by default. */
  readonly raising?: Raising
  /** Whether boards that differ only in the suits of cards in columns have the same hash. */
  readonly ignoresSuits?: boolean
}

/** A position of any game that the kernel supports, changed in place by steps. */
export class Board {
  readonly game: Game
  readonly columns: number
  readonly cellCount: number
  readonly draw: DrawRule | undefined
  readonly deal: DealRule | undefined
  /** Whether the search makes only one pass, because passes are limited or the waste is shuffled. */
  readonly endsWithStock: boolean
  /** Whether only single cards move, so that runs move card by card. */
  readonly isTower: boolean
  /** The result of `foundationOrders`. */
  readonly orders: Uint8Array
  readonly raising: Raising
  readonly attaches: boolean
  /** The bits of a column's card that the hash includes. */
  readonly #hashedBits: number
  readonly #copies: number
  readonly #isBySuits: boolean
  readonly #lastRank: number
  readonly #safety: AutoplaySafety
  readonly #isRound: boolean
  readonly #needsFullColumns: boolean
  readonly #fillsFromReserve: boolean
  readonly #hashesRest: boolean
  readonly #hashesTurned: boolean
  readonly #hashesTalon: boolean

  /** The whole record; the arrays from `#lows` to `talon` are views of it. */
  readonly record: Int32Array
  readonly #headWords: number
  readonly #cardsAt: number
  readonly #columnWords: number
  readonly #talonAt: number
  /** Bytes per column in `cards`. */
  readonly stride: number
  readonly #lows: Int32Array
  readonly #highs: Int32Array
  readonly scores: Int32Array
  /** Foundation counts: `2 · suit` is the fuller foundation of a suit, `2 · suit + 1` the other. */
  readonly up: Uint8Array
  readonly #counts: Uint8Array
  readonly cells: Uint8Array
  readonly length: Uint8Array
  readonly down: Uint8Array
  readonly cards: Uint8Array
  /** Waste and stock in turning order; the first `turned` are the waste. */
  readonly talon: Uint8Array
  /** The stock in dealing order; the last `talonCount` are left. */
  readonly #rows: readonly number[]
  readonly #reserve: readonly number[]

  /** A bit for each column, and for the talon, that the last step changed; 0 after `pack` and `unpack`. */
  touched = 0
  hashLow = 0
  hashHigh = 0
  #trace: number[] | undefined
  /** The packed board for `restore`, and the offset of each column in it. */
  #source: Int32Array = new Int32Array()
  #sourceAt = 0
  readonly #offsets: Int32Array

  constructor(position: Position, { raising = 'safe', ignoresSuits = false }: BoardSettings = {}) {
    const { game, house, piles } = position
    this.game = game
    this.raising = raising
    this.#hashedBits = ignoresSuits ? ~3 : -1
    this.columns = game.of.tableau.length
    this.cellCount = game.of.cell.length
    this.draw = game.stock?.by === 'draw' ? game.stock : undefined
    this.deal = game.stock?.by === 'deal' ? game.stock : undefined
    this.endsWithStock = this.draw?.passes !== undefined || house.includes('shuffle-on-recycle')
    this.isTower = game.tableau.take === 'top'
    this.attaches = this.isTower && !game.stock && raising === 'all'
    this.orders = foundationOrders(position)
    this.#isBySuits = game.foundations.takes === 'suit'
    this.#copies = this.#isBySuits ? 1 : game.deck.copies
    this.#lastRank = lastRank(position)
    this.#safety = safetyOf(game) // not `autoplaySafety`, which a game may declare
    this.#isRound = game.tableau.build.wraps
    this.#needsFullColumns = needsFullColumns(game)
    this.#fillsFromReserve = game.tableau.fill === 'reserve'
    this.#hashesRest = this.#isBySuits || game.stock !== undefined || game.reserve !== undefined
    this.#hashesTurned = this.draw !== undefined && (this.draw.turn > 1 || this.endsWithStock)
    this.#hashesTalon = this.draw !== undefined && game.deck.copies > 1

    const { columns } = this
    this.stride = 4 * words(game.cards.length + 1)
    this.#headWords = 1 + words(CELLS_AT + this.cellCount + 2 * columns)
    this.#cardsAt = this.#headWords + 3 * columns
    this.#columnWords = this.stride >> 2
    this.#talonAt = this.#cardsAt + columns * this.#columnWords
    this.record = new Int32Array(this.#talonAt + (this.draw ? words(game.cards.length + 1) : 0))
    const { buffer } = this.record
    this.up = new Uint8Array(buffer, 4, 8)
    this.#counts = new Uint8Array(buffer, 4 + COUNTS_AT, 8)
    this.cells = new Uint8Array(buffer, 4 + CELLS_AT, this.cellCount)
    this.length = new Uint8Array(buffer, 4 + CELLS_AT + this.cellCount, columns)
    this.down = new Uint8Array(buffer, 4 + CELLS_AT + this.cellCount + columns, columns)
    this.#lows = new Int32Array(buffer, 4 * this.#headWords, columns)
    this.#highs = new Int32Array(buffer, 4 * (this.#headWords + columns), columns)
    this.scores = new Int32Array(buffer, 4 * (this.#headWords + 2 * columns), columns)
    this.cards = new Uint8Array(buffer, 4 * this.#cardsAt, columns * this.stride)
    this.talon = new Uint8Array(buffer, 4 * this.#talonAt)
    this.#offsets = new Int32Array(columns)
    this.#reserve = game.of.reserve.flatMap(({ index }) => piles[index].map(faceOf))
    this.#rows = this.deal ? piles[game.of.stock[0].index].toReversed().map(faceOf) : []
    this.#read(position)
    this.touchAll()
    this.rehash()
  }

  #read({ game, piles, faceDown }: Position): void {
    const counts = this.#counts
    game.of.tableau.forEach(({ index }, column) => {
      this.cards.set(piles[index].map(faceOf), column * this.stride)
      this.length[column] = piles[index].length
      this.down[column] = faceDown[index]
    })
    for (const { index } of game.of.cell)
      for (const card of piles[index]) this.cells[counts[IN_CELL]++] = faceOf(card)
    for (const { index } of game.of.foundation) {
      if (this.#isBySuits) counts[SUITS_OUT] += piles[index].length > 0 ? 1 : 0
      else for (const card of piles[index]) this.#raise(faceOf(card))
    }
    counts[IN_RESERVE] = this.#reserve.length
    counts[IN_TALON_COUNT] = this.#rows.length
    if (!this.draw) return
    const waste = game.of.waste.flatMap(({ index }) => piles[index])
    const stock = game.of.stock.flatMap(({ index }) => piles[index].toReversed())
    this.talon.set([...waste, ...stock].map(faceOf))
    counts[IN_TALON_COUNT] = waste.length + stock.length
    counts[TURNED] = waste.length
  }

  /** The approximate number of single moves from the start, without turns of the stock. */
  get pathLength(): number {
    return this.record[0]
  }
  get inCells(): number {
    return this.#counts[IN_CELL]
  }
  get talonCount(): number {
    return this.#counts[IN_TALON_COUNT]
  }
  get turned(): number {
    return this.#counts[TURNED]
  }
  get inReserve(): number {
    return this.#counts[IN_RESERVE]
  }
  get suitsOut(): number {
    return this.#counts[SUITS_OUT]
  }
  get upTotal(): number {
    return this.#counts[UP_TOTAL]
  }
  get isWon(): boolean {
    const { ranks } = this.game.deck
    const cards = this.#isBySuits ? this.#counts[SUITS_OUT] * ranks : this.#counts[UP_TOTAL]
    return cards === this.game.cards.length
  }
  /** The number of cards still to be dealt, or to be turned in the only pass. */
  get unseen(): number {
    if (this.deal) return this.#counts[IN_TALON_COUNT]
    return this.endsWithStock ? this.#counts[IN_TALON_COUNT] - this.#counts[TURNED] : 0
  }
  get spaces(): number {
    let count = 0
    for (let column = 0; column < this.columns; column++) if (this.length[column] === 0) count++
    return count
  }
  /** Whether the order of the columns matters, because cards are left to deal onto them. */
  get isOrdered(): boolean {
    return this.deal !== undefined && this.#counts[IN_TALON_COUNT] > 0
  }
  get mayDeal(): boolean {
    if (!this.isOrdered) return false
    if (!this.#needsFullColumns) return true
    let cards = 0
    for (let column = 0; column < this.columns; column++) cards += this.length[column]
    return cards < this.columns || this.spaces === 0
  }
  get reserveTop(): number {
    return this.#reserve[this.#counts[IN_RESERVE] - 1]
  }

  /** The card that the deal of the next row puts onto a column when `unseen` cards are left. */
  dealtFace(unseen: number, column: number): number {
    return this.#rows[this.#rows.length - unseen + column]
  }
  top(column: number): number {
    return this.cards[column * this.stride + this.length[column] - 1]
  }
  at(column: number, row: number): number {
    return this.cards[column * this.stride + row]
  }

  /** The length of the run at the top of a column. */
  run(column: number): number {
    const { runs } = this.game
    const { cards } = this
    const base = column * this.stride
    const lowest = base + this.down[column]
    const end = base + this.length[column]
    let at = end - 1
    while (at > lowest && runs[cards[at] * 52 + cards[at - 1]] === 1) at--
    return end - at
  }

  fillsSpace(face: number): boolean {
    const { fill } = this.game.tableau
    return fill === 'kings' ? rankOf(face) === this.#lastRank : fill !== 'none'
  }

  fitsFoundation(face: number): boolean {
    const order = this.orders[face]
    const at = (face & 3) << 1
    return this.up[at] === order || (this.#copies === 2 && this.up[at + 1] === order)
  }

  /** Whether a card that fits its foundation can never be needed in the columns. */
  isSafe(face: number): boolean {
    const order = this.orders[face]
    if (this.#isRound && order === 0) return false
    if (this.#needsFullColumns && this.isOrdered) return false
    const { up } = this
    const last = this.#copies - 1
    const suit = face & 3
    switch (this.#safety) {
      case 'always':
        return true
      case 'both-copies-below':
        return up[2 * suit + last] >= order
      case 'both-copies-and-other-colour-below': {
        const [a, b] = suit === 1 || suit === 2 ? [0, 6] : [2, 4]
        return up[2 * suit + last] >= order && up[a + last] >= order && up[b + last] >= order
      }
      case 'two-above-lowest':
        return Math.min(up[0], up[2], up[4], up[6]) >= order - 1
      default:
        return false
    }
  }

  #raise(face: number): void {
    const { up } = this
    const at = (face & 3) << 1
    this.#counts[UP_TOTAL]++
    if (up[at] !== this.orders[face]) up[at + 1]++
    else up[at]++
    if (up[at + 1] > up[at]) {
      const other = up[at]
      up[at] = up[at + 1]
      up[at + 1] = other
    }
  }
  #reveal(column: number): void {
    if (this.down[column] > 0 && this.down[column] === this.length[column]) this.down[column]--
  }
  #pop(column: number): number {
    this.touched |= 1 << column
    const face = this.cards[column * this.stride + --this.length[column]]
    this.#reveal(column)
    return face
  }
  #push(column: number, face: number): void {
    this.touched |= 1 << column
    this.cards[column * this.stride + this.length[column]++] = face
  }
  #moveRun(from: number, to: number, count: number): void {
    const { cards, length } = this
    this.touched |= (1 << from) | (1 << to)
    const source = from * this.stride + (length[from] -= count)
    const target = to * this.stride + length[to]
    for (let i = 0; i < count; i++) cards[target + i] = cards[source + i]
    length[to] += count
    this.#reveal(from)
  }
  #takeCell(face: number): number {
    const { cells } = this
    const last = --this.#counts[IN_CELL]
    let at = last
    while (cells[at] !== face) at--
    cells[at] = cells[last]
    return face
  }
  #takeReserve(): number {
    return this.#reserve[--this.#counts[IN_RESERVE]]
  }
  /** Removes a card from the talon. The card before it becomes the top of the waste. */
  #takeWaste(at: number): number {
    const face = this.talon[at]
    this.talon.copyWithin(at, at + 1, this.#counts[IN_TALON_COUNT]--)
    this.#counts[TURNED] = at
    this.touched |= TALON
    return face
  }
  #dealRow(): void {
    const left = this.#counts[IN_TALON_COUNT]
    const count = Math.min(this.deal!.onto ?? this.columns, this.columns, left)
    for (let column = 0; column < count; column++) this.#push(column, this.dealtFace(left, column))
    this.#counts[IN_TALON_COUNT] -= count
    this.touchAll()
  }

  touchAll(): void {
    this.touched = TALON | ((1 << this.columns) - 1)
  }

  /** Makes a step, and the automatic moves after it. */
  make(step: number): void {
    this.touched = 0
    this.#makeAlone(step)
    this.#settle(this.touched)
  }

  /** Makes the automatic moves at the start. */
  settle(): void {
    this.touchAll()
    this.#settle(this.touched)
    this.touchAll()
  }

  /** Makes steps from the start; returns them and the automatic steps that the rules do not make. */
  traced(chosen: readonly number[]): number[] {
    const steps: number[] = []
    this.#trace = steps
    this.settle()
    for (const step of chosen) this.make(step)
    return steps
  }

  #makeAlone(step: number): void {
    const a = (step >>> 16) & 255
    const b = (step >>> 8) & 255
    const n = step & 255
    let length = 1
    this.#trace?.push(step)
    switch (step >>> 24) {
      case StepKind.run:
        this.#moveRun(a, b, n)
        if (this.isTower) length = 2 * n - 1
        break
      case StepKind.up:
        this.#raise(this.#pop(a))
        break
      case StepKind.toCells:
        for (let i = 0; i < n; i++) this.cells[this.#counts[IN_CELL]++] = this.#pop(a)
        length = n
        break
      case StepKind.cellUp:
        this.#raise(this.#takeCell(a))
        break
      case StepKind.fromCell:
        this.#push(b, this.#takeCell(a))
        break
      case StepKind.reserveUp:
        this.#raise(this.#takeReserve())
        break
      case StepKind.fromReserve:
        this.#push(b, this.#takeReserve())
        break
      case StepKind.wasteUp:
        this.#raise(this.#takeWaste(n - 1))
        break
      case StepKind.fromWaste:
        this.#push(b, this.#takeWaste(n - 1))
        break
      case StepKind.deal:
        this.#dealRow()
        break
    }
    this.record[0] += length
  }

  /** Makes automatic moves. Only the given columns can have a top card that was not checked before. */
  #settle(columns: number): void {
    if (this.#isBySuits) {
      while (this.#sendSuits() || this.#fillSpaces());
      return
    }
    this.#fillSpaces()
    for (let among = columns; this.#raiseForced(among); among = -1) this.#fillSpaces()
    if (this.attaches) while (this.#counts[IN_CELL] > 0 && this.#attach());
  }

  #sendSuits(): boolean {
    const { ranks } = this.game.deck
    let hasSent = false
    for (let column = 0; column < this.columns; column++) {
      if (this.length[column] - this.down[column] < ranks) continue
      const end = column * this.stride + this.length[column] - 1
      const suit = suitOf(this.cards[end])
      let rank = 0
      while (rank < ranks && this.cards[end - rank] === 4 * rank + suit) rank++
      if (rank < ranks) continue
      this.length[column] -= ranks
      this.touched |= 1 << column
      this.#counts[SUITS_OUT]++
      this.#reveal(column)
      hasSent = true
    }
    return hasSent
  }

  #isForced(face: number): boolean {
    return this.fitsFoundation(face) && (this.raising === 'all' || this.isSafe(face))
  }

  /** Sends forced cards up; true if there were any, because other cards can then be forced. */
  #raiseForced(among: number): boolean {
    let hasRaised = false
    for (let mask = among & ((1 << this.columns) - 1); mask !== 0; mask &= mask - 1) {
      const column = lowestBit(mask)
      while (this.length[column] > 0 && this.#isForced(this.top(column))) {
        this.#makeAlone(encodeStep(StepKind.up, column))
        this.#fillSpaces()
        hasRaised = true
      }
    }
    for (let i = this.#counts[IN_CELL] - 1; i >= 0; i--) {
      if (!this.#isForced(this.cells[i])) continue
      this.#makeAlone(encodeStep(StepKind.cellUp, this.cells[i]))
      hasRaised = true
    }
    if (this.#counts[IN_RESERVE] > 0 && this.#isForced(this.reserveTop)) {
      this.#makeAlone(encodeStep(StepKind.reserveUp))
      hasRaised = true
    }
    return hasRaised
  }

  /** Moves cards from cells onto touched columns, preferably onto the longest run; true if any moved. */
  #attach(): boolean {
    const { fits } = this.game
    let hasAttached = false
    for (let i = this.#counts[IN_CELL] - 1; i >= 0; i--) {
      const face = this.cells[i]
      let host = -1
      for (let mask = this.touched & ((1 << this.columns) - 1); mask !== 0; mask &= mask - 1) {
        const to = lowestBit(mask)
        if (this.length[to] === 0 || fits[face * 52 + this.top(to)] === 0) continue
        if (host < 0 || this.run(to) > this.run(host)) host = to
      }
      if (host < 0) continue
      this.#makeAlone(encodeStep(StepKind.fromCell, face, host))
      hasAttached = true
    }
    return hasAttached
  }

  /** Fills empty columns from the reserve; true if any was filled. */
  #fillSpaces(): boolean {
    if (!this.#fillsFromReserve) return false
    let hasFilled = false
    for (let column = 0; column < this.columns && this.#counts[IN_RESERVE] > 0; column++) {
      if (this.length[column] > 0) continue
      this.#push(column, this.#takeReserve())
      hasFilled = true
    }
    return hasFilled
  }

  /** Updates the hash, which ignores the order of cells, and the order of columns unless `isOrdered`. */
  rehash(): void {
    for (let mask = this.touched & ~TALON; mask !== 0; mask &= mask - 1) this.#hashColumn(lowestBit(mask))
    let low = 0
    let high = 0
    for (let column = 0; column < this.columns; column++) {
      low = (low + this.#lows[column]) | 0
      high = (high + this.#highs[column]) | 0
    }
    for (let i = this.#counts[IN_CELL] - 1; i >= 0; i--) {
      low = (low + KEYS[IN_CELLS + this.cells[i]]) | 0
      high = (high + KEYS[IN_CELLS + 64 + this.cells[i]]) | 0
    }
    this.hashLow = low
    this.hashHigh = high
    if (this.#hashesRest) this.#hashRest()
  }

  #hashColumn(column: number): void {
    const { cards } = this
    const bits = this.#hashedBits
    let low = this.isOrdered ? KEYS[COLUMN_NUMBERS + column] : 0x51ed270b
    let high = 0x2f1b3d77 + this.down[column]
    const base = column * this.stride
    const end = base + this.length[column]
    for (let at = base; at < end; at++) {
      const face = cards[at] & bits
      low = Math.imul(low ^ KEYS[face], 0x85ebca6b)
      low ^= low >>> 15
      high = Math.imul(high + KEYS[64 + face], 0xc2b2ae35)
      high ^= high >>> 13
    }
    this.#lows[column] = Math.imul(low, 0x27d4eb2f)
    this.#highs[column] = Math.imul(high ^ low, 0x165667b1)
  }

  #hashRest(): void {
    const counts = this.#counts
    let low = this.hashLow
    let high = this.hashHigh
    for (let i = 0; i < 8; i++) {
      low ^= Math.imul(KEYS[FOUNDATIONS + 16 * i + this.up[i]], 0x2c1b3c6d)
      high ^= KEYS[FOUNDATIONS + 144 + 16 * i + this.up[i]]
    }
    low = (low + Math.imul(counts[IN_TALON_COUNT] + 1, 0x3c6ef372)) | 0
    high = (high + Math.imul(counts[IN_RESERVE] + 1, 0x1b56c4e9)) | 0
    if (this.#hashesTurned) high = (high + Math.imul(counts[TURNED] + 1, 0x1b873593)) | 0
    this.hashLow = low
    this.hashHigh = high
  }

  /** With two decks, adds stock and waste to the hash, because the other piles do not determine them. */
  hashTalon(): void {
    if (!this.#hashesTalon) return
    let low = this.hashLow
    let high = this.hashHigh
    for (let at = 0; at < this.#counts[IN_TALON_COUNT]; at++) {
      low = Math.imul(low ^ KEYS[IN_TALON + this.talon[at]], 0x85ebca6b)
      low ^= low >>> 15
      high = Math.imul(high + KEYS[IN_TALON + 64 + this.talon[at]], 0xc2b2ae35)
      high ^= high >>> 13
    }
    this.hashLow = low
    this.hashHigh = high
  }

  get maxPackedWords(): number {
    return this.#cardsAt + this.columns + words(this.game.cards.length) + words(this.talon.length)
  }

  /** Writes the board without unused rows; returns the index after its last word. */
  pack(packed: Int32Array, start: number): number {
    const { record } = this
    this.#source = packed
    this.#sourceAt = start
    let at = start
    for (let i = 0; i < this.#cardsAt; i++) packed[at++] = record[i]
    for (let column = 0; column < this.columns; column++) {
      this.#offsets[column] = at
      const first = this.#cardsAt + column * this.#columnWords
      const last = first + words(this.length[column])
      for (let i = first; i < last; i++) packed[at++] = record[i]
    }
    if (this.draw) {
      const last = this.#talonAt + words(this.#counts[IN_TALON_COUNT])
      for (let i = this.#talonAt; i < last; i++) packed[at++] = record[i]
    }
    this.touched = 0
    return at
  }

  /**
   * Reads a packed board. If it is the last one packed or read, at most one step may have been made since.
   */
  unpack(packed: Int32Array, start: number): void {
    if (packed === this.#source && start === this.#sourceAt) return this.restore()
    const { record } = this
    this.#source = packed
    this.#sourceAt = start
    let at = start
    for (let i = 0; i < this.#cardsAt; i++) record[i] = packed[at++]
    for (let column = 0; column < this.columns; column++) {
      this.#offsets[column] = at
      const first = this.#cardsAt + column * this.#columnWords
      const last = first + words(this.length[column])
      for (let i = first; i < last; i++) record[i] = packed[at++]
    }
    if (this.draw) this.#readTalon(at)
    this.touched = 0
  }

  #readTalon(start: number): void {
    const { record } = this
    const count = words(this.#counts[IN_TALON_COUNT])
    for (let i = 0; i < count; i++) record[this.#talonAt + i] = this.#source[start + i]
  }

  /** Undoes the one step made since the board was packed or unpacked. */
  restore(): void {
    const { record, columns } = this
    const source = this.#source
    const start = this.#sourceAt
    const headWords = this.#headWords
    const cardsAt = this.#cardsAt
    for (let i = 0; i < headWords; i++) record[i] = source[start + i]
    for (let mask = this.touched & ~TALON; mask !== 0; mask &= mask - 1) {
      const column = lowestBit(mask)
      for (let i = headWords + column; i < cardsAt; i += columns) record[i] = source[start + i]
      const first = cardsAt + column * this.#columnWords
      const count = words(this.length[column])
      const offset = this.#offsets[column]
      for (let i = 0; i < count; i++) record[first + i] = source[offset + i]
    }
    if (this.draw && (this.touched & TALON) !== 0) {
      const last = columns - 1
      this.#readTalon(this.#offsets[last] + words(this.length[last]))
    }
    this.touched = 0
  }
}
