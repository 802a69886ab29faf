// The least cost at which each key was reached: open addressing in typed arrays that grow, no garbage.

/** A map from whole numbers (0 to 2³¹ − 2) to costs of one byte, that only fall. */
export class LeastCosts {
  #keys: Int32Array
  #costs: Uint8Array
  #mask: number
  size = 0

  /** `capacity` is a power of two. */
  constructor(capacity = 1 << 12) {
    this.#keys = new Int32Array(capacity)
    this.#costs = new Uint8Array(capacity)
    this.#mask = capacity - 1
  }

  /** Notes a cost, 0 to 255, of a key; false where one as low was known. */
  lower(key: number, cost: number): boolean {
    const keys = this.#keys
    const value = key + 1 // 0 marks a free slot
    let at = (Math.imul(value, 0x9e3779b1) >>> 7) & this.#mask
    while (keys[at] !== 0) {
      if (keys[at] === value) {
        if (this.#costs[at] <= cost) return false
        this.#costs[at] = cost
        return true
      }
      at = (at + 1) & this.#mask
    }
    keys[at] = value
    this.#costs[at] = cost
    if (++this.size * 2 > this.#mask) this.#grow()
    return true
  }

  #grow(): void {
    const [keys, costs] = [this.#keys, this.#costs]
    this.#keys = new Int32Array(keys.length * 4)
    this.#costs = new Uint8Array(keys.length * 4)
    this.#mask = this.#keys.length - 1
    this.size = 0
    for (let i = 0; i < keys.length; i++) if (keys[i] !== 0) this.lower(keys[i] - 1, costs[i])
  }
}
