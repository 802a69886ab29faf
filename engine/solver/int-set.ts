// A set of non-negative 31-bit keys: open addressing in one typed array that grows, no garbage.

/** A set of whole numbers from 0 to 2³¹ − 2. */
export class IntSet {
  #slots: Int32Array
  #mask: number
  size = 0
  constructor(capacity = 1 << 12) {
    this.#slots = new Int32Array(capacity)
    this.#mask = capacity - 1
  }

  /** Adds a key; false when it was there. */
  add(key: number): boolean {
    const value = key + 1 // 0 marks a free slot
    let at = (Math.imul(value, 0x9e3779b1) >>> 7) & this.#mask
    while (this.#slots[at] !== 0) {
      if (this.#slots[at] === value) return false
      at = (at + 1) & this.#mask
    }
    this.#slots[at] = value
    if (++this.size * 2 > this.#mask) this.#grow()
    return true
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Int32Array(old.length * 4)
    this.#mask = this.#slots.length - 1
    this.size = 0
    for (const value of old) if (value !== 0) this.add(value - 1)
  }
}
