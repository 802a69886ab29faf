// The steps of the Klondike searches.

/**
 * The operands are those of `encodeStep`. A stock card is given by its face, or by `BY_INDEX` plus its index
 * in `Layout.stock`.
 */
export const StepKind = {
  /** The top card of column `a`, of face `b`, goes up. */
  columnUp: 0,
  /** `n` cards go from column `a` onto column `b`. */
  run: 1,
  /** The stock card `a` goes up. */
  stockUp: 2,
  /** The stock card `a` goes onto column `b`. */
  stockOnto: 3,
} as const

/** Higher than every face. */
export const BY_INDEX = 64
