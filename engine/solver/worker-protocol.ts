// Messages between a page and its solver worker.
import { parsePosition, writePosition, type PositionContext } from '../record/notation.ts'
import { gameById } from '../games/catalogue.ts'
import type { GameId, Position } from '../rules/types.ts'
import type { Limits, Solution } from './types.ts'

/** A request; the position is text, so that it can be posted. */
export interface SolveRequest extends Required<PositionContext> {
  readonly id: number
  readonly game: GameId
  readonly piles: Readonly<Record<string, string>>
  readonly limits: Limits
}

/** The response to the request with the same id. */
export interface SolveResponse {
  readonly id: number
  readonly solution: Solution
}

/** Creates the request for a position. */
export const solveRequest = (id: number, position: Position, limits: Limits): SolveRequest => ({
  id,
  limits,
  game: position.game.id,
  piles: writePosition(position),
  dealNumber: position.dealNumber,
  house: position.house,
  pass: position.pass,
})

/** The position of a request. Throws if it is invalid. */
export function positionOf({ game, piles, ...context }: SolveRequest): Position {
  const result = parsePosition(gameById(game, context.house), piles, context)
  if (!result.ok) throw new Error(`the position of the request is invalid: ${result.reason.key}`)
  return result.value
}
