// A lower bound on the steps to a win: the number of groups above a card of their suit with a lower rank.
import { dealtAt, table } from './table.ts'

const { bytes, suitOfId, MAX_COLUMNS, STRIDE } = table

/** The number of blocked groups in each column, by its depth. */
const blocked = new Uint8Array(MAX_COLUMNS * STRIDE)

/**
 * Counts the groups (cards dealt in order) above a card of their suit with a lower rank, for each depth of
 * the parent record's columns. Each group takes a separate step before that card can go up.
 */
export function countBlockedGroups(): void {
  blocked.fill(0)
  for (let column = 0; column < MAX_COLUMNS; column++) countColumn(column)
}

function countColumn(column: number): void {
  const base = column * STRIDE
  /** The lowest card so far of each suit. */
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

/** The number of blocked groups in a record. */
export function blockedGroups(at: number): number {
  let count = 0
  for (let column = 0; column < MAX_COLUMNS; column++) count += blocked[column * STRIDE + bytes[at + column]]
  return count
}
