// The states that an exact search has visited. A state is 63 bits, all of which are kept.
import { HashSet64 } from '../hash-set-64.ts'

/** States that one search remembers, 8 bytes each and as much again for free places. */
const MAX_STATES = 6_000_000

/** A set of states of two words; the second has 31 bits. */
export class StateSet {
  readonly #set = new HashSet64()

  /** Whether no more states have room. */
  get isFull(): boolean {
    return this.#set.size >= MAX_STATES
  }

  /** Adds a state; false when it was there. The words are mixed in a way that can be undone. */
  add(low: number, high: number): boolean {
    let mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0xc2b2ae35)
    return this.#set.add(mixed ^ (mixed >>> 13), high << 1)
  }
}
