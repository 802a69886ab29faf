// The two searches of building games: a beam with a share for each number of cards not yet seen, which finds
// wins, and an exhaustive one, which proves losses.
import type { Position } from '../../rules/types.ts'
import { BoundedHeap } from '../bounded-heap.ts'
import { HashSet64 } from '../hash-set-64.ts'
import type { Budget, Verdict } from '../types.ts'
import { PackedBoard } from './packed-board.ts'
import { Expander } from './expand.ts'
import type { Weights } from './schedule.ts'
import { Scorer } from './score.ts'

/** Boards that one search remembers. */
const MAX_SEEN = 2_000_000
const MAX_LEVELS = 600

/** How every board was reached that a beam has followed: the board before it, and the step from there. */
class Trail {
  #words = new Int32Array(1 << 10)
  size = 0

  add(before: number, step: number): void {
    const at = 2 * this.size++
    if (at === this.#words.length) {
      const words = this.#words
      this.#words = new Int32Array(2 * words.length)
      this.#words.set(words)
    }
    this.#words[at] = before
    this.#words[at + 1] = step
  }

  /** The steps from board 0, where the beam began, to another. */
  stepsTo(board: number): number[] {
    const steps: number[] = []
    for (let at = board; at > 0; at = this.#words[2 * at]) steps.push(this.#words[2 * at + 1])
    return steps.reverse()
  }
}

/** The boards that a beam follows at one time, packed one behind another. */
class Level {
  /** Where in the trail the first of them stands, and after it the others. */
  first = 0
  readonly starts: number[] = []
  bytes = new Uint8Array(1 << 13)
  #end = 0

  get size(): number {
    return this.starts.length
  }

  /** Adds the board as it is now. */
  add(board: PackedBoard): void {
    const { bytes } = this
    if (this.#end + board.packedSize > bytes.length) {
      this.bytes = new Uint8Array(2 * bytes.length)
      this.bytes.set(bytes)
    }
    this.starts.push(this.#end)
    this.#end = board.packInto(this.bytes, this.#end)
  }

  clear(): void {
    this.starts.length = 0
    this.#end = 0
  }
}

/** The best children of a level that have the same number of cards not yet seen. */
class Bucket {
  readonly heap: BoundedHeap
  /** Where in the level the parent of each stands. */
  readonly parents: number[] = []
  readonly steps: number[] = []

  constructor(most: number) {
    this.heap = new BoundedHeap(most)
  }

  offer(score: number, parent: number, step: number): void {
    const slot = this.heap.offer(score)
    if (slot < 0) return
    this.parents[slot] = parent
    this.steps[slot] = step
  }
}

/** How a beam searches. */
export interface BeamSettings {
  readonly weights: Weights
  readonly width: number
  /** Whether every card goes up that can, or only those that can never hurt. */
  readonly isEager: boolean
}

/** One beam on its board. */
class BuildingBeam {
  readonly #position: Position
  readonly #board: PackedBoard
  readonly #settings: BeamSettings
  readonly #budget: Budget
  readonly #expander: Expander
  readonly #scorer: Scorer
  readonly #seen = new HashSet64(1 << 14)
  readonly #buckets = new Map<number, Bucket>()
  readonly #trail = new Trail()
  #level = new Level()
  #next = new Level()

  constructor(position: Position, settings: BeamSettings, budget: Budget) {
    this.#position = position
    this.#board = new PackedBoard(position)
    this.#settings = settings
    this.#budget = budget
    this.#expander = new Expander(this.#board, 'pruned', settings.isEager)
    this.#scorer = new Scorer(this.#board, settings.weights)
  }

  /** The steps to a win; undefined where it finds none or a limit comes. */
  search(): number[] | undefined {
    const board = this.#board
    board.settle(this.#settings.isEager)
    if (board.isWon) return board.steps
    this.#trail.add(-1, 0)
    this.#level.add(board)
    for (let depth = 0; depth < MAX_LEVELS && this.#level.size > 0; depth++) {
      for (let parent = 0; parent < this.#level.size; parent++) {
        const steps = this.#expand(parent)
        if (steps) return steps
        if (this.#budget.isSpent || this.#seen.size > MAX_SEEN) return undefined
      }
      this.#goOn()
    }
    return undefined
  }

  /** Offers the children of a board to the next level; returns the steps to the first that has won. */
  #expand(parent: number): number[] | undefined {
    const board = this.#board
    const { first, bytes, starts } = this.#level
    let last: number | undefined
    board.open(bytes, starts[parent])
    this.#scorer.read()
    this.#expander.expand(step => {
      if (last !== undefined || this.#budget.isSpent) return
      if (board.isWon) last = step
      else this.#offer(parent, step)
    })
    return last === undefined ? undefined : this.#allSteps([...this.#trail.stepsTo(first + parent), last])
  }

  /** Chosen steps together with those that follow by themselves. */
  #allSteps(chosen: readonly number[]): number[] {
    const { isEager } = this.#settings
    const board = new PackedBoard(this.#position)
    board.settle(isEager)
    const steps = [...board.steps]
    for (const step of chosen) {
      board.make(step, isEager)
      steps.push(...board.steps)
    }
    return steps
  }

  #offer(parent: number, step: number): void {
    const board = this.#board
    const unseen = unseenCards(board)
    let bucket = this.#buckets.get(unseen)
    if (!bucket) this.#buckets.set(unseen, (bucket = new Bucket(this.#settings.width)))
    const score = this.#scorer.score()
    // A board that is too bad to be kept need not be hashed or known.
    if (!bucket.heap.accepts(score)) return
    board.rehash()
    if (!this.#seen.add(board.hashLow, board.hashHigh)) return
    this.#budget.spend()
    // A little that depends on the board alone, so that boards of one score do not all come from one parent.
    bucket.offer(score + (board.hashLow & 255), parent, step)
  }

  /** Follows the boards that were kept, made once more from their parents. */
  #goOn(): void {
    const board = this.#board
    const { first, bytes, starts } = this.#level
    this.#next.first = this.#trail.size
    for (const { heap, parents, steps } of this.#buckets.values()) {
      if (heap.size === 0) continue
      for (const slot of heap.sorted()) {
        const parent = parents[slot]
        board.unpack(bytes, starts[parent])
        board.make(steps[slot], this.#settings.isEager)
        this.#trail.add(first + parent, steps[slot])
        this.#next.add(board)
      }
      heap.clear()
      parents.length = 0
      steps.length = 0
    }
    const left = this.#level
    this.#level = this.#next
    this.#next = left
    left.clear()
  }
}

/** The steps to a win that a beam of that width finds; undefined where it finds none or a limit comes. */
export const searchByBeam = (
  position: Position,
  settings: BeamSettings,
  budget: Budget,
): number[] | undefined => new BuildingBeam(position, settings, budget).search()

/** Cards that are still to be dealt, or turned where the stock is gone through only so often. */
function unseenCards(board: PackedBoard): number {
  if (board.deal) return board.talonCount
  return board.draw?.passes === undefined ? 0 : board.talonCount - board.turned
}

/** A board on the way of the exhaustive search. */
interface Entered {
  readonly bytes: Uint8Array
  /** The steps from the board before it. */
  readonly steps: readonly number[]
  /** The steps to those children that are still to be seen. */
  readonly children: number[]
}

/** Looks at everything that can be reached, as far as so many boards; a win comes with its steps. */
export function searchAll(
  position: Position,
  most: number,
  budget: Budget,
): { readonly verdict: Verdict; readonly steps?: number[] } {
  const board = new PackedBoard(position)
  board.settle(false)
  if (board.isWon) return { verdict: 'won', steps: board.steps }
  const expander = new Expander(board, 'complete', false)
  const seen = new HashSet64()
  let won: number[] | undefined
  let isOver = false
  const way: Entered[] = []
  const enter = () => {
    const { steps } = board
    const bytes = board.pack()
    const children: number[] = []
    board.open(bytes)
    expander.expand(step => {
      if (won || isOver) return
      board.rehash()
      board.hashTalon()
      if (!seen.add(board.hashLow, board.hashHigh)) return
      if (!budget.spend() || seen.size > most) isOver = true
      if (board.isWon) won = [...way.flatMap(one => one.steps), ...steps, ...board.steps]
      else children.push(step)
    })
    way.push({ bytes, steps, children })
  }
  board.open(board.pack())
  board.rehash()
  board.hashTalon()
  seen.add(board.hashLow, board.hashHigh)
  enter()
  while (way.length > 0 && !won && !isOver) {
    const { bytes, children } = way[way.length - 1]
    const step = children.pop()
    if (step === undefined) way.pop()
    else {
      board.unpack(bytes)
      board.make(step, false)
      enter()
    }
  }
  if (won) return { verdict: 'won', steps: won }
  return { verdict: isOver ? 'unknown' : 'lost' }
}
