// The daily set: five games, each played with its deal of the day. It is a function of the date, so it is the
// same on every device, and the set for a date never changes.
import { shuffled } from '../rules/shuffle.ts'
import type { GameId } from '../rules/types.ts'
import { fnv1a } from './daily.ts'

/**
 * A day has one game from each list: a version of Sea Towers, Double Dot or Double Klondike; a short game; a
 * game with all cards face up; and two longer games. A game in a shorter list appears more often. Numbered
 * variants of a game share a list, so no day has two of them. These lists are final: games added later need
 * new lists with a start date.
 */
const LISTS: readonly (readonly GameId[])[] = [
  ['double-sea-towers', 'sea-towers', 'double-dot', 'double-klondike-1', 'double-klondike-3'],
  ['klondike-1', 'klondike-3', 'tripeaks', 'golf', 'pyramid', 'black-hole'],
  [
    'freecell',
    'eight-off',
    'bakers-game',
    'penguin',
    'simple-simon',
    'beleaguered-castle',
    'streets-and-alleys',
  ],
  ['spider-1', 'spider-2', 'spider-4', 'spiderette', 'will-o-the-wisp', 'mrs-mop', 'scorpion'],
  ['yukon', 'russian', 'alaska', 'forty-thieves', 'gypsy', 'easthaven', 'canfield'],
]

/** The list, shuffled for a round. The seed is a hash of the list's first game and the round's number. */
const orderOf = (list: readonly GameId[], round: number): GameId[] =>
  shuffled(list, fnv1a(`${list[0]} ${round}`))

/** The game from a list on a day. A round has each game of the list once. */
function gameOn(list: readonly GameId[], day: number): GameId {
  const round = Math.floor(day / list.length)
  const order = orderOf(list, round)
  const repeatsDayBefore = order[0] === orderOf(list, round - 1).at(-1)
  if (repeatsDayBefore) order.unshift(...order.splice(1, 1))
  return order[day - round * list.length]!
}

/**
 * The five games of a day, the same in every version. No two are numbered variants of a game (`spider-1` and
 * `spider-2`), and no game appears on two days in a row.
 * @param day the user's local day, in days since 1970
 */
export const dailySet = (day: number): readonly GameId[] => LISTS.map(list => gameOn(list, day))
