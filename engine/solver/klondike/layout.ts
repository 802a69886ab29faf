// The constants of a Klondike search, and the state from which it starts.
import { faceOf, rankOf, suitOf, SUITS } from '../../rules/cards.ts'
import { runLength } from '../../rules/fit.ts'
import type { Position } from '../../rules/types.ts'
import { columnOf, EMPTY, withCard } from './column.ts'

const MAX_DOWN = 15
const MAX_STOCK = 64

/** The constants of a search, and its start. */
export interface Layout {
  readonly columns: number
  /** The number of ranks in a suit; the highest is the king. */
  readonly ranks: number
  readonly copies: number
  /** The number of cards turned at a time. */
  readonly turn: number
  /** The face-down cards of column `j`, starting at index `16 · j`, bottom first. */
  readonly hidden: Uint8Array
  /** Columns at the start, encoded as in `column.ts`. */
  readonly start: readonly number[]
  /**
   * Foundation counts, 4 bits each: the fuller one of a suit from bit `8 · suit`, then the other. The suits
   * that a toy deck lacks count as complete.
   */
  readonly up: number
  /** Waste and stock in turning order. */
  readonly stock: readonly number[]
  /** The number of stock cards that are in the waste at the start. */
  readonly turned: number
}

/** Reads a position; undefined if face-up cards of a column are not one run, or if a limit is exceeded. */
export function layoutOf(position: Position): Layout | undefined {
  const { game, piles, faceDown } = position
  const { ranks, copies, suits } = game.deck
  const columns = game.of.tableau
  const hidden = new Uint8Array(16 * columns.length)
  const start: number[] = []
  for (const column of columns) {
    const cards = piles[column.index]
    const down = faceDown[column.index]
    if (cards.length > 0 && (down > MAX_DOWN || runLength(game, cards, down) !== cards.length - down))
      return undefined
    cards.slice(0, down).forEach((card, row) => (hidden[16 * column.number + row] = faceOf(card)))
    start.push(
      cards
        .slice(down + 1)
        .reduce<number>(
          (built, card) => withCard(built, faceOf(card)),
          cards.length > 0 ? columnOf(down, faceOf(cards[down])) : EMPTY,
        ),
    )
  }
  const waste = piles[game.of.waste[0].index]
  const stock = [...waste, ...piles[game.of.stock[0].index].toReversed()]
  if (stock.length > MAX_STOCK) return undefined
  const up = Array.from({ length: 8 }, (_, i) => (suits.includes(SUITS[i >> 1]) ? 0 : ranks))
  for (const { index } of game.of.foundation) {
    if (piles[index].length === 0) continue
    const at = 2 * suitOf(piles[index][0])
    const cards = rankOf(piles[index].at(-1)!) + 1
    up[at + 1] = Math.min(up[at], cards)
    up[at] = Math.max(up[at], cards)
  }
  return {
    columns: columns.length,
    ranks,
    copies,
    turn: game.stock?.by === 'draw' ? game.stock.turn : 0,
    hidden,
    start,
    up: up.reduce((word, cards, i) => word | (cards << (4 * i)), 0),
    stock: stock.map(faceOf),
    turned: waste.length,
  }
}
