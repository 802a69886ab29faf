// The set of the day: five games of which the deals of the day are played. It follows from the date alone, so
// that everyone gets the same on every device, and the set of a date never changes.
import { mulberry32 } from '../rules/shuffle.ts'
import type { GameId } from '../rules/types.ts'
import { hashOf } from './daily.ts'

/**
 * Each day takes one game from each list: a tower or Double Klondike, a short game, one whose cards all lie
 * open, and two that take longer. The shorter a list, the more often its games come. Variants of a game are
 * in one list, so that they never meet. These lists are final: games of later versions join from a date on.
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

/** A list in the order of one of its rounds: a Fisher-Yates shuffle by a hash of list and round. */
function orderOf(list: readonly GameId[], round: number): GameId[] {
  const random = mulberry32(hashOf(`${list[0]} ${round}`))
  const order = [...list]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

/** The game of a list on a day. Each comes once in a round of days, and none on two days in a row. */
function gameOn(list: readonly GameId[], day: number): GameId {
  const round = Math.floor(day / list.length)
  const [first, second, ...rest] = orderOf(list, round)
  const isLastOfBefore = first === orderOf(list, round - 1).at(-1)
  return [...(isLastOfBefore ? [second, first] : [first, second]), ...rest][day - round * list.length]
}

/**
 * The five games of a day, in every version the same; no two are variants of each other, and none is among
 * the games of the day before.
 * @param day the local day of the person who asks, in days since 1970
 */
export const dailySet = (day: number): readonly GameId[] => LISTS.map(list => gameOn(list, day))
