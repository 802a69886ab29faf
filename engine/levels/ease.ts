// How easy a deal is: version 1. It is a pure function of the game and the deal's number that never changes;
// docs/levels.md says how it was found and what it is not.
import { gameById } from '../games/catalogue.ts'
import { deal } from '../rules/deal.ts'
import type { GameId } from '../rules/types.ts'
import { quickGame, type QuickGame } from './quick-game.ts'
import { levelAt, levelsOf, type Level } from './thresholds.ts'
import { WORTHS } from './worths.ts'

/** A request to the worker for the level of a deal. */
export interface LevelRequest {
  readonly id: number
  readonly game: GameId
  readonly dealNumber: number
  /** Whether a deal that is soon seen to be lost gets no level. */
  readonly checks: boolean
}

/** The response to the request of the same id. */
export interface LevelResponse {
  readonly id: number
  readonly level: Level | undefined
}

const HABITS = { worths: WORTHS, temperature: 0.7, takeBacks: 10 }

/** What one quick game adds: won 1, less with each take-back, at least a half; lost at most a half. */
const valueOf = ({ won, takeBacks, progress }: QuickGame): number =>
  won ? 1 - (0.5 * takeBacks) / HABITS.takeBacks : 0.5 * progress

/** How many quick games give a deal its level: fewer with two decks and in Double Dot, as they are long. */
export const gamesFor = (id: GameId): number =>
  id === 'double-dot' || gameById(id).cards.length > 52 ? 8 : 16

/**
 * What each quick game of a deal adds, 0 … 1.
 * @param stream other quick games of the same deal; those of stream 0 give its level
 */
export function quickValues(id: GameId, dealNumber: number, stream = 0): number[] {
  const start = deal(id, dealNumber)
  const seedOf = (number: number) => (dealNumber * 64 + number + Math.imul(stream, 0x9e3779b)) | 0
  return Array.from({ length: gamesFor(id) }, (_, i) => valueOf(quickGame(start, seedOf(i), HABITS)))
}

/** How easy a deal is: the mean of its quick games, from 0 to 1, where each is won at once. */
export function ease(id: GameId, dealNumber: number): number {
  const values = quickValues(id, dealNumber)
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The level of a deal; it says nothing of a deal that cannot be won. Undefined in a game without levels. */
export const levelOf = (id: GameId, dealNumber: number): Level | undefined =>
  levelsOf(id).length > 0 ? levelAt(id, ease(id, dealNumber)) : undefined
