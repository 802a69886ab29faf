// Looking at everything: decides a position for certain, as far as the budget goes.
import type { Board } from './board.ts'
import { HashSet64 } from './hash-set-64.ts'
import { apply, MoveGenerator } from './move-generator.ts'
import type { Budget } from './types.ts'

export interface Search {
  readonly verdict: 'won' | 'lost' | 'unknown'
  readonly steps?: number[]
}

/**
 * A board on the way to the one that is looked at: whole, with the steps that led to it, and the first steps
 * to its children that wait.
 */
interface Level {
  readonly bytes: Uint8Array
  readonly steps: readonly number[]
  readonly waiting: number[]
}

/**
 * Searches depth first, every single move, each state once; `most` bounds the states and so the memory: only
 * the way is kept whole.
 */
export function searchExhaustively(board: Board, budget: Budget, most: number): Search {
  const mover = new MoveGenerator(board, 'exact')
  const seen = new HashSet64()
  const way: Level[] = []
  let won: number[] | undefined
  let isOver = false

  /** Looks at the board as it is, to which the steps have just led. */
  const enter = (steps: readonly number[]) => {
    const level: Level = { bytes: board.pack(), steps, waiting: [] }
    way.push(level)
    mover.expand(level.bytes, next => {
      if (won || isOver || !seen.add(board.hashLow, board.hashHigh)) return
      if (seen.size > most || !budget.spend()) isOver = true
      if (board.isWon) won = [...way.flatMap(one => one.steps), ...next]
      level.waiting.push(next[0])
    })
  }

  const first: number[] = []
  mover.settle(first)
  if (board.isWon) return { verdict: 'won', steps: first }
  board.hash()
  seen.add(board.hashLow, board.hashHigh)
  enter(first)
  while (way.length > 0 && !won && !isOver) {
    const { bytes, waiting } = way[way.length - 1]
    const code = waiting.pop()
    if (code === undefined) {
      way.pop()
      continue
    }
    const steps = [code]
    board.unpack(bytes)
    apply(board, code)
    mover.settle(steps)
    enter(steps)
  }
  // What comes after a shuffled recycle, and what a card taken back from a foundation may do, was not looked
  // at.
  return won ? { verdict: 'won', steps: won } : { verdict: isOver ? 'unknown' : 'lost' }
}
