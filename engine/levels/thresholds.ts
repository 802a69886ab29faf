// The levels of each game and their thresholds: version 1, which never changes.
import type { GameId } from '../games/ids.ts'

/** The levels, easiest first. */
const LEVELS = ['easy', 'medium', 'hard', 'expert'] as const
/** The levels of a game that has only two, because more would differ only by chance. */
const TWO_LEVELS = ['medium', 'hard'] as const

/** The difficulty of a winnable deal, relative to other winnable deals of its game. */
export type Level = (typeof LEVELS)[number]

/**
 * For each game, the minimum ease of each of its two or four levels except the last. They divide the winnable
 * deals into equal parts, as measured in docs/levels.md. Other games have no levels.
 */
export const LEAST_EASE: Readonly<Partial<Record<GameId, readonly number[]>>> = {
  'double-sea-towers': [0.6322, 0.3579, 0.1425],
  'sea-towers': [0.468, 0.2465, 0.15],
  'double-dot': [0.9156, 0.7559, 0.4021],
  'freecell': [0.8182, 0.5927, 0.368],
  'klondike-1': [1, 0.5284, 0.1942],
  'klondike-3': [0.331, 0.1693, 0.106],
  'tripeaks': [0.9185, 0.7734, 0.5917],
  'pyramid': [0.9564, 0.7316, 0.452],
  'yukon': [0.6939, 0.4097, 0.2313],
  'alaska': [0.2205, 0.1642, 0.1286],
  'russian': [1, 0.9147, 0.6109],
  'canfield': [0.227, 0.1115, 0.0667],
  'bakers-game': [0.3707, 0.1552, 0.109],
  'eight-off': [0.638, 0.3583, 0.1997],
  'penguin': [0.5729, 0.3513, 0.2093],
  'easthaven': [0.6194, 0.3971, 0.2018],
  'gypsy': [0.2678, 0.2125, 0.1838],
  'spider-2': [0.2355, 0.1442, 0.1009],
  'spider-4': [0.0679],
}

/** The levels of a game, easiest first; none for games in which they were not shown to be meaningful. */
export function levelsOf(id: GameId): readonly Level[] {
  const least = LEAST_EASE[id]
  if (!least) return []
  return least.length === 1 ? TWO_LEVELS : LEVELS
}

/** The level for an ease; undefined in a game without levels. */
export function levelAt(id: GameId, ease: number): Level | undefined {
  const levels = levelsOf(id)
  return levels[LEAST_EASE[id]?.findIndex(value => ease >= value) ?? -1] ?? levels.at(-1)
}
