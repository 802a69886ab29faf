// The kernel's attempts for each kind of game.
import type { Game } from '../../rules/types.ts'
import type { BeamSettings } from './beam.ts'
import type { ExhaustiveSettings } from './exhaustive.ts'
import type { Weights } from './evaluate.ts'

/** The settings of a beam search, a best-first search or an exhaustive search. */
export type Attempt = BeamSettings | (ExhaustiveSettings & { readonly isForOneDeck?: boolean })

/** Attempts, made in order until one decides the position. */
export interface Schedule {
  readonly attempts: readonly Attempt[]
  /** A beam for a shorter line once a win is known. */
  readonly short?: BeamSettings
}

const beam = (width: number, weights: Weights): BeamSettings => ({ width, weights, raising: 'all' })
const safe = (width: number, weights: Weights): BeamSettings => ({ width, weights, raising: 'safe' })
const best = (boards: number, weights: Weights) => ({ ...beam(boards, weights), isBestFirst: true })
const novel = (boards: number, weights: Weights) => ({ ...best(boards, weights), seeksNovelty: true })
const proof = (maxBoards: number): Attempt => ({ maxBoards })
/**
 * Exhaustive searches that ignore suits, each in a random order. They find some wins sooner, but prove no
 * loss.
 */
const tries = (maxBoards: number, count: number): Attempt[] =>
  Array.from({ length: count }, (_, i) => ({ maxBoards, seed: maxBoards + i, ignoresSuits: true }))

/** The same beam without stages. */
const unstaged = (one: BeamSettings): BeamSettings => ({ ...one, levels: undefined })
/** An exhaustive search that is skipped with two decks, where it would take too long. */
const oneDeck = (maxBoards: number): Attempt => ({ maxBoards, isForOneDeck: true })

const WIDER = [4, oneDeck(160_000), 16, oneDeck(1_000_000), 64, proof(1_000_000), 256]

/**
 * Narrow beams with different weights come first: another set of weights finds more of the remaining wins
 * than a greater width. The attempts in `wider` follow. A number in that list repeats the narrow searches at
 * that multiple of their width.
 */
function widening(
  narrow: readonly Attempt[],
  { levels, short }: Pick<BeamSettings, 'levels'> & Pick<Schedule, 'short'> = {},
  wider: readonly (number | Attempt)[] = WIDER,
): Schedule {
  const first = narrow.map((one): Attempt => ('maxBoards' in one ? one : { levels, ...one }))
  const widened = (factor: number): Attempt[] =>
    first.flatMap(one => ('maxBoards' in one ? [] : { ...one, width: factor * one.width }))
  const later = wider.flatMap(one => (typeof one === 'number' ? widened(one) : one))
  return { attempts: [...first, ...later], short }
}

// Weights were picked greedily from a few hundred random sets: each time the set that wins the most remaining
// deals per unit of time, over all games of a schedule.

const shortTowers = beam(300, { breaks: 3.2, blockers: 0.9, cells: 1.1, up: -0.8, spaces: 1.5, length: 1.3 })

const freecell = widening(
  [
    best(200, { breaks: 0.85, inversions: 0.21, cells: 2.04, up: -0.27, spaces: -0.91 }),
    best(200, { breaks: 0.9, blockers: 1.06, cells: 2.18, up: -0.05, spaces: -2.27, length: 0.04 }),
    beam(3, { breaks: 1.87, blockers: 0.64, cells: 1.55, up: -0.79, spaces: -2.25 }),
    best(350, { breaks: 0.75, blockers: 0.86, cells: 3.92, spaces: -0.96 }),
    beam(6, { breaks: 1.13, inversions: 0.17, blockers: 0.61, cells: 1.89, up: -0.62, spaces: -1.32 }),
    beam(12, { breaks: 1.13, inversions: 0.17, blockers: 0.61, cells: 1.89, up: -0.62, spaces: -1.32 }),
    best(600, { breaks: 0.81, blockers: 0.68, cells: 3, up: -0.77, spaces: -2.43 }),
    beam(16, { breaks: 2.82, blockers: 1.04, cells: 4.13, up: -0.28, spaces: -1.38 }),
  ],
  { short: shortTowers },
  [proof(3000), 4, 16, 64, proof(400_000), 256, proof(1_000_000)],
)
const towers = widening(
  [
    best(200, { breaks: 0.91, blockers: 0.34, cells: 3.34, up: -0.62, spaces: -2.4 }),
    best(200, { breaks: 1.68, blockers: 0.07, cells: 3.54, up: -0.61, spaces: 0.88 }),
    beam(10, { breaks: 2.27, blockers: 0.77, cells: 1.02, up: 0.11, length: 0.35 }),
    beam(10, { breaks: 0.98, cells: 3.63, up: -1.02, spaces: -2.58, length: 0.21 }),
    beam(8, { breaks: 2.27, blockers: -0.29, cells: 1.73, up: -1.17, spaces: 0.88, length: 0.36 }),
  ],
  { short: shortTowers },
  [4, oneDeck(160_000), proof(3000), 16, oneDeck(1_000_000), 64, proof(1_000_000), 256],
)
const byTwos = { breaks: 2, inversions: 0.6, up: -3, spaces: -1, length: 1.5 }
const doubleDot = widening(
  [
    safe(3, { breaks: 1.67, inversions: 1.14, up: -2.33, spaces: -0.31, length: 0.81 }),
    safe(5, byTwos),
    safe(15, byTwos),
    proof(3000),
  ],
  { levels: 15, short: { ...safe(50, { ...byTwos, length: 3 }), levels: 15 } },
)
/** For variants of Klondike that the Klondike solver does not support. */
const klondike = widening([
  proof(2000),
  beam(15, { inversions: 0.9, blockers: -1, faceDown: 2.2, stock: 1.5, up: -1, spaces: -0.5, length: 0.8 }),
  safe(15, { breaks: 0.5, inversions: 1, faceDown: 5, stock: 0.4, spaces: -1, length: 0.1 }),
])
const spider = widening(
  [
    beam(6, { breaks: 1.67, suitBreaks: 2.52, faceDown: 0.05, spaces: -0.73, suitsOut: -6.2, length: 0.3 }),
    beam(12, { breaks: 0.77, suitBreaks: 1.66, faceDown: 0.61, spaces: -0.78, suitsOut: -3.17 }),
    beam(12, { breaks: 1.43, suitBreaks: 1.97, faceDown: 0.79, spaces: -0.68, suitsOut: -9.15 }),
    beam(12, { breaks: 1.12, suitBreaks: 0.98, spaces: -2.42, suitsOut: -10.54 }),
    proof(300),
    beam(25, { breaks: 1, suitBreaks: 1, spaces: -1, suitsOut: -13 }),
    beam(25, { breaks: 0.62, suitBreaks: 0.77, spaces: -2.76, suitsOut: -4.92 }),
    unstaged(beam(25, { breaks: 0.6, suitBreaks: 2, faceDown: 0.15, spaces: -0.37, suitsOut: -6.86 })),
    novel(1250, { breaks: 1.97, suitBreaks: 2.9, faceDown: 3.58, spaces: -1.67, suitsOut: -10.61 }),
    novel(1250, { breaks: 0.52, suitBreaks: 0.46, spaces: -2.98, suitsOut: -5.91 }),
    novel(1250, { breaks: 0.68, suitBreaks: 1.07, faceDown: 0.97, spaces: -0.62, suitsOut: -10.37 }),
  ],
  { levels: 40 },
  [4, 16, oneDeck(700_000), 64, proof(2_000_000), 256],
)
const scorpion = widening(
  [
    proof(2000),
    beam(8, { breaks: 0.98, suitBreaks: 1.47, faceDown: 3.58, stock: 0.13, spaces: -1.58, suitsOut: -5.65 }),
    beam(8, { breaks: 0.97, suitBreaks: 0.65, faceDown: 0.26, spaces: -1.72, suitsOut: -0.91 }),
    beam(15, { breaks: 1.79, suitBreaks: 0.59, faceDown: 2.91, spaces: -0.93, suitsOut: -5.25 }),
    beam(20, { breaks: 2.23, suitBreaks: 0.83, faceDown: 0.09, stock: -1.08, spaces: -0.2, suitsOut: -8.2 }),
  ],
  { levels: 30 },
)
const yukon = widening([
  beam(8, { breaks: 1.47, inversions: 0.43, blockers: 1.34, faceDown: 6.79, up: -0.32, spaces: -0.68 }),
  safe(8, { breaks: 1.03, inversions: 0.46, blockers: 0.28, faceDown: 6, up: -1.09, spaces: -1.77 }),
  safe(8, { breaks: 0.54, inversions: 1.73, blockers: 1.3, faceDown: 7.61, up: -1.12, spaces: -1.75 }),
  beam(20, { breaks: 1.43, inversions: 0.37, blockers: 0.43, faceDown: 3.32, up: -0.86, spaces: -0.55 }),
  proof(2000),
  beam(15, { breaks: 0.98, inversions: 0.58, blockers: 1.23, faceDown: 7.28, up: -0.65, spaces: -0.17 }),
])
const russian = widening([
  proof(2000),
  beam(8, { breaks: 0.56, inversions: 1.91, blockers: 1.32, faceDown: 8.54, up: -0.75, spaces: -0.15 }),
  beam(15, { breaks: 0.8, inversions: 1, faceDown: 3, up: -0.5, spaces: -1 }),
  beam(15, { breaks: 1, faceDown: 2, up: -1 }),
])
const dealing = widening(
  [
    beam(8, { breaks: 1.23, inversions: 0.95, blockers: 0.33, faceDown: 2.94, up: -0.06, spaces: -0.46 }),
    beam(8, { breaks: 1.35, inversions: 0.51, faceDown: 3.91, up: -0.7, spaces: -2.74, length: 0.19 }),
    oneDeck(2000),
    beam(8, { breaks: 0.89, inversions: 0.2, faceDown: 0.59, up: -1.07, spaces: -0.16 }),
    beam(40, { breaks: 0.57, inversions: 1.41, blockers: 1.09, faceDown: 4.02, up: -1.01, spaces: -2.43 }),
    beam(20, { breaks: 0.77, inversions: 0.3, blockers: 0.43, faceDown: 2.82, spaces: -2.04 }),
    safe(20, { breaks: 1.03, inversions: 1.36, blockers: 1.41, faceDown: 1.7, up: -0.38, spaces: -1.63 }),
    beam(40, { breaks: 0.84, inversions: 0.11, blockers: 1.82, faceDown: 2.37, up: -1.66, spaces: -1.21 }),
    {
      ...novel(3000, { breaks: 1.88, faceDown: 4.53, up: -2.86, spaces: -0.98, stock: -0.97 }),
      raising: 'safe',
    },
    unstaged(safe(15, { breaks: 0.4, inversions: 0.7, blockers: 1.5, faceDown: 1.4, up: -1.4, spaces: -2 })),
  ],
  { levels: 20 },
)
const narrowCanfield = [
  best(300, { breaks: 0.6, inversions: 1.5, blockers: 0.6, reserve: 2.6, stock: 2.2, up: -0.7, spaces: -1 }),
  proof(2000),
  beam(20, { breaks: 0.3, inversions: 0.4, blockers: -0.2, reserve: 8, stock: 0.1, up: -1.1, spaces: -2.2 }),
  safe(20, { breaks: 0.2, inversions: 2.4, blockers: 0.5, reserve: 1.7, stock: 2.3, up: -1.3, spaces: -1.8 }),
  beam(20, { breaks: 0.6, inversions: 1.5, blockers: 0.65, reserve: 2.6, stock: 2.2, up: -0.74, spaces: -1 }),
]
const canfield = widening(narrowCanfield, {}, [
  ...[4, proof(160_000), ...tries(25_000, 9), 16, ...tries(150_000, 4)],
  ...[proof(500_000), 64, proof(2_000_000), 256],
])
const onePass = widening(
  [
    safe(10, { breaks: 2.44, inversions: 0.77, blockers: 0.11, waste: 4.84, up: -4.55, spaces: -0.46 }),
    beam(10, { breaks: 1.37, inversions: 1.79, blockers: 0.16, waste: 4.44, up: -0.44, spaces: -5.36 }),
    beam(10, { breaks: 0.69, inversions: 0.23, blockers: 1.24, waste: 2.67, up: -3.26, spaces: -6.89 }),
    beam(25, { breaks: 1.14, inversions: 0.38, blockers: 0.3, waste: 4.38, up: -1.13, spaces: -7.45 }),
    beam(10, { breaks: 2, inversions: 0.11, blockers: 0.32, waste: 0.74, up: -1.37, spaces: -5.16 }),
  ],
  { levels: 14 },
)
const castles = widening(
  [
    beam(6, { breaks: 1.64, inversions: 1.45, blockers: 1.17, up: -0.29, spaces: -7.54, length: 0.1 }),
    beam(6, { breaks: 1.89, inversions: 0.42, blockers: 0.42, up: -1.62, spaces: -4.06 }),
    beam(15, { breaks: 1.15, inversions: 1.67, blockers: 1.41, up: -1.75, spaces: -4.15 }),
    beam(15, { breaks: 1.16, inversions: 1.38, blockers: 0.5, up: -0.48, spaces: -4.41 }),
    ...tries(10_000, 1),
    proof(2000),
    beam(15, { breaks: 2, inversions: 1, up: -1, spaces: -6 }),
    beam(40, { breaks: 1.46, inversions: 0.64, blockers: 0.79, up: -0.93, spaces: -6.5 }),
  ],
  {},
  [...tries(60_000, 1), 4, proof(160_000), ...tries(100_000, 2), 16, 64, proof(1_000_000), 256],
)

/** The schedule of a game. */
export function scheduleOf(game: Game): Schedule {
  const {
    foundations,
    tableau: { take, build },
    stock,
    reserve,
    cells,
  } = game
  if (foundations.takes === 'suit') return take === 'any' ? scorpion : spider
  if (take === 'any') return build.suit === 'same' ? russian : yukon
  if (reserve) return canfield
  if (stock?.by === 'deal') return build.step === 1 ? dealing : doubleDot
  if (stock) return stock.passes === undefined ? klondike : onePass
  if (!cells) return castles
  return build.suit === 'alternating' ? freecell : towers
}
