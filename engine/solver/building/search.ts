// The two searches of building games: a beam with a quota for each number of cards not yet seen, which finds
// wins, and an exhaustive one, which proves losses.
import type { Position } from '../../rules/types.ts'
import { HashSet64 } from '../hash-set-64.ts'
import type { Budget, Verdict } from '../types.ts'
import { BuildingBoard } from './board.ts'
import { Expander } from './expand.ts'
import type { Weights } from './schedule.ts'
import { scoreOf } from './score.ts'

/** Boards that one search remembers. */
const MAX_SEEN = 2_000_000
const MAX_LEVELS = 600

/** A board of a beam, and how it was reached. */
interface Node {
  readonly board: Uint8Array
  readonly score: number
  readonly parent: Node | undefined
  readonly steps: readonly number[]
}

/** The best nodes that were offered, a heap with the worst of them on top. */
class BestNodes {
  readonly nodes: Node[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  accepts(score: number): boolean {
    return this.nodes.length < this.#most || score < this.nodes[0].score
  }

  add(node: Node): void {
    const { nodes } = this
    let at = 0
    if (nodes.length < this.#most) {
      at = nodes.length
      nodes.push(node)
      for (let up = (at - 1) >> 1; at > 0 && nodes[up].score < node.score; up = (at - 1) >> 1) {
        nodes[at] = nodes[up]
        at = up
      }
    } else {
      for (let child = 1; child < nodes.length; child = 2 * at + 1) {
        if (child + 1 < nodes.length && nodes[child + 1].score > nodes[child].score) child++
        if (nodes[child].score <= node.score) break
        nodes[at] = nodes[child]
        at = child
      }
    }
    nodes[at] = node
  }
}

function stepsTo(node: Node | undefined, last: readonly number[]): number[] {
  const parts = [last]
  for (let at = node; at; at = at.parent) parts.push(at.steps)
  return parts.toReversed().flat()
}

/** How a beam searches. */
export interface BeamWords {
  readonly weights: Weights
  readonly width: number
  /** Whether every card goes up that can, or only those that can never hurt. */
  readonly isEager: boolean
}

/** The steps to a win that a beam of that width finds; undefined where it finds none or a limit comes. */
export function searchByBeam(position: Position, words: BeamWords, budget: Budget): number[] | undefined {
  const { weights, isEager } = words
  const board = new BuildingBoard(position)
  board.settle(isEager)
  if (board.isWon) return board.steps
  const expander = new Expander(board, 'pruned', isEager)
  const seen = new HashSet64(1 << 14)
  let level: Node[] = [{ board: board.pack(), score: 0, parent: undefined, steps: board.steps }]
  for (let depth = 0; depth < MAX_LEVELS && level.length > 0; depth++) {
    const quotas = new Map<number, BestNodes>()
    let steps: number[] | undefined
    for (const parent of level) {
      expander.expand(parent.board, () => {
        if (steps || budget.isSpent || !seen.add(board.hashLow, board.hashHigh)) return
        budget.spend()
        if (board.isWon) steps = stepsTo(parent, board.steps)
        else offer(quotas, board, words, parent)
      })
      if (steps) return steps
      if (budget.isSpent || seen.size > MAX_SEEN) return undefined
    }
    level = [...quotas.values()].flatMap(({ nodes }) => nodes)
  }
  return undefined

  function offer(
    quotas: Map<number, BestNodes>,
    child: BuildingBoard,
    { width: most }: BeamWords,
    parent: Node,
  ) {
    const unseen = unseenCards(child)
    let best = quotas.get(unseen)
    if (!best) quotas.set(unseen, (best = new BestNodes(most)))
    // A little that depends on the board alone, so that boards of one score do not all come from one parent.
    const score = scoreOf(child, weights) + (child.hashLow & 255) / 4096
    if (best.accepts(score)) best.add({ board: child.pack(), score, parent, steps: child.steps })
  }
}

/** Cards that are still to be dealt, or turned where the stock is gone through only so often. */
function unseenCards(board: BuildingBoard): number {
  if (board.deal) return board.talonCount
  return board.draw?.passes === undefined ? 0 : board.talonCount - board.turned
}

/** Looks at everything that can be reached, as far as so many boards; a win comes with its steps. */
export function searchAll(
  position: Position,
  most: number,
  budget: Budget,
): { readonly verdict: Verdict; readonly steps?: number[] } {
  const board = new BuildingBoard(position)
  board.settle(false)
  if (board.isWon) return { verdict: 'won', steps: board.steps }
  board.rehash()
  const expander = new Expander(board, 'complete', false)
  const seen = new HashSet64()
  seen.add(board.hashLow, board.hashHigh)
  let won: number[] | undefined
  let isOver = false
  const way: Node[][] = []
  const enter = (node: Node) => {
    const children: Node[] = []
    expander.expand(node.board, () => {
      if (won || isOver || !seen.add(board.hashLow, board.hashHigh)) return
      if (!budget.spend() || seen.size > most) isOver = true
      if (board.isWon) won = stepsTo(node, board.steps)
      else children.push({ board: board.pack(), score: 0, parent: node, steps: board.steps })
    })
    way.push(children)
  }
  enter({ board: board.pack(), score: 0, parent: undefined, steps: board.steps })
  while (way.length > 0 && !won && !isOver) {
    const node = way[way.length - 1].pop()
    if (node) enter(node)
    else way.pop()
  }
  if (won) return { verdict: 'won', steps: won }
  return { verdict: isOver ? 'unknown' : 'lost' }
}
