// What the tests of syncing write short: results, pages, items, devices.
import type { Device } from '../../stores/sync/devices.ts'
import { writeItem } from '../../stores/sync/items.ts'
import { writeRow, type Row } from '../../stores/sync/game-results.ts'
import { sumUp } from '../../stores/sync/summary.ts'

/** A game of Sea Towers that ended, of a play whose id begins so. */
export const row = (play: string, outcome: Row['outcome'] = 'won', rest: Partial<Row> = {}): Row => ({
  play: play.padEnd(8, '0'),
  game: 'sea-towers',
  outcome,
  minute: 100,
  seconds: 60,
  moves: 80,
  ...rest,
})

/** Rows as a page of the log holds them. */
export const written = (...rows: readonly Row[]): string => rows.map(writeRow).join('')

export const item = (key: string, content = '', seq = 1, era = 0): Record<string, string> => ({
  [key]: writeItem(key, { era, seq, content }),
})

/** A device with these pages, so many of them summed up. */
export const device = (id: string, pages: Row[][], folded = 0): Device => ({
  id,
  results: sumUp(pages.slice(0, folded), () => true),
  pages: new Map(pages.map((rows, i) => [i, rows])),
  games: new Map(),
})
