// The sums of a log count once, even if they were imported under several ids.
import { describe, expect, it } from 'vitest'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import type { Device } from '../../stores/sync/device.ts'
import { compact } from '../../stores/sync/summary.ts'
import { device, row } from '../support/sync-words.ts'

/** Ten pages of one result each; sums of all ten have no digests for the first two. */
const pages = Array.from({ length: 10 }, (_, i) => [row(`p${i}`)])
/** A device with sums of the first pages of the laptop’s log, and none of these pages. */
const sums = (id: string, compacted: number, more: Partial<Device> = {}): Device => ({
  ...device(id, []),
  summary: {
    ...compact(pages.slice(0, compacted), () => true),
    ...(id !== 'laptopAA' && { origin: 'laptopAA' }),
  },
  ...more,
})
const withoutTotals = (one: Device): Device => ({ ...one, summary: { ...one.summary, totals: {} } })
const played = (...devices: Device[]) => {
  const [one, reversed] = [devices, devices.toReversed()].map(all => statistics(aggregate(all)).played)
  expect(reversed).toBe(one)
  return one
}

describe('sums of one log under several ids', () => {
  it('count once, and those of the most pages are used', () => {
    expect(played(sums('laptopAA', 4), sums('importAA', 10), sums('importBB', 7))).toBe(10)
    expect(played(sums('laptopAA', 10), sums('importAA', 7))).toBe(10)
  })
  it('count once if they cover equally many pages: those of the owner, or else of the smaller id', () => {
    expect(played(sums('laptopAA', 5), withoutTotals(sums('importAA', 5)))).toBe(5)
    expect(played(sums('importAA', 5), withoutTotals(sums('importBB', 5)))).toBe(5)
    expect(played(withoutTotals(sums('importAA', 5)), sums('importBB', 5))).toBe(0)
  })
  it('do not count if the owner’s pages are known, even without sums', () => {
    const own = [...pages.slice(0, 9), [row('p9'), row('more')]]
    expect(played(device('laptopAA', own), sums('importAA', 9))).toBe(11)
    expect(played(device('laptopAA', own, 10), sums('importAA', 10))).toBe(11)
    expect(played(device('laptopAA', pages, 3), sums('importAA', 10))).toBe(10)
  })
  it('do not count in addition to pages that only one of the ids has', () => {
    const some = sums('importAA', 7, { pages: new Map([[0, pages[0]]]) })
    expect(played(some, sums('importBB', 10))).toBe(10)
    expect(played(some, sums('importBB', 10), device('phoneAAA', [[row('p0'), row('p9')]]))).toBe(10)
  })
  it('do not count a page twice if an earlier state of the owner still has it', () => {
    for (const compacted of [0, 1])
      expect(played(device('laptopAA', pages.slice(0, 1), compacted), sums('importAA', 10))).toBe(10)
  })
  it('do not prevent the sums of a different log from counting', () => {
    const other = { ...device('phoneAAA', []), summary: compact([[row('a'), row('b')]], () => true) }
    expect(played(sums('importAA', 3), sums('importBB', 3), other)).toBe(5)
  })
})
