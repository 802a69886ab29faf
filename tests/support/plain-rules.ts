// A plain search of any game, with which tests compare the solvers. It visits all reachable positions.
import { isWon, legalMoves, play, writePosition, type Position } from '../../engine/index.ts'

/** Whether any sequence of legal moves wins; undefined if finding out takes more than `most` positions. */
export function canBeWon(start: Position, most: number): boolean | undefined {
  const { stock } = start.game
  const countsPasses =
    (stock?.by === 'draw' && stock.passes !== undefined) || start.house.includes('shuffle-on-recycle')
  const keyOf = (position: Position) =>
    `${countsPasses ? position.pass : 0} ${Object.values(writePosition(position)).join('|')}`
  const seen = new Set([keyOf(start)])
  const stack = [start]
  for (let position = stack.pop(); position; position = stack.pop()) {
    if (isWon(position)) return true
    for (const move of legalMoves(position)) {
      const next = play(position, move)
      const key = keyOf(next)
      if (seen.has(key)) continue
      if (seen.size >= most) return undefined
      seen.add(key)
      stack.push(next)
    }
  }
  return false
}
