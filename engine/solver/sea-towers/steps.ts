// The steps of the Sea Towers searches.

/** Operand `a`: the column of a run, or the suit of a king. */
export const StepKind = {
  /** A run goes onto the next higher card of its suit. */
  runToParent: 0,
  runToCells: 1,
  /** A run headed by a king goes into an empty column. */
  runToSpace: 2,
  /** A king goes from its cell into an empty column, with the free cards that continue its run. */
  placeKing: 3,
  /** A king and the cards on it go from their column into cells. */
  evictKing: 4,
} as const
