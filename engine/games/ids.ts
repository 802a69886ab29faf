// The ids of all games. Each game is a line in this list and an entry in `declarations.ts`, or in
// `default-game.ts` for the default game. Its texts are in a folder next to this file, which variants such as
// turn one and turn three share.

/**
 * Game ids, as stored and used in addresses. An id never changes, and neither does its index, which is the
 * game's number in records and results. Append new games.
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

/** The id of a game. */
export type GameId = (typeof GAMES)[number]
