// What is tried on a position of a Klondike, one search after another, and how the beams weigh states.
import type { HeuristicWeights } from './heuristic.ts'
import type { Layout } from './layout.ts'

/** A search to be tried: the exact ones with how many states, a beam with its width and its weights. */
export type Trial = readonly ['exact' | 'relaxed', number] | readonly ['beam', number, HeuristicWeights]
/** A beam that looks for a shorter line: its width, its weights, which part of the line it keeps. */
export type Refinement = readonly [number, HeuristicWeights, number]

/** What is tried for a layout. */
export interface Trials {
  /** Until one decides, the cheapest first; then the exact search goes on to its end. */
  readonly decide: readonly Trial[]
  /** What makes the line of a beam shorter, and what does so when it is asked for a short one. */
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

// One deck. `short` is for lines that are short, `sure` for wins that are hard to find; each was found by
// trying some hundred on 14 deals.
const oneShort = weigh(0.6, -0.98, 1.77, 0, 3, 0.42, -0.19, 1.47)
const oneSure = weigh(0.9, -0.95, 2.2, 0, 1.5, -0.2, -0.5, 0.8)
const manyShort = weigh(1, 0, 4, 0, 1.5, -0.2, -1, 1)
const manySure = weigh(1.5, 0, 6, 0, 1, 0.1, -1, 0.4)

// Two decks: of a hundred sets those whose shortest lines are the shortest together, on 80 deals at width 8.
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

/** A beam of that width from each of these parts of the line on, the sets of weights by turns. */
const from = (parts: readonly number[], width: number, sets: readonly HeuristicWeights[]): Refinement[] =>
  parts.map((part, i) => [width, sets[i % sets.length], part])

const inParts = (parts: number): number[] => Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts)

/**
 * With two decks nearly every deal can be won, but the lines of the exact search are long, so beams come
 * first. Narrow ones win nearly all, and several of them find shorter lines than one that is wide.
 */
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

/** What is tried for a layout, by the cards turned at a time and the decks. */
export function trialsOf({ turn, copies }: Layout): Trials {
  if (copies === 2) return turn === 1 ? TRIALS.oneOfTwo : TRIALS.manyOfTwo
  return turn === 1 ? TRIALS.one : TRIALS.many
}
