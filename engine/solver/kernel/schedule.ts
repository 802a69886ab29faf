// What the kernel tries for a game, one attempt after another, chosen by the words of the game.
import type { Game } from '../../rules/types.ts'
import type { BeamSettings } from './beam.ts'
import type { Weights } from './evaluate.ts'
import type { Raising } from './board.ts'

/** A beam, or an exhaustive search that may remember so many boards. */
export type Attempt = BeamSettings | { readonly most: number; readonly isForOneDeck?: boolean }

/** The attempts on a game, in order; the first that decides the position is the last. */
export interface Schedule {
  readonly attempts: readonly Attempt[]
  /** The beam that looks for a shorter line once a win is known. */
  readonly short?: BeamSettings
}

const beam = (width: number, weights: Weights, raising: Raising = 'all'): BeamSettings => ({
  width,
  weights,
  raising,
})
const proof = (most: number): Attempt => ({ most })

// Weights for the towers, from trials of 80 random ones on the deals that the others did not win. Cells are
// dear in the best of them; what one set misses another finds at the same width, rather than it at a greater.
const balanced = { breaks: 1, blockers: 0.2, cells: 2.3, up: -0.75, spaces: 0.25, length: 0.25 }
const dearCells = { breaks: 1, blockers: 0.42, cells: 3.66, up: -0.21, length: 0.46 }
const dearSpaces = { breaks: 1, blockers: 0.5, cells: 3.44, up: 0.27, spaces: -6.7, length: 0.31 }
const fewInversions = { breaks: 2, inversions: 1.2, cells: 2, up: -1, spaces: -5, length: 0.25 }
const mixed = { breaks: 1, inversions: 0.18, cells: 2.93, up: 0.09, spaces: -2.69, length: 0.13 }
const manyCells = { breaks: 1.2, cells: 2.47, up: -0.73, spaces: -4.84, length: 0.1 }
const cheapCells = { breaks: 0.8, blockers: 0.42, cells: 2.69, up: -0.21, length: 0.07 }
const freeSpaces = { breaks: 0.98, blockers: -0.21, cells: 2.47, up: -0.73, spaces: -4.84, length: 0.1 }
const inOrder = { breaks: 3.2, blockers: 0.9, cells: 1.1, up: -0.8, spaces: 1.5, length: 0.5 }
const dearBreaks = { breaks: 1.7, inversions: 0.32, cells: 2.18, up: -0.2, spaces: -2.69, length: 0.13 }
const cheapBreaks = {
  breaks: 0.31,
  inversions: 0.37,
  blockers: -0.18,
  cells: 2.93,
  up: 0.1,
  spaces: -2.69,
  length: 0.05,
}

const lateTowers: readonly Attempt[] = [
  beam(80, freeSpaces),
  beam(100, inOrder),
  beam(100, mixed),
  beam(300, manyCells),
  beam(300, dearSpaces),
  proof(100_000),
  beam(800, inOrder),
  beam(800, balanced),
  proof(400_000),
  beam(3000, manyCells),
  beam(9000, balanced),
]

/**
 * Of 700 deals of Double Sea Towers all but 21 fall to the first four beams, all but 4 to the next one.
 * A proof comes between, as positions that are lost end the beams soon.
 */
const towers: Schedule = {
  attempts: [
    beam(6, balanced),
    beam(12, dearCells),
    beam(24, cheapCells),
    beam(40, dearCells),
    proof(3000),
    beam(80, manyCells),
    ...lateTowers,
  ],
  // From 213 moves to 158 in Double Sea Towers; a width of 3000 takes off 6 more for ten times the time.
  short: beam(300, { ...inOrder, length: 1.3 }),
}

/**
 * Of 1000 deals of FreeCell all but 13 fall to the first four beams, all but 6 to the first five. Only then
 * is a proof worth its time, as positions that are lost end the beams soon.
 */
const freecell: Schedule = {
  ...towers,
  attempts: [
    beam(6, balanced),
    beam(12, dearCells),
    beam(24, dearBreaks),
    beam(24, cheapBreaks),
    beam(40, dearSpaces),
    proof(3000),
    beam(40, mixed),
    beam(40, fewInversions),
    ...lateTowers,
  ],
}

const byTwos = { breaks: 2, inversions: 0.6, up: -3, spaces: -1, length: 1.5 }

const dots = (width: number): BeamSettings => ({ ...beam(width, byTwos, 'safe'), levels: 15 })

/**
 * Of 60 deals of Double Dot all fall to the first beam. With 7 levels between two deals in place of 15, 7 %
 * of the deals are won.
 */
const doubleDot: Schedule = {
  attempts: [dots(5), dots(15), proof(3000), dots(50), dots(200), dots(1000), proof(400_000), dots(4000)],
  // From 88 moves to 74.
  short: { ...dots(50), weights: { ...byTwos, length: 3 } },
}

/** For house rules and layouts for which the searches of Klondike do not hold. */
const klondike = family(
  [
    { inversions: 0.9, blockers: -0.95, faceDown: 2.2, stock: 1.5, up: -1, spaces: -0.5, length: 0.8 },
    { breaks: 0.5, inversions: 1, faceDown: 5, stock: 0.4, spaces: -1, length: 0.1 },
  ],
  { isPatient: true },
)

/**
 * Beams with these weights, and exhaustive searches between them: a short one first, which ends most deals
 * that are lost. Two decks are too much for the second one. With `isPatient` there are also beams in which
 * cards go up only where that is safe.
 */
function family(
  weights: readonly Weights[],
  { isPatient = false, first = 2000 }: { readonly isPatient?: boolean; readonly first?: number } = {},
): Schedule {
  const beams = (widths: readonly number[], raising: Raising) =>
    widths.flatMap(width => weights.map(one => beam(width, one, raising)))
  const both = (widths: readonly number[]) => [
    ...beams(widths, 'all'),
    ...(isPatient ? beams(widths, 'safe') : []),
  ]
  return {
    attempts: [
      proof(first),
      ...both([15, 50, 200]),
      { most: 160_000, isForOneDeck: true },
      ...both([800, 3000]),
      proof(1_000_000),
    ],
  }
}

/** Few of these deals are lost, and each board has many steps. */
const spider = family(
  [
    { breaks: 0.6, suitBreaks: 2, faceDown: 0.15, spaces: -0.37, suitsOut: -6.86 },
    { breaks: 1, suitBreaks: 1, spaces: -1, suitsOut: -13 },
  ],
  { first: 300 },
)
const scorpion = family([
  { breaks: 1.79, suitBreaks: 0.59, faceDown: 2.91, spaces: -0.93, suitsOut: -5.25 },
  { breaks: 1, faceDown: 4, stock: -1, spaces: -2 },
])
const yukon = family(
  [
    { breaks: 0.98, inversions: 0.58, blockers: 1.23, faceDown: 7.28, up: -0.65, spaces: -0.17 },
    { inversions: 1.2, blockers: 0.5, faceDown: 3, up: -1, spaces: -0.5 },
  ],
  { isPatient: true },
)
const russian = family([
  { breaks: 0.8, inversions: 1, faceDown: 3, up: -0.5, spaces: -1 },
  { breaks: 1, faceDown: 2, up: -1 },
])
const dealing = family(
  [
    { breaks: 0.43, inversions: 0.66, blockers: 1.46, faceDown: 1.39, up: -1.38, spaces: -1.95 },
    { breaks: 0.46, inversions: 1.71, blockers: 1.02, faceDown: 3.07, up: -0.52, spaces: -1.46 },
  ],
  { isPatient: true },
)
const canfield = family(
  [
    { breaks: 0.26, inversions: 1.51, reserve: 5.08, stock: 1.27, up: -0.03, spaces: -0.64 },
    { inversions: 1, reserve: 2, stock: 0.6, up: -1, spaces: -2 },
  ],
  { isPatient: true },
)
const once = family(
  [
    { breaks: 1, inversions: 1, waste: 1.5, up: -2, spaces: -3 },
    { breaks: 0.5, inversions: 0.5, up: -3, waste: 1, spaces: -4 },
  ],
  { isPatient: true },
)
const penguin = family([
  { breaks: 2, inversions: 1.2, cells: 2, up: -1, spaces: -4 },
  { breaks: 3.2, blockers: 0.9, cells: 1.1, up: -0.8, spaces: 1.5 },
])
const castles = family([
  { breaks: 1.16, inversions: 1.38, blockers: 0.5, up: -0.48, spaces: -4.41 },
  { breaks: 2, inversions: 1, up: -1, spaces: -6 },
])

/** What is tried for a game. */
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
  if (stock) return stock.passes === undefined ? klondike : once
  if (!cells) return castles
  if (take !== 'top') return penguin
  return build.suit === 'alternating' ? freecell : towers
}
