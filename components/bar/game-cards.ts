// The cards of the chooser: games that differ in one number alone share a card, and cards stand in groups.
// Pure.
import { gameById, type GameId } from '../../engine/index.ts'
import type { Group } from '../game-facts'

/** Games that differ in one number alone, as `klondike-1` and `klondike-3` do; most cards hold one game. */
export type GameCard = readonly GameId[]

/** Some cards below a title. */
export interface CardGroup {
  /** `all`: too few for groups. */
  readonly key: Group | 'all'
  readonly cards: readonly GameCard[]
}

/** So many cards are looked through at a glance; more of them are grouped and searched. */
export const AT_A_GLANCE = 9

/** The number by which a game differs from the others of its card: `3` of `klondike-3`. */
export const variantOf = (id: GameId): string => /-(\d)$/.exec(id)?.[1] ?? ''

/** What that number counts: the cards that a turn brings, or else the suits. The game must be loaded. */
export const variantKind = (id: GameId): 'turn' | 'suits' =>
  gameById(id).stock?.by === 'draw' ? 'turn' : 'suits'

/** The cards for some games, in their order. */
export const cardsFor = (ids: readonly GameId[]): GameCard[] => [
  ...Map.groupBy(ids, id => id.replace(/-\d$/, '')).values(),
]

/** A text without what a search looks past: case, accents, apostrophes and full width. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()

/** How far a name is from the words that were searched: 0 the same, 1 begins with them, 2 neither. */
export function distanceOf(name: string, words: string): number {
  const [named, wanted] = [plain(name), plain(words)]
  return named === wanted ? 0 : named.startsWith(wanted) ? 1 : 2
}

/** Whether some words are all found in a text, whatever their case and accents. */
export function isFound(text: string, words: string): boolean {
  const searched = plain(text)
  return plain(words)
    .split(/\s+/)
    .every(word => searched.includes(word))
}

/** The cards in their groups. All in one group where they are seen at a glance. */
export const groupsFor = (
  cards: readonly GameCard[],
  groups: readonly Group[],
  groupOf: (id: GameId) => Group,
): CardGroup[] =>
  cards.length <= AT_A_GLANCE
    ? [{ key: 'all', cards }]
    : groups
        .map(key => ({ key, cards: cards.filter(([id]) => groupOf(id) === key) }))
        .filter(({ cards: own }) => own.length > 0)

/** What the list can be narrowed to: a difficulty, a number of decks, short games, those not yet won. */
export const FILTERS = ['all', 'easy', 'medium', 'hard', 'oneDeck', 'twoDecks', 'short', 'notWon'] as const
export type Filter = (typeof FILTERS)[number]

/** What a filter asks of a game. */
export interface Filtered {
  /** 1 easy, 2 medium, 3 hard. */
  readonly difficulty: number
  readonly decks: number
  /** Whether it is over in some minutes. */
  readonly isShort: boolean
  /** Whether it was ever won; games on one card count together. */
  readonly isWon: boolean
}

/** Whether a game is among those of a filter. */
export const passes = (filter: Filter, game: Filtered): boolean =>
  ({
    all: true,
    easy: game.difficulty === 1,
    medium: game.difficulty === 2,
    hard: game.difficulty === 3,
    oneDeck: game.decks === 1,
    twoDecks: game.decks > 1,
    short: game.isShort,
    notWon: !game.isWon,
  })[filter]
