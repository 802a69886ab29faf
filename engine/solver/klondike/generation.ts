// The states that a beam of Klondike keeps side by side, and how each was reached.
import { WORDS, type StateStack } from './state.ts'

/** The states of best score, so many at most. */
export class Generation {
  readonly words: Int32Array
  readonly lows: Int32Array
  readonly highs: Int32Array
  /** Moves and turns of the stock on the way, but for cards that go up. */
  readonly lengths: Int32Array
  /** Where in the history the way to it is written, and there the state before it and the move between. */
  readonly entries: Int32Array
  readonly befores: Int32Array
  readonly codes: Int32Array
  readonly scores: Float64Array
  size = 0
  /** The places, the worst score first: a heap. */
  readonly #heap: Int32Array
  readonly #width: number

  constructor(width: number) {
    this.#width = width
    this.words = new Int32Array(WORDS * width)
    this.lows = new Int32Array(width)
    this.highs = new Int32Array(width)
    this.lengths = new Int32Array(width)
    this.entries = new Int32Array(width)
    this.befores = new Int32Array(width)
    this.codes = new Int32Array(width)
    this.scores = new Float64Array(width)
    this.#heap = new Int32Array(width)
  }

  accepts(score: number): boolean {
    return this.size < this.#width || score < this.scores[this.#heap[0]]
  }

  /** Keeps the state on top of a stack, in place of the worst where it is full; `takes` must have agreed. */
  keep(stack: StateStack, score: number, length: number, before: number, code: number): void {
    const place = this.#placeFor(score)
    const { words, base } = stack
    for (let w = 0; w < WORDS; w++) this.words[WORDS * place + w] = words[base + w]
    this.lows[place] = stack.low
    this.highs[place] = stack.high
    this.lengths[place] = length
    this.befores[place] = before
    this.codes[place] = code
  }

  /** Puts a state on level 0 of a stack. */
  load(place: number, stack: StateStack): void {
    for (let w = 0; w < WORDS; w++) stack.words[w] = this.words[WORDS * place + w]
    stack.base = 0
    stack.low = this.lows[place]
    stack.high = this.highs[place]
  }

  /** The places, the best score first, so that what comes later is sooner seen to be worse. */
  ordered(): Int32Array<ArrayBuffer> {
    const { scores } = this
    return this.#heap.slice(0, this.size).sort((a, b) => scores[a] - scores[b] || a - b)
  }

  #placeFor(score: number): number {
    const { scores } = this
    const heap = this.#heap
    if (this.size < this.#width) {
      const place = this.size++
      scores[place] = score
      let at = place
      for (let up = (at - 1) >> 1; at > 0 && scores[heap[up]] < score; at = up, up = (at - 1) >> 1)
        heap[at] = heap[up]
      heap[at] = place
      return place
    }
    const place = heap[0]
    scores[place] = score
    let at = 0
    for (let down = 1; down < this.size; down = 2 * at + 1) {
      if (down + 1 < this.size && scores[heap[down + 1]] > scores[heap[down]]) down++
      if (scores[heap[down]] <= score) break
      heap[at] = heap[down]
      at = down
    }
    heap[at] = place
    return place
  }
}
