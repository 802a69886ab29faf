// Black Hole: seventeen fans of three; cards go into the hole one rank up or down, and ranks wrap.
import { decks, declare, nothing, oneHeap, tableau, upOrDownRound } from '../../rules/vocabulary.ts'

/** Black Hole. */
export const declarations = declare({
  'black-hole': {
    deck: decks(1),
    foundations: oneHeap(upOrDownRound, 'AS'),
    tableau: tableau(17, { dealt: 3, build: nothing, fill: 'none' }),
  },
})
