// Packed boards one behind another, in one typed array that grows.
import type { Board } from './board.ts'

/** A list of packed boards. */
export class Records {
  words = new Int32Array(1 << 12)
  #end = 0

  /** Adds the board as it is now; returns the place from which it can be unpacked. */
  add(board: Board): number {
    const start = this.#end
    if (start + board.maxPackedWords > this.words.length) {
      const { words } = this
      this.words = new Int32Array(2 * words.length + board.maxPackedWords)
      this.words.set(words)
    }
    this.#end = board.pack(this.words, start)
    return start
  }

  /** Leaves out what was added from a place on. */
  cut(start: number): void {
    this.#end = start
  }
}
