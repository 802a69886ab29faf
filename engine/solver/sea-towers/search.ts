// Exact best-first search of Sea Towers over layouts, each with all arrangements of its kings at once.
import type { Position } from '../../rules/types.ts'
import { BucketQueue } from '../bucket-queue.ts'
import { MaskMap } from '../mask-map.ts'
import { grown } from '../grown.ts'
import { Budget, type Found } from '../types.ts'
import { crown, findFeasible, kingSets, reachable, uncrown } from './arrangements.ts'
import { findFewestSteps } from './fewest-steps.ts'
import { destinationOf, readTable, table, takeRun, topOf } from './table.ts'

const { bytes, words, suitOfId, SUITS, CELLS, MAX_COLUMNS, ON_TOP, UP, EMPTY, CROWNED } = table
const { KEY, RECORD_WORDS, PARENT, CHILD, TO_CELLS, TO_CHAIN } = table
const { WITH_KING, WITH_FEWER_KINGS } = kingSets

// A node: its record, its new arrangements and those with free cells (two sets per word), its parent, and
// the column of the run.
const NEW_AND_FREE_1 = RECORD_WORDS
const FREE_2_AND_3 = RECORD_WORDS + 1
const FREE_4 = RECORD_WORDS + 2
const BEFORE = RECORD_WORDS + 3
const COLUMN = RECORD_WORDS + 4
const NODE_WORDS = RECORD_WORDS + 5
const MAX_RUN = CELLS + 1

let nodes = new Int32Array(NODE_WORDS << 11)
let nodeCount = 0
const open = new BucketQueue()
const seen = new MaskMap()
const withFree = new Int32Array(CELLS + 2)
/** `set[n]`: the arrangements of the current node with at least `n` free cells. */
const set = new Int32Array(CELLS + 2)

/** Decides a position, unless the budget is spent. */
export function searchSeaTowers(position: Position, budget: Budget): Found {
  nodeCount = 0
  open.clear()
  seen.clear()
  readTable(position)
  if (words[KEY] === 0) return { verdict: 'won', steps: [] }
  offer(PARENT, 1 << bytes[CROWNED], -1, 0)
  for (let node = open.pop(); node >= 0; node = open.pop()) {
    if (!budget.spend()) return { verdict: 'unknown' }
    const column = expand(node)
    if (column < 0) continue
    const steps = findFewestSteps(position, new Budget({}), pathTo(node, column))
    return { verdict: 'won', steps }
  }
  return { verdict: 'lost' }
}

/** Offers the children of a node; returns the column of a run that wins, or −1. */
function expand(node: number): number {
  const at = node * NODE_WORDS
  const first = nodes[at + NEW_AND_FREE_1]
  const second = nodes[at + FREE_2_AND_3]
  set[0] = first & 0xffff
  set[1] = (first >>> 16) & set[0]
  set[2] = second & set[0]
  set[3] = (second >>> 16) & set[0]
  set[4] = nodes[at + FREE_4] & set[0]
  for (let i = 0; i < RECORD_WORDS; i++) words[i] = nodes[at + i]
  for (let column = 0; column < MAX_COLUMNS; column++) {
    if (bytes[column] === 0) continue
    const length = bytes[ON_TOP + column] + 1
    if (length > MAX_RUN) continue
    const top = topOf(PARENT, column)
    const destination = destinationOf(PARENT, top)
    const arrangements = arrangementsAfter(destination, suitOfId[top], length)
    if (arrangements === 0) continue
    takeRun(column, destination)
    if (words[RECORD_WORDS + KEY] === 0) return column
    offer(CHILD, normalized(arrangements), node, column)
  }
  return -1
}

/** The arrangements after a move of a run, from those that allow the move. */
function arrangementsAfter(destination: number, suit: number, length: number): number {
  if (destination < TO_CELLS) return set[length - 1]
  if (destination === TO_CELLS) return set[length]
  if (destination === TO_CHAIN) return (set[length - 1] & WITH_KING[suit]) | set[length]
  // A king goes into cells, or into a space if there are more empty columns than kings in columns.
  const withSpace = set[length - 1] & WITH_FEWER_KINGS[Math.min(5, bytes[EMPTY])]
  return set[length] | crown(withSpace, suit)
}

/** The arrangements after automatic moves: finished suits need no column, crowned ones have a column. */
function normalized(arrangements: number): number {
  let result = arrangements
  for (let suit = 0; suit < SUITS; suit++) {
    if (bytes[CHILD + UP + suit] === 13) result = uncrown(result, suit)
    else if (((bytes[CHILD + CROWNED] >> suit) & 1) !== 0) result = crown(result, suit)
  }
  return result
}

/** Queues a record with its arrangements that have not been seen; does nothing if all have. */
function offer(at: number, arrangements: number, before: number, column: number): void {
  const from = at >> 2
  const key = words[from + KEY]
  // Arrangements reachable from seen ones have been seen as well.
  if (seen.has(key, arrangements)) return
  findFeasible(at, withFree)
  const all = reachable(arrangements, withFree[0])
  const added = all === 0 ? 0 : seen.add(key, all)
  if (added === 0) return
  const node = nodeCount++
  const start = node * NODE_WORDS
  if (start + NODE_WORDS > nodes.length) nodes = grown(nodes)
  for (let i = 0; i < RECORD_WORDS; i++) nodes[start + i] = words[from + i]
  nodes[start + NEW_AND_FREE_1] = added | (withFree[1] << 16)
  nodes[start + FREE_2_AND_3] = withFree[2] | (withFree[3] << 16)
  nodes[start + FREE_4] = withFree[4]
  nodes[start + BEFORE] = before + 1
  nodes[start + COLUMN] = column
  open.push(node, heuristic(at, added))
}

/**
 * Higher is better. Rewards free cells, empty columns and cards on the foundations (less if the suits are
 * equally advanced). Penalizes cards still where they were dealt, and cards built on them. Tuned on
 * 1000 deals.
 */
function heuristic(at: number, arrangements: number): number {
  let free = CELLS
  while (free > 0 && (withFree[free] & arrangements) === 0) free--
  const a = bytes[at + UP]
  const b = bytes[at + UP + 1]
  const c = bytes[at + UP + 2]
  const d = bytes[at + UP + 3]
  const ab = a < b ? a : b
  const cd = c < d ? c : d
  // Sums of ten bytes each, four at a time; none is more than 52.
  const word = at >> 2
  const depths = words[word] + words[word + 1] + (words[word + 2] & 0xffff)
  const onTops = words[word + 3] + words[word + 4] + (words[word + 2] >>> 24) + (words[word + 5] & 0xff)
  const dealt = Math.imul(depths, 0x01010101) >>> 24
  const onTop = Math.imul(onTops, 0x01010101) >>> 24
  const lowest = ab < cd ? ab : cd
  return 700 + 20 * free + 4 * bytes[at + EMPTY] + 10 * (a + b + c + d) - 12 * lowest - dealt - 2 * onTop
}

/** The column of the run that leaves each layout on the path to a node, by the layout's key. */
function pathTo(node: number, last: number): Map<number, number> {
  const path = new Map([[nodes[node * NODE_WORDS + KEY], last]])
  for (let at = node * NODE_WORDS; nodes[at + BEFORE] !== 0;) {
    const column = nodes[at + COLUMN]
    at = (nodes[at + BEFORE] - 1) * NODE_WORDS
    path.set(nodes[at + KEY], column)
  }
  return path
}
