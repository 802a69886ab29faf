// Steps of a line as the searches of Klondike write them down.

/** What a step does; a column is its number from the left. */
export const StepKind = {
  /** The top card of column `a`, of face `b`, goes up. */
  columnUp: 0,
  /** `n` cards go from column `a` onto column `b`. */
  run: 1,
  /** A card of the stock of face `a` goes up. */
  faceUp: 2,
  /** A card of the stock of face `a` goes onto column `b`. */
  faceOnto: 3,
  /** The card at place `a` of the stock, in the order in which it was turned at the start, goes up. */
  stockUp: 4,
  /** The card at place `a` of the stock goes onto column `b`. */
  stockOnto: 5,
} as const

/** A step as a number: its kind, two operands and a count. */
export const step = (kind: number, a = 0, b = 0, n = 1): number => (kind << 24) | (a << 16) | (b << 8) | n
/** What the number of a step stands for. */
export const readStep = (code: number) => ({
  kind: code >>> 24,
  a: (code >>> 16) & 255,
  b: (code >>> 8) & 255,
  n: code & 255,
})
