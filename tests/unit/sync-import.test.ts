// What comes from outside the account adds results and games, and can take nothing away.
import { describe, expect, it } from 'vitest'
import { crc32, writeNumber } from '../../engine/index.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { MAX_EPOCH, MAX_SEQ, readItem, writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { reconcile, type RoundInput } from '../../stores/sync/reconcile.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 0, 5)
const [own, other, stranger] = ['ownIdAAA', 'otherIdA', 'stranger']
let ids = 0

const importing = (known: Items, imported: Items, identity: object = {}, more: Partial<RoundInput> = {}) => {
  const device = JSON.stringify({ id: own, era: 0, ...identity })
  return reconcile({
    local: { device, ...asReplicas(known) },
    sync: undefined,
    imported,
    now: NOW,
    browser: 'Test',
    newId: () => `newId00${++ids}`,
    ...more,
  })
}
const knownAfter = (known: Items, plan: ReturnType<typeof importing>): Items => {
  const items = { ...known, ...replicasIn(plan.local) }
  for (const key of plan.forget) Reflect.deleteProperty(items, key.slice(1))
  return items
}
const played = (items: Items) => statistics(aggregate(devicesOf(items, NOW).values(), {}, NOW)).played
const page = (id: string, results: GameResult[], seq = 1, epoch = 0, number = 0) =>
  item(keys.log(id, number), written(...results), seq, epoch)
const summary = (id: string, pages: GameResult[][], seq = 1) =>
  item(keys.results(id), writeJson(storedSummary(compact(pages, () => true))), seq)

describe('an import from another epoch', () => {
  it('never says that something was erased, however late its epoch', () => {
    const known = page(own, [row('a'), row('b')])
    for (const epoch of [1, 2, 65, MAX_EPOCH]) {
      const plan = importing(known, page(stranger, [row('x')], 1, epoch))
      expect(plan.identity.epoch).toBe(0)
      expect(played(knownAfter(known, plan))).toBe(3)
    }
  })
  it('of an old backup counts on a device that has erased since, and the plan says how much came in', () => {
    const plan = importing(
      {},
      { ...page(other, [row('a'), row('b')]), ...page(stranger, [row('b')]) },
      { era: 3 },
    )
    expect(plan.imported).toEqual({ results: 2, games: 0, devices: 2, newer: 0 })
    expect(played(knownAfter({}, plan))).toBe(2)
    const read = readItem(keys.log(other, 0), plan.local[`~${keys.log(other, 0)}`])
    expect(read.ok && read.value.epoch).toBe(3)
  })
  it('counts nothing twice when it is taken a second time', () => {
    const code = { ...page(other, [row('a')], 1, 7), ...page(own, [row('b')]) }
    const first = importing({}, code)
    const known = knownAfter({}, first)
    const second = importing(known, code)
    expect([first.imported?.results, second.imported?.results, played(knownAfter(known, second))]).toEqual([
      2, 0, 2,
    ])
  })
})

describe('an import that carries an id of this device', () => {
  it('adds results to the own log, and replaces no item', () => {
    const known = {
      ...page(own, [row('a')], 4),
      ...item(keys.device(own), writeJson({ name: 'Mine', day: 20_000 }), 9),
    }
    const plan = importing(known, {
      ...page(own, [row('b')], MAX_SEQ),
      ...item(keys.device(own), writeJson({ name: 'Theirs', day: 20_000 }), MAX_SEQ),
    })
    expect(plan.identity.id).toBe(own)
    const items = knownAfter(known, plan)
    expect(devicesOf(items, NOW).get(own)?.pages.get(0)).toEqual([row('a'), row('b')])
    expect(devicesOf(items, NOW).get(own)?.header?.name).toBe('Mine')
  })
  it('cannot make results count for nothing by a summary that claims them', () => {
    const known = page(own, [row('a'), row('b'), row('c')])
    const claim = { folded: 99_999, checks: 'AAAA'.repeat(99_999), marks: {}, totals: {} }
    const forged = item(keys.results(own), writeJson(claim), MAX_SEQ)
    const plan = importing(known, forged)
    expect([plan.identity.id, played(knownAfter(known, plan))]).toEqual([own, 3])
    const later = importing(known, summary(own, [[row('x')]], MAX_SEQ), { former: [other] })
    expect(played(knownAfter(known, later))).toBe(3)
  })
  it('that it had before counts as its own as well', () => {
    const plan = importing(
      {},
      { ...page(other, [row('a')]), ...summary(other, [[row('z')]]) },
      { former: [other] },
    )
    const items = knownAfter({}, plan)
    expect(devicesOf(items, NOW).get(own)?.pages.get(0)).toEqual([row('a')])
    expect(keys.results(other) in items).toBe(false)
  })
  it('offers an own game of a backup like one of another device', () => {
    const content = writeSyncEnvelope({ minute: 5, vector: { [own]: 3 }, record: 'record' })
    const plan = importing({}, item(keys.game(own, 'sea-towers'), content))
    expect(plan.imported?.games).toBe(1)
    expect(keys.game(own, 'sea-towers') in replicasIn(plan.local)).toBe(false)
    const known = knownAfter({}, plan)
    expect(importing(known, item(keys.game(own, 'sea-towers'), content)).imported?.games).toBe(0)
  })
  it('offers an own game beside another one of its kind that is known', () => {
    const game = (id: string, record: string) =>
      item(keys.game(id, 'sea-towers'), writeSyncEnvelope({ minute: 5, vector: { [id]: 3 }, record }))
    const known = { ...page(own, [row('a')]), ...game(other, 'another') }
    expect(importing(known, game(own, 'record')).imported?.games).toBe(1)
  })
  it('offers no own game that has ended, nor a text that holds none', () => {
    for (const content of ['', 'AAAA'])
      expect(replicasIn(importing({}, item(keys.game(own, 'sea-towers'), content)).local)).toEqual({})
  })
  it('adds no result that counts already, unless it says that the play was won', () => {
    const known = page(other, [row('a'), row('b', 'givenUp'), row('c', 'givenUp'), row('d')])
    const rows = [row('a'), row('b', 'givenUp'), row('c'), row('d', 'givenUp'), row('e', 'reopened')]
    const items = knownAfter(known, importing(known, page(own, rows)))
    expect(devicesOf(items, NOW).get(own)?.pages.get(0)).toEqual([row('c')])
  })
  it('adds nothing of a page that cannot be read', () => {
    expect(replicasIn(importing({}, item(keys.log(own, 0), 'AAAA')).local)).toEqual({})
  })
})

describe('an import that tells of a device that is known here', () => {
  it('never takes a result away: of a page that lacks some only the new ones come in', () => {
    const known = page(other, [row('a'), row('b')], 2)
    const plan = importing(known, page(other, [row('a'), row('c')], MAX_SEQ))
    const items = knownAfter(known, plan)
    expect(items[keys.log(other, 0)]).toBe(known[keys.log(other, 0)])
    expect(played(items)).toBe(3)
  })
  it('never turns a win into a game given up', () => {
    const known = page(other, [row('a')], 2)
    const plan = importing(known, page(other, [row('a', 'givenUp')], MAX_SEQ))
    expect(statistics(aggregate(devicesOf(knownAfter(known, plan)).values()))).toMatchObject({
      played: 1,
      won: 1,
    })
  })
  it('takes a page that goes on from the known one', () => {
    const known = page(other, [row('a')], 2)
    const longer = page(other, [row('a'), row('b')], 3)
    expect(knownAfter(known, importing(known, longer))).toMatchObject(longer)
  })
  it('never takes a summary for results that are known themselves', () => {
    const known = page(other, [row('a'), row('b')])
    const items = knownAfter(known, importing(known, summary(other, [[row('x')]], MAX_SEQ)))
    expect([played(items), keys.results(other) in items]).toEqual([2, false])
  })
  it('leaves a page alone that a newer version wrote, and keeps the results in the own log', () => {
    const known = { [keys.log(other, 0)]: '2AAAAABnewer' }
    const items = knownAfter(known, importing(known, page(other, [row('a')], MAX_SEQ)))
    expect(items).toMatchObject({ ...known, ...page(own, [row('a')]) })
  })
  it('takes its header only where that is later than the known one', () => {
    const header = (name: string, seq: number) =>
      item(keys.device(other), writeJson({ name, day: 20_000 }), seq)
    const known = header('Known', 2)
    const nameAfter = (seq: number) =>
      devicesOf(knownAfter(known, importing(known, header('Imported', seq)))).get(other)?.header?.name
    expect([1, 2, 3].map(nameAfter)).toEqual(['Known', 'Known', 'Imported'])
  })
  it('never takes a summary of no more pages than are summed up already', () => {
    const known = summary(other, [[row('a')], [row('b')]])
    for (const pages of [[[row('x')]], [[row('x')], [row('y')]]]) {
      const items = knownAfter(known, importing(known, summary(other, pages, MAX_SEQ)))
      expect(items).toMatchObject(known)
    }
  })
  it('takes a summary of pages that are known here as they were summed up', () => {
    const known = page(other, [row('a'), row('b')])
    const sums = summary(other, [[row('a'), row('b')]])
    const items = knownAfter(known, importing(known, sums))
    expect(items).toMatchObject({ ...known, ...sums })
    expect(played(items)).toBe(2)
  })
  it('takes a summary of pages before those that are known here', () => {
    const known = page(other, [row('b')], 1, 0, 1)
    const sums = summary(other, [[row('a')]])
    const items = knownAfter(known, importing(known, sums))
    expect(items).toMatchObject({ ...known, ...sums })
    expect(played(items)).toBe(2)
  })
  it('never takes a summary of other pages than are known here, though later ones are known as well', () => {
    const known = { ...page(other, [row('a')]), ...page(other, [row('b')], 1, 0, 1) }
    const items = knownAfter(known, importing(known, summary(other, [[row('x')]])))
    expect([played(items), keys.results(other) in items]).toEqual([2, false])
  })
  it('brings pages before a summary, in whatever order they lie', () => {
    const [pages, sums] = [page(other, [row('a'), row('b')]), summary(other, [[row('x')]])]
    for (const imported of [
      { ...pages, ...sums },
      { ...sums, ...pages },
    ]) {
      const items = knownAfter({}, importing({}, imported))
      expect([played(items), keys.results(other) in items]).toEqual([2, false])
    }
  })
  it('brings no summary that cannot be read', () => {
    expect(replicasIn(importing({}, item(keys.results(other), writeJson('none'))).local)).toEqual({})
  })
  it('takes a summary of a device of which nothing is known, once', () => {
    const sums = summary(other, [[row('a'), row('b')]])
    const items = knownAfter({}, importing({}, sums))
    expect(played(items)).toBe(2)
    expect(importing(items, sums).imported?.results).toBe(0)
  })
})

describe('an import', () => {
  it('brings names and games in progress of devices that were not known, and the plan says how many', () => {
    const content = writeSyncEnvelope({ minute: 5, vector: { [stranger]: 3 }, record: 'record' })
    const news = {
      ...item(keys.device(stranger), writeJson({ name: 'Theirs', day: 20_000 })),
      ...item(keys.game(stranger, 'sea-towers'), content),
    }
    const known = page(other, [row('a')])
    const plan = importing(known, news)
    expect(plan.imported).toEqual({ results: 0, games: 1, devices: 1, newer: 0 })
    expect(knownAfter(known, plan)).toMatchObject(news)
  })
  it('passes over keys that this version does not know', () => {
    for (const value of [item('x:unknown')['x:unknown'], '2AAAAABnewer'])
      expect(replicasIn(importing({}, { 'x:unknown': value }).local)).toEqual({})
  })
  it('changes no setting, whatever timestamp it carries', () => {
    const evil = {
      shortcuts: { value: [{ name: 'Mail', url: 'https://evil.example/' }], stamp: [1.797e308, 2 ** 53] },
    }
    const plan = importing({}, item(keys.settings(stranger), writeJson(evil)))
    expect('settings' in plan.local).toBe(false)
    expect(Object.keys(replicasIn(plan.local)).filter(key => key.startsWith('s:'))).toEqual([])
  })
  it('leaves out values of a newer format that it cannot give this epoch, and says so', () => {
    const newer = {
      [keys.log(stranger, 0)]: '2AFAAABnewer',
      [keys.log(other, 0)]: '2AAAAABnewer',
      [keys.log(own, 3)]: '2AAAAABnewer',
    }
    const plan = importing({}, newer)
    expect(plan.imported?.newer).toBe(2)
    expect(Object.keys(replicasIn(plan.local))).toContain(keys.log(other, 0))
    expect(plan.identity).toMatchObject({ id: own, epoch: 0 })
  })
  it('passes over what is damaged', () => {
    const key = keys.log(stranger, 0)
    expect(importing({}, { [key]: `1AAAAAB${'A'.repeat(9)}` }).imported).toEqual({
      results: 0,
      games: 0,
      devices: 0,
      newer: 0,
    })
  })
  it('is published like everything else, within the room that there is', () => {
    const plan = importing({}, page(stranger, [row('x')]), {}, { sync: {} })
    expect(Object.keys(plan.repair)).toEqual([keys.log(stranger, 0)])
  })
})

it('items that were learned elsewhere take no room in storage.sync, and are joined as they are', () => {
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
  expect(plan.isWhole).toBe(true)
  expect(Object.keys(plan.publish)).toContain(keys.log(own, 0))
  expect(Object.keys(plan.publish)).not.toContain(keys.results(own))
  expect(replicasIn(plan.local)).toMatchObject(learned)
  expect(plan.remove).toEqual([])
})

it('of one version with two contents in two places every round keeps the same one', () => {
  const key = keys.log(other, 0)
  const [a, b] = ['playAAAA', 'playBBBB'].map(play =>
    writeItem(key, { epoch: 0, seq: 2, content: written(row(play)) }),
  )
  const greater = a < b ? b : a
  const lesser = a < b ? a : b
  const local = { device: JSON.stringify({ id: own, era: 0 }), [`~${key}`]: greater }
  const input = { local, sync: {}, now: NOW, browser: 'Test', newId: () => 'newId999' }
  expect(`~${key}` in reconcile({ ...input, learned: { [key]: lesser } }).local).toBe(false)
  expect(crc32(key) >= 0 && writeNumber(0, 1)).toBe('A')
})

it('of one version with two contents in storage.sync and the place, all come to the same one', () => {
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
