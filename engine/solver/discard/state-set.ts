// The visited states of an exact search, stored as exact keys of 63 bits.
import { HashSet64 } from '../hash-set-64.ts'

/** Each state takes 8 bytes, in a table at most half full. */
const MAX_STATES = 6_000_000

/** A set of states of two words; the second has 31 bits. */
export class StateSet {
  readonly #set = new HashSet64()

  get isFull(): boolean {
    return this.#set.size >= MAX_STATES
  }

  /** Adds a state; false if it is already in the set. The mixing is invertible, so no states are confused. */
  add(low: number, high: number): boolean {
    let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0xc2b2ae35)
    return this.#set.add(mixed ^ (mixed >>> 13), high << 1)
  }
}
