// What searches found out, kept for as long as there is room: the entries that were used last.
import { writePosition, type Move, type Position, type Verdict } from '../../engine/index.ts'

/** What a search found out about a position. */
export interface Evaluation {
  readonly verdict: Verdict
  /** The moves of a win; none where no win is known. */
  readonly line: readonly Move[]
}

/**
 * A position as a key: what lies where, without which copy of a card it is, the house rules that hold, and
 * the pass through the stock, as there may be no other after it.
 */
export const positionKey = (position: Position): string =>
  [position.game.id, position.pass, ...position.house, ...Object.values(writePosition(position))].join('|')

/** Evaluations that are kept at most, and the moves of all their lines together. */
export const MAX_REMEMBERED = { entries: 2000, moves: 60_000 }

/** Evaluations by the keys of their positions. Where they are too many, those unused for longest go. */
export class Remembered {
  /** In the order of their last use. */
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

  /** Forgets what begins with so. */
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
