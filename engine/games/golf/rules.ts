// Golf: seven columns of five whose cards go one rank up or down onto the heap, without turning the corner
// unless a house rule lets them.
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
