// Compares the verdicts of the solvers and the plain search on positions of small Klondike games.
import { writePosition, type Position } from '../../engine/index.ts'
import { dealGame } from '../../engine/rules/deal.ts'
import { layoutOf } from '../../engine/solver/klondike/layout.ts'
import { StockSearch } from '../../engine/solver/klondike/stock-search.ts'
import { TableauSearch } from '../../engine/solver/klondike/tableau-search.ts'
import { walk } from './help.ts'
import { plainVerdict } from './plain-klondike.ts'
import { smallKlondike, type SmallKlondike } from './toys.ts'

/** Decks whose positions the plain search can decide; some are won, some lost. */
export const SMALL_DECKS: readonly Omit<SmallKlondike, 'turn'>[] = [
  { copies: 1, ranks: 4, suits: 'CDHS', columns: 4 },
  { copies: 1, ranks: 5, suits: 'CDHS', columns: 5 },
  { copies: 1, ranks: 5, suits: 'CDHS', columns: 4 },
  { copies: 1, ranks: 6, suits: 'CDHS', columns: 5 },
  { copies: 1, ranks: 8, suits: 'HS', columns: 4 },
  { copies: 2, ranks: 3, suits: 'CDHS', columns: 5 },
  { copies: 2, ranks: 4, suits: 'HS', columns: 4 },
  { copies: 2, ranks: 4, suits: 'DHS', columns: 5 },
  { copies: 2, ranks: 5, suits: 'HS', columns: 5 },
]

/** The exact searches: `TableauSearch` if one card is turned at a time, otherwise `StockSearch`. */
export type Search = typeof TableauSearch | typeof StockSearch

/** The position after up to 29 pseudorandom moves in deal `number`, which is also the seed. */
export function smallPosition(small: SmallKlondike, number: number): Position {
  const picks = Array.from({ length: (number * 7) % 30 }, (_, i) => (i + 1) * 7919 + number * 104_729)
  return walk(dealGame(smallKlondike(small), number), picks).at(-1)!
}

export interface Comparison {
  won: number
  lost: number
  /** The number of positions that the plain search could not decide within its limit. */
  large: number
  /** Positions with different verdicts. */
  readonly differences: string[]
}

/** Decides positions `from` to `to` of a small deck with `Search` and with the plain search. */
export function compare(
  Search: Search,
  small: SmallKlondike,
  from: number,
  to: number,
  most = 20_000,
): Comparison {
  const result: Comparison = { won: 0, lost: 0, large: 0, differences: [] }
  for (let number = from; number <= to; number++) {
    const position = smallPosition(small, number)
    const truth = plainVerdict(position, most)
    if (!truth) {
      result.large++
      continue
    }
    result[truth]++
    const layout = layoutOf(position)!
    const search = Search === StockSearch ? new StockSearch(layout, 1 << 20, 30) : new Search(layout)
    const verdict = search.search(Infinity)
    if (verdict !== truth)
      result.differences.push(
        `${JSON.stringify(small)} #${number}: ${verdict}, but ${truth}: ` +
          JSON.stringify(writePosition(position)),
      )
  }
  return result
}
