// The exhaustive search: looks at every board that can be reached, and so decides a position for certain, as
// far as its budget goes.
import type { Position } from '../rules/types.ts'
import { Board } from './board.ts'
import { HashSet64 } from './hash-set-64.ts'
import { MoveGenerator } from './move-generator.ts'
import type { Budget, Verdict } from './types.ts'

/** What the exhaustive search found. */
export interface SearchResult {
  /**
   * `lost` proves nothing where house rules open more ways: shuffled recycles and cards taken back from
   * foundations are not followed.
   */
  readonly verdict: Verdict
  readonly steps?: number[]
}

/** The boards on the way to the one that is looked at: a stack of records, short ones after each other. */
class RecordStack {
  #words = new Int32Array(1 << 14)
  #end = 0

  push(board: Board): void {
    while (this.#end + board.record.length > this.#words.length) {
      const larger = new Int32Array(2 * this.#words.length)
      larger.set(this.#words)
      this.#words = larger
    }
    board.store(this.#words, this.#end)
    this.#end += board.record.length
  }

  drop(board: Board): void {
    this.#end -= board.record.length
  }

  /** Takes the top record, or with `isTouchedOnly` only what the board has changed since. */
  load(board: Board, isTouchedOnly: boolean): void {
    const at = this.#end - board.record.length
    if (isTouchedOnly) board.restore(this.#words, at)
    else board.load(this.#words, at)
  }
}

/**
 * Searches depth first, every single move, each board once; at most `maxSeen` boards, which bounds the
 * memory.
 */
export function searchExhaustively(position: Position, budget: Budget, maxSeen: number): SearchResult {
  const board = new Board(position)
  const generator = new MoveGenerator(board, 'complete')
  const seen = new HashSet64()
  const records = new RecordStack()
  /**
   * For each board on the way: the macro that led to it, and the macros from it that wait, with their number.
   */
  const path: number[] = []
  const waiting: number[] = []
  const counts: number[] = []

  const enter = () => {
    records.push(board)
    board.touched = 0
    const count = generator.list()
    for (let i = 0; i < count; i++) waiting.push(generator.macros[i])
    counts.push(count)
  }

  generator.applyForced()
  board.rehash()
  if (board.isWon) return { verdict: 'won', steps: stepsOf(position, path) }
  seen.add(board.hashLow, board.hashHigh)
  enter()
  while (counts.length > 0) {
    if (counts[counts.length - 1]-- === 0) {
      counts.pop()
      path.pop()
      records.drop(board)
      if (counts.length > 0) records.load(board, false)
      continue
    }
    const macro = waiting.pop()!
    generator.make(macro)
    board.rehash()
    if (!seen.add(board.hashLow, board.hashHigh)) {
      records.load(board, true)
      continue
    }
    path.push(macro)
    if (board.isWon) return { verdict: 'won', steps: stepsOf(position, path) }
    if (seen.size > maxSeen || !budget.spend()) return { verdict: 'unknown' }
    enter()
  }
  return { verdict: 'lost' }
}

/** The macros of a path with the forced moves between them. */
function stepsOf(position: Position, path: readonly number[]): number[] {
  const generator = new MoveGenerator(new Board(position), 'complete')
  const steps: number[] = []
  generator.applyForced(steps)
  for (const macro of path) generator.make(macro, steps)
  return steps
}
