// Best-first search: always expands the board with the best score. It cannot prove a loss.
import type { Position } from '../../rules/types.ts'
import { BucketQueue } from '../bucket-queue.ts'
import { HashSet64 } from '../hash-set-64.ts'
import { Trail } from '../trail.ts'
import type { Budget } from '../types.ts'
import { boardOf, MAX_SEEN, type BeamSettings } from './beam.ts'
import { Evaluator } from './evaluate.ts'
import { Records } from './records.ts'
import { StepsLister } from './steps-lister.ts'

/** The priority of a score, in sixteenths of a unit. */
const priorityOf = (score: number): number => Math.max(0, 4096 - (score >> 8))

/** The steps of a win, without automatic steps; undefined if the search ends or a limit is reached first. */
export function searchBestFirst(
  position: Position,
  settings: BeamSettings,
  budget: Budget,
): number[] | undefined {
  const board = boardOf(position, settings)
  const lister = new StepsLister(board, 'pruned')
  const evaluator = new Evaluator(board, settings.weights)
  const seen = new HashSet64()
  const trail = new Trail()
  const queue = new BucketQueue(8192)
  const records = new Records()
  board.settle()
  /** The record of each state's parent; for the first state, its own. */
  const parents = [records.add(board)]
  trail.add(-1, 0)
  if (board.isWon) return []
  for (let state = 0, left = settings.width; state >= 0 && left > 0; state = queue.pop(), left--) {
    records.open(board, parents[state])
    if (state > 0) board.make(trail.stepOf(state))
    else board.touchAll()
    evaluator.score()
    board.rehash()
    const record = records.add(board)
    const count = lister.list()
    for (let i = 0; i < count; i++) {
      const step = lister.steps[i]
      board.make(step)
      if (board.isWon) return [...trail.stepsTo(state).slice(1), step]
      const priority = priorityOf(evaluator.score())
      board.rehash()
      if (seen.add(board.hashLow, board.hashHigh)) {
        if (!budget.spend() || seen.size > MAX_SEEN) return undefined
        parents.push(record)
        queue.push(trail.add(state, step), priority)
      }
      board.restore()
    }
  }
  return undefined
}
