// A set of 64-bit hashes: open addressing in two typed arrays that grow, no garbage.

export class HashSet64 {
  #low: Int32Array
  #high: Int32Array
  #mask: number
  size = 0
  constructor(capacity = 1 << 14) {
    this.#low = new Int32Array(capacity)
    this.#high = new Int32Array(capacity)
    this.#mask = capacity - 1
  }

  /** Adds a hash; false when it was there. */
  add(low: number, high: number): boolean {
    const second = high | 1 // never both zero, which marks a free slot
    let at = (low ^ (high >>> 11)) & this.#mask
    while (this.#high[at] !== 0) {
      if (this.#low[at] === low && this.#high[at] === second) return false
      at = (at + 1) & this.#mask
    }
    this.#low[at] = low
    this.#high[at] = second
    if (++this.size * 2 > this.#mask) this.#grow()
    return true
  }

  #grow(): void {
    const low = this.#low
    const high = this.#high
    this.#low = new Int32Array(low.length * 4)
    this.#high = new Int32Array(low.length * 4)
    this.#mask = this.#low.length - 1
    this.size = 0
    for (let i = 0; i < low.length; i++) if (high[i] !== 0) this.add(low[i], high[i])
  }
}
