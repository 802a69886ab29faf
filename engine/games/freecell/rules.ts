// FreeCell: one deck, all cards face up, eight columns built in alternating colors, four cells. Deal numbers
// are Microsoft's; of the first 32,000 only #11982 cannot be won.
import { cells, decks, declare, downAlternating, foundations, tableau } from '../../rules/vocabulary.ts'

/** FreeCell. */
export const declarations = declare({
  freecell: {
    deck: decks(1),
    shuffle: 'microsoft',
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
    tableau: tableau(8, { dealt: 'all', build: downAlternating }),
    cells: cells(4, { from: ['tableau', 'cell'] }),
    supermove: 'through-spaces',
  },
})
