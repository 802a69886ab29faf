// Spiderette and Will o' the Wisp: Spider with one deck on seven columns.
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
import type { Declaration } from '../../rules/types.ts'

const spiderette = (columns: string): Declaration => ({
  deck: decks(1),
  foundations: wholeSuits(4),
  tableau: tableau(7, { dealt: rows(columns), build: downAnySuit, take: downInSuit }),
  stock: dealing(),
})

/** Spiderette deals Klondike's triangle, Will o' the Wisp three cards to each column. */
export const declarations = declare({
  'spiderette': spiderette('u du ddu dddu ddddu dddddu ddddddu'),
  'will-o-the-wisp': spiderette('ddu ddu ddu ddu ddu ddu ddu'),
})
