// Klondike, turn one and turn three: one deck, seven columns, unlimited passes through the stock.
import { decks, defineGame, downAlternating, foundations, tableau, turning } from '../rules/vocabulary.ts'
import type { Game, GameId } from '../rules/types.ts'

const turn = (id: GameId, cards: 1 | 3): Game =>
  defineGame(id, {
    deck: decks(1),
    foundations: foundations(4, { first: 'A', step: 1, preferredSuits: 'SHCD' }),
    tableau: tableau(7, { dealt: 'triangle', build: downAlternating, fill: 'kings', take: 'run' }),
    stock: turning(cards),
    autoplaySafety: 'both-copies-and-other-colour-below',
    autoplay: 'safe',
    houseRules: ['take-back'],
    open: false,
  })

/** Klondike that turns one card at a time. */
export const klondikeOne = turn('klondike-1', 1)
/** Klondike that turns three cards at a time. */
export const klondikeThree = turn('klondike-3', 3)
