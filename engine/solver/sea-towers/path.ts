// From the macros of the search, which leave open how the kings are arranged, to steps that say it: of all
// ways to arrange them, the one that takes the fewest single moves.
import type { Position } from '../../rules/types.ts'
import { findFeasible } from './arrangements.ts'
import { encodeStep } from '../step-code.ts'
import { StepKind } from './steps.ts'
import { destinationOf, readTable, stepToChild, table, takeRun, topOf } from './table.ts'

const { bytes, suitOfId, SUITS, CELLS, HANGING, UP, CHAIN, EMPTY, CROWNED, PARENT, CHILD } = table
const { TO_CELLS, TO_CHAIN, TO_SPACE } = table
const ARRANGEMENTS = 16
const FAR = 30_000

const withFree = new Int32Array(CELLS + 2)
const MAX_LAYERS = 64

// A layer for each run of the path, and one for the end: the arrangements before that run. For each of them
// the single moves that it takes to get there, and the arrangement and step that it came by, from the layer
// before or within its own.
const costs = new Int16Array(MAX_LAYERS * ARRANGEMENTS)
const origins = new Int8Array(MAX_LAYERS * ARRANGEMENTS)
const steps = new Int32Array(MAX_LAYERS * ARRANGEMENTS)
const isFromBefore = new Uint8Array(MAX_LAYERS * ARRANGEMENTS)

/** Notes a way to an arrangement of a layer where it is the cheapest so far. */
function improve(layer: number, kings: number, cost: number, origin: number, step: number): boolean {
  const at = layer * ARRANGEMENTS + kings
  if (cost >= costs[at]) return false
  costs[at] = cost
  origins[at] = origin
  steps[at] = step
  isFromBefore[at] = 0
  return true
}

/** The steps for a path of the search: the columns whose runs it takes, one after another. */
export function arrangeKings(position: Position, columns: readonly number[]): number[] {
  readTable(position)
  if (columns.length >= MAX_LAYERS) throw new RangeError('the path takes more runs than the deck has cards')
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

/** Spreads the costs of a layer over the arrangements that are reached by placing and evicting kings. */
function moveKings(layer: number): void {
  if ((withFree[0] & (withFree[0] - 1)) === 0) return // one arrangement alone is feasible
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

/** Takes the run of a column in every arrangement that allows it, and makes the child. */
function passRun(layer: number, column: number): void {
  const length = bytes[HANGING + column] + 1
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
      const next = settledKings(after)
      if (improve(layer + 1, next, cost + moves, kings, encodeStep(kind, column)))
        isFromBefore[(layer + 1) * ARRANGEMENTS + next] = 1
    }
    if (destination < TO_CELLS || (destination === TO_CHAIN && hasColumn)) {
      if (has(length - 1, kings)) enter(StepKind.runToParent, 2 * length - 1, kings)
    } else if (has(length, kings)) enter(StepKind.runToCells, length, kings)
    if (destination === TO_SPACE && countKings(kings) < empty && has(length - 1, kings))
      enter(StepKind.runToSpace, 2 * length - 1, kings | (1 << suit))
  }
}

const countKings = (kings: number): number =>
  (kings & 1) + ((kings >> 1) & 1) + ((kings >> 2) & 1) + (kings >> 3)

/** An arrangement after what followed by itself in the child. */
function settledKings(kings: number): number {
  let result = kings | bytes[CHILD + CROWNED]
  for (let suit = 0; suit < SUITS; suit++) if (bytes[CHILD + UP + suit] === 13) result &= ~(1 << suit)
  return result
}

/** The steps of the cheapest way to the last layer. */
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
