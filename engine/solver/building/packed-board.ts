// A board that is packed into bytes, goes back to them after each step that was tried, and has a hash. Only
// what was touched is read and hashed again.
import type { Position } from '../../rules/types.ts'
import { lowestBit } from '../bits.ts'
import { zobristKeys } from '../zobrist.ts'
import { BuildingBoard } from './board.ts'

const KEYS = zobristKeys(4096, 0x2545f491)
const PLACES = 900
const IN_CELLS = 128
const FOUNDATIONS = 256
const TALON = 1024

/** A board with its bytes and its hash. */
export class PackedBoard extends BuildingBoard {
  hashLow = 0
  hashHigh = 0
  /** The bytes that the board was unpacked from, and where in them each column and the other piles begin. */
  #bytes: Uint8Array = new Uint8Array()
  readonly #offsets: Uint32Array
  #restOffset = 0
  /** The hashes of the columns as they were unpacked, and their sums. */
  readonly #columnLow: Int32Array
  readonly #columnHigh: Int32Array
  #sumLow = 0
  #sumHigh = 0
  #wasOrdered = false

  constructor(position: Position) {
    super(position)
    this.#offsets = new Uint32Array(this.columns)
    this.#columnLow = new Int32Array(this.columns)
    this.#columnHigh = new Int32Array(this.columns)
  }

  /** Brings the hash of a board that was opened up to date; equal where only what does not matter differs. */
  rehash(): void {
    const isOrdered = this.isOrdered
    if (isOrdered !== this.#wasOrdered) this.touched = (1 << this.columns) - 1
    let low = this.#sumLow
    let high = this.#sumHigh
    for (let bits = this.touched; bits !== 0; bits &= bits - 1) {
      const column = lowestBit(bits)
      this.#hashColumn(column, isOrdered)
      low = (low + this.hashLow - this.#columnLow[column]) | 0
      high = (high + this.hashHigh - this.#columnHigh[column]) | 0
    }
    this.#addRest(low, high)
  }

  /** The hash of a column, in `hashLow` and `hashHigh`. */
  #hashColumn(column: number, isOrdered: boolean): void {
    let a = isOrdered ? KEYS[PLACES + column] : 0x51ed270b
    let b = 0x2f1b3d77 + this.down[column]
    const base = column * this.stride
    for (let at = base; at < base + this.length[column]; at++) {
      a = Math.imul(a ^ KEYS[this.cards[at]], 0x85ebca6b)
      a ^= a >>> 15
      b = Math.imul(b + KEYS[64 + this.cards[at]], 0xc2b2ae35)
      b ^= b >>> 13
    }
    this.hashLow = Math.imul(a, 0x27d4eb2f)
    this.hashHigh = Math.imul(b ^ a, 0x165667b1)
  }

  #addRest(columnsLow: number, columnsHigh: number): void {
    let low = columnsLow
    let high = columnsHigh
    for (let i = 0; i < this.inCells; i++) {
      low = (low + KEYS[IN_CELLS + this.cells[i]]) | 0
      high = (high + KEYS[IN_CELLS + 64 + this.cells[i]]) | 0
    }
    for (let i = 0; i < 8; i++) {
      low ^= Math.imul(KEYS[FOUNDATIONS + 16 * i + this.up[i]], 0x2c1b3c6d)
      high ^= KEYS[FOUNDATIONS + 144 + 16 * i + this.up[i]]
    }
    low = (low + Math.imul(this.talonCount + 1, 0x3c6ef372)) | 0
    high = (high + Math.imul(this.inReserve + 1, 0x1b56c4e9)) | 0
    if (this.draw && (this.draw.turn > 1 || this.draw.passes !== undefined))
      high = (high + Math.imul(this.turned + 1 + 128 * this.pass, 0x1b873593)) | 0
    this.hashLow = low
    this.hashHigh = high
  }

  /**
   * Adds which cards stock and waste hold to the hash. Of two equal cards either can be left there, and no
   * other pile says which. A proof needs that; a beam follows one board for both.
   */
  hashTalon(): void {
    if (!this.draw || this.game.deck.copies === 1) return
    let low = this.hashLow
    let high = this.hashHigh
    for (let at = 0; at < this.talonCount; at++) {
      low = Math.imul(low ^ KEYS[TALON + this.talon[at]], 0x85ebca6b)
      low ^= low >>> 15
      high = Math.imul(high + KEYS[TALON + 64 + this.talon[at]], 0xc2b2ae35)
      high ^= high >>> 13
    }
    this.hashLow = low
    this.hashHigh = high
  }

  /** How many bytes the board takes. */
  get packedSize(): number {
    let size = 2 * this.columns + 14 + this.inCells + this.talonCount
    for (let column = 0; column < this.columns; column++) size += this.length[column]
    return size
  }

  /** The board as bytes, for `unpack`. */
  pack(): Uint8Array {
    const bytes = new Uint8Array(this.packedSize)
    this.packInto(bytes, 0)
    return bytes
  }

  /** Writes the board as `packedSize` bytes from a place on; returns the place after them. */
  packInto(bytes: Uint8Array, start: number): number {
    let at = start
    for (let column = 0; column < this.columns; column++) {
      const length = (bytes[at++] = this.length[column])
      bytes[at++] = this.down[column]
      for (let row = 0; row < length; row++) bytes[at++] = this.cards[column * this.stride + row]
    }
    bytes[at++] = this.inCells
    for (let i = 0; i < this.inCells; i++) bytes[at++] = this.cells[i]
    for (let i = 0; i < 8; i++) bytes[at++] = this.up[i]
    bytes[at++] = this.suitsOut
    bytes[at++] = this.inReserve
    bytes[at++] = this.turned
    bytes[at++] = this.pass
    bytes[at++] = this.talonCount
    for (let i = 0; i < this.talonCount; i++) bytes[at++] = this.talon[i]
    return at
  }

  /** Becomes the board that was packed from a place on, which `restore` goes back to. */
  unpack(bytes: Uint8Array, start = 0): void {
    this.#bytes = bytes
    let at = start
    for (let column = 0; column < this.columns; column++) {
      this.#offsets[column] = at
      this.#readColumn(column)
      at += 2 + this.length[column]
    }
    this.#restOffset = at
    this.#readRest()
    this.touched = 0
    this.isRestTouched = false
  }

  /** Unpacks a board whose children are hashed: `rehash` hashes only the columns that they changed. */
  open(bytes: Uint8Array, start = 0): void {
    this.unpack(bytes, start)
    this.#wasOrdered = this.isOrdered
    this.#sumLow = 0
    this.#sumHigh = 0
    for (let column = 0; column < this.columns; column++) {
      this.#hashColumn(column, this.#wasOrdered)
      this.#sumLow = (this.#sumLow + (this.#columnLow[column] = this.hashLow)) | 0
      this.#sumHigh = (this.#sumHigh + (this.#columnHigh[column] = this.hashHigh)) | 0
    }
  }

  /** Becomes the board again that was unpacked last. */
  restore(): void {
    for (let bits = this.touched; bits !== 0; bits &= bits - 1) this.#readColumn(lowestBit(bits))
    if (this.isRestTouched) this.#readRest()
    this.touched = 0
    this.isRestTouched = false
  }

  #readColumn(column: number): void {
    const bytes = this.#bytes
    let at = this.#offsets[column]
    const length = (this.length[column] = bytes[at++])
    this.down[column] = bytes[at++]
    const base = column * this.stride
    for (let row = 0; row < length; row++) this.cards[base + row] = bytes[at++]
  }

  #readRest(): void {
    const bytes = this.#bytes
    let at = this.#restOffset
    this.inCells = bytes[at++]
    for (let i = 0; i < this.inCells; i++) this.cells[i] = bytes[at++]
    for (let i = 0; i < 8; i++) this.up[i] = bytes[at++]
    this.suitsOut = bytes[at++]
    this.inReserve = bytes[at++]
    this.turned = bytes[at++]
    this.pass = bytes[at++]
    this.talonCount = bytes[at++]
    for (let i = 0; i < this.talonCount; i++) this.talon[i] = bytes[at++]
  }
}
