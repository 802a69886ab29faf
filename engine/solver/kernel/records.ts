// Packed boards in one growing array.
import { grown } from '../grown.ts'
import type { Board } from './board.ts'

/** A stack of packed boards. */
export class Records {
  words = new Int32Array(1 << 10)
  #end = 0

  /** Adds a board; returns its index for `unpack`. */
  add(board: Board): number {
    const start = this.#end
    const end = start + board.maxPackedWords
    if (end > this.words.length) this.words = grown(this.words, end)
    this.#end = board.pack(this.words, start)
    return start
  }

  cut(start: number): void {
    this.#end = start
  }
}
