// Double Klondike, turn one and turn three: two decks, nine columns, unlimited passes through the stock.
import { decks, defineGame, downAlternating, foundations, tableau, turning } from '../rules/vocabulary.ts'
import type { Game, GameId } from '../rules/types.ts'

const turn = (id: GameId, cards: 1 | 3): Game =>
  defineGame(id, {
    deck: decks(2),
    foundations: foundations(8, { first: 'A', step: 1, preferredSuits: 'SSHHCCDD' }),
    tableau: tableau(9, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
    stock: turning(cards),
    autoplaySafety: 'both-copies-and-other-colour-below',
    autoplay: 'safe',
    houseRules: ['shuffle-on-recycle', 'take-back'],
    open: false,
  })

/** Double Klondike that turns one card at a time. */
export const doubleKlondikeOne = turn('double-klondike-1', 1)
/** Double Klondike that turns three cards at a time. */
export const doubleKlondikeThree = turn('double-klondike-3', 3)
