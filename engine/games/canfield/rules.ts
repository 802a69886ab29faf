// Canfield: a reserve of thirteen, four columns, foundations that start at a dealt rank.
import {
  decks,
  declare,
  foundations,
  reserve,
  roundAlternating,
  tableau,
  turning,
} from '../../rules/vocabulary.ts'

/** Canfield. */
export const declarations = declare({
  canfield: {
    deck: decks(1),
    foundations: foundations(4, { first: 'dealt', step: 1 }),
    tableau: tableau(4, { dealt: 1, build: roundAlternating, take: 'run', fill: 'reserve' }),
    stock: turning(3),
    reserve: reserve(13),
  },
})
