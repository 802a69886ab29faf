// The game chooser with any number of games: cards, groups, and what a search finds.
import { describe, expect, it } from 'vitest'
import {
  cardsFor,
  FILTERS,
  groupsFor,
  labelsOfFilter,
  labelsOfGroup,
  passes,
  variantKind,
} from '../../components/bar/game-cards.ts'
import { variantOf } from '../../stores/game-families.ts'
import type { GameId } from '../../engine/index.ts'

const many = [
  ...['klondike-1', 'klondike-3', 'spider-1', 'spider-2', 'spider-4', 'freecell', 'golf'],
  ...['yukon', 'russian', 'canfield', 'gypsy', 'penguin', 'pyramid', 'scorpion'],
] as GameId[]
const groupOf = (id: GameId) => (/^klondike|canfield/.test(id) ? 'klondike' : 'cells')

describe('the cards of the chooser', () => {
  it('combine games that differ only in a number', () => {
    expect(cardsFor(many).slice(0, 3)).toEqual([
      ['klondike-1', 'klondike-3'],
      ['spider-1', 'spider-2', 'spider-4'],
      ['freecell'],
    ])
    expect(variantOf('klondike-3')).toBe('3')
    expect(variantOf('freecell')).toBe('')
    expect([variantKind('double-klondike-3'), variantKind('spider-2')]).toEqual(['turn', 'suits'])
  })
  it('form a single group if there are few of them', () => {
    const cards = cardsFor(many.slice(0, 6))
    expect(groupsFor(cards, ['klondike', 'cells'], groupOf)).toEqual([{ key: 'all', cards }])
  })
  it('are grouped, with each game once', () => {
    const groups = groupsFor(cardsFor(many), ['klondike', 'cells'], groupOf)
    expect(groups.map(({ key }) => key)).toEqual(['klondike', 'cells'])
    expect(groups.flatMap(({ cards }) => cards.flat()).sort()).toEqual([...many].sort())
  })
  it('pass the filters that they match', () => {
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
  it('of a group by every end of its heading', () => {
    expect(labelsOfGroup('With free cells')).toEqual(['With free cells', 'free cells', 'cells'])
  })
  it('that pass a filter by its text, and by the number of decks as a figure', () => {
    expect(labelsOfFilter('twoDecks', 'Two decks')).toEqual(['Two decks', '2 decks'])
    expect(labelsOfFilter('notWon', 'Not yet won')).toEqual(['Not yet won'])
  })
})
