// Whether the ranks that are left can be played at all, whatever lies on what: a walk around the circle of
// ranks, one step up or down each time, that meets every rank as often as it is left.
const RANKS = 13

/** Twice the number of steps between each rank and the next, wherever the walk may end. */
const steps = new Int16Array(RANKS)

/**
 * False only where no such walk exists: `counts` says how many cards of each rank are left, at least one,
 * `start` on which rank the walk begins; king and ace are neighbours. True is no promise, as neither what
 * covers what is looked at, nor whether the walk is in one piece.
 *
 * The steps that touch a rank are two for each of its cards, and one more where the walk begins, one less
 * where it ends. As the circle is odd, these sums leave one choice for the steps between neighbours: solved
 * as if the walk had no end, each is half a step too many or too few, in turns around the circle from the
 * end on. No number of steps may be below zero.
 */
export function isWalkable(counts: Int8Array, start: number): boolean {
  let alternating = 0
  for (let rank = 1; rank < RANKS; rank++)
    alternating = 2 * counts[rank] + (rank === start ? 1 : 0) - alternating
  let doubled = 2 * counts[0] + (start === 0 ? 1 : 0) - alternating
  let fewest = doubled
  steps[0] = doubled
  for (let rank = 1; rank < RANKS; rank++) {
    doubled = 4 * counts[rank] + (rank === start ? 2 : 0) - doubled
    steps[rank] = doubled
    if (doubled < fewest) fewest = doubled
  }
  if (fewest !== -1) return fewest > 0
  for (let end = 0; end < RANKS; end++) if (counts[end] > 0 && mayEndAt(end)) return true
  return false
}

/** Whether an end at this rank adds half a step wherever one is missing. */
function mayEndAt(end: number): boolean {
  for (let rank = 0; rank < RANKS; rank++)
    if (steps[rank] < 0 && ((rank - end + RANKS) % RANKS) % 2 === 0) return false
  return true
}
