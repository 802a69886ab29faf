// Pyramid: pairs of cards that add up to thirteen are removed.
import { decks, declare, nothing, pairsOf, tableau, turning } from '../../rules/vocabulary.ts'

/** Pyramid as most computer versions play it: clear the pyramid in three passes. */
export const declarations = declare({
  pyramid: {
    deck: decks(1),
    foundations: pairsOf(13),
    tableau: tableau(28, {
      dealt: 1,
      build: nothing,
      fill: 'none',
      overlap: { shape: 'pyramid', covered: 'up' },
    }),
    stock: turning(1, { passes: 3, open: true }),
    goal: 'tableau',
    houseRules: ['one-pass', 'endless-passes'],
  },
})
