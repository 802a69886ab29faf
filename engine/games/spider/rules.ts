// Spider with one, two or four suits: two decks, ten columns; complete suits go to the foundations.
import {
  dealing,
  decks,
  declare,
  downAnySuit,
  downInSuit,
  rows,
  tableau,
  wholeSuits,
} from '../../rules/vocabulary.ts'
import type { Declaration, Deck } from '../../rules/types.ts'

const spider = (deck: Deck): Declaration => ({
  deck,
  foundations: wholeSuits(8),
  tableau: tableau(10, {
    dealt: rows('dddddu dddddu dddddu dddddu ddddu ddddu ddddu ddddu ddddu ddddu'),
    build: downAnySuit,
    take: downInSuit,
  }),
  stock: dealing(),
  houseRules: ['deal-over-spaces'],
})

/** Spider with one, two and four suits. */
export const declarations = declare({
  'spider-1': spider(decks(8, 'S')),
  'spider-2': spider(decks(4, 'HS')),
  'spider-4': spider(decks(2)),
})
