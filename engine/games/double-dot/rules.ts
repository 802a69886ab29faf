// Double Dot: columns and foundations build by twos, and ranks wrap; the stock deals a card onto every
// column.
import { dealing, decks, declare, downByTwos, foundations, tableau } from '../../rules/vocabulary.ts'

/** Double Dot. */
export const declarations = declare({
  'double-dot': {
    deck: decks(1),
    foundations: foundations(4, { first: ['AS', 'AH', '2C', '2D'], step: 2 }),
    tableau: tableau(8, { dealt: 1, build: downByTwos, take: 'run' }),
    stock: dealing(),
    autoplaySafety: 'nothing-wants-it',
    autoplay: 'off',
  },
})
