// Forty Thieves: two decks, ten columns built in suit, one card at a time, one pass through the stock.
import { decks, declare, downInSuit, foundations, tableau, turning } from '../../rules/vocabulary.ts'

/** Forty Thieves. */
export const declarations = declare({
  'forty-thieves': {
    deck: decks(2),
    foundations: foundations(8, { first: 'A', step: 1, preferredSuits: 'SSHHCCDD' }),
    tableau: tableau(10, { dealt: 4, build: downInSuit }),
    stock: turning(1, { passes: 1 }),
    supermove: 'through-spaces',
  },
})
