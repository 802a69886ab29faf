// Golf: seven columns of five; cards go onto the heap one rank up or down, and ranks do not wrap by default.
import {
  decks,
  declare,
  nothing,
  oneHeap,
  tableau,
  turningOntoHeap,
  upOrDown,
} from '../../rules/vocabulary.ts'

/** Golf. */
export const declarations = declare({
  golf: {
    deck: decks(1),
    foundations: oneHeap(upOrDown),
    tableau: tableau(7, { dealt: 5, build: nothing, fill: 'none' }),
    stock: turningOntoHeap,
    goal: 'tableau',
    houseRules: ['round-corner'],
  },
})
