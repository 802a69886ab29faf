// What the solvers remember by: sets without garbage, and a queue, held equal to the plain ones of the
// language. A state taken for one that
// was seen would be a loss proven falsely.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BucketQueue } from '../../engine/solver/bucket-queue.ts'
import { HashSet64 } from '../../engine/solver/hash-set-64.ts'
import { IntSet } from '../../engine/solver/int-set.ts'

/** Few different values among many, so that some come again; and any at all. */
const anyHash = fc.tuple(
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer()),
  fc.oneof(fc.integer({ min: -6, max: 6 }), fc.integer()),
)
const anyKey = fc.oneof(fc.nat(40), fc.nat(2 ** 31 - 2))

it('a set of hashes knows exactly what was added, however often it grew; the lowest bit of the second half does not count', () => {
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

it('a set of keys knows exactly what was added, however often it grew', () => {
  fc.assert(
    fc.property(fc.array(anyKey, { maxLength: 400, size: 'max' }), keys => {
      const [set, plain] = [new IntSet(4), new Set<number>()]
      for (const key of keys) {
        expect(set.add(key)).toBe(!plain.has(key))
        plain.add(key)
        expect(set.size).toBe(plain.size)
      }
      for (const key of keys) expect(set.add(key)).toBe(false)
    }),
  )
})

it('a queue gives the item of the highest priority, among equals the latest, and −1 when it is empty', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(9))), doings => {
      const queue = new BucketQueue()
      const plain: { item: number; priority: number }[] = []
      for (const [item, priority] of doings.entries()) {
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
