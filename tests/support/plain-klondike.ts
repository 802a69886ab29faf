// A plain search of Klondike games, with which tests compare the solvers. It visits every position reachable
// by single moves, works on plain lists and strings, and shares no code with the solvers.
import { faceOf } from '../../engine/rules/cards.ts'
import type { Position } from '../../engine/index.ts'

interface Plain {
  readonly columns: readonly (readonly number[])[]
  readonly down: readonly number[]
  /** The foundations as sorted numbers: `suit · 16 + cards`. */
  readonly up: readonly number[]
  /** The cards of waste and stock, in drawing order. */
  readonly drawOrder: readonly number[]
  /** The number of these cards that are in the waste. */
  readonly drawn: number
}

const isRed = (face: number) => (face & 3) === 1 || (face & 3) === 2

function plainOf({ game, piles, faceDown }: Position): Plain {
  const waste = piles[game.of.waste[0].index]
  const stock = piles[game.of.stock[0].index].toReversed()
  return {
    columns: game.of.tableau.map(({ index }) => piles[index].map(faceOf)),
    down: game.of.tableau.map(({ index }) => faceDown[index]),
    up: game.of.foundation
      .filter(({ index }) => piles[index].length > 0)
      .map(({ index }) => 16 * (piles[index][0] & 3) + piles[index].length)
      .toSorted((a, b) => a - b),
    drawOrder: [...waste, ...stock].map(faceOf),
    drawn: waste.length,
  }
}

/** Equal for positions that differ only in the order of columns or in copies of cards. */
const keyOf = ({ columns, down, up, drawOrder, drawn }: Plain): string =>
  [
    columns
      .map((cards, j) => String.fromCharCode(down[j] + 1, ...cards.map(card => card + 32)))
      .toSorted()
      .join('|'),
    String.fromCharCode(...up),
    String.fromCharCode(drawn + 1, ...drawOrder.map(card => card + 32)),
  ].join('#')

/** Every position that one legal move leads to. */
function* children(now: Plain, position: Position): Generator<Plain> {
  const { columns, down, up, drawOrder, drawn } = now
  const king = position.game.deck.ranks - 1
  const turn = position.game.stock?.by === 'draw' ? position.game.stock.turn : 1
  const columnAccepts = (to: number, face: number) => {
    const top = columns[to].at(-1)
    return top === undefined ? face >> 2 === king : top >> 2 === (face >> 2) + 1 && isRed(top) !== isRed(face)
  }
  const foundationsWith = (face: number): readonly number[] | undefined => {
    const below = 16 * (face & 3) + (face >> 2)
    if (face < 4) return [...up, below + 1].toSorted((a, b) => a - b)
    const at = up.indexOf(below)
    return at < 0 ? undefined : up.with(at, below + 1).toSorted((a, b) => a - b)
  }
  const without = (from: number, count: number) => {
    const left = columns[from].slice(0, columns[from].length - count)
    return {
      columns: columns.with(from, left),
      down: down.with(from, left.length > 0 ? Math.min(down[from], left.length - 1) : 0),
    }
  }
  for (const [from, cards] of columns.entries()) {
    if (cards.length === 0) continue
    const higher = foundationsWith(cards[cards.length - 1])
    if (higher) yield { ...now, ...without(from, 1), up: higher }
    for (let row = down[from]; row < cards.length; row++)
      for (let to = 0; to < columns.length; to++) {
        if (to === from || !columnAccepts(to, cards[row])) continue
        const rest = without(from, cards.length - row)
        yield {
          ...now,
          columns: rest.columns.with(to, [...columns[to], ...cards.slice(row)]),
          down: rest.down,
        }
      }
  }
  if (position.house.includes('take-back'))
    for (const [i, top] of up.entries()) {
      const face = 4 * ((top & 15) - 1) + (top >> 4)
      const lower = ((top & 15) > 1 ? up.with(i, top - 1) : up.toSpliced(i, 1)).toSorted((a, b) => a - b)
      for (let to = 0; to < columns.length; to++)
        if (columnAccepts(to, face))
          yield { ...now, columns: columns.with(to, [...columns[to], face]), up: lower }
    }
  if (drawOrder.length === 0) return
  yield { ...now, drawn: drawn === drawOrder.length ? 0 : Math.min(drawn + turn, drawOrder.length) }
  if (drawn === 0) return
  const top = drawOrder[drawn - 1]
  const left = { drawOrder: drawOrder.toSpliced(drawn - 1, 1), drawn: drawn - 1 }
  const higher = foundationsWith(top)
  if (higher) yield { ...now, ...left, up: higher }
  for (let to = 0; to < columns.length; to++)
    if (columnAccepts(to, top)) yield { ...now, ...left, columns: columns.with(to, [...columns[to], top]) }
}

/** Decides a Klondike position; undefined if that takes more than `most` positions. */
export function plainVerdict(position: Position, most: number): 'won' | 'lost' | undefined {
  const start = plainOf(position)
  const seen = new Set([keyOf(start)])
  const stack = [start]
  const cards = position.game.cards.length
  while (stack.length > 0) {
    const now = stack.pop()!
    if (now.up.reduce((sum, top) => sum + (top & 15), 0) === cards) return 'won'
    if (seen.size > most) return undefined
    for (const child of children(now, position)) {
      const key = keyOf(child)
      if (seen.has(key)) continue
      seen.add(key)
      stack.push(child)
    }
  }
  return 'lost'
}
