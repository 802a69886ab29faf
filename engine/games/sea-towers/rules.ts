// Sea Towers (Seahaven Towers): one deck, ten columns, four cells, empty columns for kings only.
import { cells, decks, declare, downInSuit, foundations, tableau } from '../../rules/vocabulary.ts'

/** Sea Towers. */
export const declarations = declare({
  'sea-towers': {
    deck: decks(1),
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
    tableau: tableau(10, { dealt: 5, build: downInSuit, fill: 'kings' }),
    cells: cells(4, { dealt: 2, from: ['tableau', 'cell'] }),
    supermove: 'always',
  },
})
