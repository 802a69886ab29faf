// Cards: numbers, ranks, suits and notation.

/**
 * A card is a number: `52 · copy + 4 · rank + suit`. Ranks are 0 (ace) … 12 (king), suits 0 ♣, 1 ♦, 2 ♥, 3 ♠.
 * Copies are 0 and 1 in two-deck games, but 0 … 3 in Spider with two suits and 0 … 7 with one. Whether a move
 * is legal never depends on the copy; the page uses it to tell equal cards apart.
 */
export type Card = number
/** 0 (ace) … 12 (king). */
export type Rank = number
/** 0 ♣, 1 ♦, 2 ♥, 3 ♠. */
export type Suit = number

/** The character of each rank in notation, by number. */
export const RANKS = 'A23456789TJQK'
/** The character of each suit in notation, by number. */
export const SUITS = 'CDHS'
/** The number of cards in one full deck. */
export const DECK_SIZE = 52

/** The rank of a card, 0 (ace) … 12 (king). */
export const rankOf = (card: Card): Rank => (card % DECK_SIZE) >> 2
/** The suit of a card, 0 … 3. */
export const suitOf = (card: Card): Suit => card & 3
/** The face of a card, 0 … 51: the card without its copy. */
export const faceOf = (card: Card): number => card % DECK_SIZE
/** Whether a card is a diamond or a heart. */
export const isRed = (card: Card): boolean => suitOf(card) === 1 || suitOf(card) === 2

const NAMES: readonly string[] = Array.from(
  { length: DECK_SIZE },
  (_, face) => RANKS[face >> 2]! + SUITS[face & 3]!,
)

/** A card's name in notation, rank and suit: `7S`, `TH`. */
export const nameOf = (card: Card): string => NAMES[faceOf(card)]!

/** The face (0 … 51) of a name such as `TH`; undefined for any other string. */
export function faceNamed(name: string): number | undefined {
  const face = NAMES.indexOf(name)
  return face < 0 ? undefined : face
}
