// The transposition table of the Klondike searches.

const NEVER = 255

/** States by 64-bit hash. A full table is cleared; the search stays exact, because no path has a cycle. */
export class TranspositionTable {
  readonly #turn: number
  readonly #maxSlots: number
  readonly #minSlots: number
  #low!: Int32Array
  #high!: Int32Array
  /** The smallest waste of each state with remainder 1 modulo `turn`, and with remainder 2. */
  #leastOne!: Uint8Array
  #leastTwo!: Uint8Array
  #mask = 0
  size = 0

  /**
   * @param turn cards turned at a time
   * @param maxSlots the maximum number of slots of eight bytes (ten if `turn` is not 1), a power of two
   */
  constructor(turn: number, maxSlots: number) {
    this.#turn = turn
    this.#maxSlots = maxSlots
    this.#minSlots = Math.min(1 << 11, maxSlots)
    this.#allocate(this.#minSlots)
  }

  #allocate(slots: number): void {
    this.#low = new Int32Array(slots)
    this.#high = new Int32Array(slots)
    this.#leastOne = new Uint8Array(this.#turn > 1 ? slots : 0).fill(NEVER)
    this.#leastTwo = new Uint8Array(this.#turn > 1 ? slots : 0).fill(NEVER)
    this.#mask = slots - 1
    this.size = 0
  }

  clear(): void {
    if (this.#mask + 1 > this.#minSlots) this.#allocate(this.#minSlots)
    else if (this.size > 0) {
      this.#high.fill(0)
      this.#leastOne.fill(NEVER)
      this.#leastTwo.fill(NEVER)
      this.size = 0
    }
  }

  #slotOf(low: number, high: number): number {
    let at = (low ^ (high >>> 11)) & this.#mask
    while (this.#high[at] !== 0 && (this.#low[at] !== low || this.#high[at] !== high))
      at = (at + 1) & this.#mask
    return at
  }

  /**
   * Adds a state; false if a known one dominates it. `waste`: the number of cards in its waste, 0 if
   * irrelevant. If that is a multiple of `turn`, any known state with the same hash dominates it; otherwise
   * only a state whose waste has the same remainder and is no larger.
   */
  enter(low: number, high: number, waste: number): boolean {
    const second = high | 1 // never zero, which marks a free slot
    const at = this.#slotOf(low, second)
    const isNew = this.#high[at] === 0
    const remainder = waste % this.#turn
    if (!isNew && remainder === 0) return false
    const least = remainder === 1 ? this.#leastOne : this.#leastTwo
    if (remainder > 0 && least[at] <= waste) return false
    if (remainder > 0) least[at] = waste
    if (isNew) this.#add(at, low, second)
    return true
  }

  /** Whether `enter` would return false. */
  knows(low: number, high: number, waste: number): boolean {
    const at = this.#slotOf(low, high | 1)
    if (this.#high[at] === 0) return false
    const remainder = waste % this.#turn
    return remainder === 0 || (remainder === 1 ? this.#leastOne : this.#leastTwo)[at] <= waste
  }

  #add(at: number, low: number, high: number): void {
    this.#low[at] = low
    this.#high[at] = high
    if (++this.size * 4 > this.#mask * 3) this.#grow()
  }

  #grow(): void {
    const slots = this.#mask + 1
    if (slots >= this.#maxSlots) return this.clear()
    const [low, high, one, two] = [this.#low, this.#high, this.#leastOne, this.#leastTwo]
    this.#allocate(Math.min(this.#maxSlots, slots * 4))
    for (let i = 0; i < slots; i++) {
      if (high[i] === 0) continue
      const at = this.#slotOf(low[i], high[i])
      this.#low[at] = low[i]
      this.#high[at] = high[i]
      this.size++
      if (this.#turn === 1) continue
      this.#leastOne[at] = one[i]
      this.#leastTwo[at] = two[i]
    }
  }
}
