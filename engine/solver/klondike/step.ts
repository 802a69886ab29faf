// The steps of the Klondike searches.

/** The operands are those of `encodeStep`. */
export const StepKind = {
  /** The top card of column `a`, of face `b`, goes up. */
  columnUp: 0,
  /** `n` cards go from column `a` onto column `b`. */
  run: 1,
  /** A stock card with face `a` goes up. */
  faceUp: 2,
  /** A stock card with face `a` goes onto column `b`. */
  faceOnto: 3,
  /** The card at index `a` of the waste and stock, in turning order at the start of the search, goes up. */
  stockUp: 4,
  /** That card goes onto column `b`. */
  stockOnto: 5,
} as const
