// The words of the vocabulary that the default game uses; `vocabulary.ts` exports all words.
import { faceNamed, SUITS } from './cards.ts'
import type { Build, CellRule, Deck, FoundationRule, TableauRule } from './types.ts'

/** A number of decks shuffled together, of all suits or the named ones. */
export const decks = (copies: number, suits = SUITS): Deck => ({ copies, ranks: 13, suits })

/** Cards are built down in suit: 7♠ goes on 8♠. */
export const downInSuit: Build = { suit: 'same', step: 1, wraps: false }

type Words<T, K extends keyof T> = Omit<T, 'count' | K> & Partial<Pick<T, K>>

/**
 * Columns: their number, the initial layout, and how they build. By default any card fills an empty column
 * and only the top card moves.
 */
export const tableau = (count: number, words: Words<TableauRule, 'fill' | 'take'>): TableauRule => ({
  count,
  fill: 'any',
  take: 'top',
  ...words,
})

/** Cells of one card each. By default they start empty and take cards from columns only. */
export const cells = (count: number, words: Partial<Omit<CellRule, 'count'>>): CellRule => ({
  count,
  dealt: 0,
  from: ['tableau'],
  ...words,
})

/**
 * Foundations built up in suit by `step`. `first` is the base as in `FoundationRule.first`, except that a
 * list has the names of the cards, which are not checked here. Ranks wrap unless the base is an ace.
 */
export const foundations = (
  count: number,
  words: { first: 'A' | 'dealt' | 'fellows' | readonly string[]; step: number; preferredSuits?: string },
): FoundationRule => ({
  count,
  first: typeof words.first === 'string' ? words.first : words.first.map(name => faceNamed(name)!),
  up: { suit: 'same', step: words.step, wraps: words.first !== 'A' },
  takes: 'card',
  preferredSuits: words.preferredSuits ?? '',
})
