// An arrangement of the kings is a mask of the suits whose king, with the cards on it, has a column.
// A set of arrangements is a mask of 16 bits, so that all are searched at once.
import { table } from './table.ts'

const { bytes, CELLS, CHAIN, CHILD, CROWNED, EMPTY, SUITS, UP, USED } = table

/** For each suit, the arrangements in which its king has a column. */
const WITH_KING = Int32Array.of(0xaaaa, 0xcccc, 0xf0f0, 0xff00)
/** The arrangements in which fewer than n kings have a column. */
const WITH_FEWER_KINGS = Int32Array.of(0, 0x0001, 0x0117, 0x177f, 0x7fff, 0xffff)
/** The number of kings with a column in each arrangement. */
const KINGS_OF = Uint8Array.of(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4)

/** Sets `withFree[n]` to the possible arrangements of a record that leave at least `n` cells free. */
export function findFeasible(at: number, withFree: Int32Array): void {
  const empty = bytes[at + EMPTY]
  const base = CELLS - bytes[at + USED]
  if (empty === 0) {
    // No king has a column.
    for (let free = 0; free <= CELLS; free++) withFree[free] = base >= free ? 1 : 0
    return
  }
  const a = bytes[at + CHAIN]
  const b = bytes[at + CHAIN + 1]
  const c = bytes[at + CHAIN + 2]
  const d = bytes[at + CHAIN + 3]
  /** Unfinished suits with a free king. */
  const available = (a === 0 ? 0 : 1) | (b === 0 ? 0 : 2) | (c === 0 ? 0 : 4) | (d === 0 ? 0 : 8)
  withFree.fill(0)
  for (let kings = available, more = true; more; kings = (kings - 1) & available) {
    more = kings !== 0
    if (KINGS_OF[kings] > empty) continue
    const free =
      base +
      ((kings & 1) !== 0 ? a : 0) +
      ((kings & 2) !== 0 ? b : 0) +
      ((kings & 4) !== 0 ? c : 0) +
      ((kings & 8) !== 0 ? d : 0)
    for (let least = Math.min(free, CELLS); least >= 0; least--) withFree[least] |= 1 << kings
  }
}

/** The arrangements that differ in one king from some arrangement in the set. */
const neighbors = (set: number): number =>
  ((set & 0x5555) << 1) |
  ((set & 0xaaaa) >>> 1) |
  ((set & 0x3333) << 2) |
  ((set & 0xcccc) >>> 2) |
  ((set & 0x0f0f) << 4) |
  ((set & 0xf0f0) >>> 4) |
  ((set & 0x00ff) << 8) |
  ((set & 0xff00) >>> 8)

/** All arrangements reachable from a set by placing and evicting kings, through feasible arrangements. */
export function reachable(set: number, feasible: number): number {
  let all = set & feasible
  for (let before = 0; before !== all;) {
    before = all
    all |= neighbors(all) & feasible
  }
  return all
}

/** The arrangements of a set, each with a column added for the suit's king. */
export const crown = (set: number, suit: number): number =>
  (set & WITH_KING[suit]) | ((set & ~WITH_KING[suit]) << (1 << suit))

/** The arrangements of a set, each without a column for the suit's king. */
export const uncrown = (set: number, suit: number): number =>
  (set & ~WITH_KING[suit]) | ((set & WITH_KING[suit]) >>> (1 << suit))

/** The arrangement that `kings` becomes in the child, after its automatic moves. */
export function kingsAfter(kings: number): number {
  let result = kings | bytes[CHILD + CROWNED]
  for (let suit = 0; suit < SUITS; suit++) if (bytes[CHILD + UP + suit] === 13) result &= ~(1 << suit)
  return result
}

/** Lookup tables for the search. */
export const kingSets = { WITH_KING, WITH_FEWER_KINGS }
