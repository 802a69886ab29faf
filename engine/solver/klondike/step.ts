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
