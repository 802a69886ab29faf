// A set of hashes of two words: open addressing in a growing typed array.

/** With random hashes, one in 18 million searches of a million states confuses two states. */
export class HashSet64 {
  /** Two words per hash, so that a lookup touches one cache line. */
  #slots: Int32Array
  #mask: number
  size = 0

  /** `capacity` is a power of two. */
  constructor(capacity = 1 << 10) {
    this.#slots = new Int32Array(2 * capacity)
    this.#mask = 2 * capacity - 1
  }

  /** Adds a hash; false if it is already in the set. The lowest bit of `high` is ignored. */
  add(low: number, high: number): boolean {
    const slots = this.#slots
    const mask = this.#mask
    const second = high | 1 // never zero, which marks a free slot
    let at = ((low ^ (high >>> 11)) << 1) & mask
    while (slots[at + 1] !== 0) {
      if (slots[at] === low && slots[at + 1] === second) return false
      at = (at + 2) & mask
    }
    slots[at] = low
    slots[at + 1] = second
    if (++this.size * 4 > mask) this.#grow()
    return true
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(old.length * 2)
    this.#mask = this.#slots.length - 1
    this.size = 0
    for (let i = 0; i < old.length; i += 2) if (old[i + 1] !== 0) this.add(old[i], old[i + 1])
  }
}
