// Double Klondike, turn one and turn three: two decks, nine columns, unlimited passes through the stock by
// default.
import { decks, declare, downAlternating, foundations, tableau, turning } from '../../rules/vocabulary.ts'
import type { Declaration } from '../../rules/types.ts'

const turn = (cards: 1 | 3): Declaration => ({
  deck: decks(2),
  foundations: foundations(8, { first: 'A', step: 1, preferredSuits: 'SSHHCCDD' }),
  tableau: tableau(9, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
  stock: turning(cards),
  houseRules: ['shuffle-on-recycle', 'take-back', 'one-pass', 'three-passes'],
})

/** Double Klondike, turn one and turn three. */
export const declarations = declare({ 'double-klondike-1': turn(1), 'double-klondike-3': turn(3) })
