// A position as the search holds it: one flat record of small numbers, changed in place, with a hash and a
// score kept for every column, so that a macro costs the columns that it touches and no others.
import { faceOf, rankOf, suitOf } from '../rules/cards.ts'
import type { Game, Position } from '../rules/types.ts'
import { highestRank } from '../rules/define.ts'
import { lowestBit } from './bits.ts'
import { zobristKeys } from './zobrist.ts'

/** Bytes of the header: foundations, cells, and the counts of cells, talon and waste. */
const CELLS_AT = 8
const COUNTS_AT = 24
const HEADER = 28
const MAX_COLUMNS = 12
const MAX_CELLS = COUNTS_AT - CELLS_AT
/** Zobrist words: faces in columns, faces in cells, foundations, places of columns. */
const KEYS = zobristKeys(1024, 0x2545f491)
const IN_CELLS = 128
const ON_FOUNDATIONS = 256
const PLACES = 512
/** The bit of the talon in `touched`, beside a bit for each column. */
const TALON = 1 << 30

const words = (bytes: number) => (bytes + 3) >> 2

/** How many cards lie below a card on its foundation. */
function foundationOrder({ foundations: { up, first }, deck: { ranks } }: Game, face: number): number {
  if (up.step === 1) return rankOf(face)
  const start = (first as readonly number[]).find(card => suitOf(card) === suitOf(face))
  if (start === undefined) return 0 // not a suit of this deck
  // Divides by the step 2: (ranks + 1) / 2 is the inverse of 2 modulo the odd number of ranks.
  return (((rankOf(face) - rankOf(start) + ranks) % ranks) * ((ranks + 1) / 2)) % ranks
}

/** The height that no column can outgrow: what lies there, and a whole run built on it. */
function tallest({ game, piles }: Position): number {
  if (game.tableau.build.wraps) return game.cards.length
  return Math.max(...game.of.tableau.map(({ index }) => piles[index].length)) + game.deck.ranks
}

/** A position that the macros of the search change in place; any game of the vocabulary. */
export class Board {
  readonly game: Game
  readonly columns: number
  readonly cellCount: number
  readonly copies: number
  /** Cards that a turn of the stock brings; 0 where the stock is dealt or there is none. */
  readonly turn: number
  /** Whether the waste is shuffled when it is turned over: the search does not look beyond that. */
  readonly shuffles: boolean
  /** Whether cards move one at a time, runs being carried through cells. */
  readonly isTower: boolean
  readonly fits: Uint8Array
  readonly king: number
  readonly anyFills: boolean
  /** For every face, how many cards lie below it on its foundation. */
  readonly orders: Uint8Array

  /** The whole record; everything below that changes is a view of it. */
  readonly record: Int32Array
  /** Words at the start of the record that every `restore` copies. */
  readonly #headWords: number
  /** The first word of the cards in the record, and the words of each column there. */
  readonly #cardsAt: number
  readonly #columnWords: number
  /** Bytes that each column has in `cards`. */
  readonly stride: number
  /** Both halves of the hash of each column, and its score in the units of `evaluate.ts`. */
  readonly #lows: Int32Array
  readonly #highs: Int32Array
  readonly scores: Int32Array
  /** Cards on the foundations of each suit: in `2 · suit` the fuller one, in `2 · suit + 1` the other. */
  readonly foundationCounts: Uint8Array
  readonly cells: Uint8Array
  readonly #counts: Uint8Array
  readonly length: Uint8Array
  readonly down: Uint8Array
  readonly cards: Uint8Array
  /** Stock and waste in the order in which they are turned; the first `turned` of them are the waste. */
  readonly talon: Uint8Array

  /** Columns changed since the last `load` or `restore`, a bit for each. */
  touched = 0
  hashLow = 0
  hashHigh = 0

  constructor(position: Position) {
    const { game, house } = position
    this.game = game
    this.columns = game.of.tableau.length
    this.cellCount = game.of.cell.length
    this.copies = game.deck.copies
    this.turn = game.stock?.by === 'draw' ? game.stock.turn : 0
    this.shuffles = house.includes('shuffle-on-recycle')
    this.isTower = game.tableau.take === 'top'
    this.fits = game.fits
    this.king = highestRank(game)
    this.anyFills = game.tableau.fill === 'any'
    this.orders = Uint8Array.from({ length: 52 }, (_, face) => foundationOrder(game, face))
    if (this.columns > MAX_COLUMNS || this.cellCount > MAX_CELLS)
      throw new RangeError(`${game.id} has more columns or cells than the search has room for`)

    const { columns } = this
    const talonBytes = game.stock ? game.cards.length : 0
    this.stride = 4 * words(tallest(position))
    this.#headWords = 1 + words(HEADER + 2 * columns)
    this.#cardsAt = this.#headWords + 3 * columns
    this.#columnWords = this.stride >> 2
    this.record = new Int32Array(this.#cardsAt + columns * this.#columnWords + words(talonBytes))
    const { buffer } = this.record
    this.foundationCounts = new Uint8Array(buffer, 4, 8)
    this.cells = new Uint8Array(buffer, 4 + CELLS_AT, MAX_CELLS)
    this.#counts = new Uint8Array(buffer, 4 + COUNTS_AT, 3)
    this.length = new Uint8Array(buffer, 4 + HEADER, columns)
    this.down = new Uint8Array(buffer, 4 + HEADER + columns, columns)
    this.#lows = new Int32Array(buffer, 4 * this.#headWords, columns)
    this.#highs = new Int32Array(buffer, 4 * (this.#headWords + columns), columns)
    this.scores = new Int32Array(buffer, 4 * (this.#headWords + 2 * columns), columns)
    this.cards = new Uint8Array(buffer, 4 * this.#cardsAt, columns * this.stride)
    this.talon = new Uint8Array(buffer, 4 * this.#cardsAt + columns * this.stride, talonBytes)
    this.#read(position)
    this.touchAll()
    this.rehash()
  }

  #read({ game, piles, faceDown }: Position): void {
    game.of.tableau.forEach(({ index }, column) => {
      this.cards.set(piles[index].map(faceOf), column * this.stride)
      this.length[column] = piles[index].length
      this.down[column] = faceDown[index]
    })
    for (const { index } of game.of.cell) for (const card of piles[index]) this.pushCell(faceOf(card))
    for (const { index } of game.of.foundation) {
      const top = piles[index].at(-1)
      if (top !== undefined) this.#addFoundation(suitOf(top), piles[index].length)
    }
    const stock = game.of.stock.flatMap(({ index }) => piles[index].toReversed())
    const waste = game.of.waste.flatMap(({ index }) => piles[index])
    this.talon.set([...waste, ...stock].map(faceOf))
    this.talonCount = waste.length + stock.length
    this.turned = waste.length
  }

  /** Enters a foundation of so many cards among the two of its suit. */
  #addFoundation(suit: number, cards: number): void {
    const counts = this.foundationCounts
    const at = 2 * suit
    if (cards > counts[at]) {
      counts[at + 1] = counts[at]
      counts[at] = cards
    } else counts[at + 1] = cards
  }

  /** Single moves and turns of the stock on the way here. */
  get pathLength(): number {
    return this.record[0]
  }
  set pathLength(value: number) {
    this.record[0] = value
  }
  get inCells(): number {
    return this.#counts[0]
  }
  get talonCount(): number {
    return this.#counts[1]
  }
  set talonCount(value: number) {
    this.#counts[1] = value
  }
  get turned(): number {
    return this.#counts[2]
  }
  set turned(value: number) {
    this.#counts[2] = value
  }

  top(column: number): number {
    return this.cards[column * this.stride + this.length[column] - 1]
  }
  at(column: number, row: number): number {
    return this.cards[column * this.stride + row]
  }

  /** How many cards at the top of a column lie in order. */
  run(column: number): number {
    const { cards, fits } = this
    const base = column * this.stride
    const lowest = base + this.down[column]
    const top = base + this.length[column] - 1
    let at = top
    while (at > lowest && fits[cards[at] * 52 + cards[at - 1]] === 1) at--
    return top - at + 1
  }

  /** Whether a foundation takes the card next. */
  fitsFoundation(face: number): boolean {
    const order = this.orders[face]
    const at = 2 * (face & 3)
    return (
      this.foundationCounts[at] === order || (this.copies === 2 && this.foundationCounts[at + 1] === order)
    )
  }

  moveToFoundation(face: number): void {
    const counts = this.foundationCounts
    const at = 2 * (face & 3)
    if (counts[at] === this.orders[face]) counts[at]++
    else counts[at + 1]++
    if (counts[at + 1] > counts[at]) {
      const other = counts[at]
      counts[at] = counts[at + 1]
      counts[at + 1] = other
    }
  }

  /**
   * Whether all copies of the card's rank below are on foundations, in its own suit and, where columns
   * alternate, in the other colour: then nothing in play can want to lie on it.
   */
  isSafe(face: number): boolean {
    const rank = rankOf(face)
    const suit = face & 3
    const { suit: build } = this.game.tableau.build
    if (build === 'any' || !this.#isReached(suit, rank)) return false
    if (build === 'same') return true
    const isRed = suit === 1 || suit === 2
    return isRed
      ? this.#isReached(0, rank) && this.#isReached(3, rank)
      : this.#isReached(1, rank) && this.#isReached(2, rank)
  }

  #isReached(suit: number, rank: number): boolean {
    return this.foundationCounts[2 * suit + this.copies - 1] >= rank
  }

  push(column: number, face: number): void {
    this.cards[column * this.stride + this.length[column]++] = face
    this.touched |= 1 << column
  }

  /** Takes the top card of a column; the one below is turned up. */
  pop(column: number): number {
    const face = this.cards[column * this.stride + --this.length[column]]
    this.touched |= 1 << column
    this.#reveal(column)
    return face
  }

  #reveal(column: number): void {
    if (this.length[column] > 0 && this.down[column] === this.length[column]) this.down[column]--
  }

  moveRun(from: number, to: number, count: number): void {
    const { cards, length } = this
    const source = from * this.stride + (length[from] -= count)
    const target = to * this.stride + length[to]
    for (let i = 0; i < count; i++) cards[target + i] = cards[source + i]
    length[to] += count
    this.touched |= (1 << from) | (1 << to)
    this.#reveal(from)
  }

  pushCell(face: number): void {
    this.cells[this.#counts[0]++] = face
  }

  takeCell(at: number): number {
    const face = this.cells[at]
    this.cells[at] = this.cells[--this.#counts[0]]
    return face
  }

  /** Takes a card out of the talon and leaves the waste on the one before it. */
  takeWaste(at: number): number {
    const face = this.talon[at]
    this.talon.copyWithin(at, at + 1, this.talonCount--)
    this.turned = at
    this.touched |= TALON
    return face
  }

  /** Deals a card from the talon onto every column, as far as they go. */
  dealRow(): void {
    const count = Math.min(this.columns, this.talonCount)
    for (let column = 0; column < count; column++) this.push(column, this.talon[column])
    this.talon.copyWithin(0, count, this.talonCount)
    this.talonCount -= count
    this.touchAll()
  }

  get foundationTotal(): number {
    const counts = this.foundationCounts
    return counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5] + counts[6] + counts[7]
  }

  get isWon(): boolean {
    return this.foundationTotal === this.game.cards.length
  }

  get spaces(): number {
    let count = 0
    for (let column = 0; column < this.columns; column++) if (this.length[column] === 0) count++
    return count
  }

  /** Whether the order of the columns matters: while cards are dealt onto them. */
  get isOrdered(): boolean {
    return this.game.stock?.by === 'deal' && this.talonCount > 0
  }

  touchAll(): void {
    this.touched = TALON | ((1 << this.columns) - 1)
  }

  /**
   * Brings `hashLow` and `hashHigh` up to date, hashing the touched columns alone. The hash is equal for
   * positions that differ only in the order of columns, cells or copies where that does not matter.
   */
  rehash(): void {
    for (let mask = this.touched & ~TALON; mask !== 0; mask &= mask - 1) this.#hashColumn(lowestBit(mask))
    let low = 0
    let high = 0
    for (let column = 0; column < this.columns; column++) {
      low = (low + this.#lows[column]) | 0
      high = (high + this.#highs[column]) | 0
    }
    const inCells = this.#counts[0]
    for (let i = 0; i < inCells; i++) {
      low = (low + KEYS[IN_CELLS + this.cells[i]]) | 0
      high = (high + KEYS[IN_CELLS + 64 + this.cells[i]]) | 0
    }
    if (this.game.stock) {
      for (let i = 0; i < 8; i++) {
        low ^= KEYS[ON_FOUNDATIONS + 32 * i + this.foundationCounts[i]]
        high ^= KEYS[ON_FOUNDATIONS + 32 * i + 16 + this.foundationCounts[i]]
      }
      low = (low + Math.imul(this.talonCount + 1, 0x3c6ef372)) | 0
      if (this.turn > 1 || this.shuffles) high = (high + Math.imul(this.turned + 1, 0x1b873593)) | 0
    }
    this.hashLow = low
    this.hashHigh = high
  }

  #hashColumn(column: number): void {
    const { cards } = this
    let low = this.isOrdered ? KEYS[PLACES + column] : 0x51ed270b
    let high = 0x2f1b3d77 + this.down[column]
    const base = column * this.stride
    const end = base + this.length[column]
    for (let at = base; at < end; at++) {
      low = Math.imul(low ^ KEYS[cards[at]], 0x85ebca6b)
      low ^= low >>> 15
      high = Math.imul(high + KEYS[64 + cards[at]], 0xc2b2ae35)
      high ^= high >>> 13
    }
    this.#lows[column] = Math.imul(low, 0x27d4eb2f)
    this.#highs[column] = Math.imul(high ^ low, 0x165667b1)
  }

  /** Copies the record to its place among others. */
  store(records: Int32Array, at: number): void {
    const { record } = this
    for (let i = 0; i < record.length; i++) records[at + i] = record[i]
  }

  /** Takes a record that `store` has put there. */
  load(records: Int32Array, at: number): void {
    const { record } = this
    for (let i = 0; i < record.length; i++) record[i] = records[at + i]
    this.touched = 0
  }

  /** Goes back to the record that was loaded last: as `load`, but copies only what was touched. */
  restore(records: Int32Array, at: number): void {
    const { record, columns } = this
    const headWords = this.#headWords
    const cardsAt = this.#cardsAt
    const columnWords = this.#columnWords
    for (let i = 0; i < headWords; i++) record[i] = records[at + i]
    for (let mask = this.touched & ~TALON; mask !== 0; mask &= mask - 1) {
      const column = lowestBit(mask)
      for (let i = headWords + column; i < cardsAt; i += columns) record[i] = records[at + i]
      const start = cardsAt + column * columnWords
      for (let i = start; i < start + columnWords; i++) record[i] = records[at + i]
    }
    if ((this.touched & TALON) !== 0)
      for (let i = cardsAt + columns * columnWords; i < record.length; i++) record[i] = records[at + i]
    this.touched = 0
  }

  /** The most words that `pack` writes. */
  get maxPackedWords(): number {
    return this.record.length
  }

  /** Writes the record without hashes, scores and unused rows; returns the place after its last word. */
  pack(packed: Int32Array, start: number): number {
    const { record } = this
    let at = start
    for (let i = 0; i < this.#headWords; i++) packed[at++] = record[i]
    for (let column = 0; column < this.columns; column++) {
      const first = this.#cardsAt + column * this.#columnWords
      const last = first + words(this.length[column])
      for (let i = first; i < last; i++) packed[at++] = record[i]
    }
    const talon = this.#cardsAt + this.columns * this.#columnWords
    for (let i = talon; i < talon + words(this.talonCount); i++) packed[at++] = record[i]
    return at
  }

  /** Takes a record that `pack` has written, and hashes it. */
  unpack(packed: Int32Array, start: number): void {
    const { record } = this
    let at = start
    for (let i = 0; i < this.#headWords; i++) record[i] = packed[at++]
    for (let column = 0; column < this.columns; column++) {
      const first = this.#cardsAt + column * this.#columnWords
      const last = first + words(this.length[column])
      for (let i = first; i < last; i++) record[i] = packed[at++]
    }
    const talon = this.#cardsAt + this.columns * this.#columnWords
    for (let i = talon; i < talon + words(this.talonCount); i++) record[i] = packed[at++]
    this.touchAll()
    this.rehash()
    this.touched = 0
  }
}
