// The vocabulary for declaring games.
import { foundations } from './basic-words.ts'
import { faceNamed } from './cards.ts'
import type { Build, DealRule, DrawRule, FoundationRule, ReserveRule, StockRule } from './types.ts'

export { cells, decks, downInSuit, foundations, tableau } from './basic-words.ts'

/** 7♠ on 8♥ or 8♦. */
export const downAlternating: Build = { suit: 'alternating', step: 1, wraps: false }
/** 7 on 8 of any suit. */
export const downAnySuit: Build = { suit: 'any', step: 1, wraps: false }
/** 6 on 8 of any suit; ranks wrap: Q on A, K on 2. */
export const downByTwos: Build = { suit: 'any', step: 2, wraps: true }
/** 7♠ on 8♠, and K♠ on A♠. */
export const roundInSuit: Build = { suit: 'same', step: 1, wraps: true }
/** 7♠ on 8♥ or 8♦, and K♠ on A♥ or A♦. */
export const roundAlternating: Build = { suit: 'alternating', step: 1, wraps: true }
/** 7♠ on 8♠ or 6♠. */
export const upOrDownInSuit: Build = { suit: 'same', step: 1, wraps: false, bothWays: true }
/** 7 on 8 or 6 of any suit. */
export const upOrDown: Build = { suit: 'any', step: 1, wraps: false, bothWays: true }
/** 7 on 8 or 6 of any suit, K on A and A on K. */
export const upOrDownRound: Build = { suit: 'any', step: 1, wraps: true, bothWays: true }
/** No card goes on another. */
export const nothing: Build = { suit: 'none', step: 1, wraps: false }

/** Whether two build rules are the same. */
export const isSameBuild = (a: Build, b: Build): boolean =>
  a.suit === b.suit && a.step === b.step && a.wraps === b.wraps && a.bothWays === b.bothWays

/** The cards of each column from bottom to top, `d` for face down and `u` for face up: `rows('ddu ddu')`. */
export const rows = (text: string): readonly string[] => text.split(' ')

/** Foundations for finished suits, king to ace, which leave the columns automatically. */
export const wholeSuits = (count: number): FoundationRule => ({
  ...foundations(count, { first: 'A', step: 1 }),
  takes: 'suit',
})

/**
 * One heap for all cards. It starts with the card `first`, or with the first card left after the columns are
 * dealt.
 */
export const oneHeap = (up: Build, first?: string): FoundationRule => ({
  count: 1,
  first: first === undefined ? 'dealt' : [faceNamed(first)!],
  up,
  takes: 'card',
  preferredSuits: '',
})

/** Cards are removed in pairs whose ranks add up to `sum`, and cards of rank `sum` one at a time. */
export const pairsOf = (sum: number): FoundationRule => ({
  count: 1,
  first: 'A',
  up: nothing,
  takes: { sum },
  preferredSuits: '',
})

/** A squared pile of `dealt` cards; its top card is in play. */
export const reserve = (dealt: number): ReserveRule => ({ dealt })

/** A stock that turns `turn` cards at a time onto the waste, with unlimited passes by default. */
export const turning = (turn: 1 | 3, options: Omit<DrawRule, 'by' | 'turn'> = {}): StockRule => ({
  by: 'draw',
  turn,
  ...options,
})
/** A stock that is turned once, card by card, onto the heap. */
export const turningOntoHeap: StockRule = { by: 'draw', turn: 1, passes: 1, onto: 'foundation' }
/** A stock that deals a row at a time: one card onto each column, by default. */
export const dealing = (options: Omit<DealRule, 'by'> = {}): StockRule => ({ by: 'deal', ...options })
