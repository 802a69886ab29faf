// Beam search, which cannot prove a loss. Only boards with the same number of unseen cards compete.
import type { Position } from '../../rules/types.ts'
import { BoundedHeap } from '../bounded-heap.ts'
import { HashSet64 } from '../hash-set-64.ts'
import { Trail } from '../trail.ts'
import type { Budget } from '../types.ts'
import { Board, type Raising } from './board.ts'
import { Evaluator, type Weights } from './evaluate.ts'
import { Records } from './records.ts'
import { StepsLister } from './steps-lister.ts'

/** The maximum number of hashes that a search stores. */
export const MAX_SEEN = 2_000_000
const MAX_LEVELS = 600

/** The parameters of a beam search or of a best-first search. */
export interface BeamSettings {
  readonly isBestFirst?: boolean
  /** Whether every second board that a best-first search expands is a novel one. */
  readonly seeksNovelty?: boolean
  /** The maximum number of boards kept per level and unseen count, or expanded by a best-first search. */
  readonly width: number
  readonly weights: Weights
  readonly raising: Raising
  /**
   * The maximum number of levels in a stage, which searches boards with the same number of unseen cards. The
   * stage without unseen cards has up to `MAX_LEVELS` instead. The best boards with fewer unseen cards start
   * the next stage. If `levels` is omitted, there are no stages.
   */
  readonly levels?: number
}

/** One beam search. */
export class BeamSearch {
  readonly #settings: BeamSettings
  readonly #budget: Budget
  readonly #board: Board
  readonly #lister: StepsLister
  readonly #evaluator: Evaluator
  #seen = new HashSet64()
  /** The best boards offered, by the number of unseen cards; parents are indexes in the trail. */
  readonly #buckets: BoundedHeap[] = []
  readonly #trail = new Trail()
  /**
   * The boards of this level or, with stages, of this stage, by their index in the trail. If `#jumps`, those
   * of all stages. The two lists alternate.
   */
  #followed = new Records()
  #others = new Records()
  /** The levels left in this stage, and its number of unseen cards. */
  #levelsLeft = 0
  #unseen = 0
  /** Whether a step can turn several cards, so that a parent can be several stages back. */
  readonly #jumps: boolean

  constructor(position: Position, settings: BeamSettings, budget: Budget) {
    this.#settings = settings
    this.#budget = budget
    this.#board = new Board(position, settings)
    this.#lister = new StepsLister(this.#board, 'pruned')
    this.#evaluator = new Evaluator(this.#board, settings.weights)
    this.#jumps = settings.levels !== undefined && this.#board.draw !== undefined
  }

  /** The steps of a win, without automatic steps; undefined if the search finds none. */
  search(): number[] | undefined {
    const board = this.#board
    board.settle()
    if (board.isWon) return []
    this.#begin(board.unseen)
    this.#keep(-1, 0)
    for (let parent = 0; parent < this.#trail.size; this.#advance())
      for (const end = this.#trail.size; parent < end; parent++) {
        const last = this.#expand(parent)
        if (last >= 0) return [...this.#trail.stepsTo(parent).slice(1), last]
        if (this.#budget.isSpent || this.#seen.size > MAX_SEEN) return undefined
      }
    return undefined
  }

  /** Offers the children of a board; returns a step that wins, or −1. */
  #expand(parent: number): number {
    const board = this.#board
    const lister = this.#lister
    this.#followed.open(board, parent)
    const count = lister.list()
    for (let i = 0; i < count; i++) {
      const step = lister.steps[i]
      board.make(step)
      if (board.isWon) return step
      this.#offer(parent, step)
      board.restore()
    }
    return -1
  }

  #offer(parent: number, step: number): void {
    const board = this.#board
    const { unseen } = board
    const bucket = (this.#buckets[unseen] ??= new BoundedHeap(this.#settings.width))
    const score = this.#evaluator.score()
    // A board that is not kept needs no hash.
    if (!bucket.accepts(score)) return
    board.rehash()
    if (!this.#seen.add(board.hashLow, board.hashHigh)) return
    this.#budget.spend()
    // Adds up to a sixteenth of a unit by hash, so that kept boards of similar score have different parents.
    bucket.offer(score + (board.hashLow & 255), parent, step)
  }

  #keep(parent: number, step: number): void {
    const board = this.#board
    this.#evaluator.score()
    board.rehash()
    this.#trail.add(parent, step)
    this.#followed.add(board)
  }

  #begin(unseen: number): void {
    this.#unseen = unseen
    this.#levelsLeft = (unseen > 0 && this.#settings.levels) || MAX_LEVELS
  }

  /** Starts the next level, or the next stage. */
  #advance(): void {
    const isStaged = this.#settings.levels !== undefined
    const isOver = --this.#levelsLeft <= 0 || (isStaged && this.#sizeOf(this.#unseen) === 0)
    const parents = this.#followed
    // Records are dropped unless parents can be in earlier levels.
    if (!this.#jumps && (!isStaged || isOver)) {
      this.#followed = this.#others
      this.#others = parents
      this.#followed.clear(this.#trail.size)
    }
    if (!isStaged) {
      if (!isOver) for (const bucket of this.#buckets) if (bucket) this.#follow(bucket, parents)
      return
    }
    if (isOver) {
      this.#buckets[this.#unseen]?.clear()
      let next = this.#unseen - 1
      while (next >= 0 && this.#sizeOf(next) === 0) next--
      if (next < 0) return
      if (!this.#jumps) this.#seen = new HashSet64()
      this.#begin(next)
    }
    this.#follow(this.#buckets[this.#unseen], parents)
  }

  #sizeOf(unseen: number): number {
    return this.#buckets[unseen]?.size ?? 0
  }

  /** Recreates the boards of a bucket from their parents, best first. */
  #follow(bucket: BoundedHeap, from: Records): void {
    const board = this.#board
    const { parents, steps } = bucket
    for (const slot of bucket.sorted()) {
      from.open(board, parents[slot])
      board.make(steps[slot])
      this.#keep(parents[slot], steps[slot])
    }
    bucket.clear()
  }
}
