// Scorpion: any face-up card moves with all cards on it; complete suits go to the foundations.
import { dealing, decks, declare, downInSuit, rows, tableau, wholeSuits } from '../../rules/vocabulary.ts'

/** Scorpion. */
export const declarations = declare({
  scorpion: {
    deck: decks(1),
    foundations: wholeSuits(4),
    tableau: tableau(7, {
      dealt: rows('ddduuuu ddduuuu ddduuuu ddduuuu uuuuuuu uuuuuuu uuuuuuu'),
      build: downInSuit,
      fill: 'kings',
      take: 'any',
    }),
    stock: dealing({ onto: 3, spaces: 'allowed' }),
  },
})
