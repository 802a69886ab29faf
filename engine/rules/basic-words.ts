// The words of the vocabulary that the default game uses; `vocabulary.ts` exports all words.
import { faceNamed, SUITS } from './cards.ts'
import type { Build, CellRule, Deck, FoundationRule, TableauRule } from './types.ts'

/** `copies` decks shuffled together. `suits` has their suits, all by default. */
export const decks = (copies: number, suits = SUITS): Deck => ({ copies, ranks: 13, suits })

/** Cards are built down in suit: 7♠ goes on 8♠. */
export const downInSuit: Build = { suit: 'same', step: 1, wraps: false }

type Options<T, K extends keyof T> = Omit<T, 'count' | K> & Partial<Pick<T, K>>

/**
 * Columns: their number, the initial layout, and how they build. By default any card fills an empty column
 * and only the top card moves.
 */
export const tableau = (count: number, options: Options<TableauRule, 'fill' | 'take'>): TableauRule => ({
  count,
  fill: 'any',
  take: 'top',
  ...options,
})

/** Cells of one card each. By default they start empty and take cards from columns only. */
export const cells = (count: number, options: Partial<Omit<CellRule, 'count'>>): CellRule => ({
  count,
  dealt: 0,
  from: ['tableau'],
  ...options,
})

/**
 * Foundations built up in suit by `step`. `first` is as in `FoundationRule.first`, except that a list has the
 * names of the cards, which are not checked here. Ranks wrap unless `first` is `'A'`.
 */
export const foundations = (
  count: number,
  options: { first: 'A' | 'dealt' | 'fellows' | readonly string[]; step: number; preferredSuits?: string },
): FoundationRule => ({
  count,
  first: typeof options.first === 'string' ? options.first : options.first.map(name => faceNamed(name)!),
  up: { suit: 'same', step: options.step, wraps: options.first !== 'A' },
  takes: 'card',
  preferredSuits: options.preferredSuits ?? '',
})
