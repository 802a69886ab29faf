// The steps of a line of Sea Towers: a run taken from its column, or a king's chain moved.

/** What a step does. Its operand `a` is the column of a run, the suit of a king. */
export const StepKind = {
  /** The run of a column goes onto the card above it in its suit, wherever that is a top. */
  runToParent: 0,
  runToCells: 1,
  /** A run that begins with a king goes into an empty column. */
  runToSpace: 2,
  /** The king of a suit goes from its cell into an empty column, and what hangs from it follows. */
  placeKing: 3,
  /** The king of a suit gives up its column: its chain goes into cells. */
  evictKing: 4,
} as const
