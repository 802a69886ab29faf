// Supermoves: runs moved in one gesture, by single moves through empty cells and, in some games, empty
// columns.
import { fail, failWith, ok, type Result } from '../result.ts'
import { runLength } from './fit.ts'
import { notARun, whyNot } from './why-not.ts'
import type { Move, Pile, PileId, Position } from './types.ts'

/** Whether this game allows supermoves, by its rules or by the house rule `move-runs`. */
export const allowsSupermoves = ({ game, house }: Pick<Position, 'game' | 'house'>): boolean =>
  game.supermove !== undefined && (game.supermove !== 'house-rule' || house.includes('move-runs'))

/**
 * The single moves that bring the top `count` cards of column `from` onto column `to`; undefined if that is
 * impossible. The cards must be a run that `to` takes. With n empty cells, n + 1 cards can be moved. With
 * `through-spaces`, every empty column other than `to` doubles that number.
 */
export function supermove(position: Position, from: PileId, to: PileId, count: number): Move[] | undefined {
  const result = planSupermove(position, from, to, count)
  return result.ok ? result.value : undefined
}

/** The moves of `supermove`, or why there are none. */
export const planSupermove = (position: Position, from: PileId, to: PileId, count: number): Result<Move[]> =>
  allowsSupermoves(position) ? carryThroughCells(position, from, to, count) : fail('topOnly')

/** The length of the longest run that can move via empty cells and empty columns other than the target. */
export const mostCarried = (cells: number, spaces: number): number => (cells + 1) * 2 ** spaces

/**
 * The single moves of `planSupermove`, even in a game that does not allow supermoves. Solvers use it, because
 * they can always make the single moves one after another.
 */
export function carryThroughCells(
  position: Position,
  from: PileId,
  to: PileId,
  count: number,
): Result<Move[]> {
  const { game, piles } = position
  const source = game.pileById.get(from)
  const target = game.pileById.get(to)
  if (source?.kind !== 'tableau' || target?.kind !== 'tableau') return fail('topOnly')
  const cards = piles[source.index]
  if (!Number.isInteger(count) || count < 1) return fail('badCount')
  if (count > cards.length) return fail('tooFewCards')
  if (runLength(game, cards) < count) return failWith(notARun(game))
  // The target takes the run if it takes the bottom card of the run, so only that card is checked.
  const shortened = piles.with(source.index, cards.slice(0, cards.length - count + 1))
  const reason = whyNot({ ...position, piles: shortened }, { kind: 'move', from, to, count: 1 })
  if (reason) return failWith(reason)
  const emptyOf = (kind: readonly Pile[]): PileId[] =>
    kind.filter(pile => pile !== target && piles[pile.index].length === 0).map(({ id }) => id)
  const cells = emptyOf(game.of.cell)
  const spaces = game.supermove === 'through-spaces' ? emptyOf(game.of.tableau) : []
  const most = mostCarried(cells.length, spaces.length)
  if (count <= most) return ok(expandSupermove(from, to, count, cells, spaces))
  if (game.of.cell.length === 0) return fail('supermoveColumns', { spaces: spaces.length, count: most })
  return spaces.length === 0
    ? fail('supermoveCells', { cells: cells.length, count: most })
    : fail('supermoveSpaces', { cells: cells.length, spaces: spaces.length, count: most })
}

/**
 * The single moves for a run of `count` cards. If the cells alone are not enough, the upper part of the
 * run moves to an empty column (through other empty columns), then the rest to the target, then the upper
 * part to the target.
 */
function expandSupermove(
  from: PileId,
  to: PileId,
  count: number,
  cells: readonly PileId[],
  [space, ...otherSpaces]: readonly PileId[],
): Move[] {
  if (space && count > cells.length + 1) {
    const upper = Math.max(1, count - mostCarried(cells.length, otherSpaces.length))
    return [
      ...expandSupermove(from, space, upper, cells, otherSpaces),
      ...expandSupermove(from, to, count - upper, cells, otherSpaces),
      ...expandSupermove(space, to, upper, cells, otherSpaces),
    ]
  }
  const used = cells.slice(0, count - 1)
  return [
    ...used.map((cell): Move => ({ kind: 'move', from, to: cell, count: 1 })),
    { kind: 'move', from, to, count: 1 },
    ...used.toReversed().map((cell): Move => ({ kind: 'move', from: cell, to, count: 1 })),
  ]
}
