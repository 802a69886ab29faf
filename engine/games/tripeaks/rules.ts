// TriPeaks: three peaks of overlapping cards; cards go onto the heap one rank up or down, and ranks wrap.
import {
  decks,
  declare,
  nothing,
  oneHeap,
  tableau,
  turningOntoHeap,
  upOrDownRound,
} from '../../rules/vocabulary.ts'

/** TriPeaks. */
export const declarations = declare({
  tripeaks: {
    deck: decks(1),
    foundations: oneHeap(upOrDownRound),
    tableau: tableau(28, {
      dealt: 1,
      build: nothing,
      fill: 'none',
      overlap: { shape: 'peaks', covered: 'down' },
    }),
    stock: turningOntoHeap,
    goal: 'tableau',
  },
})
