// Simple Simon and Mrs Mop: Spider without a stock, every card face up.
import { decks, declare, downAnySuit, downInSuit, rows, tableau, wholeSuits } from '../../rules/vocabulary.ts'

/** Simple Simon with one deck, Mrs Mop with two. */
export const declarations = declare({
  'simple-simon': {
    deck: decks(1),
    foundations: wholeSuits(4),
    tableau: tableau(10, {
      dealt: rows('uuuuuuuu uuuuuuuu uuuuuuuu uuuuuuu uuuuuu uuuuu uuuu uuu uu u'),
      build: downAnySuit,
      take: downInSuit,
    }),
  },
  'mrs-mop': {
    deck: decks(2),
    foundations: wholeSuits(8),
    tableau: tableau(13, { dealt: 8, build: downAnySuit, take: downInSuit }),
  },
})
