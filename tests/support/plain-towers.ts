// A plain search of Sea Towers and FreeCell games, with which tests compare the solvers. It visits every
// position reachable by single moves, works on plain lists and strings, and shares no code with the solvers.
import type { Position } from '../../engine/index.ts'
import { faceOf } from '../../engine/rules/cards.ts'

interface Plain {
  readonly columns: readonly (readonly number[])[]
  readonly cells: readonly number[]
}

/** Equal for positions that differ only in the order of columns and cells or in copies of cards. */
const keyOf = ({ columns, cells }: Plain): string =>
  [...columns.map(cards => String.fromCharCode(...cards.map(card => card + 32))).toSorted(), '']
    .concat(String.fromCharCode(...cells.toSorted((a, b) => a - b).map(card => card + 32)))
    .join('|')

const isRed = (face: number) => (face & 3) === 1 || (face & 3) === 2

/**
 * Whether a foundation accepts the card: always if it is an ace, otherwise if the foundations have more
 * copies of the next lower card of its suit than of the card itself.
 */
function fitsFoundation(left: ReadonlyMap<number, number>, copies: number, face: number): boolean {
  const up = (other: number) => copies - (left.get(other) ?? 0)
  return face < 4 ? up(face) < copies : up(face - 4) > up(face)
}

/** Every position that one single-card move leads to. */
function* children(plain: Plain, { game }: Position): Generator<Plain> {
  const { columns, cells } = plain
  const left = new Map<number, number>()
  for (const face of [...columns.flat(), ...cells]) left.set(face, (left.get(face) ?? 0) + 1)
  const { suit } = game.tableau.build
  const columnAccepts = (column: readonly number[], face: number): boolean => {
    const top = column.at(-1)
    if (top === undefined) return game.tableau.fill === 'any' || face >> 2 === game.deck.ranks - 1
    if (top >> 2 !== (face >> 2) + 1) return false
    return suit === 'same' ? (top & 3) === (face & 3) : isRed(top) !== isRed(face)
  }
  const sources: { face: number; after: Plain }[] = [
    ...columns.flatMap((cards, j) =>
      cards.length === 0
        ? []
        : [{ face: cards.at(-1)!, after: { columns: columns.with(j, cards.slice(0, -1)), cells } }],
    ),
    ...cells.map((face, i) => ({ face, after: { columns, cells: cells.toSpliced(i, 1) } })),
  ]
  for (const { face, after } of sources) {
    if (fitsFoundation(left, game.deck.copies, face)) yield after
    for (const [j, column] of after.columns.entries())
      if (columnAccepts(column, face)) yield { ...after, columns: after.columns.with(j, [...column, face]) }
    if (after.cells.length < game.of.cell.length) yield { ...after, cells: [...after.cells, face] }
  }
}

/** Decides a position; undefined if that takes more than `most` positions. */
export function plainVerdict(position: Position, most: number): 'won' | 'lost' | undefined {
  const { game, piles } = position
  const start: Plain = {
    columns: game.of.tableau.map(({ index }) => piles[index].map(faceOf)),
    cells: game.of.cell.flatMap(({ index }) => piles[index].map(faceOf)),
  }
  const seen = new Set([keyOf(start)])
  const stack = [start]
  while (stack.length > 0) {
    const plain = stack.pop()!
    if (plain.cells.length === 0 && plain.columns.every(cards => cards.length === 0)) return 'won'
    for (const child of children(plain, position)) {
      const key = keyOf(child)
      if (seen.has(key)) continue
      if (seen.size >= most) return undefined
      seen.add(key)
      stack.push(child)
    }
  }
  return 'lost'
}
