// Packed boards one behind another, in one typed array that grows.
import { grown } from '../grown.ts'
import type { Board } from './board.ts'

/** A list of packed boards. */
export class Records {
  words = new Int32Array(1 << 10)
  #end = 0

  /** Adds the board as it is now; returns the place from which it can be unpacked. */
  add(board: Board): number {
    const start = this.#end
    const end = start + board.maxPackedWords
    if (end > this.words.length) this.words = grown(this.words, end)
    this.#end = board.pack(this.words, start)
    return start
  }

  /** Leaves out what was added from a place on. */
  cut(start: number): void {
    this.#end = start
  }
}
