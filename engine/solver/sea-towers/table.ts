// The state of the Sea Towers searches. With one deck, columns built in suit and only kings in spaces, the
// depths of the dealt columns determine where all cards are, except for the arrangement of the kings.
// All searches share these arrays, because allocating them takes longer than most searches.
import { DECK_SIZE, rankOf, suitOf, type Card } from '../../rules/cards.ts'
import type { Position } from '../../rules/types.ts'

const KING = 12
const SUITS = 4
/** In a toy game with fewer cells, the missing ones count as filled. */
export const CELLS = 4
/** The number of columns in a record. */
export const MAX_COLUMNS = 10
/** The number of possible depths of a column, which can hold a whole deck. */
const STRIDE = DECK_SIZE + 1

/** Cards are `13 · suit + rank` here; a toy deck has the highest ranks. */
const suitOfId = Uint8Array.from({ length: 52 }, (_, id) => Math.floor(id / 13))
const rankOfId = Uint8Array.from({ length: 52 }, (_, id) => id % 13)
const idOf = (card: Card, ranks: number): number => 13 * suitOf(card) + rankOf(card) + 13 - ranks

// Bytes of a record, after the depths. Column `NOWHERE`, of depth 0, represents cells and foundations.
const NOWHERE = 10
/** The number of cards in order on the top card of each column, which are not part of its depth. */
const ON_TOP = 11
/** The number of cards of each suit on its foundation. */
const UP = 22
/** For each suit, the number of free cards from the king down; 0 once the suit is finished. */
const CHAIN = 26
/** The number of cards that would be in cells if no king had a column. */
const USED = 30
/** The number of columns without dealt cards, including those of kings. */
const EMPTY = 31
/**
 * The suits whose king became the only dealt card of its column in the last move. In the first record, those
 * whose king is the only dealt card of its column.
 */
const CROWNED = 32
/** The word of a record after its bytes, the key: the depths in mixed radix. Key 0 is won. */
const KEY = 9
const RECORD_WORDS = KEY + 1
/** Offsets of the two records in `bytes`. */
const PARENT = 0
const CHILD = 4 * RECORD_WORDS
const bytes = new Uint8Array(2 * CHILD)
const words = new Int32Array(bytes.buffer)

/** The dealt cards by column and row, and the column and row of each. */
const cards = new Uint8Array(MAX_COLUMNS * STRIDE)
const columnOf = new Uint8Array(52)
const rowOf = new Uint8Array(52)
const radix = new Int32Array(MAX_COLUMNS)
/** A mask of the suits that may have a card to send up. */
let pending = 0

/** The bottom card of the run on top of a column that is not empty. */
export const topOf = (at: number, column: number): number => cards[column * STRIDE + bytes[at + column] - 1]

/** The card dealt to a row of a column. */
export const dealtAt = (column: number, row: number): number => cards[column * STRIDE + row]

/** Reads a position into the parent record. */
export function readTable({ game, piles }: Position): void {
  const columns = game.of.tableau.length
  columnOf.fill(NOWHERE)
  rowOf.fill(0)
  bytes.fill(0)
  let inLayout = 0
  let factor = 1
  for (let column = 0; column < columns; column++) {
    const pile = piles[game.of.tableau[column].index]
    for (let row = 0; row < pile.length; row++) {
      const id = idOf(pile[row], game.deck.ranks)
      cards[column * STRIDE + row] = id
      columnOf[id] = column
      rowOf[id] = row
    }
    bytes[column] = pile.length
    inLayout += pile.length
    radix[column] = factor
    words[KEY] += factor * pile.length
    factor *= pile.length + 1
  }
  bytes[USED] = 52 - inLayout + CELLS - game.of.cell.length
  for (let suit = 0; suit < SUITS; suit++) readSuit(suit)
  pending = 0
  for (let column = 0; column < columns; column++) normalizeColumn(PARENT, column)
  raiseFoundations(PARENT)
}

function readSuit(suit: number): void {
  const isFree = (id: number) => columnOf[id] === NOWHERE
  let up = 0
  while (up < 13 && isFree(13 * suit + up)) up++
  bytes[UP + suit] = up
  bytes[USED] -= up
  if (up === 13) return
  let chain = 0
  while (isFree(13 * suit + KING - chain)) chain++
  bytes[CHAIN + suit] = chain
}

/**
 * Updates a column whose top card has changed. The depth is reduced to the bottom card of the run on top. The
 * cards in order on that card, including free cards, are only counted. A king that is the only dealt card
 * keeps the column.
 */
function normalizeColumn(at: number, column: number): void {
  let depth = bytes[at + column]
  bytes[at + ON_TOP + column] = 0
  if (depth === 0) {
    bytes[at + EMPTY]++
    return
  }
  const base = column * STRIDE
  let top = cards[base + depth - 1]
  let below = top - 1
  let onTop = 0
  while (depth > 1 && cards[base + depth - 2] === top + 1 && rankOfId[top] !== KING) {
    depth--
    top++
    onTop++
    words[(at >> 2) + KEY] -= radix[column]
  }
  const suit = suitOfId[top]
  const next = 13 * suit + bytes[at + UP + suit]
  const attached = below
  while (below >= next && rowOf[below] >= bytes[at + columnOf[below]]) below--
  onTop += attached - below
  bytes[at + USED] -= attached - below
  if (below < next) pending |= 1 << suit
  if (depth === 1 && rankOfId[top] === KING) {
    depth = 0
    bytes[at + EMPTY]++
    bytes[at + USED] += onTop + 1
    bytes[at + CHAIN + suit] = onTop + 1
    bytes[at + CROWNED] |= 1 << suit
    words[(at >> 2) + KEY] -= radix[column]
    onTop = 0
  }
  bytes[at + column] = depth
  bytes[at + ON_TOP + column] = onTop
}

/** Sends up cards of pending suits. */
function raiseFoundations(at: number): void {
  while (pending !== 0) {
    const suit = 31 - Math.clz32(pending)
    let up = bytes[at + UP + suit]
    /** The number of cards that went up from cells. Cards lying on a card of a column do not count. */
    let fromCells = 0
    for (; up < 13; up++) {
      const id = 13 * suit + up
      const column = columnOf[id]
      const rowsAbove = rowOf[id] + 1 - bytes[at + column]
      if (rowsAbove < 0) break
      if (rowsAbove > 0) fromCells++
      else {
        bytes[at + UP + suit] = up + 1
        bytes[at + column]--
        words[(at >> 2) + KEY] -= radix[column]
        normalizeColumn(at, column)
        fromCells = 0
      }
    }
    bytes[at + USED] -= fromCells
    bytes[at + UP + suit] = up
    if (up === 13) {
      bytes[at + CHAIN + suit] = 0
      bytes[at + CROWNED] &= ~(1 << suit)
    }
    pending &= ~(1 << suit)
  }
}

// Destinations of a run that are not columns.
const TO_CELLS = 10
/** To the end of its king's chain, in a column or in cells. */
const TO_CHAIN = 11
/** A king: into a space or into cells. */
const TO_SPACE = 12

/** The destination of the run whose bottom card is `top`. */
export function destinationOf(at: number, top: number): number {
  const rank = rankOfId[top]
  if (rank === KING) return TO_SPACE
  if (rank === KING - bytes[at + CHAIN + suitOfId[top]]) return TO_CHAIN
  let parent = top + 1
  while (rowOf[parent] >= bytes[at + columnOf[parent]]) parent++
  const column = columnOf[parent]
  return rowOf[parent] === bytes[at + column] - 1 ? column : TO_CELLS
}

/** Creates the child: moves a column's run, and makes the automatic moves. */
export function takeRun(column: number, destination: number): void {
  for (let i = 0; i < RECORD_WORDS; i++) words[RECORD_WORDS + i] = words[i]
  words[RECORD_WORDS + KEY] -= radix[column]
  bytes[CHILD + CROWNED] = 0
  const suit = suitOfId[topOf(PARENT, column)]
  const length = bytes[ON_TOP + column] + 1
  if (destination < TO_CELLS) bytes[CHILD + ON_TOP + destination] += length
  else bytes[CHILD + USED] += length
  if (destination >= TO_CHAIN) bytes[CHILD + CHAIN + suit] += length
  bytes[CHILD + column]--
  pending = 0
  normalizeColumn(CHILD, column)
  if (pending !== 0) raiseFoundations(CHILD)
}

/** Destructured by the other files, because reading imported names takes a third of the search's time. */
export const table = {
  bytes,
  words,
  suitOfId,
  SUITS,
  CELLS,
  MAX_COLUMNS,
  STRIDE,
  ON_TOP,
  UP,
  CHAIN,
  USED,
  EMPTY,
  CROWNED,
  KEY,
  RECORD_WORDS,
  PARENT,
  CHILD,
  TO_CELLS,
  TO_CHAIN,
  TO_SPACE,
} as const
