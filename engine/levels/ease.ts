// The ease of a deal, version 1: a pure function of game and deal number that never changes. docs/levels.md
// explains and evaluates it.
import { gameById } from '../games/catalogue.ts'
import { deal } from '../rules/deal.ts'
import type { GameId } from '../rules/types.ts'
import { quickGame, type QuickGame } from './quick-game.ts'
import { isSuitGame, suitGame } from './suit-game.ts'
import { levelAt, levelsOf, type Level } from './thresholds.ts'
import { WEIGHTS } from './weights.ts'

/** A request to the worker to rate a deal. */
export interface LevelRequest {
  readonly id: number
  readonly game: GameId
  readonly dealNumber: number
  /** Whether to return no level for a deal that is quickly proved lost. */
  readonly checks: boolean
}

/** The response to the request with the same id; no level if the deal is lost or its game has none. */
export interface LevelResponse {
  readonly id: number
  readonly level: Level | undefined
}

const PLAYER = { weights: WEIGHTS, temperature: 0.7, undos: 10 }

/** The value of one quick game: ½ to 1 for a win (1 if nothing was undone), at most ½ for a loss. */
const valueOf = ({ won, undos, progress }: QuickGame): number =>
  won ? 1 - (0.5 * undos) / PLAYER.undos : 0.5 * progress

/** The number of quick games per deal: fewer if games are long. */
export function gamesFor(id: GameId): number {
  if (id === 'spider-2') return 4
  return id === 'double-dot' || gameById(id).cards.length > 52 ? 8 : 16
}

/**
 * The value of each quick game of a deal, 0 … 1.
 * @param stream selects an independent set of quick games; stream 0 determines the level
 */
export function quickValues(id: GameId, dealNumber: number, stream = 0): number[] {
  const start = deal(id, dealNumber)
  const seedOf = (number: number) => (dealNumber * 64 + number + Math.imul(stream, 0x9e3779b)) | 0
  const play = (seed: number) =>
    isSuitGame(start.game) ? suitGame(start, seed) : quickGame(start, seed, PLAYER)
  return Array.from({ length: gamesFor(id) }, (_, i) => valueOf(play(seedOf(i))))
}

/** The ease of a deal, 0 … 1: the mean value of its quick games. */
export function ease(id: GameId, dealNumber: number): number {
  const values = quickValues(id, dealNumber)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The level of a deal; meaningless if it cannot be won. Undefined in a game without levels. */
export const levelOf = (id: GameId, dealNumber: number): Level | undefined =>
  levelsOf(id).length > 0 ? levelAt(id, ease(id, dealNumber)) : undefined
