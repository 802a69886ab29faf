// The solvers' set, map, queue and heap in typed arrays, compared with simple implementations. If the set
// mistook a new state for a visited one, a solver could wrongly prove a loss.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BoundedHeap } from '../../engine/solver/bounded-heap.ts'
import { BucketQueue } from '../../engine/solver/bucket-queue.ts'
import { HashSet64 } from '../../engine/solver/hash-set-64.ts'
import { MaskMap } from '../../engine/solver/mask-map.ts'

/** A few repeated values among arbitrary ones. */
const anyHash = fc.tuple(
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer()),
  fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer()),
)
const anyKey = fc.oneof(fc.nat(40), fc.nat(2 ** 31 - 2))

it('a hash set finds exactly the hashes that were added, ignoring the lowest bit of the second half', () => {
  fc.assert(
    fc.property(fc.array(anyHash, { maxLength: 400, size: 'max' }), hashes => {
      const [set, plain] = [new HashSet64(4), new Set<string>()]
      for (const [low, high] of hashes) {
        const key = `${low} ${high | 1}`
        expect(set.add(low, high)).toBe(!plain.has(key))
        plain.add(key)
        expect(set.size).toBe(plain.size)
      }
      for (const [low, high] of hashes) expect(set.add(low, high)).toBe(false)
    }),
  )
})

it('a queue pops the highest priority, the latest among equals, and −1 when it is empty', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(9))), operations => {
      const queue = new BucketQueue()
      const plain: { item: number; priority: number }[] = []
      for (const [item, priority] of operations.entries()) {
        if (priority === null) {
          const best = plain.toSorted((a, b) => b.priority - a.priority || b.item - a.item)[0]
          expect(queue.pop()).toBe(best?.item ?? -1)
          if (best) plain.splice(plain.indexOf(best), 1)
        } else {
          queue.push(item, priority)
          plain.push({ item, priority })
        }
      }
    }),
  )
})

it('a map of masks contains the bits added to each key, even after growing, and none after clearing', () => {
  const map = new MaskMap()
  fc.assert(
    fc.property(fc.array(fc.tuple(anyKey, fc.nat(0xffff)), { maxLength: 6000, size: 'max' }), entries => {
      map.clear()
      const plain = new Map<number, number>()
      for (const [key, mask] of entries) {
        const before = plain.get(key) ?? 0
        expect(map.add(key, mask)).toBe(mask & ~before)
        plain.set(key, before | mask)
      }
    }),
    { numRuns: 30 },
  )
})

it('a heap keeps the lowest scores, and reuses the slot of an entry that is displaced', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat(50)), (capacity, scores) => {
      const heap = new BoundedHeap(capacity)
      const kept: number[] = []
      for (const score of scores) {
        const slot = heap.offer(score, score, score + 1)
        const worst = Math.max(...kept)
        expect(slot >= 0).toBe(kept.length < capacity || score < worst)
        if (slot < 0) continue
        if (kept.length === capacity) expect(kept[slot]).toBe(worst)
        kept[slot] = score
      }
      const sorted = Array.from(heap.sorted(), slot => kept[slot])
      for (const slot of heap.sorted())
        expect([heap.parents[slot], heap.steps[slot]]).toEqual([kept[slot], kept[slot] + 1])
      expect(sorted).toEqual(kept.toSorted((a, b) => a - b))
      heap.clear()
      expect(heap.sorted()).toHaveLength(0)
    }),
  )
})
