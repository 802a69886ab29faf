// Beleaguered Castle, and Streets and Alleys, in which the aces are dealt with the rest.
import { decks, declare, downAnySuit, foundations, tableau } from '../../rules/vocabulary.ts'

/** Beleaguered Castle, and Streets and Alleys. */
export const declarations = declare({
  'beleaguered-castle': {
    deck: decks(1),
    foundations: foundations(4, { first: ['AC', 'AD', 'AH', 'AS'], step: 1 }),
    tableau: tableau(8, { dealt: 6, build: downAnySuit }),
    supermove: 'through-spaces',
  },
  'streets-and-alleys': {
    deck: decks(1),
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'CDHS' }),
    tableau: tableau(8, { dealt: 'all', build: downAnySuit }),
    supermove: 'through-spaces',
  },
})
