// The words of the vocabulary that the default game is declared in; `vocabulary.ts` has them all.
import { faceNamed, SUITS } from './cards.ts'
import type { Build, CellRule, Deck, Declarations, FoundationRule, TableauRule } from './types.ts'

/** The declarations of a folder, each under the id of its game. */
export const declare = <T extends Declarations>(declarations: T): T => declarations

/** So many decks shuffled together, of all suits or of those named. */
export const decks = (copies: number, suits = SUITS): Deck => ({ copies, ranks: 13, suits })

/** 7♠ on 8♠. */
export const downInSuit: Build = { suit: 'same', step: 1, wraps: false }

type Words<T, K extends keyof T> = Omit<T, 'count' | K> & Partial<Pick<T, K>>

/**
 * Columns: their number, what is dealt, how they build. By default any card fills an empty column and only
 * the top card moves.
 */
export const tableau = (count: number, words: Words<TableauRule, 'fill' | 'take'>): TableauRule => ({
  count,
  fill: 'any',
  take: 'top',
  ...words,
})

/** Cells of one card each. By default they start empty and take cards from the columns only. */
export const cells = (count: number, words: Partial<Omit<CellRule, 'count'>>): CellRule => ({
  count,
  dealt: 0,
  from: ['tableau'],
  ...words,
})

/**
 * Foundations that go up in suit by `step`. They start with an ace, with a card that the deal decides, or
 * with the named cards, which are laid out before the deal; a name that is no card is a mistake in the game's
 * file and is not checked here.
 */
export function foundations(
  count: number,
  words: { first: 'A' | 'dealt' | 'fellows' | readonly string[]; step: number; preferredSuits?: string },
): FoundationRule {
  const { first, step, preferredSuits = '' } = words
  const isAce = first === 'A'
  return {
    count,
    first: typeof first === 'string' ? first : first.map(name => faceNamed(name)!),
    up: { suit: 'same', step, wraps: !isAce },
    takes: 'card',
    preferredSuits,
  }
}
