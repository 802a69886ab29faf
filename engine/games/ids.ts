// The ids of all games. A game is a folder beside this file and a line here.

/**
 * The games by the names under which they are stored and addressed. A name never changes; nor does its place,
 * which is the game's number in records and results. New games are added at the end.
 */
export const GAMES = [
  'double-sea-towers',
  'sea-towers',
  'double-dot',
  'double-klondike-1',
  'double-klondike-3',
  'freecell',
  'klondike-1',
  'klondike-3',
  'spider-1',
  'spider-2',
  'spider-4',
  'spiderette',
  'will-o-the-wisp',
  'simple-simon',
  'mrs-mop',
  'tripeaks',
  'golf',
  'black-hole',
  'pyramid',
  'yukon',
  'russian',
  'alaska',
  'scorpion',
  'forty-thieves',
  'canfield',
  'beleaguered-castle',
  'streets-and-alleys',
  'bakers-game',
  'eight-off',
  'penguin',
  'easthaven',
  'gypsy',
] as const

/** The name of a game. */
export type GameId = (typeof GAMES)[number]
