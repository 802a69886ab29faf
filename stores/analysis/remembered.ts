// A least-recently-used cache of search results.
import { writePosition, type Move, type Position, type Verdict } from '../../engine/index.ts'

/** The result of searching a position. */
export interface Evaluation {
  readonly verdict: Verdict
  /** The winning moves; empty if no win is known. */
  readonly line: readonly Move[]
}

/**
 * A position as a cache key: its layout without distinguishing copies of a card, the house rules, and the
 * pass through the stock, because passes may be limited.
 */
export const positionKey = (position: Position): string =>
  [position.game.id, position.pass, ...position.house, ...Object.values(writePosition(position))].join('|')

/** The maximum number of evaluations, of moves in all their lines together, and of decided deals. */
export const MAX_REMEMBERED = { entries: 2000, moves: 60_000, deals: 100 }

/** Evaluations by position key, evicting the least recently used. */
export class Remembered {
  /** Ordered by last use. */
  readonly #entries = new Map<string, Evaluation>()
  #moves = 0

  get(key: string): Evaluation | undefined {
    const found = this.#entries.get(key)
    if (found) {
      this.#entries.delete(key)
      this.#entries.set(key, found)
    }
    return found
  }

  set(key: string, evaluation: Evaluation): void {
    this.#delete(key)
    this.#entries.set(key, evaluation)
    this.#moves += evaluation.line.length
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= MAX_REMEMBERED.entries && this.#moves <= MAX_REMEMBERED.moves) break
      this.#delete(oldest)
    }
  }

  /** Removes the keys with a prefix. */
  forget(prefix: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#delete(key)
  }

  #delete(key: string): void {
    const known = this.#entries.get(key)
    if (!known) return
    this.#moves -= known.line.length
    this.#entries.delete(key)
  }
}
