// The game chooser with any number of games: cards, groups, and what a search finds.
import { describe, expect, it, test } from 'vitest'
import {
  cardsFor,
  distanceOf,
  FILTERS,
  groupsFor,
  isFound,
  isNearlyFound,
  passes,
  variantKind,
  variantOf,
} from '../../components/bar/game-cards.ts'
import { familyName } from '../../stores/game-names.ts'
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

test.each([
  ['Klondike, turn one', 'Klondike'],
  ['クロンダイク（1枚めくり）', 'クロンダイク'],
  ['FreeCell', 'FreeCell'],
])('“%s” belongs to the family “%s”', (name, family) => expect(familyName(name)).toBe(family))

test.each([
  ['Klondike', 'klondike', 0],
  ['Klondike', 'klon', 1],
  ['Double Klondike', 'klondike', 3],
  ['Klondike', 'kondike', 2],
  ['Château', 'chateau', 0],
])('“%s” has the right distance from the search for “%s”', (name, words, distance) =>
  expect(distanceOf(name, words)).toBe(distance),
)

test.each([
  ['FreeCell: four cells', 'CELL four', true],
  ['Château', 'chateau', true],
  ['FreeCell', 'spider', false],
  ['FreeCell', '', true],
])('in “%s” the words “%s” are found: %s', (text, words, answer) => expect(isFound(text, words)).toBe(answer))

test.each([
  ['Klondike, turn one', 'kondike', true],
  ['Klondike, turn one', 'kloondi', true],
  ['Klondike, turn one', 'klnodike', true],
  ['Klondike, turn one', 'klindike', true],
  ['Klondike, turn one', 'kndike', false],
  ['Double Sea Towers', 'towers duble', true],
  ['FreeCell', 'freecel', true],
  ['Golf', 'gol', true],
  ['Golf', 'gof', false],
  ['Spider, one suit', 'yukon', false],
])('in “%s” the typed words “%s” are recognized despite typos: %s', (name, typed, answer) =>
  expect(isNearlyFound(name, typed)).toBe(answer),
)
