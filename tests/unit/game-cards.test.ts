// The chooser with as many games as there may be: cards, groups, and what a search finds.
import { describe, expect, it, test } from 'vitest'
import {
  cardsFor,
  distanceOf,
  groupsFor,
  isFound,
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
  it('hold the games that differ in one number alone', () => {
    expect(cardsFor(many).slice(0, 3)).toEqual([
      ['klondike-1', 'klondike-3'],
      ['spider-1', 'spider-2', 'spider-4'],
      ['freecell'],
    ])
    expect(variantOf('klondike-3')).toBe('3')
    expect(variantOf('freecell')).toBe('')
    expect([variantKind('double-klondike-3'), variantKind('spider-2')]).toEqual(['turn', 'suits'])
  })
  it('stand in one group where they are seen at a glance', () => {
    const cards = cardsFor(many.slice(0, 6))
    expect(groupsFor(cards, ['klondike', 'cells'], groupOf, ['freecell'])).toEqual([{ key: 'all', cards }])
  })
  it('show the game of the first day in its group alone', () => {
    const [{ key }] = groupsFor(cardsFor(many), ['klondike', 'cells'], groupOf, ['golf'])
    expect(key).toBe('klondike')
  })
  it('begin with the three played last, and no group loses a game by that', () => {
    const recent = ['golf', 'klondike-3', 'golf', 'klondike-1', 'yukon', 'gypsy'] as GameId[]
    const groups = groupsFor(cardsFor(many), ['klondike', 'cells'], groupOf, recent)
    expect(groups.map(({ key }) => key)).toEqual(['recent', 'klondike', 'cells'])
    expect(groups[0].cards.map(([id]) => id)).toEqual(['golf', 'klondike-1', 'yukon'])
    expect(
      groups
        .slice(1)
        .flatMap(({ cards }) => cards.flat())
        .sort(),
    ).toEqual([...many].sort())
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
  ['Double Klondike', 'klondike', 2],
  ['Château', 'chateau', 0],
])('“%s” is at a distance from the search for “%s”', (name, words, distance) =>
  expect(distanceOf(name, words)).toBe(distance),
)

test.each([
  ['FreeCell: four cells', 'CELL four', true],
  ['Château', 'chateau', true],
  ['FreeCell', 'spider', false],
  ['FreeCell', '', true],
])('in “%s” the words “%s” are found: %s', (text, words, answer) => expect(isFound(text, words)).toBe(answer))
