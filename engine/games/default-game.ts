// The declaration of the default game. It is separate from the others because it is in the start chunk.
import { cells, decks, downInSuit, foundations, tableau } from '../rules/basic-words.ts'
import type { Declarations } from '../rules/types.ts'

/** Double Sea Towers: two decks, eleven columns, nine cells, one card at a time. */
export const defaultGame: Declarations = {
  'double-sea-towers': {
    deck: decks(2),
    foundations: foundations(8, { first: 'A', step: 1, preferredSuits: 'SSHHCCDD' }),
    tableau: tableau(11, { dealt: 9, build: downInSuit }),
    cells: cells(9, { dealt: 5 }),
    supermove: 'house-rule',
    houseRules: ['move-runs'],
  },
}
