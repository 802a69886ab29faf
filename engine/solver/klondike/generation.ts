// A level of the beam.
import { BoundedHeap } from '../bounded-heap.ts'
import { WORDS, type StateStack } from './state.ts'

/** The best `width` states of a level, and how each was reached. */
export class Generation {
  readonly heap: BoundedHeap
  readonly words: Int32Array
  /** For each state, the number of moves and turns from the start, without moves to foundations. */
  readonly lengths: Int32Array
  /** The index of each state in the trail. */
  readonly entries: Int32Array

  constructor(width: number) {
    this.heap = new BoundedHeap(width)
    this.words = new Int32Array(WORDS * width)
    this.lengths = new Int32Array(width)
    this.entries = new Int32Array(width)
  }

  /** Keeps the state on top of a stack; the heap must accept its score. */
  keep(stack: StateStack, score: number, length: number, before: number, code: number): void {
    const slot = this.heap.offer(score, before, code)
    const { words, base } = stack
    stack.storeHash()
    for (let w = 0; w < WORDS; w++) this.words[WORDS * slot + w] = words[base + w]
    this.lengths[slot] = length
  }

  /** Copies a state to level 1 of a stack. */
  load(slot: number, stack: StateStack): void {
    for (let w = 0; w < WORDS; w++) stack.words[WORDS + w] = this.words[WORDS * slot + w]
    stack.ascendTo(1)
  }
}
