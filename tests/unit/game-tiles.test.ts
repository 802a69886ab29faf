// The list of games: its tiles, groups and filters, and the labels that a search matches.
import { describe, expect, it } from 'vitest'
import {
  TILES,
  FILTERS,
  gamesInOrder,
  inGroups,
  labelsOfFilter,
  labelsOfGroup,
  passes,
  variantKind,
} from '../../components/bar/game-tiles.ts'
import { variantOf } from '../../stores/game-families.ts'
import { GAMES } from '../../engine/index.ts'

describe('the tiles of the list of games', () => {
  it('combine games whose ids differ only in a number', () => {
    expect(TILES).toContainEqual(['klondike-1', 'klondike-3'])
    expect(TILES).toContainEqual(['spider-1', 'spider-2', 'spider-4'])
    expect(TILES).toContainEqual(['freecell'])
    expect(variantOf('klondike-3')).toBe('3')
    expect(variantOf('freecell')).toBe('')
    expect([variantKind('double-klondike-3'), variantKind('spider-2')]).toEqual(['turn', 'suits'])
  })
  it('are grouped, with each game once', () => {
    for (const { tiles } of inGroups(TILES)) expect(tiles.length).toBeGreaterThan(0)
    expect(gamesInOrder.toSorted()).toEqual([...GAMES].sort())
  })
  it('are in groups, beginning with Klondike’s, and each group begins with its best-known game', () => {
    expect(inGroups(TILES).map(({ tiles }) => tiles[0][0])).toEqual([
      'klondike-1',
      'spider-1',
      'freecell',
      'beleaguered-castle',
      'double-sea-towers',
      'yukon',
      'tripeaks',
    ])
  })
  it('pass exactly the filters that match the game', () => {
    const game = { difficulty: 2, decks: 2, isShort: false, isWon: true }
    expect(FILTERS.filter(filter => passes(filter, game))).toEqual(['all', 'medium', 'twoDecks'])
    const other = { difficulty: 1, decks: 1, isShort: true, isWon: false }
    expect(FILTERS.filter(filter => passes(filter, other))).toEqual([
      'all',
      'easy',
      'oneDeck',
      'short',
      'notWon',
    ])
  })
})

describe('a search finds the games', () => {
  it('of a group by its heading, with or without the first words', () => {
    expect(labelsOfGroup('With free cells')).toEqual(['With free cells', 'free cells', 'cells'])
  })
  it('that pass a filter by the filter’s text, even if the number of decks is typed in digits', () => {
    expect(labelsOfFilter('twoDecks', 'Two decks', 'decks packs')).toEqual([
      'Two decks',
      '2 decks',
      '2 packs',
    ])
    expect(labelsOfFilter('notWon', 'Not yet won', 'decks packs')).toEqual(['Not yet won'])
  })
})
