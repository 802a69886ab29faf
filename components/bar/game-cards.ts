// The cards of the game chooser. Variants that differ only in a number share a card; cards are grouped. Pure.
import { gameById, type GameId } from '../../engine/index.ts'
import type { Group } from '../game-facts'

/** Variants that differ only in a number, such as `klondike-1` and `klondike-3`; usually a single game. */
export type GameCard = readonly GameId[]

/** Cards under a heading. */
export interface CardGroup {
  /** `all`: too few cards for groups. */
  readonly key: Group | 'all'
  readonly cards: readonly GameCard[]
}

/** The maximum number of cards that are shown without groups, search and filters. */
export const AT_A_GLANCE = 9

/** The number that distinguishes a variant: `3` for `klondike-3`; empty for a single game. */
export const variantOf = (id: GameId): string => /-(\d)$/.exec(id)?.[1] ?? ''

/** What that number counts: cards per turn of the stock, or suits. The game must be loaded. */
export const variantKind = (id: GameId): 'turn' | 'suits' =>
  gameById(id).stock?.by === 'draw' ? 'turn' : 'suits'

/** The cards of some games, in their order. */
export const cardsFor = (ids: readonly GameId[]): GameCard[] => [
  ...Map.groupBy(ids, id => id.replace(/-\d$/, '')).values(),
]

/** Removes what a search ignores: case, accents, apostrophes and full-width forms. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()

/** The minimum length of a typed text in which a typo is recognized. */
const MIN_MISTYPED = 4

/** Whether at most one typo separates two texts: a wrong, missing or extra letter, or two swapped letters. */
function isTypoOf(text: string, typed: string): boolean {
  let at = 0
  while (at < typed.length && text[at] === typed[at]) at++
  const [rest, wrong] = [text.slice(at), typed.slice(at)]
  const swapped = wrong.slice(1, 2) + wrong.slice(0, 1) + wrong.slice(2)
  return (
    rest.slice(1) === wrong.slice(1) || rest.slice(1) === wrong || rest === wrong.slice(1) || rest === swapped
  )
}

/** Whether a text begins with what was typed, except for one typo. */
const nearlyBegins = (text: string, typed: string): boolean =>
  typed.length >= MIN_MISTYPED &&
  [-1, 0, 1].some(longer => isTypoOf(text.slice(0, typed.length + longer), typed))

/** How well a name matches the query: 0 equal, 1 a prefix, 2 a prefix except for a typo, 3 none of these. */
export function distanceOf(name: string, query: string): number {
  const [named, wanted] = [plain(name), plain(query)]
  if (named.startsWith(wanted)) return named === wanted ? 0 : 1
  return nearlyBegins(named, wanted) ? 2 : 3
}

const wordsOf = (text: string): string[] => plain(text).split(/\s+/)

/** Whether a text contains all words of a query, ignoring what `plain` removes. */
export function isFound(text: string, query: string): boolean {
  const searched = plain(text)
  return wordsOf(query).every(word => searched.includes(word))
}

/** The same, but each word of the query may have one typo if a word of the text begins with it. */
export function isNearlyFound(text: string, query: string): boolean {
  const searched = plain(text)
  const words = wordsOf(text)
  return wordsOf(query).every(
    typed => searched.includes(typed) || words.some(word => nearlyBegins(word, typed)),
  )
}

/** Cards by group; a single group if there are few. */
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

export const FILTERS = ['all', 'easy', 'medium', 'hard', 'oneDeck', 'twoDecks', 'short', 'notWon'] as const
export type Filter = (typeof FILTERS)[number]

/** The properties of a game that filters test. */
export interface Filtered {
  /** 1 easy, 2 medium, 3 hard. */
  readonly difficulty: number
  readonly decks: number
  /** Whether a game takes only a few minutes. */
  readonly isShort: boolean
  /** Whether a game was ever won; variants on one card count together. */
  readonly isWon: boolean
}

/** Whether a game passes a filter. */
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
