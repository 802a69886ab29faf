// Best-first search: expands the board with the best score. With `seeksNovelty`, every second
// board is the best novel one. It cannot prove a loss.
import type { Position } from '../../rules/types.ts'
import { lowestBit } from '../bits.ts'
import { BucketQueue } from '../bucket-queue.ts'
import { HashSet64 } from '../hash-set-64.ts'
import { Trail } from '../trail.ts'
import type { Budget } from '../types.ts'
import { MAX_SEEN, type BeamSettings } from './beam.ts'
import { Board } from './board.ts'
import { Evaluator } from './evaluate.ts'
import { Records } from './records.ts'
import { StepsLister } from './steps-lister.ts'

/** The priority of a score, in sixteenths of a unit. */
const priorityOf = (score: number): number => Math.max(0, 4096 - (score >> 8))

/**
 * The novel boards. A board is novel if two of its cards are neighbors in a column and were not neighbors in
 * any earlier board with the same number of unseen cards and about the same score. From width-based search:
 * Lipovetzky and Geffner, AAAI 2017.
 */
class NovelBoards {
  readonly queue = new BucketQueue()
  readonly #seen = new HashSet64()

  /** Adds the neighbors in the touched columns; true if any are new. */
  add(board: Board, score: number): boolean {
    if (this.#seen.size > MAX_SEEN) return false
    const { cards, length, down, stride } = board
    const partition = Math.imul((score >> 10) ^ (board.unseen << 20), 0x85ebca6b)
    let isNovel = false
    for (let mask = board.touched & ((1 << board.columns) - 1); mask !== 0; mask &= mask - 1) {
      const column = lowestBit(mask)
      const end = column * stride + length[column]
      // 62 stands for the place below the bottom card, 63 for the place above the top card.
      let below = 62
      for (let at = column * stride; at <= end; at++) {
        const face = at < end ? cards[at] : 63
        const pair = 64 * face + below
        below = face
        if (
          at >= column * stride + down[column] &&
          this.#seen.add(partition ^ Math.imul(pair, 0x2c1b3c6d), pair)
        )
          isNovel = true
      }
    }
    return isNovel
  }
}

/** The steps of a win, without automatic steps; undefined if the search ends or a limit is reached first. */
export function searchBestFirst(
  position: Position,
  settings: BeamSettings,
  budget: Budget,
): number[] | undefined {
  const board = new Board(position, settings)
  const lister = new StepsLister(board, 'pruned')
  const evaluator = new Evaluator(board, settings.weights)
  const seen = new HashSet64()
  const trail = new Trail()
  const all = new BucketQueue()
  const novel = settings.seeksNovelty ? new NovelBoards() : undefined
  const records = new Records()
  board.settle()
  /** For each state, the record of its parent, or its own for the first state; −1 once it is expanded. */
  const parents = [records.add(board)]
  trail.add(-1, 0)
  if (board.isWon) return []
  const next = (queue: BucketQueue): number => {
    let state = queue.pop()
    while (state >= 0 && parents[state] < 0) state = queue.pop()
    return state < 0 && queue !== all ? next(all) : state
  }
  for (let state = 0, left = settings.width; state >= 0 && left > 0; left--) {
    records.open(board, parents[state])
    parents[state] = -1
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
      const score = evaluator.score()
      board.rehash()
      if (seen.add(board.hashLow, board.hashHigh)) {
        if (!budget.spend() || seen.size > MAX_SEEN) return undefined
        parents.push(record)
        const child = trail.add(state, step)
        all.push(child, priorityOf(score))
        if (novel?.add(board, score)) novel.queue.push(child, priorityOf(score))
      }
      board.restore()
    }
    state = next(novel && left & 1 ? novel.queue : all)
  }
  return undefined
}
