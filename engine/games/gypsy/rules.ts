// Gypsy: two decks and eight columns of three cards, built down in alternating colors. The stock deals a row
// at any time.
import {
  dealing,
  decks,
  declare,
  downAlternating,
  foundations,
  rows,
  tableau,
} from '../../rules/vocabulary.ts'

/** Gypsy. */
export const declarations = declare({
  gypsy: {
    deck: decks(2),
    foundations: foundations(8, { first: 'A', step: 1, preferredSuits: 'SSHHCCDD' }),
    tableau: tableau(8, {
      dealt: rows('ddu ddu ddu ddu ddu ddu ddu ddu'),
      build: downAlternating,
      take: 'run',
    }),
    stock: dealing({ spaces: 'allowed' }),
  },
})
