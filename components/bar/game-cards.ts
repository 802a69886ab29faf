// The cards of the chooser: games that differ in one number alone share a card, and cards stand in groups.
// Pure.
import { gameById, type GameId } from '../../engine/index.ts'
import type { Group } from '../game-facts'

/** Games that differ in one number alone, as `klondike-1` and `klondike-3` do; most cards hold one game. */
export type GameCard = readonly GameId[]

/** Some cards below a title. */
export interface CardGroup {
  /** `recent`: games that were played. `all`: too few for groups. */
  readonly key: Group | 'recent' | 'all'
  readonly cards: readonly GameCard[]
}

/** So many cards are looked through at a glance; more of them are grouped and searched. */
export const AT_A_GLANCE = 9
/** How many cards stand first because they were played. */
const RECENT = 3

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

/**
 * The cards in their groups; before all, once there are several, those of the games that were played, which
 * stand in their groups as well. All in one group where they are seen at a glance.
 * @param recent the games that were played, those first that are to come first
 */
export function groupsFor(
  cards: readonly GameCard[],
  groups: readonly Group[],
  groupOf: (id: GameId) => Group,
  recent: readonly GameId[],
): CardGroup[] {
  if (cards.length <= AT_A_GLANCE) return [{ key: 'all', cards }]
  const playedAt = (card: GameCard) => recent.findIndex(id => card.includes(id))
  const first = cards.filter(card => playedAt(card) >= 0).toSorted((a, b) => playedAt(a) - playedAt(b))
  return [
    { key: 'recent' as const, cards: first.length > 1 ? first.slice(0, RECENT) : [] },
    ...groups.map(key => ({ key, cards: cards.filter(([id]) => groupOf(id) === key) })),
  ].filter(({ cards: own }) => own.length > 0)
}
