// Looking at everything: decides a position for certain, as far as the budget goes.
import { pathTo, type Node } from './beam.ts'
import type { Board } from './board.ts'
import { HashSet } from './hash-set.ts'
import { Mover } from './moves.ts'
import type { Budget } from './types.ts'

export interface Search { readonly verdict: 'won' | 'lost' | 'unknown', readonly steps?: number[] }

/** Searches depth first, every single move, each state once; `most` bounds the states and so the memory. */
export function exhaust(board: Board, budget: Budget, most: number): Search {
  const mover = new Mover(board, 'exact')
  const seen = new HashSet()
  const first: number[] = []
  mover.settle(first)
  board.hash()
  seen.add(board.hashLow, board.hashHigh)
  const root: Node = { bytes: board.pack(), before: undefined, steps: first, score: 0, length: 0 }
  if (board.isWon) return { verdict: 'won', steps: first }
  const stack: Node[] = [root]
  let won: number[] | undefined
  let isOver = false
  while (stack.length > 0) {
    const node = stack.pop()!
    mover.expand(node.bytes, (steps) => {
      if (won || isOver || !seen.add(board.hashLow, board.hashHigh)) return
      if (seen.size > most || !budget.spend()) isOver = true
      if (board.isWon) won = [...pathTo(node), ...steps]
      stack.push({ bytes: board.pack(), before: node, steps, score: 0, length: 0 })
    })
    if (won) return { verdict: 'won', steps: won }
    if (isOver) return { verdict: 'unknown' }
  }
  // What comes after a shuffled recycle, and what a card taken back from a foundation may do, was not looked at.
  return { verdict: 'lost' }
}
