// Packed boards in one growing array.
import { grown } from '../grown.ts'
import type { Board } from './board.ts'

/** A stack of packed boards, by index. */
export class Records {
  #words = new Int32Array(1 << 10)
  readonly #starts: number[] = []
  #end = 0
  /** The index of the first board. */
  #first = 0

  get size(): number {
    return this.#starts.length
  }

  /** Adds a board; returns its index. */
  add(board: Board): number {
    const end = this.#end + board.maxPackedWords
    if (end > this.#words.length) this.#words = grown(this.#words, end)
    this.#starts.push(this.#end)
    this.#end = board.pack(this.#words, this.#end)
    return this.#first + this.#starts.length - 1
  }

  open(board: Board, index: number): void {
    board.unpack(this.#words, this.#starts[index - this.#first])
  }

  removeLast(): void {
    this.#end = this.#starts.pop()!
  }

  /** Removes all boards; the next one gets the index `first`. */
  clear(first = 0): void {
    this.#starts.length = 0
    this.#end = 0
    this.#first = first
  }
}
