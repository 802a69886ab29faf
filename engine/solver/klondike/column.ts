// A Klondike column in one number: how many of its cards are face down, and its run. One bit for each rank of
// the run gives the suit, because colors alternate.

/** A column without cards. */
export const EMPTY = 0

// Bits 0–12: for each rank in the run, which of the two suits of its color. Bit 13: whether rank 0 would be
// red if the run continued down to it. Bits 14–17: rank of the top card. Bits 18–21: rank of the bottom
// face-up card, the head. Bits 22–25: face-down cards. Bit 26: not empty.
const COLOR = 1 << 13
const TOP_SHIFT = 14
const HEAD_SHIFT = 18
const DOWN_SHIFT = 22
const FILLED = 1 << 26
const TOP = 15 << TOP_SHIFT

/** The rank of the top card of a column that is not empty. */
export const topRankOf = (column: number): number => (column >> TOP_SHIFT) & 15
/** The rank of the bottom face-up card of a column that is not empty. */
export const headRankOf = (column: number): number => (column >> HEAD_SHIFT) & 15
/** The number of face-down cards in a column. */
export const downOf = (column: number): number => (column >> DOWN_SHIFT) & 15

/** Suits are 0 ♣, 1 ♦, 2 ♥, 3 ♠. The bit is 0 for the lower suit of a color, and 1 for the higher one. */
const suitFrom = (isRed: number, bit: number): number => (isRed ? 1 + bit : 3 * bit)
const isRedSuit = (suit: number): number => (suit ^ (suit >> 1)) & 1

/** The suit of the card of that rank in a column's run. */
export const suitAt = (column: number, rank: number): number =>
  suitFrom(((column >> 13) ^ rank) & 1, (column >> rank) & 1)

/** The face, `4 · rank + suit`, of the top card of a column that is not empty. */
export function topOf(column: number): number {
  const rank = topRankOf(column)
  return 4 * rank + suitAt(column, rank)
}

/** The number of cards in the run of a column that is not empty. */
export const runLengthOf = (column: number): number => headRankOf(column) - topRankOf(column) + 1

/** A column of `down` face-down cards and one face-up card. */
export function columnOf(down: number, face: number): number {
  const rank = face >> 2
  const suit = face & 3
  return (
    FILLED |
    (down << DOWN_SHIFT) |
    (rank << HEAD_SHIFT) |
    (rank << TOP_SHIFT) |
    (((isRedSuit(suit) ^ rank) & 1) << 13) |
    ((suit >> 1) << rank)
  )
}

/** The bit of `face` in a run. */
const suitBit = (face: number): number => ((face & 3) >> 1) << (face >> 2)

/** The rank and color of a column's top card in five bits, which decide what the column takes. */
export const hostOf = (column: number): number => (column >> 13) & 31

/** The `hostOf` of columns that take the card of that rank in the run of `column`. */
export const hostFor = (column: number, rank: number): number => ((rank + 1) << 1) | ((column >> 13) & 1)

/** The `hostOf` of columns that take `face`. */
export const hostForFace = (face: number): number =>
  (((face >> 2) + 1) << 1) | ((isRedSuit(face & 3) ^ (face >> 2)) & 1)

/** The suit of a card of that rank whose suit bit is `bit`, in the colors of the run of `column`. */
export const suitFitting = (column: number, rank: number, bit: number): number =>
  suitFrom(((column >> 13) ^ rank) & 1, bit)

/** The column without the cards of its run up to `rank`, which must be lower than the rank of its head. */
export const withoutUpTo = (column: number, rank: number): number =>
  (column & ~TOP & ~((2 << rank) - 1)) | ((rank + 1) << TOP_SHIFT)

/** The suit bits of a run up to `rank`. */
export const bitsUpTo = (column: number, rank: number): number => column & ((2 << rank) - 1) & 0x1fff

/** The column with a run added, given by its suit bits; the top card is that of `from`. */
export const withRun = (column: number, from: number, bits: number): number =>
  (column & ~TOP) | (from & TOP) | bits

/** The column with a card added. */
export const withCard = (column: number, face: number): number =>
  (column & ~TOP) | ((face >> 2) << TOP_SHIFT) | suitBit(face)

const EVEN_RANKS = 0x1555

/** A mask of the ranks of the cards in a column's run that are also in `cards`, a mask of ranks per suit. */
export function ranksAmong(column: number, cards: Int32Array): number {
  const red = column & COLOR ? EVEN_RANKS : ~EVEN_RANKS
  const clubsOrSpades = (column & cards[3]) | (~column & cards[0])
  const heartsOrDiamonds = (column & cards[2]) | (~column & cards[1])
  const run = (2 << headRankOf(column)) - (1 << topRankOf(column))
  return ((heartsOrDiamonds & red) | (clubsOrSpades & ~red)) & run
}

/** A column that is a run headed by a king, with the top card and the colors of `from`. */
export const kingColumn = (king: number, from: number, bits: number): number =>
  FILLED | (king << HEAD_SHIFT) | (from & (TOP | COLOR)) | bits
