// A relaxed proof of loss that ignores covering: whether a walk around the circle of ranks, one step up or
// down at a time, can visit each rank once for each of its cards.
/** The number of ranks in the circle. */
export const RANKS = 13

/** Twice the number of steps between each rank and the next. */
const steps = new Int16Array(RANKS)

/**
 * False only if there is no such walk from rank `start`, with `counts` cards of each rank; king and ace are
 * neighbors. Each card has one step to it and one from it; rank `start` has one step more, and the last rank
 * one less. Because the number of ranks is odd, these sums determine the steps between neighbors. The last
 * rank is not known here. Leaving it out makes the numbers from that rank on alternately half a step too high
 * and too low.
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

/** Whether the walk can end at this rank: every negative number of steps must then be half a step too low. */
function mayEndAt(end: number): boolean {
  for (let rank = 0; rank < RANKS; rank++)
    if (steps[rank] < 0 && ((rank - end + RANKS) % RANKS) % 2 === 0) return false
  return true
}
