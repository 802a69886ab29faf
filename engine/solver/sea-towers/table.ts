// The table of Sea Towers as its searches see it. One deck, in suit, kings only into a space: which cards of
// the layout still lie where they lay fixes where every other card is, but for the kings. So a state is how
// deep each column still is, and beside it which kings have a column (an arrangement of the kings).
//
// All arrays are shared by all searches of the worker, one search at a time: to make them anew would take
// longer than most searches do.
import { rankOf, suitOf, type Card } from '../../rules/cards.ts'
import type { Position } from '../../rules/types.ts'

const KING = 12
const SUITS = 4
/** Cells that the searches count with; a toy game with fewer begins with the others filled. */
export const CELLS = 4
/** The most columns that it has room for. */
export const MAX_COLUMNS = 10
const STRIDE = 32

/** Cards are numbered `13 · suit + rank` here; the ranks of a toy deck are its highest, up to the king. */
const suitOfId = Uint8Array.from({ length: 52 }, (_, id) => Math.floor(id / 13))
const rankOfId = Uint8Array.from({ length: 52 }, (_, id) => id % 13)
const idOf = (card: Card, ranks: number): number => 13 * suitOf(card) + rankOf(card) + 13 - ranks

// A record, byte by byte. Column `NOWHERE`, of depth 0, stands for cells and foundations: whatever is there
// is free.
const NOWHERE = 10
/** Cards in order that hang from the top of each column, from cells or with it. */
const HANGING = 11
/** Cards of each suit on its foundation. */
const UP = 22
/** For each suit the free cards from the king down without a gap; 0 once the suit is up. */
const CHAIN = 26
/** Cards in cells, if no king had a column. */
const USED = 30
/** Columns without a card of the layout, those of kings among them. */
const EMPTY = 31
/** Suits whose king came to lie alone in its column, which therefore is its own. */
const CROWNED = 32
const RECORD_BYTES = 36
const RECORD_WORDS = RECORD_BYTES / 4
/** The two records that are worked on: the state in hand, and the child that is made from it. */
const PARENT = 0
const CHILD = RECORD_BYTES
const bytes = new Uint8Array(2 * RECORD_BYTES)
const words = new Uint32Array(bytes.buffer)
/** The keys of both records: the depths in a mixed radix. The key of the won table is 0. */
const keys = new Int32Array(2)
const keyAt = (at: number) => (at === PARENT ? 0 : 1)

/** The layout: cards by column and row, and for every card its column and row. */
const cards = new Uint8Array(MAX_COLUMNS * STRIDE)
const columnOf = new Uint8Array(52)
const rowOf = new Uint8Array(52)
const radix = new Int32Array(MAX_COLUMNS)
/** Suits of which a card may go up, as a mask: what `raiseFoundations` has to look at. */
let pending = 0

/** The top card of a column that is not empty. */
export const topOf = (at: number, column: number): number => cards[column * STRIDE + bytes[at + column] - 1]

/** The card that was dealt there. */
export const dealtAt = (column: number, row: number): number => cards[column * STRIDE + row]

/**
 * Reads a position into the parent record. The kings that have a column of their own are its crowned suits.
 */
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
    factor *= pile.length + 1
  }
  keys[0] = 0
  for (let column = 0; column < columns; column++) keys[0] += bytes[column] * radix[column]
  bytes[USED] = 52 - inLayout + CELLS - game.of.cell.length
  for (let suit = 0; suit < SUITS; suit++) readSuit(suit)
  pending = 0
  for (let column = 0; column < columns; column++) normalizeColumn(PARENT, column)
  raiseFoundations(PARENT)
}

/** Sends up what is free of a suit, and counts the chain of its king. */
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
 * Brings a column in order whose top has changed. A top that lies in order on the card below counts as
 * hanging from it, and so do free cards that continue it downwards; a king at the bottom has the column for
 * its own.
 */
function normalizeColumn(at: number, column: number): void {
  let depth = bytes[at + column]
  bytes[at + HANGING + column] = 0
  if (depth === 0) {
    bytes[at + EMPTY]++
    return
  }
  const base = column * STRIDE
  let top = cards[base + depth - 1]
  let below = top - 1
  let hanging = 0
  while (depth > 1 && cards[base + depth - 2] === top + 1 && rankOfId[top] !== KING) {
    depth--
    top++
    hanging++
    keys[keyAt(at)] -= radix[column]
  }
  const suit = suitOfId[top]
  const next = 13 * suit + bytes[at + UP + suit]
  const attached = below
  while (below >= next && rowOf[below] >= bytes[at + columnOf[below]]) below--
  hanging += attached - below
  bytes[at + USED] -= attached - below
  if (below < next) pending |= 1 << suit
  if (depth === 1 && rankOfId[top] === KING) {
    depth = 0
    bytes[at + EMPTY]++
    bytes[at + USED] += hanging + 1
    bytes[at + CHAIN + suit] = hanging + 1
    bytes[at + CROWNED] |= 1 << suit
    keys[keyAt(at)] -= radix[column]
    hanging = 0
  }
  bytes[at + column] = depth
  bytes[at + HANGING + column] = hanging
}

/** Sends cards up as long as the next one of a pending suit is free or the top of its column. */
function raiseFoundations(at: number): void {
  while (pending !== 0) {
    const suit = 31 - Math.clz32(pending)
    let up = bytes[at + UP + suit]
    /** Cards gone up since the last top of a column: those were not hanging from it. */
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
        keys[keyAt(at)] -= radix[column]
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

// Where the run at the top of a column goes: the column of its parent, or one of these.
/** Into cells, as its parent lies deeper. */
const TO_CELLS = 10
/** To the end of its king's chain, which lies in a column or in cells. */
const TO_CHAIN = 11
/** A king: into a space or into cells. */
const TO_SPACE = 12

/** Where the run under this top card goes. */
export function destinationOf(at: number, top: number): number {
  const rank = rankOfId[top]
  if (rank === KING) return TO_SPACE
  if (rank === KING - bytes[at + CHAIN + suitOfId[top]]) return TO_CHAIN
  let parent = top + 1
  while (rowOf[parent] >= bytes[at + columnOf[parent]]) parent++
  const column = columnOf[parent]
  return rowOf[parent] === bytes[at + column] - 1 ? column : TO_CELLS
}

/** Makes the child: the run of a column taken to its destination, and all that follows. */
export function takeRun(column: number, destination: number): void {
  for (let i = 0; i < RECORD_WORDS; i++) words[RECORD_WORDS + i] = words[i]
  keys[1] = keys[0] - radix[column]
  bytes[CHILD + CROWNED] = 0
  const suit = suitOfId[topOf(PARENT, column)]
  const length = bytes[HANGING + column] + 1
  if (destination < TO_CELLS) bytes[CHILD + HANGING + destination] += length
  else bytes[CHILD + USED] += length
  if (destination >= TO_CHAIN) bytes[CHILD + CHAIN + suit] += length
  bytes[CHILD + column]--
  pending = 0
  normalizeColumn(CHILD, column)
  if (pending !== 0) raiseFoundations(CHILD)
}

/** Goes on from the child. */
export function stepToChild(): void {
  for (let i = 0; i < RECORD_WORDS; i++) words[i] = words[RECORD_WORDS + i]
  keys[0] = keys[1]
}

/**
 * What the other files of the search share. They take it apart into constants of their own, as an imported
 * name is looked up at every use and costs the search a third of its time.
 */
export const table = {
  bytes,
  words,
  keys,
  suitOfId,
  radix,
  SUITS,
  CELLS,
  MAX_COLUMNS,
  STRIDE,
  HANGING,
  UP,
  CHAIN,
  USED,
  EMPTY,
  CROWNED,
  RECORD_WORDS,
  PARENT,
  CHILD,
  TO_CELLS,
  TO_CHAIN,
  TO_SPACE,
} as const
