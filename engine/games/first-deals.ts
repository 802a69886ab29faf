// Deals that can be won, for those who choose a game for the first time; made by
// tests/run/first-deals.ts.
import type { GameId } from '../rules/types.ts'

/** For each game the numbers of such deals. */
const FIRST_DEALS: Readonly<Partial<Record<GameId, string>>> = {
  'double-sea-towers': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'sea-towers': '1 2 3 4 7 8 10 11 12 13 14 15 16 17 19 20',
  'double-dot': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'double-klondike-1': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'double-klondike-3': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'freecell': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'klondike-1': '1 2 3 4 5 6 7 8 9 10 11 13 14 15 16 17',
  'klondike-3': '1 2 3 4 6 7 8 9 10 11 14 15 16 17 18 19',
  'spider-1': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'spider-2': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'spider-4': '1 2 3 4 5 6 8 10 11 12 13 15 17 18 19 20',
  'spiderette': '1 2 4 5 6 7 8 10 11 12 13 14 15 16 17 18',
  'will-o-the-wisp': '1 2 4 5 6 7 8 9 10 11 12 13 16 17 18 19',
  'simple-simon': '1 2 3 4 5 6 8 9 10 11 12 13 14 15 16 17',
  'mrs-mop': '2 3 4 5 6 7 8 9 10 12 13 14 15 17 18 19',
  'tripeaks': '1 2 3 4 5 6 7 9 10 11 12 13 14 15 16 17',
  'golf': '6 8 16 25 27 28 30 31 33 37 39 40 43 44 47 50',
  'black-hole': '1 2 4 5 6 7 8 9 10 11 13 14 16 18 20 21',
  'pyramid': '1 4 5 6 7 8 9 10 11 12 13 14 16 18 19 22',
  'yukon': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'russian': '1 10 11 25 31 38 39 53 71 86 91 92 99 137 173 181',
  'alaska': '1 2 3 4 5 6 8 9 10 11 12 15 16 17 18 19',
  'scorpion': '15 49 55 56 62 105 110 116 128 130 133 139 140 169 201 208',
  'forty-thieves': '5 8 9 10 15 18 21 22 23 24 25 29 32 34 36 37',
  'canfield': '1 2 3 4 5 7 9 11 12 13 15 16 17 18 19 20',
  'beleaguered-castle': '1 2 3 7 8 10 11 12 13 14 16 18 20 22 24 26',
  'streets-and-alleys': '1 2 3 7 8 10 11 13 14 18 20 22 23 24 26 28',
  'bakers-game': '1 2 3 4 5 6 7 8 9 11 12 13 15 16 17 18',
  'eight-off': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'penguin': '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16',
  'easthaven': '1 2 4 5 6 7 8 9 10 11 13 14 15 16 17 20',
  'gypsy': '1 2 3 4 5 6 8 9 10 11 12 13 14 15 17 18',
}

/** The numbers of deals of a game that can be won without house rules; none where none are known. */
export const firstDeals = (game: GameId): number[] => FIRST_DEALS[game]?.split(' ').map(Number) ?? []
