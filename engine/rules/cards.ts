// Cards: numbers, their ranks and suits, and their names in notation.

/**
 * A card is a number 0 … 103: `52 · copy + 4 · rank + suit`.
 * Ranks count from 0 (ace) to 12 (king), suits are 0 ♣, 1 ♦, 2 ♥, 3 ♠, and `copy` tells the two decks
 * of a two-deck game apart. The rules never look at `copy`; the table does, to keep a card's identity.
 */
export type Card = number
export type Rank = number
export type Suit = number

export const RANKS = 'A23456789TJQK'
export const SUITS = 'CDHS'
/** Cards in one deck. */
export const DECK = 52

export const rankOf = (card: Card): Rank => (card % DECK) >> 2
export const suitOf = (card: Card): Suit => card & 3
/** What is printed on the card, 0 … 51: the card without its copy. */
export const faceOf = (card: Card): number => card % DECK
export const isRed = (card: Card): boolean => suitOf(card) === 1 || suitOf(card) === 2

const NAMES: readonly string[] = Array.from({ length: DECK }, (_, face) => RANKS[face >> 2] + SUITS[face & 3])

/** Two characters, rank and suit: `7S`, `TH`. */
export const nameOf = (card: Card): string => NAMES[faceOf(card)]

/** The face (0 … 51) that a name such as `TH` stands for, or undefined for any other text. */
export function faceNamed(name: string): number | undefined {
  const face = NAMES.indexOf(name)
  return face < 0 ? undefined : face
}
