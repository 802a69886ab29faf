// Finds a line with the fewest steps by A*, for hints. Also arranges the kings along a path of the other
// search, which does not decide that.
import type { Position } from '../../rules/types.ts'
import { BucketQueue } from '../bucket-queue.ts'
import { MaskMap } from '../mask-map.ts'
import { grown } from '../grown.ts'
import type { Budget } from '../types.ts'
import { kingsAfter } from './arrangements.ts'
import { blockedGroups, countBlockedGroups } from './blocked-groups.ts'
import { encodeStep } from '../step-code.ts'
import { Trail } from '../trail.ts'
import { StepKind } from './steps.ts'
import { destinationOf, readTable, table, takeRun, topOf } from './table.ts'

const { bytes, words, suitOfId, SUITS, CELLS, MAX_COLUMNS } = table
const { ON_TOP, CHAIN, USED, EMPTY, CROWNED, KEY, RECORD_WORDS, PARENT, CHILD } = table
const { TO_CELLS, TO_CHAIN, TO_SPACE } = table

// A node: its record, and its cost and arrangement.
const COST_AND_KINGS = RECORD_WORDS
const NODE_WORDS = RECORD_WORDS + 1
/** Higher than the cost of nearly every line. */
const MAX_COST = 255

let nodes = new Int32Array(NODE_WORDS << 11)
let trail: Trail
const open = new BucketQueue()
/** Closed nodes. Each was reached at the lowest cost, because the heuristic is consistent. */
const closed = new MaskMap()
/** The column of the run that leaves each layout of the path, by the layout's key; undefined for hints. */
let columns: ReadonlyMap<number, number> | undefined

/**
 * The steps of a win with the fewest steps, or of a win along a path with the fewest single moves; undefined
 * if there is no win or the budget is spent.
 */
export function findFewestSteps(
  position: Position,
  budget: Budget,
  path?: ReadonlyMap<number, number>,
): number[] | undefined {
  columns = path
  trail = new Trail()
  open.clear()
  closed.clear()
  readTable(position)
  countBlockedGroups()
  keep(PARENT, bytes[CROWNED], 0, -1, 0)
  for (let node = open.pop(); node >= 0; node = open.pop()) {
    const at = node * NODE_WORDS
    const kings = nodes[at + COST_AND_KINGS] & 15
    if (nodes[at + KEY] === 0) return trail.stepsTo(node).slice(1)
    if (closed.add(nodes[at + KEY], 1 << kings) === 0) continue
    if (!budget.spend()) return undefined
    for (let i = 0; i < RECORD_WORDS; i++) words[i] = nodes[at + i]
    expand(node, kings, nodes[at + COST_AND_KINGS] >> 4)
  }
  return undefined
}

function keep(at: number, kings: number, cost: number, before: number, step: number): void {
  const from = at >> 2
  if (closed.has(words[from + KEY], 1 << kings)) return
  const node = trail.add(before, step)
  const start = node * NODE_WORDS
  if (start + NODE_WORDS > nodes.length) nodes = grown(nodes)
  for (let i = 0; i < RECORD_WORDS; i++) nodes[start + i] = words[from + i]
  nodes[start + COST_AND_KINGS] = (cost << 4) | kings
  const left = blockedGroups(at)
  open.push(node, Math.max(0, MAX_COST - cost - left) * 64 + 63 - left)
}

/** The cost of a step that takes this many single moves. */
const costOf = (moves: number): number => (columns ? moves : 1)

function expand(node: number, kings: number, cost: number): void {
  let free = CELLS - bytes[USED]
  let spaces = bytes[EMPTY]
  for (let suit = 0; suit < SUITS; suit++) {
    if (((kings >> suit) & 1) === 0) continue
    free += bytes[CHAIN + suit]
    spaces--
  }
  moveKings(node, kings, cost, free, spaces)
  const only = columns?.get(words[KEY])
  for (let column = 0; column < MAX_COLUMNS; column++)
    if (bytes[column] > 0 && (only ?? column) === column) moveRun(node, kings, cost, column, free, spaces)
}

/** Places and evicts kings; evicts only if no column is empty, because otherwise that gains nothing. */
function moveKings(node: number, kings: number, cost: number, free: number, spaces: number): void {
  for (let suit = 0; suit < SUITS; suit++) {
    const chain = bytes[CHAIN + suit]
    if (chain === 0) continue
    const other = kings ^ (1 << suit)
    const after = cost + costOf(chain)
    if (other > kings) {
      if (spaces > 0) keep(PARENT, other, after, node, encodeStep(StepKind.placeKing, suit))
    } else if (spaces === 0 && chain <= free) {
      keep(PARENT, other, after, node, encodeStep(StepKind.evictKing, suit))
    }
  }
}

function moveRun(
  node: number,
  kings: number,
  cost: number,
  column: number,
  free: number,
  spaces: number,
): void {
  const length = bytes[ON_TOP + column] + 1
  if (length > free + 1) return
  const top = topOf(PARENT, column)
  const destination = destinationOf(PARENT, top)
  const suit = suitOfId[top]
  const isOntoCard = destination < TO_CELLS || (destination === TO_CHAIN && ((kings >> suit) & 1) !== 0)
  const isIntoSpace = destination === TO_SPACE && spaces > 0
  if (!isOntoCard && !isIntoSpace && length > free) return
  takeRun(column, destination)
  const carried = cost + costOf(2 * length - 1)
  if (isOntoCard) keep(CHILD, kingsAfter(kings), carried, node, encodeStep(StepKind.runToParent, column))
  else if (length <= free)
    keep(CHILD, kingsAfter(kings), cost + costOf(length), node, encodeStep(StepKind.runToCells, column))
  if (!isIntoSpace) return
  keep(CHILD, kingsAfter(kings | (1 << suit)), carried, node, encodeStep(StepKind.runToSpace, column))
}
