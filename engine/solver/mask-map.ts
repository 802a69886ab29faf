// A map from 31-bit keys to 16-bit masks: open addressing in growing typed arrays.

const SMALL_BITS = 12

/** Keys are integers from 0 to 2³¹ − 2. Masks gain bits until `clear`. */
export class MaskMap {
  #bits = SMALL_BITS
  #keys = new Int32Array(1 << SMALL_BITS)
  #masks = new Uint16Array(1 << SMALL_BITS)
  #size = 0
  /** The initial arrays, which `clear` restores, because small arrays are quick to clear. */
  readonly #small = { keys: this.#keys, masks: this.#masks }

  clear(): void {
    this.#bits = SMALL_BITS
    this.#keys = this.#small.keys
    this.#masks = this.#small.masks
    this.#keys.fill(0)
    this.#size = 0
  }

  /** The slot of a key, stored as the key plus one; 0 marks a free slot. */
  #slotOf(key: number): number {
    const keys = this.#keys
    const last = keys.length - 1
    let at = Math.imul(key + 1, 0x9e3779b1) >>> (32 - this.#bits)
    while (keys[at] !== key + 1 && keys[at] !== 0) at = (at + 1) & last
    return at
  }

  /** Whether a key has all these bits. */
  has(key: number, mask: number): boolean {
    const at = this.#slotOf(key)
    return this.#keys[at] !== 0 && (mask & ~this.#masks[at]) === 0
  }

  /** Adds bits to the mask of a key; returns those that it did not have. */
  add(key: number, mask: number): number {
    const at = this.#slotOf(key)
    if (this.#keys[at] === 0) {
      this.#keys[at] = key + 1
      this.#masks[at] = mask
      if (++this.#size * 2 >= this.#keys.length) this.#grow()
      return mask
    }
    const added = mask & ~this.#masks[at]
    this.#masks[at] |= added
    return added
  }

  #grow(): void {
    const keys = this.#keys
    const masks = this.#masks
    this.#bits += 2
    this.#keys = new Int32Array(1 << this.#bits)
    this.#masks = new Uint16Array(1 << this.#bits)
    this.#size = 0
    for (let i = 0; i < keys.length; i++) if (keys[i] !== 0) this.add(keys[i] - 1, masks[i])
  }
}
