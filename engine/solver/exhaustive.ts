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

/** The boards on the way to the one that is looked at, packed one after another, and that one in full. */
class BoardStack {
  readonly #board: Board
  #packed = new Int32Array(1 << 14)
  /** Where each packed board begins, and where the next one would. */
  readonly #starts: number[] = []
  #end = 0
  readonly #current: Int32Array

  constructor(board: Board) {
    this.#board = board
    this.#current = new Int32Array(board.record.length)
  }

  push(): void {
    const board = this.#board
    if (this.#end + board.maxPackedWords > this.#packed.length) {
      const larger = new Int32Array(Math.ceil(1.5 * this.#packed.length))
      larger.set(this.#packed)
      this.#packed = larger
    }
    this.#starts.push(this.#end)
    this.#end = board.pack(this.#packed, this.#end)
    board.store(this.#current, 0)
    board.touched = 0
  }

  /** Goes back to the board before the last one pushed; there is none before the first. */
  pop(): void {
    this.#end = this.#starts.pop()!
    if (this.#starts.length === 0) return
    this.#board.unpack(this.#packed, this.#starts[this.#starts.length - 1])
    this.#board.store(this.#current, 0)
  }

  /** Takes back the macro that was made last on the board. */
  restore(): void {
    this.#board.restore(this.#current, 0)
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
  const boards = new BoardStack(board)
  /** The macros that led to the boards on the way, and how many of each board's macros still wait. */
  const path: number[] = []
  const waiting: number[] = []

  generator.applyForced()
  board.rehash()
  if (board.isWon) return { verdict: 'won', steps: stepsOf(position, path) }
  seen.add(board.hashLow, board.hashHigh)
  boards.push()
  waiting.push(generator.list())
  while (waiting.length > 0) {
    const left = --waiting[waiting.length - 1]
    if (left < 0) {
      waiting.pop()
      path.pop()
      boards.pop()
      // Listed again when the search comes back: kept, they would take more memory than all boards.
      if (waiting.length > 0) generator.list()
      continue
    }
    const macro = generator.macros[left]
    generator.make(macro)
    board.rehash()
    if (!seen.add(board.hashLow, board.hashHigh)) {
      boards.restore()
      continue
    }
    path.push(macro)
    if (board.isWon) return { verdict: 'won', steps: stepsOf(position, withoutWindings(position, path)) }
    if (seen.size > maxSeen || !budget.spend()) return { verdict: 'unknown' }
    boards.push()
    waiting.push(generator.list())
  }
  return { verdict: 'lost' }
}

/** The hash of a board as one number; as in the search, boards of one hash are taken for one. */
const keyOf = ({ hashLow, hashHigh }: Board): number => (hashLow >>> 0) * 2 ** 21 + (hashHigh >>> 11)

/**
 * The same win by fewer macros: a search into the depth winds along hundreds of thousands of them. From each
 * board that is kept it goes on to the one furthest along the path that a macro leads to. Its columns and
 * cells may lie in another order than on the path, so the macros are those of the boards that are kept.
 */
function withoutWindings(position: Position, path: readonly number[]): readonly number[] {
  const board = new Board(position)
  const generator = new MoveGenerator(board, 'complete')
  const here = new Int32Array(board.record.length)
  generator.applyForced()
  board.rehash()
  const start = board.record.slice()
  const indexOf = new Map<number, number>()
  path.forEach((macro, i) => {
    generator.make(macro)
    board.rehash()
    indexOf.set(keyOf(board), i)
  })
  board.load(start, 0)
  const kept: number[] = []
  for (let at = -1; at < path.length - 1;) {
    board.store(here, 0)
    board.touched = 0
    const count = generator.list()
    let best = 0
    const from = at
    for (let i = 0; i < count; i++) {
      generator.make(generator.macros[i])
      board.rehash()
      const index = indexOf.get(keyOf(board)) ?? -1
      if (index > at) [at, best] = [index, generator.macros[i]]
      board.restore(here, 0)
    }
    if (at === from) return path // two boards of one hash
    generator.make(best)
    board.rehash()
    kept.push(best)
  }
  return kept
}

/** The macros of a path with the forced moves between them. */
function stepsOf(position: Position, path: readonly number[]): number[] {
  const generator = new MoveGenerator(new Board(position), 'complete')
  const steps: number[] = []
  generator.applyForced(steps)
  for (const macro of path) generator.make(macro, steps)
  return steps
}
