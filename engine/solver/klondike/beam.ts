// Beam search for Klondike, which finds short lines and cannot prove a loss.
import type { Budget } from '../types.ts'
import { Generation } from './generation.ts'
import { Heuristic, type HeuristicWeights } from './heuristic.ts'
import type { Layout } from './layout.ts'
import { isOnto, StockMoves } from './stock-moves.ts'
import { Trail } from '../trail.ts'

const LEVELS = 300
/** The number of levels that are searched for a shorter line after the level of the first win. */
const MORE_LEVELS = 20

/** A beam search that can be run again, for shorter lines only. Level 0 of its stack keeps the start. */
export class KlondikeBeam extends StockMoves {
  #budget!: Budget
  readonly #heuristics = new Map<HeuristicWeights, Heuristic>()
  #heuristic!: Heuristic
  #trail = new Trail()
  /** The moves of the shortest line so far. */
  #path: number[] | undefined
  /** The length of that line: moves and turns of the stock, without moves to foundations. */
  shortest = Infinity
  /** The first moves of that line, which the current search keeps. */
  #kept: readonly number[] = []

  constructor(layout: Layout) {
    super(layout, 1 << 21)
    this.begin()
    this.descend()
  }

  /** Searches for a shorter line that keeps the first `part` of the moves; true if it finds one. */
  improve(width: number, weights: HeuristicWeights, budget: Budget, part = 0): boolean {
    this.#budget = budget
    const before = this.shortest
    this.#heuristic = this.#heuristics.get(weights) ?? new Heuristic(this.layout, weights)
    this.#heuristics.set(weights, this.#heuristic)
    this.#kept = this.#path?.slice(0, Math.floor(part * this.#path.length)) ?? []
    this.#trail = new Trail()
    let now = new Generation(width)
    let next = new Generation(width)
    this.seen.clear()
    this.ascendTo(0)
    this.descend()
    let length = 0
    for (const code of this.#kept) {
      length += this.lengthOf(code)
      this.play(code)
    }
    if (this.isWon) this.#noteWin(length, -1)
    else now.keep(this, 0, length, -1, 0)
    now.entries[0] = -1
    let last = LEVELS
    for (let level = 0; level < last && now.heap.size > 0; level++) {
      next.heap.clear()
      for (const slot of now.heap.sorted()) {
        if (this.#budget.isSpent) return this.shortest < before
        this.#expand(now, slot, next)
      }
      if (this.shortest < before) last = Math.min(last, level + 1 + MORE_LEVELS)
      for (let i = 0; i < next.heap.size; i++)
        next.entries[i] = this.#trail.add(next.heap.parents[i], next.heap.steps[i])
      ;[now, next] = [next, now]
    }
    return this.shortest < before
  }

  /** The steps of the shortest line so far; undefined if there is none. */
  bestSteps(): number[] | undefined {
    return this.#path && this.replay(this.#path)
  }

  #expand(now: Generation, slot: number, next: Generation): void {
    now.load(slot, this)
    const before = now.entries[slot]
    const heuristic = this.#heuristic
    this.count = 0
    this.generate(false)
    heuristic.read(this)
    const mayWin = !this.hasHidden
    for (let m = 0; m < this.count; m++) {
      const code = this.moves[m]
      if (this.level > 1) this.ascendTo(1)
      const length = now.lengths[slot] + this.lengthOf(code)
      if (length >= this.shortest) continue
      const price = heuristic.weights.length * length
      // Most moves play a stock card onto a column. They are scored before they are made.
      if (!mayWin && isOnto(code) && !next.heap.accepts(price + heuristic.ofStockOnto(this, code))) continue
      this.descend()
      this.play(code)
      if (length + this.fewestTurns >= this.shortest) continue
      if (this.isWon) {
        this.#noteWin(length, before, code)
        continue
      }
      const score = price + heuristic.ofChild(this) + (this.low & 255) / 4096
      if (!next.heap.accepts(score) || !this.seen.enter(this.low, this.high, this.turned)) continue
      if (!this.#budget.spend()) return
      next.keep(this, score, length, before, code)
    }
  }

  /** Keeps the path to the won state on top of the stack, if its line is shorter than `shortest`. */
  #noteWin(length: number, entry: number, ...last: readonly number[]): void {
    const whole = length + this.turnsToFinish()
    if (whole >= this.shortest) return
    this.shortest = whole
    this.#path = [...this.#kept, ...this.#trail.stepsTo(entry), ...last]
  }
}
