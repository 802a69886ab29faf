// Klondike, turn one and turn three: one deck, seven columns, unlimited passes through the stock by default.
import { decks, declare, downAlternating, foundations, tableau, turning } from '../../rules/vocabulary.ts'
import type { Declaration } from '../../rules/types.ts'

const turn = (cards: 1 | 3): Declaration => ({
  deck: decks(1),
  foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
  tableau: tableau(7, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
  stock: turning(cards),
  houseRules: ['take-back', 'one-pass', 'three-passes'],
})

/** Klondike, turn one and turn three. */
export const declarations = declare({ 'klondike-1': turn(1), 'klondike-3': turn(3) })
