// A beam search for Klondike: move after move, only the most hopeful states are followed. Finds short lines,
// proves no loss.
import type { Budget } from '../types.ts'
import { Heuristic, type HeuristicWeights } from './heuristic.ts'
import type { Layout } from './layout.ts'
import { TURNED } from './state.ts'
import { StockMoves } from './stock-moves.ts'
import { TranspositionTable } from './transposition-table.ts'

const WORDS = 16
/** Moves of the longest line that is looked for. */
const LEVELS = 400

/** States that are kept side by side, and how each was reached. */
class Generation {
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

  takes(score: number): boolean {
    return this.size < this.#width || score < this.scores[this.#heap[0]]
  }

  /** The place for a state of that score, which may be that of the worst so far; `takes` must have agreed. */
  placeFor(score: number): number {
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

/** A beam search from the position of a layout, which can be run again with another width. */
export class KlondikeBeam extends StockMoves {
  readonly #heuristic: Heuristic
  readonly #weights: HeuristicWeights
  readonly #budget: Budget
  /** For each state that was kept, that before it and the move between. */
  #befores = new Int32Array(1 << 12)
  #codes = new Int32Array(1 << 12)
  #entries = 0
  /** The moves to the win with the shortest line so far, and how long that is but for cards that go up. */
  #way: number[] = []
  #shortest = Infinity

  constructor(layout: Layout, weights: HeuristicWeights, budget: Budget) {
    super(layout)
    this.#weights = weights
    this.#budget = budget
    this.#heuristic = new Heuristic(layout, weights)
    this.begin(() => void this.raiseSafe())
  }

  /**
   * The steps to a win, following the `width` best states after each move; undefined when none is found. Of
   * the wins that come up within `more` moves after the first, the one with the shortest line is taken.
   */
  search(width: number, more = 0): number[] | undefined {
    if (this.isWon) return this.#stepsOf([])
    const start = this.words.slice(0, WORDS)
    let now = new Generation(width)
    let next = new Generation(width)
    const seen = new TranspositionTable(this.layout.turn, 1 << 21)
    now.placeFor(0)
    now.words.set(start)
    now.lows[0] = this.low
    now.highs[0] = this.high
    now.lengths[0] = 0
    now.entries[0] = -1
    this.#entries = 0
    this.#shortest = Infinity
    let last = LEVELS
    for (let level = 0; level < last && now.size > 0; level++) {
      next.size = 0
      for (let i = 0; i < now.size && !this.#budget.isSpent; i++)
        if (now.lengths[i] < this.#shortest) this.#expand(now, i, next, seen)
      if (this.#budget.isSpent) break
      if (this.#shortest < Infinity) last = Math.min(last, level + 1 + more)
      this.#note(next)
      ;[now, next] = [next, now]
    }
    this.words.set(start)
    return this.#shortest < Infinity ? this.#stepsOf(this.#way) : undefined
  }

  /** Writes down how the states of a generation were reached: until then they hold place and move before. */
  #note(next: Generation): void {
    if (this.#entries + next.size > this.#codes.length) {
      const [befores, codes] = [this.#befores, this.#codes]
      this.#befores = new Int32Array(2 * (this.#entries + next.size))
      this.#codes = new Int32Array(2 * (this.#entries + next.size))
      this.#befores.set(befores)
      this.#codes.set(codes)
    }
    for (let i = 0; i < next.size; i++) {
      this.#befores[this.#entries] = next.befores[i]
      this.#codes[this.#entries] = next.codes[i]
      next.entries[i] = this.#entries++
    }
  }

  /** Puts the children of a state into the next generation, and keeps the shortest way to one that wins. */
  #expand(now: Generation, i: number, next: Generation, seen: TranspositionTable): void {
    const { words } = this
    words.set(now.words.subarray(WORDS * i, WORDS * i + WORDS))
    this.base = 0
    this.low = now.lows[i]
    this.high = now.highs[i]
    this.count = 0
    this.generate(false)
    for (let m = 0; m < this.count; m++) {
      const code = this.moves[m]
      if (m > 0) this.ascendTo(0)
      this.descend()
      const length = now.lengths[i] + this.lengthOf(code)
      this.play(code)
      if (!seen.enter(this.low, this.high, words[this.base + TURNED])) continue
      if (this.isWon) {
        const whole = length + this.turnsToFinish()
        if (whole < this.#shortest) {
          this.#shortest = whole
          this.#way = this.#wayTo(now.entries[i], code)
        }
        continue
      }
      if (!this.#budget.spend()) return
      const score = this.#heuristic.of(this) + this.#weights.length * length + (this.low & 255) / 4096
      if (!next.takes(score)) continue
      const place = next.placeFor(score)
      for (let w = 0; w < WORDS; w++) next.words[WORDS * place + w] = words[WORDS + w]
      next.lows[place] = this.low
      next.highs[place] = this.high
      next.lengths[place] = length
      next.befores[place] = now.entries[i]
      next.codes[place] = code
    }
  }

  #wayTo(entry: number, last: number): number[] {
    const codes = [last]
    for (let at = entry; at >= 0; at = this.#befores[at]) codes.push(this.#codes[at])
    return codes.reverse()
  }

  #stepsOf(codes: readonly number[]): number[] {
    return this.replay(
      codes.length,
      level => codes[level],
      code => this.play(code),
    )
  }
}
