// Imports add results and games and remove nothing, in the next round as well. Items read from the folder are
// merged unchanged.
import { describe, expect, it } from 'vitest'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { derivedId } from '../../stores/sync/import-plan.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { MAX_EPOCH, writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { carriedOut, item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 0, 5)
const [own, other, stranger, fresh] = ['ownIdAAA', 'otherIdA', 'stranger', 'freshIdA']

/** The state of a device with these items, after an import and a round. */
function afterImport(known: Items, outside: Items, identity: object = {}) {
  const device = JSON.stringify({ id: own, era: 0, ...identity })
  const before = { device, ...asReplicas(known) }
  const { items } = planImport(outside, { local: before, now: NOW, freshId: fresh })
  const local = { ...before, ...asReplicas(items) }
  const plan = reconcile({ local, sync: {}, now: NOW, browser: 'Test', newId: () => 'newIdAAA' })
  return { plan, texts: carriedOut({ local, sync: {} }, plan).local }
}
const played = (texts: Items) =>
  statistics(aggregate(devicesOf(replicasIn(texts), NOW).values(), {}, NOW)).played
const page = (id: string, results: GameResult[], seq = 1, epoch = 0, number = 0) =>
  item(keys.log(id, number), written(...results), seq, epoch)

describe('after an import', () => {
  it('nothing is erased, no matter how high the import’s epoch is', () => {
    const known = page(own, [row('a'), row('b')])
    for (const epoch of [1, 2, 65, MAX_EPOCH]) {
      const header = item(keys.device(stranger), writeJson({ name: 'x', day: 20_000 }), 1, epoch)
      const { plan, texts } = afterImport(known, { ...page(stranger, [row('x')], 1, epoch), ...header })
      expect([plan.identity.epoch, played(texts)]).toEqual([0, 3])
    }
  })
  it('an old backup’s results count on a device that has erased since', () => {
    const { plan, texts } = afterImport(
      {},
      { ...page(own, [row('a')]), ...page(other, [row('b')]) },
      { era: 3 },
    )
    expect([plan.identity.epoch, played(texts)]).toEqual([3, 2])
  })
  it('the device keeps its id, its log and its name, whatever the import contains', () => {
    const known = {
      ...page(own, [row('a')], 4),
      ...item(keys.device(own), writeJson({ name: 'Mine', day: 20_000 }), 9),
    }
    const { plan, texts } = afterImport(known, {
      ...page(own, [row('b')], 1_000_000),
      ...item(keys.device(own), writeJson({ name: 'Theirs', day: 20_000 }), 1_000_000),
    })
    const self = devicesOf(replicasIn(texts), NOW).get(own)
    expect([plan.identity.id, self?.header?.name, self?.pages.get(0)]).toEqual([own, 'Mine', [row('a')]])
  })
  it('every result still counts, whatever the imported sums say', () => {
    const known = page(own, [row('a'), row('b'), row('c')])
    const claim = { folded: 99_999, checks: 'AAAA'.repeat(99_999), marks: {}, totals: {} }
    const claims = item(keys.results(own), writeJson(claim))
    const sums = item(keys.results(own), writeJson(storedSummary(compact([[row('x')]], () => true))))
    for (const outside of [claims, sums]) expect(played(afterImport(known, outside).texts)).toBe(3)
  })
  it('no win becomes a loss', () => {
    const { texts } = afterImport(page(other, [row('a')], 2), page(other, [row('a', 'givenUp')], 1_000_000))
    expect(statistics(aggregate(devicesOf(replicasIn(texts)).values()))).toMatchObject({ played: 1, won: 1 })
  })
  it('no log page of a device changes', () => {
    const known = page(other, [row('a'), row('b')], 2)
    const { texts } = afterImport(known, page(other, [row('a'), row('c')], 1_000_000))
    expect(texts).toMatchObject(asReplicas(known))
    expect(played(texts)).toBe(3)
  })
  it('items of a newer version stay', () => {
    const known = { [keys.log(other, 0)]: '2AAAAABnewer' }
    const { texts } = afterImport(known, page(other, [row('a')], 1_000_000))
    expect(texts).toMatchObject(asReplicas(known))
    expect(played(texts)).toBe(1)
  })
  it('no setting changes, whatever its timestamp', () => {
    const hostile = {
      shortcuts: { value: [{ name: 'Mail', url: 'https://evil.example/' }], stamp: [1.797e308, 2 ** 53] },
    }
    const { texts } = afterImport({}, item(keys.settings(stranger), writeJson(hostile)))
    expect(Object.keys(texts)).toEqual(['device'])
  })
  it('the imported items are published like all items that storage.sync lacks', () => {
    const { plan } = afterImport({}, page(stranger, [row('x')]))
    const id = derivedId(fresh, stranger)
    expect(Object.keys(plan.repair)).toEqual([keys.log(id, 0), keys.device(id)])
  })
})

it('items read from the folder take no room in storage.sync and are merged unchanged', () => {
  const learned = Object.assign(
    {},
    ...Array.from({ length: 40 }, (_, i) =>
      page(
        other,
        Array.from({ length: 60 }, (_, j) => row(`${i}-${j}`)),
        1,
        0,
        i,
      ),
    ),
    ...Array.from({ length: 80 }, (_, i) => item(keys.settings(`crowd${100 + i}`), 'A'.repeat(4000))),
  ) as Items
  const local = { device: JSON.stringify({ id: own, era: 0 }), ...asReplicas(page(own, [row('mine')])) }
  const input = { local, sync: {}, now: NOW, browser: 'Test', newId: () => 'newId999' }
  const plan = reconcile({ ...input, learned })
  expect(plan.everythingFits).toBe(true)
  expect(Object.keys(plan.publish)).toContain(keys.log(own, 0))
  expect(Object.keys(plan.publish)).not.toContain(keys.results(own))
  expect(replicasIn(plan.local)).toMatchObject(learned)
  expect(plan.remove).toEqual([])
})

it('of two contents of the same version, every round chooses the same one', () => {
  const key = keys.log(other, 0)
  const [a, b] = ['playAAAA', 'playBBBB'].map(play =>
    writeItem(key, { epoch: 0, seq: 2, content: written(row(play)) }),
  )
  const greater = a < b ? b : a
  const lesser = a < b ? a : b
  const local = { device: JSON.stringify({ id: own, era: 0 }), [`~${key}`]: greater }
  const input = { local, sync: {}, now: NOW, browser: 'Test', newId: () => 'newId999' }
  expect(`~${key}` in reconcile({ ...input, learned: { [key]: lesser } }).local).toBe(false)
})

it('all devices choose one content if storage.sync and the folder have two of the same version', () => {
  const key = keys.log(other, 0)
  const [lesser, greater] = ['playAAAA', 'playBBBB']
    .map(play => writeItem(key, { epoch: 0, seq: 2, content: written(row(play)) }))
    .sort()
  const device = JSON.stringify({ id: own, era: 0 })
  const input = { now: NOW, browser: 'Test', newId: () => 'newId999' }
  const first = reconcile({
    ...input,
    local: { device },
    sync: { [key]: lesser },
    learned: { [key]: greater },
  })
  expect(first.local[`~${key}`]).toBe(greater)
  expect(first.repair).toEqual({ [key]: greater })
  const local = { ...first.local, device }
  const next = reconcile({ ...input, local, sync: { [key]: greater }, learned: { [key]: lesser } })
  expect(`~${key}` in next.local).toBe(false)
  expect(next.repair).toEqual({})
})
