// A priority queue for small integer priorities, highest first. Items of equal priority are last in, first
// out.
import { grown } from './grown.ts'

/** Items and priorities are integers from 0; each item is in the queue at most once. */
export class BucketQueue {
  /**
   * `#latest` has the item pushed last at each priority. `#before` has, for each item, the item pushed before
   * it at the same priority. Both store the item plus one; 0 means none.
   */
  #latest = new Int32Array(64)
  #before = new Int32Array(1024)
  #best = -1

  clear(): void {
    this.#latest.fill(0, 0, this.#best + 1)
    this.#best = -1
  }

  push(item: number, priority: number): void {
    if (priority >= this.#latest.length) this.#latest = grown(this.#latest, priority)
    if (item >= this.#before.length) this.#before = grown(this.#before, item)
    this.#before[item] = this.#latest[priority]
    this.#latest[priority] = item + 1
    if (priority > this.#best) this.#best = priority
  }

  /** Removes and returns the first item; −1 if the queue is empty. */
  pop(): number {
    const latest = this.#latest
    while (this.#best >= 0 && latest[this.#best] === 0) this.#best--
    if (this.#best < 0) return -1
    const item = latest[this.#best] - 1
    latest[this.#best] = this.#before[item]
    return item
  }
}
