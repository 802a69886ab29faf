// Compares the verdicts of the solvers and the plain search on positions of small Sea Towers and FreeCell
// games.
import { writePosition, type Position } from '../../engine/index.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { walk } from './help.ts'
import { plainVerdict } from './plain-towers.ts'
import { smallTower, type SmallTower } from './toys.ts'

/** Small versions of Sea Towers whose positions the plain search can decide; some are won, some lost. */
export const SMALL_SEA_TOWERS: readonly SmallTower[] = (
  [
    { copies: 1, ranks: 5, suits: 'HS', columns: 3, cells: 2 },
    { copies: 1, ranks: 5, suits: 'HS', columns: 3, cells: 1 },
    { copies: 1, ranks: 4, suits: 'CDHS', columns: 5, cells: 1 },
    { copies: 1, ranks: 4, suits: 'DHS', columns: 4, cells: 1 },
    { copies: 1, ranks: 6, suits: 'HS', columns: 4, cells: 1 },
    { copies: 1, ranks: 5, suits: 'CDHS', columns: 6, cells: 2 },
    { copies: 1, ranks: 4, suits: 'CDHS', columns: 4, cells: 3 },
  ] as const
).map(deck => ({ ...deck, build: 'in suit', fill: 'kings' }))

/** Small versions of Double Sea Towers and FreeCell. In the last one, only kings fill an empty column. */
export const SMALL_FREECELLS: readonly SmallTower[] = [
  { copies: 2, ranks: 4, suits: 'HS', columns: 3, cells: 2, build: 'in suit', fill: 'any' },
  { copies: 2, ranks: 3, suits: 'DHS', columns: 3, cells: 1, build: 'in suit', fill: 'any' },
  { copies: 2, ranks: 5, suits: 'HS', columns: 4, cells: 1, build: 'in suit', fill: 'any' },
  { copies: 2, ranks: 3, suits: 'CDHS', columns: 4, cells: 1, build: 'alternating', fill: 'any' },
  { copies: 1, ranks: 6, suits: 'HS', columns: 3, cells: 1, build: 'alternating', fill: 'any' },
  { copies: 1, ranks: 4, suits: 'CDHS', columns: 4, cells: 1, build: 'alternating', fill: 'any' },
  { copies: 1, ranks: 5, suits: 'DHS', columns: 3, cells: 2, build: 'alternating', fill: 'any' },
  { copies: 1, ranks: 5, suits: 'CDHS', columns: 5, cells: 1, build: 'alternating', fill: 'kings' },
]

/** The position after up to 14 pseudorandom moves in deal `number`, which is also the seed. */
export function smallPosition(small: SmallTower, number: number): Position {
  const picks = Array.from({ length: (number * 7) % 15 }, (_, i) => (i + 1) * 7919 + number * 104_729)
  return walk(dealGame(smallTower(small), number), picks).at(-1)!
}

export interface Comparison {
  won: number
  lost: number
  /** The number of positions that the plain search could not decide within its limit. */
  large: number
  /** Positions with different verdicts. */
  readonly differences: string[]
}

/** Decides positions `from` to `to` of each of these games with `decide` and with the plain search. */
export function compare(
  decks: readonly SmallTower[],
  decide: (position: Position) => string,
  from: number,
  to: number,
  most = 5000,
): Comparison {
  const result: Comparison = { won: 0, lost: 0, large: 0, differences: [] }
  for (const small of decks)
    for (let number = from; number <= to; number++) {
      const position = smallPosition(small, number)
      const truth = plainVerdict(position, most)
      if (!truth) {
        result.large++
        continue
      }
      result[truth]++
      const verdict = decide(position)
      if (verdict !== truth)
        result.differences.push(
          `${JSON.stringify(small)} #${number}: ${verdict}, but ${truth}: ` +
            JSON.stringify(writePosition(position)),
        )
    }
  return result
}
