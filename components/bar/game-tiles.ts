// The tiles of the list of games: variants that differ only in a number share a tile. Pure.
import { GAMES, gameById, type GameId } from '../../engine/index.ts'
import { familyOf } from '../../stores/game-families.ts'
import { factsOf, GROUPS } from '../game-facts'

/** Variants that differ only in a number, such as `klondike-1` and `klondike-3`; usually a single game. */
export type GameTile = [GameId, ...GameId[]]

/** What the number of a variant counts: cards per turn of the stock, or suits. The game must be loaded. */
export const variantKind = (id: GameId): 'turn' | 'suits' =>
  gameById(id).stock?.by === 'draw' ? 'turn' : 'suits'

/** All tiles, in the order of the games. */
export const TILES = [...Map.groupBy(GAMES, familyOf).values()] as GameTile[]

/** The given tiles, by group. In each group, the tile of the best-known game is first. */
export const inGroups = (tiles: readonly GameTile[]) =>
  GROUPS.map(key => ({
    key,
    tiles: tiles
      .filter(([id]) => factsOf(id).group === key)
      .sort(([a], [b]) => Number(factsOf(b).isFirst ?? false) - Number(factsOf(a).isFirst ?? false)),
  }))

/** All games in the order of the list of games. */
export const gamesInOrder: readonly GameId[] = inGroups(TILES).flatMap(({ tiles }) => tiles.flat())

export const FILTERS = ['all', 'easy', 'medium', 'hard', 'oneDeck', 'twoDecks', 'short', 'notWon'] as const
export type Filter = (typeof FILTERS)[number]

/** What filters test about a game. */
export interface Filtered {
  /** 1 easy, 2 medium, 3 hard. */
  readonly difficulty: number | undefined
  readonly decks: number
  /** Whether a game takes only a few minutes. */
  readonly isShort: boolean
  /** Whether a game was ever won; variants on one tile count together. */
  readonly isWon: boolean
}

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

/** The texts by which a search finds a group: “With free cells”, “free cells” and “cells”. */
export function labelsOfGroup(heading: string): string[] {
  const words = heading.split(' ')
  return words.map((_, at) => words.slice(at).join(' '))
}

/**
 * The texts by which a search finds a filter: its text, and for decks also their number with each word for
 * “deck”, such as `2 packs`.
 */
export function labelsOfFilter(filter: Filter, text: string, deckWords: string): string[] {
  const decks = { oneDeck: '1', twoDecks: '2' }[filter as string]
  return decks ? [text, ...deckWords.split(' ').map(word => `${decks} ${word}`)] : [text]
}
