// Easthaven: columns of three, built in alternating colors; the stock deals a card onto each.
import {
  dealing,
  decks,
  declare,
  downAlternating,
  foundations,
  rows,
  tableau,
} from '../../rules/vocabulary.ts'

/** Easthaven. */
export const declarations = declare({
  easthaven: {
    deck: decks(1),
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
    tableau: tableau(7, { dealt: rows('ddu ddu ddu ddu ddu ddu ddu'), build: downAlternating, take: 'run' }),
    stock: dealing(),
  },
})
