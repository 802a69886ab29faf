// Penguin: the other cards of the first card's rank start the foundations; seven columns and seven cells.
import { cells, decks, declare, foundations, roundInSuit, tableau } from '../../rules/vocabulary.ts'

/** Penguin. */
export const declarations = declare({
  penguin: {
    deck: decks(1),
    foundations: foundations(4, { first: 'fellows', step: 1 }),
    tableau: tableau(7, { dealt: 7, build: roundInSuit, fill: 'kings', take: 'run' }),
    cells: cells(7, {}),
  },
})
