// The transposition table of the Klondike searches.

const NEVER = 255
const MIN_SLOTS = 1 << 11

/** States by 63-bit hash. A full table is cleared; the search stays exact, because no path has a cycle. */
export class TranspositionTable {
  readonly #turn: number
  readonly #maxSlots: number
  #low!: Int32Array
  #high!: Int32Array
  /** The smallest waste of each state for each remainder modulo `turn` except 0. */
  #least!: Uint8Array
  #mask = 0
  #size = 0

  /**
   * @param turn cards turned at a time
   * @param maxSlots the maximum number of slots of `7 + turn` bytes, a power of two
   */
  constructor(turn: number, maxSlots: number) {
    this.#turn = turn
    this.#maxSlots = maxSlots
    this.clear()
  }

  clear(): void {
    this.#allocate(Math.min(MIN_SLOTS, this.#maxSlots))
  }

  #allocate(slots: number): void {
    this.#low = new Int32Array(slots)
    this.#high = new Int32Array(slots)
    this.#least = new Uint8Array(slots * (this.#turn - 1)).fill(NEVER)
    this.#mask = slots - 1
    this.#size = 0
  }

  #slotOf(low: number, high: number): number {
    let at = (low ^ (high >>> 11)) & this.#mask
    while (this.#high[at] !== 0 && (this.#low[at] !== low || this.#high[at] !== high))
      at = (at + 1) & this.#mask
    return at
  }

  #add(at: number, low: number, high: number): void {
    this.#low[at] = low
    this.#high[at] = high
    this.#size++
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
    if (!isNew && this.#dominates(at, waste)) return false
    if (waste % this.#turn > 0) this.#least[this.#leastAt(at, waste)] = waste
    if (isNew) this.#add(at, low, second)
    if (this.#size * 4 > this.#mask * 3) this.#grow()
    return true
  }

  /** Whether `enter` would return false. */
  knows(low: number, high: number, waste: number): boolean {
    const at = this.#slotOf(low, high | 1)
    return this.#high[at] !== 0 && this.#dominates(at, waste)
  }

  /** Whether the state in a slot dominates one with the same hash. */
  #dominates(at: number, waste: number): boolean {
    return waste % this.#turn === 0 || this.#least[this.#leastAt(at, waste)] <= waste
  }

  #leastAt(at: number, waste: number): number {
    return at * (this.#turn - 1) + (waste % this.#turn) - 1
  }

  #grow(): void {
    const slots = this.#mask + 1
    if (slots >= this.#maxSlots) return this.clear()
    const [low, high, least] = [this.#low, this.#high, this.#least]
    this.#allocate(Math.min(this.#maxSlots, slots * 4))
    const wastes = this.#turn - 1
    for (let i = 0; i < slots; i++) {
      if (high[i] === 0) continue
      const at = this.#slotOf(low[i], high[i])
      this.#add(at, low[i], high[i])
      for (let w = 0; w < wastes; w++) this.#least[at * wastes + w] = least[i * wastes + w]
    }
  }
}
