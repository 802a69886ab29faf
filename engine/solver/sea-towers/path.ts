// The search does not decide how the kings are arranged along its path. `arrangeKings` finds the arrangements
// that take the fewest single moves.
import type { Position } from '../../rules/types.ts'
import { bitCount } from '../bits.ts'
import { findFeasible, kingsAfter } from './arrangements.ts'
import { encodeStep } from '../step-code.ts'
import { StepKind } from './steps.ts'
import { destinationOf, readTable, stepToChild, table, takeRun, topOf } from './table.ts'

const { bytes, suitOfId, SUITS, CELLS, ON_TOP, CHAIN, EMPTY, CROWNED, PARENT } = table
const { TO_CELLS, TO_CHAIN, TO_SPACE } = table
const ARRANGEMENTS = 16
const FAR = 30_000

const withFree = new Int32Array(CELLS + 2)
const MAX_LAYERS = 64

// A layer for each run of the path, and one for the end. For each arrangement of a layer: its cost in single
// moves, and the arrangement and step that led to it, in the same layer or the one before.
const costs = new Int16Array(MAX_LAYERS * ARRANGEMENTS)
const origins = new Int8Array(MAX_LAYERS * ARRANGEMENTS)
const steps = new Int32Array(MAX_LAYERS * ARRANGEMENTS)
const isFromBefore = new Uint8Array(MAX_LAYERS * ARRANGEMENTS)

function improve(layer: number, kings: number, cost: number, origin: number, step: number): boolean {
  const at = layer * ARRANGEMENTS + kings
  if (cost >= costs[at]) return false
  costs[at] = cost
  origins[at] = origin
  steps[at] = step
  isFromBefore[at] = 0
  return true
}

/** The steps of a path, given by the columns of the runs that move. Throws RangeError for 64 runs or more. */
export function arrangeKings(position: Position, columns: readonly number[]): number[] {
  readTable(position)
  if (columns.length >= MAX_LAYERS) throw new RangeError('the path has too many runs')
  costs.fill(FAR, 0, (columns.length + 1) * ARRANGEMENTS)
  improve(0, bytes[CROWNED], 0, 0, 0)
  isFromBefore[bytes[CROWNED]] = 1
  for (const [layer, column] of columns.entries()) {
    findFeasible(PARENT, withFree)
    moveKings(layer)
    passRun(layer, column)
    stepToChild()
  }
  return stepsThrough(columns.length)
}

/** Lowers the costs in a layer by placing and evicting kings. */
function moveKings(layer: number): void {
  if ((withFree[0] & (withFree[0] - 1)) === 0) return // only one arrangement is feasible
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false
    for (let kings = 0; kings < ARRANGEMENTS; kings++) {
      const cost = costs[layer * ARRANGEMENTS + kings]
      if (cost === FAR) continue
      for (let suit = 0; suit < SUITS; suit++) {
        const other = kings ^ (1 << suit)
        if (((withFree[0] >> other) & 1) === 0) continue
        const kind = other > kings ? StepKind.placeKing : StepKind.evictKing
        if (improve(layer, other, cost + bytes[CHAIN + suit], kings, encodeStep(kind, suit)))
          hasChanged = true
      }
    }
  }
}

/** Moves a column's run in every arrangement that allows the move, and creates the child. */
function passRun(layer: number, column: number): void {
  const length = bytes[ON_TOP + column] + 1
  const top = topOf(PARENT, column)
  const suit = suitOfId[top]
  const destination = destinationOf(PARENT, top)
  const empty = bytes[EMPTY]
  takeRun(column, destination)
  const has = (free: number, kings: number) => free <= CELLS && ((withFree[free] >> kings) & 1) !== 0
  for (let kings = 0; kings < ARRANGEMENTS; kings++) {
    const cost = costs[layer * ARRANGEMENTS + kings]
    if (cost === FAR) continue
    const hasColumn = ((kings >> suit) & 1) !== 0
    const enter = (kind: number, moves: number, after: number) => {
      const next = kingsAfter(after)
      if (improve(layer + 1, next, cost + moves, kings, encodeStep(kind, column)))
        isFromBefore[(layer + 1) * ARRANGEMENTS + next] = 1
    }
    if (destination < TO_CELLS || (destination === TO_CHAIN && hasColumn)) {
      if (has(length - 1, kings)) enter(StepKind.runToParent, 2 * length - 1, kings)
    } else if (has(length, kings)) enter(StepKind.runToCells, length, kings)
    if (destination === TO_SPACE && bitCount(kings) < empty && has(length - 1, kings))
      enter(StepKind.runToSpace, 2 * length - 1, kings | (1 << suit))
  }
}

function stepsThrough(last: number): number[] {
  let kings = 0
  for (let other = 1; other < ARRANGEMENTS; other++)
    if (costs[last * ARRANGEMENTS + other] < costs[last * ARRANGEMENTS + kings]) kings = other
  const path: number[] = []
  for (let layer = last; layer > 0 || isFromBefore[kings] === 0;) {
    const at = layer * ARRANGEMENTS + kings
    path.push(steps[at])
    if (isFromBefore[at] === 1) layer--
    kings = origins[at]
  }
  return path.reverse()
}
