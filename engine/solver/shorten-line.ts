// Shortens winning lines.
import { faceOf, type Card } from '../rules/cards.ts'
import { play } from '../rules/play.ts'
import { whyNot } from '../rules/why-not.ts'
import type { Move, Position } from '../rules/types.ts'
import type { Budget } from './types.ts'

/** The maximum number of moves that are tried. */
const MAX_TRIED = 200_000
/** Two moves are joined only if they are fewer than this many moves apart. */
const MAX_DISTANCE = 400

/** A key that is equal for positions that differ only in copies of cards or in the number of passes. */
function keyOf({ game, piles, faceDown }: Position): string {
  const text = (index: number) => `${faceDown[index]}:${piles[index].map(faceOf)}`
  return game.piles.map(({ index }) => text(index)).join('|')
}

/** Removes the moves between two visits to the same position. */
function withoutDetours(start: Position, line: readonly Move[]): Move[] {
  const positions = [start, ...walk(start, line)!]
  const last = new Map(positions.map((position, i) => [keyOf(position), i]))
  const moves: Move[] = []
  for (let i = 0; i < line.length; i++) {
    i = last.get(keyOf(positions[i]))! // continue from the last visit to this position
    if (i < line.length) moves.push(line[i])
  }
  return moves
}

/** The bottom card that a move takes; undefined for moves of the stock. */
function carried({ game, piles }: Position, move: Move): Card | undefined {
  return move.kind === 'move' ? piles[game.pileById.get(move.from)!.index].at(-move.count) : undefined
}

/** The positions after each move; undefined if a move is illegal. */
function walk(start: Position, moves: readonly Move[]): Position[] | undefined {
  const positions: Position[] = []
  let at = start
  for (const move of moves) {
    if (whyNot(at, move)) return undefined
    positions.push((at = play(at, move)))
  }
  return positions
}

/**
 * Joins two moves of the same cards into one, in place of the second or the first; drops both if the cards
 * return to their pile.
 */
function withoutStops(start: Position, line: readonly Move[], mayTry: (moves: number) => boolean): Move[] {
  const moves = [...line]
  const positions = [start, ...walk(start, line)!]
  /** Joins move `i` with the next move of its cards; false if that is impossible or not allowed. */
  const joins = (i: number): boolean => {
    const first = moves[i]
    const card = carried(positions[i], first)
    if (first.kind !== 'move' || card === undefined) return false
    const end = Math.min(moves.length, i + MAX_DISTANCE)
    let j = i + 1
    while (j < end && carried(positions[j], moves[j]) !== card) j++
    const second = j < end ? moves[j] : undefined
    if (second?.kind !== 'move' || second.count !== first.count || !mayTry(2 * (j - i))) return false
    const between = moves.slice(i + 1, j)
    const joined: Move[] = first.from === second.to ? [] : [{ ...first, to: second.to }]
    for (const way of [
      [...between, ...joined],
      [...joined, ...between],
    ]) {
      const passed = walk(positions[i], way)
      if (!passed || keyOf(passed.at(-1) ?? positions[i]) !== keyOf(positions[j + 1])) continue
      moves.splice(i, j + 1 - i, ...way)
      positions.splice(i + 1, j + 1 - i, ...passed)
      return true
    }
    return false
  }
  for (let i = 0; i < moves.length; i++) while (i < moves.length && joins(i));
  return moves
}

/** Shortens a winning line as far as the time limit and `MAX_TRIED` allow; the result also wins. */
export function shortenLine(start: Position, line: readonly Move[], budget: Pick<Budget, 'isLate'>): Move[] {
  let left = MAX_TRIED
  const mayTry = (moves: number) => (left -= moves) >= 0 && !budget.isLate
  let moves = withoutDetours(start, line)
  for (let before = Infinity; moves.length < before;) {
    before = moves.length
    moves = withoutStops(start, moves, mayTry)
  }
  return moves
}

/** The shorter of `line` and the line that `second` finds, if any, both shortened. */
export function shorterLine(
  start: Position,
  line: readonly Move[],
  second: () => readonly Move[] | undefined,
  budget: Pick<Budget, 'isLate'>,
): Move[] {
  const first = shortenLine(start, line, budget)
  const found = second()
  const other = found && shortenLine(start, found, budget)
  return other && other.length < first.length ? other : first
}
