// Baker's Game: FreeCell built down in suit, with Microsoft's FreeCell deal numbers.
import { cells, decks, declare, downInSuit, foundations, tableau } from '../../rules/vocabulary.ts'

/** Baker's Game. */
export const declarations = declare({
  'bakers-game': {
    deck: decks(1),
    shuffle: 'microsoft',
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
    tableau: tableau(8, { dealt: 'all', build: downInSuit }),
    cells: cells(4, {}),
    supermove: 'through-spaces',
  },
})
