// Eight Off: eight columns built in suit, four full and four empty cells, empty columns for kings only.
import { cells, decks, declare, downInSuit, foundations, tableau } from '../../rules/vocabulary.ts'

/** Eight Off. */
export const declarations = declare({
  'eight-off': {
    deck: decks(1),
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
    tableau: tableau(8, { dealt: 6, build: downInSuit, fill: 'kings' }),
    cells: cells(8, { dealt: 4 }),
    supermove: 'always',
  },
})
