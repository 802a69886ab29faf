// Double Sea Towers, the default game: two decks, eleven columns, nine cells, one card at a time.
import { cells, decks, declare, downInSuit, foundations, tableau } from '../../rules/basic-words.ts'

/** Double Sea Towers. */
export const declarations = declare({
  'double-sea-towers': {
    deck: decks(2),
    foundations: foundations(8, { first: 'A', step: 1, preferredSuits: 'SSHHCCDD' }),
    tableau: tableau(11, { dealt: 9, build: downInSuit }),
    cells: cells(9, { dealt: 5 }),
    supermove: 'house-rule',
    houseRules: ['move-runs'],
  },
})
