// The steps of the Sea Towers searches.

/** Operand `a`: the column of a run, or the suit of a king. */
export const StepKind = {
  /** Onto the next higher card of its suit. */
  runToParent: 0,
  runToCells: 1,
  /** A run headed by a king. */
  runToSpace: 2,
  /** From its cell into an empty column, with the free cards that continue it. */
  placeKing: 3,
  /** From its column into cells, with the cards on it. */
  evictKing: 4,
} as const
