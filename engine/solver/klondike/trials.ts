// The schedule of searches with which the solver decides Klondike games and shortens their lines.
import type { HeuristicWeights } from './heuristic.ts'
import type { Layout } from './layout.ts'

/** A search: exact or relaxed with its maximum number of states, or a beam with its width and weights. */
export type Trial = readonly ['exact' | 'relaxed', number] | readonly ['beam', number, HeuristicWeights]
/** A beam for a shorter line: width, weights, and the fraction of the line that it keeps. */
export type Refinement = readonly [number, HeuristicWeights, number]

/** The schedule of a layout. */
export interface Trials {
  /** Searches, run until one decides. If none does, the exact search runs to its end. */
  readonly decide: readonly Trial[]
  /** `refine` shortens the line of a beam that wins; `shorten` shortens lines for hints or limited passes. */
  readonly refine: readonly Refinement[]
  readonly shorten: readonly Refinement[]
}

const weigh = (
  inversions: number,
  blockers: number,
  faceDown: number,
  onDown: number,
  stock: number,
  up: number,
  spaces: number,
  length: number,
): HeuristicWeights => ({ inversions, blockers, faceDown, onDown, stock, up, spaces, length })

// One deck. `one` and `many`: the cards turned at a time. `Short`: for short lines. `Sure`: for wins that are
// hard to find. Tuned on 14 deals.
const oneShort = weigh(0.6, -0.98, 1.77, 0, 3, 0.42, -0.19, 1.47)
const oneSure = weigh(0.9, -0.95, 2.2, 0, 1.5, -0.2, -0.5, 0.8)
const manyShort = weigh(1, 0, 4, 0, 1.5, -0.2, -1, 1)
const manySure = weigh(1.5, 0, 6, 0, 1, 0.1, -1, 0.4)

// Two decks: out of a hundred sets of weights, those that together found the shortest lines on 80 deals at
// width 8.
const one = [
  weigh(1, -0.17, 1.88, 0.45, 4, 0.15, -0.29, 4.08),
  weigh(1, 0, 1.53, 0.38, 4, 0.18, -0.2, 1.9),
  weigh(0.7, 0.13, 2.5, 0.4, 4, 0.07, -0.2, 1.9),
]
const many = [
  weigh(1.16, 0.04, 2.22, -0.07, 1.77, 0.1, -1, 1.35),
  weigh(-0.07, -0.39, 2.58, 0, 2.15, 0.1, -1.68, 1.71),
  weigh(2.14, -0.24, 2.29, 0.38, 1, 0.1, -1, 1.15),
]

/** A beam for each fraction of the line to keep; the sets of weights alternate. */
const from = (parts: readonly number[], width: number, sets: readonly HeuristicWeights[]): Refinement[] =>
  parts.map((part, i) => [width, sets[i % sets.length], part])

const inParts = (parts: number): number[] => Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts)

/** Nearly every two-deck deal can be won. Several narrow beams find shorter lines than a wide one. */
const twoDecks = ([a, b, c]: readonly HeuristicWeights[], sure: HeuristicWeights): Trials => ({
  decide: [
    ['beam', 5, a],
    ['beam', 5, b],
    ['beam', 5, c],
    ['beam', 20, c],
    ['beam', 40, b],
    ['beam', 100, sure],
    ['exact', 20_000],
    ['relaxed', 100_000],
    ['beam', 300, sure],
    ['exact', 200_000],
    ['beam', 1000, sure],
  ],
  refine: [[5, b, 0], [5, c, 0], ...from(inParts(10).slice(0, 8), 8, [a, b, c])],
  shorten: [...from(inParts(20), 12, [b, c, a]), ...from(inParts(40), 35, [c, a, b])],
})

const TRIALS: Readonly<Record<'one' | 'many' | 'oneOfTwo' | 'manyOfTwo', Trials>> = {
  one: {
    decide: [
      ['exact', 50_000],
      ['beam', 100, oneSure],
    ],
    refine: [],
    shorten: [[100, oneShort, 0]],
  },
  many: {
    decide: [
      ['exact', 20_000],
      ['relaxed', 12_000],
      ['beam', 100, manySure],
      ['exact', 50_000],
      ['relaxed', 100_000],
      ['beam', 1000, manySure],
      ['relaxed', 1_000_000],
    ],
    refine: [],
    shorten: [[100, manyShort, 0]],
  },
  oneOfTwo: twoDecks(one, oneSure),
  manyOfTwo: twoDecks(many, manySure),
}

/** The schedule for a layout. */
export function trialsOf({ turn, copies }: Layout): Trials {
  if (copies === 2) return turn === 1 ? TRIALS.oneOfTwo : TRIALS.manyOfTwo
  return turn === 1 ? TRIALS.one : TRIALS.many
}
