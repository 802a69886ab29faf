// The beam: looks for a win level by level and follows only the most hopeful boards. It finds nearly every
// win and proves no loss.
import type { Position } from '../rules/types.ts'
import { Board } from './board.ts'
import { BoundedHeap } from './bounded-heap.ts'
import { Evaluator, type EvalWeights } from './evaluate.ts'
import { HashSet64 } from './hash-set-64.ts'
import { encodeMacro, MacroKind } from './macros.ts'
import { MoveGenerator } from './move-generator.ts'
import type { Budget } from './types.ts'

/** Boards that one search remembers, 16 bytes each at most. */
const MAX_SEEN = 2_000_000
const MAX_LEVELS = 400
/** Levels between two deals of the stock, and after the last one. */
const LEVELS_PER_DEAL = 14
const LEVELS_AFTER_DEALS = 80
const NO_NODE = -1

/** The boards of one level, the best that were offered, each with the node and macro that it came from. */
class Level {
  readonly heap: BoundedHeap
  readonly records: Int32Array
  readonly parents: Int32Array
  readonly macros: Int32Array
  /** The slots of the boards, the best first, and their nodes, once the level is complete. */
  slots = new Int32Array()
  readonly nodes: Int32Array
  readonly #recordWords: number

  constructor(width: number, recordWords: number) {
    this.heap = new BoundedHeap(width)
    this.#recordWords = recordWords
    this.records = new Int32Array(width * recordWords)
    this.parents = new Int32Array(width)
    this.macros = new Int32Array(width)
    this.nodes = new Int32Array(width)
  }

  /** Keeps a board where it is good enough. */
  offer(board: Board, score: number, parent: number, macro: number): void {
    const slot = this.heap.offer(score)
    if (slot < 0) return
    board.store(this.records, slot * this.#recordWords)
    this.parents[slot] = parent
    this.macros[slot] = macro
  }
}

/** One search of a position by one set of weights. */
export class Beam {
  readonly #position: Position
  readonly #board: Board
  readonly #generator: MoveGenerator
  readonly #evaluator: Evaluator
  readonly #budget: Budget
  #seen = new HashSet64()
  /** Whether the budget or the memory is used up. */
  #isOver = false
  /** Every board that was followed: the node before it and the macro that led from there. */
  readonly #parents: number[] = []
  readonly #macros: number[] = []

  constructor(position: Position, weights: EvalWeights, budget: Budget) {
    this.#position = position
    this.#board = new Board(position)
    this.#generator = new MoveGenerator(this.#board, 'pruned')
    this.#evaluator = new Evaluator(this.#board, weights)
    this.#budget = budget
  }

  /**
   * The steps to a win: macros with the forced moves between them. Follows the `width` best boards of each
   * level; undefined when that finds none or a limit comes. A beam searches once.
   */
  search(width: number): number[] | undefined {
    const board = this.#board
    this.#generator.applyForced()
    board.rehash()
    if (board.isWon) return this.#stepsTo(NO_NODE)
    board.touchAll()
    const root = new Level(width, board.record.length)
    root.offer(board, this.#evaluator.score(), NO_NODE, 0)
    this.#complete(root)
    const winner = board.isOrdered
      ? this.#searchDeals(root, width)
      : this.#searchLevels(root, width, MAX_LEVELS)
    return winner === undefined ? undefined : this.#stepsTo(winner)
  }

  /** Level after level; `onLevel` sees every level that is followed. Returns the node of a win. */
  #searchLevels(
    root: Level,
    width: number,
    levels: number,
    onLevel?: (level: Level) => void,
  ): number | undefined {
    this.#seen = new HashSet64()
    const others = [new Level(width, this.#board.record.length), new Level(width, this.#board.record.length)]
    let level = root
    for (let depth = 0; depth < levels && level.slots.length > 0; depth++) {
      onLevel?.(level)
      const next = others[depth & 1]
      const winner = this.#expandLevel(level, next)
      if (winner !== undefined) return winner
      if (this.#isOver || this.#seen.size > MAX_SEEN) return undefined
      this.#complete(next)
      level = next
    }
    if (level.slots.length > 0) onLevel?.(level)
    return undefined
  }

  /** Offers every child of a level to the next; returns the node of the first that has won. */
  #expandLevel(level: Level, next: Level): number | undefined {
    const board = this.#board
    const generator = this.#generator
    const recordWords = board.record.length
    next.heap.clear()
    for (const slot of level.slots) {
      const at = slot * recordWords
      const parent = level.nodes[slot]
      board.load(level.records, at)
      const count = generator.list()
      for (let i = 0; i < count; i++) {
        const macro = generator.macros[i]
        generator.make(macro)
        if (board.isWon) return this.#addNode(parent, macro)
        const score = this.#evaluator.score()
        // A board that is too bad to be kept need not be hashed or known.
        if (next.heap.accepts(score)) {
          board.rehash()
          if (this.#seen.add(board.hashLow, board.hashHigh)) {
            if (!this.#budget.spend()) this.#isOver = true
            next.offer(board, score + this.#noise(), parent, macro)
          }
        }
        board.restore(level.records, at)
      }
      if (this.#isOver) return undefined
    }
    return undefined
  }

  /**
   * A little that depends on the board alone, so that boards of one score do not all come from one parent.
   */
  #noise(): number {
    return this.#board.hashLow & 255
  }

  /** Sorts a level and gives its boards nodes. */
  #complete(level: Level): void {
    level.slots = level.heap.sorted()
    for (const slot of level.slots) level.nodes[slot] = this.#addNode(level.parents[slot], level.macros[slot])
  }

  #addNode(parent: number, macro: number): number {
    this.#parents.push(parent)
    this.#macros.push(macro)
    return this.#parents.length - 1
  }

  /**
   * Between two deals of the stock a search of its own. The best boards after a deal, from any level before
   * it, begin the next one.
   */
  #searchDeals(root: Level, width: number): number | undefined {
    const board = this.#board
    let start = root
    while (start.slots.length > 0 && !this.#isOver) {
      board.load(start.records, start.slots[0] * board.record.length)
      if (board.talonCount === 0) return this.#searchLevels(start, width, LEVELS_AFTER_DEALS)
      const dealt = new Level(width, board.record.length)
      const known = new HashSet64()
      const winner = this.#searchLevels(start, width, LEVELS_PER_DEAL, level =>
        this.#offerDeals(level, dealt, known),
      )
      if (winner !== undefined) return winner
      this.#complete(dealt)
      start = dealt
    }
    return undefined
  }

  /** Offers every board of a level, after a deal, to the boards that begin the next search. */
  #offerDeals(level: Level, dealt: Level, known: HashSet64): void {
    const board = this.#board
    const deal = encodeMacro(MacroKind.deal)
    for (const slot of level.slots) {
      board.load(level.records, slot * board.record.length)
      if (!this.#generator.mayDeal()) continue
      this.#generator.make(deal)
      board.rehash()
      if (known.add(board.hashLow, board.hashHigh))
        dealt.offer(board, this.#evaluator.score(), level.nodes[slot], deal)
    }
  }

  /** Replays the macros that lead to a node, with the forced moves between them. */
  #stepsTo(node: number): number[] {
    const macros: number[] = []
    for (let at = node; at >= 0 && this.#parents[at] !== NO_NODE; at = this.#parents[at])
      macros.push(this.#macros[at])
    const generator = new MoveGenerator(new Board(this.#position), 'pruned')
    const steps: number[] = []
    generator.applyForced(steps)
    for (const macro of macros.reverse()) generator.make(macro, steps)
    return steps
  }
}
