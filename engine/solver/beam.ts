// Looking for a win: level by level, only the most hopeful boards are followed. Finds nearly every win,
// proves no loss.
import { Board, Kind, readStep, step } from './board.ts'
import { HashSet64 } from './hash-set-64.ts'
import { apply, MoveGenerator } from './move-generator.ts'
import { evaluate, type EvalWeights } from './evaluate.ts'
import type { Budget } from './types.ts'

/** A board on the way, and the steps that led to it from the one before. */
interface Node {
  /** Let go of once it was looked at, as the way back needs the steps alone. */
  bytes: Uint8Array
  readonly before: Node | undefined
  readonly steps: readonly number[]
  readonly score: number
  /** Single moves and turns of the stock on the way here. */
  readonly length: number
}

const NOTHING = new Uint8Array()
/** Boards that one search remembers, 16 bytes each. */
const MOST_SEEN = 2_000_000

function pathTo(node: Node | undefined): number[] {
  const parts: (readonly number[])[] = []
  for (let at = node; at; at = at.before) parts.push(at.steps)
  return parts.reverse().flat()
}

export class Beam {
  readonly board: Board
  readonly mover: MoveGenerator
  readonly weights: EvalWeights
  readonly budget: Budget
  #seen = new HashSet64()
  isOver = false

  constructor(board: Board, weights: EvalWeights, budget: Budget) {
    this.board = board
    this.mover = new MoveGenerator(board, 'eager')
    this.weights = weights
    this.budget = budget
  }

  /** The node of the board as it is, with what follows by itself. */
  root(): Node {
    const steps: number[] = []
    this.mover.settle(steps)
    return { bytes: this.board.pack(), before: undefined, steps, score: 0, length: steps.length }
  }

  /**
   * The steps to a win, following the `width` best boards of each level; undefined when none is found or a
   * limit comes.
   */
  search(width: number): number[] | undefined {
    const root = this.root()
    if (this.board.isWon) return root.steps.slice()
    return this.board.game.stock?.by === 'deal' && this.board.left > 0
      ? this.#phases(root, width)
      : this.#levels([root], width, 400).won
  }

  /** Level after level; with `kept` every board that was followed is put there. */
  #levels(start: readonly Node[], width: number, levels: number, kept?: Node[]): { won?: number[] } {
    this.#seen = new HashSet64()
    const isTower = this.board.game.tableau.take === 'top'
    let beam = start
    for (let level = 0; level < levels && beam.length > 0; level++) {
      const next = new Best(width)
      for (const node of beam) {
        let won: number[] | undefined
        this.mover.expand(node.bytes, steps => {
          const { board } = this
          if (this.isOver || won || !this.#seen.add(board.hashLow, board.hashHigh)) return
          if (!this.budget.spend()) this.isOver = true
          if (board.isWon) won = [...pathTo(node), ...steps]
          const length = node.length + lengthOf(steps, isTower)
          const score =
            evaluate(board, this.weights) + this.weights.length * length + (board.hashLow & 255) / 4096
          if (next.takes(score)) next.add({ bytes: board.pack(), before: node, steps, score, length })
        })
        if (!kept) node.bytes = NOTHING
        if (won) return { won }
        if (this.isOver || this.#seen.size > MOST_SEEN) return {}
      }
      beam = next.sorted()
      kept?.push(...beam)
    }
    return {}
  }

  /** Double Dot: between two deals a search of its own; of all boards seen in it the best are dealt on. */
  #phases(root: Node, width: number): number[] | undefined {
    let beam: Node[] = [root]
    for (;;) {
      this.board.unpack(beam[0].bytes)
      if (this.board.left === 0) return this.#levels(beam, width, 80).won
      const seen = [...beam]
      const { won } = this.#levels(beam, width, 14, seen)
      if (won) return won
      const dealt = new Best(width)
      const known = new HashSet64()
      for (const node of seen) {
        this.board.unpack(node.bytes)
        if (!this.mover.mayDeal()) continue
        apply(this.board, step(Kind.deal))
        this.board.hash()
        const score = evaluate(this.board, this.weights)
        if (known.add(this.board.hashLow, this.board.hashHigh) && dealt.takes(score))
          dealt.add({
            bytes: this.board.pack(),
            before: node,
            steps: [step(Kind.deal)],
            score,
            length: node.length + 1,
          })
      }
      beam = dealt.sorted()
      if (beam.length === 0 || this.isOver) return undefined
    }
  }
}

/** How many single moves and turns of the stock the steps stand for. */
function lengthOf(steps: readonly number[], isTower: boolean): number {
  let length = 0
  for (const code of steps) {
    const { kind, n } = readStep(code)
    if (kind === Kind.run) length += isTower ? 2 * n - 1 : 1
    else if (kind === Kind.toCells) length += n
    else length += kind === Kind.wasteUp || kind === Kind.fromWaste ? n + 1 : 1
  }
  return length
}

/** The nodes of lowest score, so many at most: a heap with the worst on top. */
class Best {
  readonly #heap: Node[] = []
  readonly #size: number
  constructor(size: number) {
    this.#size = size
  }

  takes(score: number): boolean {
    return this.#heap.length < this.#size || score < this.#heap[0].score
  }

  add(node: Node): void {
    const heap = this.#heap
    if (heap.length < this.#size) {
      let at = heap.length
      heap.push(node)
      for (let up = (at - 1) >> 1; at > 0 && heap[up].score < node.score; at = up, up = (at - 1) >> 1)
        heap[at] = heap[up]
      heap[at] = node
      return
    }
    let at = 0
    for (let down = 1; down < heap.length; down = 2 * at + 1) {
      if (down + 1 < heap.length && heap[down + 1].score > heap[down].score) down++
      if (heap[down].score <= node.score) break
      heap[at] = heap[down]
      at = down
    }
    heap[at] = node
  }

  sorted(): Node[] {
    return this.#heap.toSorted((a, b) => a.score - b.score)
  }
}
