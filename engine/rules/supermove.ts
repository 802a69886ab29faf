// The supermove: a run carried through the empty cells, and in FreeCell the empty columns, in one gesture, as
// the single moves it stands for.
import { fail, ok, type Result } from '../result.ts'
import { isInOrder, whyNot } from './why-not.ts'
import type { Move, PileId, Position } from './types.ts'

/**
 * Whether runs are carried through the cells here: by a house rule in Double Sea Towers, always in the other
 * games with cells.
 */
export const carriesRuns = ({ game, house }: Position): boolean =>
  game.supermove !== undefined && (game.supermove !== 'house-rule' || house.includes('move-runs'))

/**
 * The single moves that carry the top `count` cards of column `from` onto column `to`, or undefined where
 * that is not possible:
 * up to (empty cells + 1) cards in order, twice as many for every empty column that may help, onto their
 * parent or into a space that takes
 * the lowest of them.
 */
export function supermove(position: Position, from: PileId, to: PileId, count: number): Move[] | undefined {
  const result = carry(position, from, to, count)
  return result.ok ? result.value : undefined
}

/** `supermove` with the reason where it is refused. */
export function carry(position: Position, from: PileId, to: PileId, count: number): Result<Move[]> {
  return carriesRuns(position) ? carryThroughCells(position, from, to, count) : fail('topOnly')
}

/** How many cards so many empty cells and columns carry at most. */
export const mostCarried = (cells: number, spaces: number): number => (cells + 1) * 2 ** spaces

/**
 * What does not go through the cells at once is put down on a space, by the other spaces, and fetched again.
 */
function singles(
  from: PileId,
  to: PileId,
  count: number,
  cells: readonly PileId[],
  [space, ...others]: readonly PileId[],
): Move[] {
  if (count > cells.length + 1) {
    const aside = Math.max(1, count - mostCarried(cells.length, others.length))
    return [
      ...singles(from, space, aside, cells, others),
      ...singles(from, to, count - aside, cells, others),
      ...singles(space, to, aside, cells, others),
    ]
  }
  const through = cells.slice(0, count - 1)
  return [
    ...through.map((cell): Move => ({ kind: 'move', from, to: cell, count: 1 })),
    { kind: 'move', from, to, count: 1 },
    ...through.toReversed().map((cell): Move => ({ kind: 'move', from: cell, to, count: 1 })),
  ]
}

/**
 * The single moves that bring a run through the empty cells, whether or not the game makes one gesture of
 * them.
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
  if (!isInOrder(game, cards, count)) return fail('notInOrder')
  // With the cards above it set aside, the lowest card decides whether the target takes the run.
  const lowest = piles.with(source.index, cards.slice(0, cards.length - count + 1))
  const single: Move = { kind: 'move', from, to, count: 1 }
  const reason = whyNot({ ...position, piles: lowest }, single)
  if (reason) return { ok: false, reason }
  const free = game.of.cell.filter(cell => piles[cell.index].length === 0).map(cell => cell.id)
  const spaces =
    game.supermove === 'through-spaces'
      ? game.of.tableau
          .filter(column => column !== target && piles[column.index].length === 0)
          .map(column => column.id)
      : []
  const most = mostCarried(free.length, spaces.length)
  if (count > most) {
    return spaces.length === 0
      ? fail('supermoveCells', { cells: free.length, count: most })
      : fail('supermoveSpaces', { cells: free.length, spaces: spaces.length, count: most })
  }
  return ok(singles(from, to, count, free, spaces))
}
