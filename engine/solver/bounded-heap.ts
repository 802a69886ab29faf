// Keeps the entries with the lowest scores, in a binary heap with the highest score on top.

/** Each entry has a slot, 0 to `capacity − 1`, which indexes `parents`, `steps` and the caller's arrays. */
export class BoundedHeap {
  readonly capacity: number
  readonly parents: Int32Array
  readonly steps: Int32Array
  size = 0
  readonly #scores: Float64Array
  readonly #slots: Int32Array

  constructor(capacity: number) {
    this.capacity = capacity
    this.parents = new Int32Array(capacity)
    this.steps = new Int32Array(capacity)
    this.#scores = new Float64Array(capacity)
    this.#slots = new Int32Array(capacity)
  }

  clear(): void {
    this.size = 0
  }

  accepts(score: number): boolean {
    return this.size < this.capacity || score < this.#scores[0]
  }

  /** Adds an entry, or replaces the top if full. Returns its slot, or −1 unless `accepts(score)`. */
  offer(score: number, parent: number, step: number): number {
    if (!this.accepts(score)) return -1
    const isFull = this.size === this.capacity
    const slot = isFull ? this.#slots[0] : this.size++
    if (isFull) this.#sink(score, slot)
    else this.#rise(slot, score, slot)
    this.parents[slot] = parent
    this.steps[slot] = step
    return slot
  }

  /** The slots in use, in ascending order of score, then of slot. */
  sorted(): Int32Array<ArrayBuffer> {
    const scoreOf = new Float64Array(this.capacity)
    for (let i = 0; i < this.size; i++) scoreOf[this.#slots[i]] = this.#scores[i]
    return this.#slots.slice(0, this.size).sort((a, b) => scoreOf[a] - scoreOf[b] || a - b)
  }

  #rise(from: number, score: number, slot: number): void {
    const scores = this.#scores
    const slots = this.#slots
    let at = from
    while (at > 0) {
      const above = (at - 1) >> 1
      if (scores[above] >= score) break
      scores[at] = scores[above]
      slots[at] = slots[above]
      at = above
    }
    scores[at] = score
    slots[at] = slot
  }

  #sink(score: number, slot: number): void {
    const scores = this.#scores
    const slots = this.#slots
    const { size } = this
    let at = 0
    for (let below = 1; below < size; below = 2 * at + 1) {
      if (below + 1 < size && scores[below + 1] > scores[below]) below++
      if (scores[below] <= score) break
      scores[at] = scores[below]
      slots[at] = slots[below]
      at = below
    }
    scores[at] = score
    slots[at] = slot
  }
}
