// Yukon, Russian and Alaska: any face-up card moves with all cards on it.
import {
  decks,
  declare,
  downAlternating,
  downInSuit,
  foundations,
  rows,
  tableau,
  upOrDownInSuit,
} from '../../rules/vocabulary.ts'
import type { Build, Declaration } from '../../rules/types.ts'

const yukon = (build: Build): Declaration => ({
  deck: decks(1),
  foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
  tableau: tableau(7, {
    dealt: rows('u duuuuu dduuuuu ddduuuuu dddduuuuu ddddduuuuu dddddduuuuu'),
    build,
    fill: 'kings',
    take: 'any',
  }),
})

/** Yukon builds down in alternating colors, Russian down in suit, Alaska up or down in suit. */
export const declarations = declare({
  yukon: yukon(downAlternating),
  russian: yukon(downInSuit),
  alaska: yukon(upOrDownInSuit),
})
