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

/** How a board was reached: its parent, and the steps that led from there. */
interface Node {
  readonly parent: Node | undefined
  readonly steps: readonly number[]
}

/** A board that is followed. */
interface Followed {
  readonly bytes: Uint8Array
  readonly node: Node
}

/** The best children of a level that have the same number of cards not yet seen. */
class Bucket {
  readonly heap: BoundedHeap
  readonly parents: Followed[] = []
  readonly steps: number[] = []

  constructor(most: number) {
    this.heap = new BoundedHeap(most)
  }

  offer(score: number, parent: Followed, step: number): void {
    const slot = this.heap.offer(score)
    if (slot < 0) return
    this.parents[slot] = parent
    this.steps[slot] = step
  }
}

function stepsTo(node: Node | undefined, last: readonly number[]): number[] {
  const parts = [last]
  for (let at = node; at; at = at.parent) parts.push(at.steps)
  return parts.toReversed().flat()
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
  readonly #board: PackedBoard
  readonly #settings: BeamSettings
  readonly #budget: Budget
  readonly #expander: Expander
  readonly #scorer: Scorer
  readonly #seen = new HashSet64(1 << 14)
  readonly #buckets = new Map<number, Bucket>()

  constructor(position: Position, settings: BeamSettings, budget: Budget) {
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
    let level: Followed[] = [{ bytes: board.pack(), node: { parent: undefined, steps: board.steps } }]
    for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
      for (const parent of level) {
        const steps = this.#expand(parent)
        if (steps) return steps
        if (this.#budget.isSpent || this.#seen.size > MAX_SEEN) return undefined
      }
      level = this.#nextLevel()
    }
    return undefined
  }

  /** Offers the children of a board to the next level; returns the steps to the first that has won. */
  #expand(parent: Followed): number[] | undefined {
    const board = this.#board
    let won: number[] | undefined
    board.open(parent.bytes)
    this.#scorer.read()
    this.#expander.expand(step => {
      if (won || this.#budget.isSpent) return
      if (board.isWon) won = stepsTo(parent.node, board.steps)
      else this.#offer(parent, step)
    })
    return won
  }

  #offer(parent: Followed, step: number): void {
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

  /** The boards that were kept, made once more from their parents. */
  #nextLevel(): Followed[] {
    const board = this.#board
    const level: Followed[] = []
    for (const { heap, parents, steps } of this.#buckets.values()) {
      if (heap.size === 0) continue
      for (const slot of heap.sorted()) {
        const parent = parents[slot]
        board.unpack(parent.bytes)
        board.make(steps[slot], this.#settings.isEager)
        level.push({ bytes: board.pack(), node: { parent: parent.node, steps: board.steps } })
      }
      heap.clear()
      parents.length = 0
      steps.length = 0
    }
    return level
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

/** A board on the way of the exhaustive search, and the steps to those children that are still to be seen. */
interface Entered extends Followed {
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
  const enter = (parent: Node | undefined) => {
    const node = { parent, steps: board.steps }
    const bytes = board.pack()
    const children: number[] = []
    board.open(bytes)
    expander.expand(step => {
      if (won || isOver) return
      board.rehash()
      if (!seen.add(board.hashLow, board.hashHigh)) return
      if (!budget.spend() || seen.size > most) isOver = true
      if (board.isWon) won = stepsTo(node, board.steps)
      else children.push(step)
    })
    way.push({ bytes, node, children })
  }
  board.open(board.pack())
  board.rehash()
  seen.add(board.hashLow, board.hashHigh)
  enter(undefined)
  while (way.length > 0 && !won && !isOver) {
    const { bytes, node, children } = way[way.length - 1]
    const step = children.pop()
    if (step === undefined) way.pop()
    else {
      board.unpack(bytes)
      board.make(step, false)
      enter(node)
    }
  }
  if (won) return { verdict: 'won', steps: won }
  return { verdict: isOver ? 'unknown' : 'lost' }
}
