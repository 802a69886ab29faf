// A position as the search holds it: small numbers in one buffer, changed in place, with a hash that forgets
// what does not matter.
import { faceOf, rankOf, suitOf } from '../rules/cards.ts'
import type { Game, Position } from '../rules/types.ts'
import { highestRank } from '../rules/vocabulary.ts'

/** Room for the longest column there can be. */
const STRIDE = 56
/** Steps of a line: what moved, from where, to where, how many. */
export const Kind = {
  run: 0,
  toCells: 1,
  fromCell: 2,
  up: 3,
  cellUp: 4,
  wasteUp: 5,
  fromWaste: 6,
  deal: 7,
} as const
/**
 * A step as a number: `kind`, then a column, a face or a place in the round, then a column, then how many
 * cards or turns of the stock.
 */
export const step = (kind: number, a = 0, b = 0, n = 1): number => (kind << 24) | (a << 16) | (b << 8) | n
export const readStep = (code: number) => ({
  kind: code >>> 24,
  a: (code >>> 16) & 255,
  b: (code >>> 8) & 255,
  n: code & 255,
})

const random = (() => {
  let state = 0x2545f491
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t
    return t ^ (t >>> 14)
  }
})()
const ZOBRIST = Int32Array.from({ length: 1024 }, random)

/** How many cards lie below a card on its foundation. */
function orderOf({ foundations: { step: by, first }, deck: { ranks } }: Game, face: number): number {
  if (by === 1) return rankOf(face)
  const start = (first as readonly number[]).find(card => suitOf(card) === suitOf(face))
  if (start === undefined) return 0 // not a suit of this deck
  // half of it: the inverse of two
  return (((rankOf(face) - rankOf(start) + ranks) % ranks) * ((ranks + 1) / 2)) % ranks
}

export class Board {
  readonly game: Game
  readonly columns: number
  readonly cellCount: number
  readonly copies: number
  readonly turn: number
  /** The waste is shuffled when it is turned over: what comes then is not looked at. */
  readonly shuffles: boolean
  readonly fits: Uint8Array
  readonly king: number
  readonly anyFills: boolean
  readonly cards: Uint8Array
  readonly length: Uint8Array
  readonly down: Uint8Array
  /** For every face, how many cards lie below it on its foundation. */
  readonly orders: Uint8Array
  readonly cells = new Uint8Array(16)
  inCells = 0
  /** Cards on the foundations of each suit: in `2 · suit` the further one, in `2 · suit + 1` the other. */
  readonly up = new Uint8Array(8)
  /** Stock and waste in the order in which they are turned; the first `turned` of them are the waste. */
  readonly round = new Uint8Array(128)
  left = 0
  turned = 0
  hashLow = 0
  hashHigh = 0

  constructor(position: Position) {
    const { game, piles, house } = position
    this.game = game
    this.columns = game.of.tableau.length
    this.cellCount = game.of.cell.length
    this.copies = game.deck.copies
    this.turn = game.stock?.by === 'draw' ? game.stock.turn : 0
    this.shuffles = house.includes('shuffle-on-recycle')
    this.fits = game.fits
    this.king = highestRank(game)
    this.anyFills = game.tableau.fill === 'any'
    this.orders = Uint8Array.from({ length: 52 }, (_, face) => orderOf(game, face))
    this.cards = new Uint8Array(this.columns * STRIDE)
    this.length = new Uint8Array(this.columns)
    this.down = new Uint8Array(this.columns)
    game.of.tableau.forEach(({ index }, column) => {
      piles[index].forEach((card, row) => {
        this.cards[column * STRIDE + row] = faceOf(card)
      })
      this.length[column] = piles[index].length
      this.down[column] = position.faceDown[index]
    })
    for (const { index } of game.of.cell)
      for (const card of piles[index]) this.cells[this.inCells++] = faceOf(card)
    for (const { index } of game.of.foundation) {
      const top = piles[index].at(-1)
      if (top !== undefined) this.raise(suitOf(top), piles[index].length)
    }
    const stock = game.of.stock.flatMap(({ index }) => piles[index].toReversed())
    const waste = game.of.waste.flatMap(({ index }) => piles[index])
    for (const card of [...waste, ...stock]) this.round[this.left++] = faceOf(card)
    this.turned = waste.length
  }

  /** Puts a foundation of so many cards into the two of its suit. */
  private raise(suit: number, cards: number): void {
    const at = 2 * suit
    if (cards > this.up[at]) {
      this.up[at + 1] = this.up[at]
      this.up[at] = cards
    } else this.up[at + 1] = cards
  }

  top(column: number): number {
    return this.cards[column * STRIDE + this.length[column] - 1]
  }
  at(column: number, row: number): number {
    return this.cards[column * STRIDE + row]
  }

  /** Cards at the top of a column that lie in order. */
  run(column: number): number {
    const base = column * STRIDE
    const lowest = base + this.down[column]
    let at = base + this.length[column] - 1
    while (at > lowest && this.fits[this.cards[at] * 52 + this.cards[at - 1]] === 1) at--
    return base + this.length[column] - at
  }

  /** Whether a foundation takes the card next. */
  goesUp(face: number): boolean {
    const order = this.orders[face]
    const at = 2 * (face & 3)
    return this.up[at] === order || (this.copies === 2 && this.up[at + 1] === order)
  }

  moveToFoundation(face: number): void {
    const at = 2 * (face & 3)
    if (this.up[at] === this.orders[face]) this.up[at]++
    else this.up[at + 1]++
    if (this.up[at + 1] > this.up[at]) {
      const other = this.up[at]
      this.up[at] = this.up[at + 1]
      this.up[at + 1] = other
    }
  }

  /**
   * Whether all copies of the card's rank below have gone up, in its own suit and, where columns alternate,
   * in the other colour.
   */
  isSafe(face: number): boolean {
    const rank = rankOf(face)
    const suit = face & 3
    const reached = (other: number) => this.up[2 * other + this.copies - 1] >= rank
    if (!reached(suit)) return false
    if (this.game.tableau.build.suit === 'same') return true
    if (this.game.tableau.build.suit === 'any') return false
    const isRed = suit === 1 || suit === 2
    return isRed ? reached(0) && reached(3) : reached(1) && reached(2)
  }

  push(column: number, face: number): void {
    this.cards[column * STRIDE + this.length[column]++] = face
  }

  /** Takes the top card of a column; the one below is turned up. */
  pop(column: number): number {
    const face = this.cards[column * STRIDE + --this.length[column]]
    this.reveal(column)
    return face
  }

  private reveal(column: number): void {
    if (this.length[column] > 0 && this.down[column] === this.length[column]) this.down[column]--
  }

  moveRun(from: number, to: number, count: number): void {
    const source = from * STRIDE + (this.length[from] -= count)
    const target = to * STRIDE + this.length[to]
    for (let i = 0; i < count; i++) this.cards[target + i] = this.cards[source + i]
    this.length[to] += count
    this.reveal(from)
  }

  takeCell(at: number): number {
    const face = this.cells[at]
    this.cells[at] = this.cells[--this.inCells]
    return face
  }

  /** Takes a card out of the round and leaves the waste on the one before it. */
  takeWaste(at: number): number {
    const face = this.round[at]
    this.round.copyWithin(at, at + 1, this.left--)
    this.turned = at
    return face
  }

  dealRow(): void {
    for (let column = 0; column < this.columns && this.left > 0; column++) {
      this.push(column, this.round[0])
      this.round.copyWithin(0, 1, this.left--)
    }
  }

  get isWon(): boolean {
    let cards = 0
    for (let i = 0; i < 8; i++) cards += this.up[i]
    return cards === this.game.cards.length
  }

  get spaces(): number {
    let count = 0
    for (let column = 0; column < this.columns; column++) if (this.length[column] === 0) count++
    return count
  }

  /**
   * Two 32-bit hashes: equal for positions that differ only in the order of columns, cells or copies where
   * that does not matter.
   */
  hash(): void {
    let low = 0
    let high = 0
    const isOrdered = this.game.stock?.by === 'deal' && this.left > 0
    for (let column = 0; column < this.columns; column++) {
      let a = isOrdered ? ZOBRIST[900 + column] : 0x51ed270b
      let b = 0x2f1b3d77 + this.down[column]
      const base = column * STRIDE
      for (let i = base; i < base + this.length[column]; i++) {
        a = Math.imul(a ^ ZOBRIST[this.cards[i]], 0x85ebca6b)
        a ^= a >>> 15
        b = Math.imul(b + ZOBRIST[64 + this.cards[i]], 0xc2b2ae35)
        b ^= b >>> 13
      }
      low = (low + Math.imul(a, 0x27d4eb2f)) | 0
      high = (high + Math.imul(b ^ a, 0x165667b1)) | 0
    }
    for (let i = 0; i < this.inCells; i++) {
      low = (low + ZOBRIST[128 + this.cells[i]]) | 0
      high = (high + ZOBRIST[192 + this.cells[i]]) | 0
    }
    for (let i = 0; i < 8; i++) {
      low ^= Math.imul(ZOBRIST[256 + 16 * i + this.up[i]], 0x2c1b3c6d)
      high ^= ZOBRIST[400 + 16 * i + this.up[i]]
    }
    low = (low + Math.imul(this.left + 1, 0x3c6ef372)) | 0
    if (this.turn > 1 || this.shuffles) high = (high + Math.imul(this.turned + 1, 0x1b873593)) | 0
    this.hashLow = low
    this.hashHigh = high
  }

  /** The state in few bytes. */
  pack(): Uint8Array {
    let size = 2 * this.columns + 12 + this.inCells + this.left
    for (let column = 0; column < this.columns; column++) size += this.length[column]
    const bytes = new Uint8Array(size)
    let at = 0
    for (let column = 0; column < this.columns; column++) {
      const length = (bytes[at++] = this.length[column])
      bytes[at++] = this.down[column]
      const base = column * STRIDE
      for (let i = 0; i < length; i++) bytes[at++] = this.cards[base + i]
    }
    bytes[at++] = this.inCells
    for (let i = 0; i < this.inCells; i++) bytes[at++] = this.cells[i]
    for (let i = 0; i < 8; i++) bytes[at++] = this.up[i]
    bytes[at++] = this.turned
    bytes[at++] = this.left
    for (let i = 0; i < this.left; i++) bytes[at++] = this.round[i]
    return bytes
  }

  unpack(bytes: Uint8Array): void {
    let at = 0
    for (let column = 0; column < this.columns; column++) {
      const length = (this.length[column] = bytes[at++])
      this.down[column] = bytes[at++]
      const base = column * STRIDE
      for (let i = 0; i < length; i++) this.cards[base + i] = bytes[at++]
    }
    this.inCells = bytes[at++]
    for (let i = 0; i < this.inCells; i++) this.cells[i] = bytes[at++]
    for (let i = 0; i < 8; i++) this.up[i] = bytes[at++]
    this.turned = bytes[at++]
    this.left = bytes[at++]
    for (let i = 0; i < this.left; i++) this.round[i] = bytes[at++]
  }
}
