// A queue by small whole numbers: the greatest first, among equals the latest.

export class BucketQueue {
  readonly #buckets: number[][] = []
  #best = -1

  push(item: number, priority: number): void {
    while (this.#buckets.length <= priority) this.#buckets.push([])
    this.#buckets[priority].push(item)
    if (priority > this.#best) this.#best = priority
  }

  /** Takes out the best item; −1 when there is none. */
  pop(): number {
    while (this.#best >= 0) {
      const item = this.#buckets[this.#best].pop()
      if (item !== undefined) return item
      this.#best--
    }
    return -1
  }
}
