// How many steps a table of Sea Towers takes at least: the groups of cards that bar the way of a lower card.
import { dealtAt, table } from './table.ts'

const { bytes, suitOfId, MAX_COLUMNS, STRIDE } = table

/** For every column, by its depth, how many of its groups have to be moved aside. */
const blocked = new Uint8Array(MAX_COLUMNS * STRIDE)

/**
 * Counts in every column of the parent record the groups, cards that were dealt in order, which lie above a
 * lower card of their suit: each has to be moved aside by a step of its own before that card can go up.
 */
export function countBlockedGroups(): void {
  blocked.fill(0)
  for (let column = 0; column < MAX_COLUMNS; column++) countColumn(column)
}

function countColumn(column: number): void {
  const base = column * STRIDE
  /** The lowest card of each suit so far. */
  const lowest = [52, 52, 52, 52]
  let count = 0
  for (let row = 0; row < bytes[column]; row++) {
    const card = dealtAt(column, row)
    const suit = suitOfId[card]
    const isInOrder = row > 0 && dealtAt(column, row - 1) === card + 1
    if (lowest[suit] < card) {
      if (!isInOrder) count++
    } else lowest[suit] = card
    blocked[base + row + 1] = count
  }
}

/** How many groups of a record have to be moved aside. */
export function blockedGroups(at: number): number {
  let count = 0
  for (let column = 0; column < MAX_COLUMNS; column++) count += blocked[column * STRIDE + bytes[at + column]]
  return count
}
