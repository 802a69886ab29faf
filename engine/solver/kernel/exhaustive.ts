// Exhaustive depth-first search, which can prove a loss.
import { mulberry32 } from '../../rules/shuffle.ts'
import type { Position } from '../../rules/types.ts'
import { HashSet64 } from '../hash-set-64.ts'
import type { Budget, Found } from '../types.ts'
import { Board } from './board.ts'
import { Records } from './records.ts'
import { RelaxedGame } from './relaxed-game.ts'
import { StepsLister } from './steps-lister.ts'

/** The settings of an exhaustive search. */
export interface ExhaustiveSettings {
  readonly maxBoards: number
  /** If given, the steps of each board are tried in a random order with this seed. */
  readonly seed?: number
  /** Of boards that differ only in suits, visits only one. Finds some wins sooner, but proves no loss. */
  readonly ignoresSuits?: boolean
}

/** Visits each reachable board once, until it finds a win or reaches a limit. */
export function searchExhaustively(
  position: Position,
  { maxBoards, seed, ignoresSuits }: ExhaustiveSettings,
  budget: Budget,
): Found {
  const random = seed !== undefined && mulberry32(seed)
  const board = new Board(position, { ignoresSuits })
  const won = (path: readonly number[]): Found => ({
    verdict: 'won',
    steps: new Board(position).traced(path),
  })
  board.settle()
  if (board.isWon) return won([])
  const lister = new StepsLister(board, 'complete')
  const relaxed = new RelaxedGame(board, position.house)
  const seen = new HashSet64()
  const records = new Records()
  // The steps between the boards on the stack, the untried steps, and where each level starts in `waiting`.
  const path: number[] = []
  const waiting: number[] = []
  const starts: number[] = []
  const isNew = () => {
    board.rehash()
    board.hashTalon()
    return seen.add(board.hashLow, board.hashHigh)
  }
  const enter = () => {
    records.add(board)
    const start = waiting.length
    starts.push(start)
    const count = lister.list()
    for (let i = 0; i < count; i++) {
      const at = random ? start + Math.floor(random() * (i + 1)) : start + i
      waiting.push(waiting[at])
      waiting[at] = lister.steps[i]
    }
  }

  isNew()
  enter()
  while (records.size > 0) {
    const depth = records.size - 1
    if (waiting.length === starts[depth]) {
      records.removeLast()
      starts.pop()
      path.pop()
      continue
    }
    const step = waiting.pop()!
    records.open(board, depth)
    const isFinal = relaxed.isFinal(step)
    board.make(step)
    if (!isNew()) continue
    if (isFinal && relaxed.isLost()) continue
    path.push(step)
    if (board.isWon) return won(shortenPath(position, path))
    if (!budget.spend() || seen.size > maxBoards) return { verdict: 'unknown' }
    enter()
  }
  return { verdict: ignoresSuits ? 'unknown' : 'lost' }
}

/** 53 bits of a board's hash, as one number. */
function keyOf(board: Board): number {
  board.rehash()
  board.hashTalon()
  return (board.hashLow >>> 0) * 2 ** 21 + (board.hashHigh >>> 11)
}

/**
 * Shortens a path, which can have hundreds of thousands of steps: takes from each board the step that leads
 * furthest along the path. Boards that differ only in the order of columns and cells have the same key, so
 * the new steps can differ from those of the path.
 */
function shortenPath(position: Position, path: readonly number[]): readonly number[] {
  const indexOf = new Map<number, number>()
  const walked = new Board(position)
  walked.settle()
  walked.rehash()
  path.forEach((step, i) => {
    walked.make(step)
    indexOf.set(keyOf(walked), i)
  })
  const board = new Board(position)
  board.settle()
  board.rehash()
  const records = new Records()
  const lister = new StepsLister(board, 'complete')
  const kept: number[] = []
  for (let at = -1; at < path.length - 1;) {
    records.clear()
    records.add(board)
    const from = at
    let best = 0
    const count = lister.list()
    for (let i = 0; i < count; i++) {
      board.make(lister.steps[i])
      const index = indexOf.get(keyOf(board)) ?? -1
      if (index > at) [at, best] = [index, lister.steps[i]]
      board.restore()
    }
    if (at === from) return path // different boards have the same key
    board.make(best)
    board.rehash()
    kept.push(best)
  }
  return kept
}
