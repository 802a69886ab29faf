// Devices that have not been seen for a long time: which data other devices adopt, when items are removed
// from storage.sync, and which items stay.
import { describe, expect, it } from 'vitest'
import { GAMES } from '../../engine/index.ts'
import { statistics } from '../../stores/sync/aggregate.ts'
import { writeErasures, type Erasure } from '../../stores/sync/erasures.ts'
import { writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { PAGE_RESULTS, type GameResult } from '../../stores/sync/game-results.ts'
import { readItem, readJson, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { LIMITS, roomOf } from '../../stores/sync/quota.ts'
import { reconcile, type RoundInput, type SyncPlan } from '../../stores/sync/reconcile.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { compact, parseSummary, storedSummary } from '../../stores/sync/summary.ts'
import { dayOf, timeOf } from '../../stores/time.ts'
import { carriedOut, idlePlan, item, row, without, written, type Areas } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 0, 5)
const today = dayOf(NOW)
const [own, other, gone] = ['ownIdAAA', 'otherIdA', 'goneIdAA']
const header = (id: string, day = today, seq = 1) =>
  item(keys.device(id), writeJson({ name: 'Test', day, browser: 'Test' }), seq)
const log = (id: string, ...results: GameResult[]) => item(keys.log(id, 0), written(...results))
const summary = (id: string, ...results: GameResult[]) =>
  item(keys.results(id), writeJson(storedSummary(compact([results], () => true))))
/** Choices of a device, each with its time. */
const chosen = (id: string, times: Record<string, number>) =>
  Object.fromEntries(Object.entries(times).map(([field, time]) => [field, { value: id, stamp: [time, 0] }]))
const settings = (id: string, times: Record<string, number>) =>
  item(keys.settings(id), writeJson(chosen(id, times)))
const game = (id: string, number = 0, seq = 1) =>
  item(
    keys.game(id, GAMES[number]),
    writeSyncEnvelope({ minute: 9, vector: { [id]: 3 }, record: 'record' }),
    seq,
  )
const manyRows = (count: number) =>
  Array.from({ length: count }, (_, i) => row(`p${i}`, 'won', { minute: 100 + i }))

const device = JSON.stringify({ id: own, era: 0, dropped: [] })
/** Storage in which this device knows these items, and storage.sync has all of them except `lost`. */
const storageWith = (items: Items, lost: Items = {}): Areas => ({
  local: { device, ...asReplicas(items) },
  sync: without(items, Object.keys(lost)),
})
const round = (at: Areas, more: Partial<RoundInput> = {}): SyncPlan =>
  reconcile({ ...at, now: NOW, browser: 'Test', newId: () => 'newIdAAA', ...more })
/** The plans of successive rounds on this storage. */
function rounds(at: Areas, count: number): SyncPlan[] {
  const plan = round(at)
  return count === 1 ? [plan] : [plan, ...rounds(carriedOut(at, plan), count - 1)]
}
const contentOf = (items: Items, key: string): string | undefined => readItem(key, items[key])?.content
const ownLog = ({ local }: SyncPlan) => readResults(contentOf(replicasIn(local), keys.log(own, 0)) ?? '')
const ownSettings = ({ publish }: SyncPlan) => readJson(contentOf(publish, keys.settings(own)) ?? '')

/** This device and another one, both seen today. */
const alive = { ...header(own), ...header(other) }
const idle = idlePlan(own)

describe('a small device that has not been seen for 14 days', () => {
  const name = header(gone, today - 14)
  const goneItems = { ...name, ...log(gone, row('a'), row('b', 'givenUp')), ...settings(gone, { felt: 5 }) }

  it('is absorbed: its items are removed once its results and settings are in storage.sync', () => {
    const [first, second, third, fourth] = rounds(storageWith({ ...alive, ...goneItems }), 4)
    expect([first.remove, first.forget, first.repair]).toEqual([[], [], {}])
    expect(first.publish).toEqual({
      ...item(keys.log(own, 0), written(row('a'), row('b', 'givenUp')), 2),
      ...item(keys.settings(own), writeJson(chosen(gone, { felt: 5 }))),
    })
    expect({ ...second, remove: second.remove.toSorted() }).toEqual({
      ...idle,
      remove: Object.keys(goneItems).toSorted(),
    })
    expect(third).toEqual({ ...idle, absorbed: goneItems, forget: Object.keys(asReplicas(goneItems)) })
    expect(fourth).toEqual(idle)
  })
  it('is absorbed from the 14th day on', () => {
    const seen = (day: number) => storageWith({ ...alive, ...goneItems, ...header(gone, day) })
    expect(ownLog(round(seen(today - 14)))).toHaveLength(2)
    expect(ownLog(round(seen(today - 13)))).toEqual([])
  })
  it('is absorbed only if the clocks of two devices agree that it is gone', () => {
    const late = NOW + 30 * 86_400_000
    const known = { ...alive, ...goneItems, ...header(gone, today - 1) }
    expect(ownLog(round(storageWith(known), { now: late }))).toEqual([])
    expect(ownLog(round(storageWith({ ...known, ...header(other, today + 30) })))).toEqual([])
    expect(
      ownLog(round(storageWith({ ...known, ...header(other, today + 30) }), { now: late })),
    ).toHaveLength(2)
  })
  it('is not absorbed if one of the two clocks is that of a device without a header', () => {
    const seen = { ...header(other), ...goneItems }
    expect(ownLog(round(storageWith(seen)))).toEqual([])
    expect(ownLog(round(storageWith({ ...seen, ...header('thirdCCC') })))).toHaveLength(2)
  })
  it('is absorbed without the data that an erasure unknown to it covers', () => {
    const erasures = (...of: string[]) => [{ epoch: 1, minute: 100, scope: 'everything', of }]
    const inEpoch = (key: string, content: string) => item(key, content, 1, 1)
    const named = (id: string, day: number, ...of: string[]) => {
      const [erasure] = erasures(...of)
      return inEpoch(keys.device(id), writeJson({ name: 'Test', day, browser: 'Test', erasure }))
    }
    const late = (NOW - Date.UTC(2020, 0)) / 60_000
    const results = written(row('a', 'won', { minute: 99 }), row('b', 'won', { minute: late }))
    const absorbed = (...namedInHeader: string[]) => {
      const inProgress = writeSyncEnvelope({ minute: 99, vector: { [gone]: 3 }, record: 'record' })
      const items = {
        ...inEpoch(keys.game(gone, GAMES[0]), inProgress),
        ...named(own, today, gone),
        ...named(other, today, gone),
        ...named(gone, today - 14, ...namedInHeader),
        ...inEpoch(keys.log(gone, 0), results),
        ...inEpoch(keys.settings(gone), writeJson(chosen(gone, { felt: Date.UTC(2020, 0) + 1, deck: NOW }))),
      }
      const identity = JSON.stringify({ id: own, era: 1, dropped: [], erasures: erasures(gone) })
      const at = { local: { device: identity, ...asReplicas(items) }, sync: items }
      const plan = round(at)
      const end = rounds(at, 4).reduce<Areas>((areas, one) => carriedOut(areas, one), at)
      return [
        ownLog(plan)?.map(({ play }) => play[0]),
        Object.keys(ownSettings(plan) as object),
        `~${keys.game(gone, GAMES[0])}` in end.local,
      ]
    }
    expect(absorbed('somebody')).toEqual([['b'], ['deck'], false])
    expect(absorbed(gone)).toEqual([['a', 'b'], ['felt', 'deck'], true])
  })
  it('with data from before an erasure is not absorbed by a device that the erasure names', () => {
    const erasure = { epoch: 1, minute: 100, scope: 'everything', of: [own] } as const
    const identity = JSON.stringify({ id: own, era: 1, dropped: [], erasures: [erasure] })
    const absorbed = (items: Items) => {
      const here = item(keys.device(own), writeJson({ name: 'Test', day: today, browser: 'Test' }), 1, 1)
      const all = { ...alive, ...here, ...header(gone, today - 14), ...items }
      const plan = round({ local: { device: identity, ...asReplicas(all) }, sync: all })
      return [ownLog(plan)?.length ?? 0, Object.keys((ownSettings(plan) ?? {}) as object).length]
    }
    const at = (minute: number) => log(gone, row('a', 'won', { minute }))
    const choice = (minute: number) => settings(gone, { felt: timeOf(minute) })
    expect(absorbed(at(101))).toEqual([1, 0])
    expect(absorbed(at(100))).toEqual([0, 0])
    expect(absorbed({ ...at(101), ...choice(101) })).toEqual([1, 1])
    expect(absorbed({ ...at(101), ...choice(99) })).toEqual([0, 0])
  })
  it('has applied only the erasures that its header lists, unless version 1.0 wrote the header', () => {
    const at1 = (key: string, content: string) => item(key, content, 1, 1)
    const erasure = { epoch: 1, minute: 100, scope: 'everything', of: [gone] } as const
    const withoutIds = { epoch: 1, minute: 100, scope: 'games' } as const
    const headerWith = (id: string, day: number, fields: object) =>
      at1(keys.device(id), writeJson({ name: 'Test', day, browser: 'Test', ...fields }))
    const identity = JSON.stringify({ id: own, era: 1, dropped: [], erasures: [erasure] })
    const logWith = (fields: object) => {
      const items = {
        ...headerWith(own, today, { erasure }),
        ...headerWith(other, today, { erasure }),
        ...headerWith(gone, today - 14, fields),
        ...at1(keys.log(gone, 0), written(row('a', 'won', { minute: 99 }))),
      }
      return ownLog(round({ local: { device: identity, ...asReplicas(items) }, sync: items }))
    }
    expect(logWith(writeErasures([withoutIds], 1))).toEqual([])
    expect(logWith({ erasure: withoutIds })).toHaveLength(1)
  })
  it('is not absorbed while storage.sync cannot be read', () => {
    const results = { ...alive, ...name, ...log(gone, row('a')) }
    expect(round(storageWith(results), { sync: undefined })).toEqual(idle)
  })
  it('stays unchanged if a newer version wrote any of its items', () => {
    const newer = { [keys.results(gone)]: '2AAAAABnewer' }
    const results = { ...alive, ...name, ...log(gone, row('a')) }
    expect(rounds(storageWith({ ...results, ...newer }), 3)).toEqual([idle, idle, idle])
  })
  it('is never this device, however long it was away', () => {
    const results = log(own, row('a'))
    const known = { ...header(own, today - 20), ...header(other), ...results, ...log(other, row('a')) }
    const { publish, remove, forget } = round(storageWith(known, results))
    expect([remove, forget]).toEqual([[], []])
    expect(publish).toMatchObject(results)
  })
  it('is not restored if storage.sync loses its items before they are removed', () => {
    const { repair, remove } = round(storageWith({ ...alive, ...goneItems }, log(gone)))
    expect([repair, remove]).toEqual([{}, []])
  })
  it('is removed even if its header was lost', () => {
    const [, second] = rounds(storageWith({ ...alive, ...goneItems }, name), 2)
    expect(second.remove.toSorted()).toEqual(Object.keys(without(goneItems, Object.keys(name))).toSorted())
  })
  it('leaves its name and its games in progress here, so that the games can be continued', () => {
    const [first, second, third, fourth, fifth] = rounds(
      storageWith({ ...alive, ...goneItems, ...game(gone) }),
      5,
    )
    expect([first.remove, first.forget, first.repair]).toEqual([[], [], {}])
    expect(second.remove.toSorted()).toEqual(Object.keys({ ...goneItems, ...game(gone) }).toSorted())
    const absorbed = without(goneItems, Object.keys(name))
    expect(third).toEqual({ ...idle, absorbed, forget: Object.keys(asReplicas(absorbed)) })
    expect([fourth, fifth]).toEqual([idle, idle])
  })
  it('is neither removed nor restored if a device without its header restores some of its items', () => {
    const items = { ...alive, ...name, ...game(gone), ...log(own, row('a')) }
    const { local } = storageWith(items)
    const sync = { ...alive, ...game(gone), ...log(own, row('a')), ...log(gone, row('a')) }
    expect(rounds({ local, sync }, 3).map(({ remove, repair }) => [remove, repair])).toEqual(
      Array(3).fill([[], {}]),
    )
  })
  it('is removed eight items at a time, because the browser allows few changes an hour', () => {
    const games = Object.assign({}, ...Array.from({ length: 10 }, (_, i) => game(gone, i))) as Items
    const plans = rounds(storageWith({ ...alive, ...goneItems, ...games }), 4)
    expect(plans.map(({ remove }) => remove.length)).toEqual([0, 8, 5, 0])
    // The header is removed last, so a device that knows other items also knows that their owner is gone.
    expect(plans[2].remove.at(-1)).toBe(keys.device(gone))
  })
  it('shares the limit of eight removed items with other devices that are gone', () => {
    const others = ['goneIdBB', 'goneIdCC', 'goneIdDD'].map(id => ({
      ...header(id, today - 20),
      ...log(id, row(id.slice(6))),
    }))
    const plans = rounds(storageWith(Object.assign({}, alive, goneItems, ...others) as Items), 4)
    expect(plans.map(({ remove }) => remove.length)).toEqual([0, 8, 1, 0])
  })
})

describe('a small device whose profile was restored from a backup', () => {
  /** The items from after the backup, which this device knows. */
  const later = { ...header(gone, today - 14, 4), ...log(gone, row('a')), ...game(gone, 0, 3) }
  /** The items from the backup, which the restored device publishes. */
  const restored = { ...header(gone), ...log(gone, row('a')), ...game(gone) }
  const absorbedLog = log(own, row('a'))
  const storageSeeing = (seen: Items): Areas => ({
    local: storageWith({ ...alive, ...absorbedLog, ...later }).local,
    sync: { ...alive, ...absorbedLog, ...seen },
  })

  it('is not gone if storage.sync has a later day in its header', () => {
    const { remove, forget } = round(storageSeeing(restored))
    expect([remove, forget]).toEqual([[], []])
    expect(round(storageSeeing({ ...restored, ...header(gone, today - 13) })).remove).toEqual([])
    const past = { ...restored, ...header(gone, today - 14) }
    expect(round(storageSeeing(past)).remove.toSorted()).toEqual(Object.keys(restored).toSorted())
  })
  it('has its later items restored, but not a header whose day would make others absorb it', () => {
    const plan = round(storageSeeing(restored))
    expect(plan.repair).toEqual(game(gone, 0, 3))
    const { sync } = carriedOut(storageSeeing(restored), plan)
    const third = { device: JSON.stringify({ id: other, era: 0, dropped: [] }), ...asReplicas(alive) }
    expect(round({ local: third, sync }).remove).toEqual([])
    const owner = { device: JSON.stringify({ id: gone, era: 0, dropped: [] }), ...asReplicas(restored) }
    expect(round({ local: owner, sync }).identity.id).toBe('newIdAAA')
  })
  it('has its header restored if storage.sync has a header of the same day or an earlier day', () => {
    const ahead = { ...later, ...header(gone, today - 1, 4) }
    const { local } = storageWith({ ...alive, ...absorbedLog, ...ahead })
    const repaired = (day: number) =>
      round({ local, sync: { ...alive, ...absorbedLog, ...ahead, ...header(gone, day) } }).repair
    expect([today - 2, today - 1].map(repaired)).toEqual(Array(2).fill(header(gone, today - 1, 4)))
    expect(repaired(today)).toEqual({})
  })
})

describe('a device counts as small', () => {
  const known = (count: number) => ({
    ...alive,
    ...header(gone, today - 14),
    ...log(gone, ...manyRows(count)),
  })
  const isAbsorbed = (items: Items, limits = {}) =>
    ownLog(round(storageWith(items), { limits: { ...LIMITS, ...limits } }))!.length > 0

  it('with 64 results, but not with one more', () => {
    expect([64, 65].map(count => isAbsorbed(known(count)))).toEqual([true, false])
  })
  it('with up to 1024 results if the account is more than half full of items', () => {
    const items = known(65)
    expect([8, 7].map(places => isAbsorbed(items, { items: places }))).toEqual([false, true])
  })
  it('with up to 1024 results if the account is more than half full of bytes', () => {
    const items = known(65)
    const { bytes } = roomOf(Object.entries(items))
    expect([2 * bytes, 2 * bytes - 1].map(room => isAbsorbed(items, { bytes: room }))).toEqual([false, true])
    const pages = (count: number) =>
      Object.assign(
        known(0),
        ...Array.from({ length: 16 }, (_, page) =>
          item(
            keys.log(gone, page),
            written(
              ...manyRows(count).slice(page * PAGE_RESULTS, page === 15 ? count : (page + 1) * PAGE_RESULTS),
            ),
          ),
        ),
      ) as Items
    expect([1024, 1025].map(count => isAbsorbed(pages(count), { bytes: 30_000 }))).toEqual([true, false])
  })
  it('only while none of its log is compacted', () => {
    expect(isAbsorbed({ ...known(3), ...summary(gone, row('x')) })).toBe(false)
  })
})

describe('if a device is absorbed', () => {
  const absorbed = (items: Items, others: Items = {}) =>
    rounds(storageWith({ ...alive, ...others, ...header(gone, today - 14), ...items }), 2)

  it('a result is not copied if another device has it, or has a win of the play', () => {
    const results = log(gone, row('a'), row('b', 'givenUp'), row('c', 'givenUp'), row('d', 'givenUp'))
    const [first, second] = absorbed(results, log(other, row('a'), row('b', 'givenUp'), row('c')))
    expect(ownLog(first)).toEqual([row('d', 'givenUp')])
    expect(second.remove).toHaveLength(2)
  })
  it('a win is copied if another device gave up the play', () => {
    expect(ownLog(absorbed(log(gone, row('a')), log(other, row('a', 'givenUp')))[0])).toEqual([row('a')])
  })
  it('a result in the sums of another device is not copied', () => {
    const results = log(gone, row('a'), row('b', 'givenUp'))
    const [first] = absorbed(results, summary(other, row('a'), row('b')))
    expect(ownLog(first)).toEqual([])
    expect(first.remove).toHaveLength(2)
  })
  it('a play that was reopened does not count and is not copied', () => {
    const [first] = absorbed(log(gone, row('a', 'reopened')))
    expect(ownLog(first)).toEqual([])
    expect(first.remove).toHaveLength(2)
  })
  it('every result must be seen in storage.sync before anything is removed', () => {
    const known = { ...alive, ...header(gone, today - 14), ...log(gone, row('a'), row('b')) }
    const { local } = storageWith({ ...known, ...item(keys.log(own, 0), written(row('a'), row('b')), 2) })
    expect(round({ local, sync: { ...known, ...log(own, row('a')) } }).remove).toEqual([])
  })
  it('every setting must be seen in storage.sync before anything is removed', () => {
    const known = { ...alive, ...header(gone, today - 14), ...settings(gone, { felt: 5 }) }
    const copied = item(keys.settings(own), writeJson(chosen(gone, { felt: 5 })))
    expect(round(storageWith({ ...known, ...copied }, copied)).remove).toEqual([])
    expect(round(storageWith({ ...known, ...copied })).remove).toHaveLength(2)
  })
  it('a choice is copied unless another device has a later choice of the setting', () => {
    const others = { ...settings(other, { felt: 6, light: 4 }), ...settings('thirdIdA', { back: 3 }) }
    const [first] = absorbed(settings(gone, { felt: 5, light: 5, sound: 5 }), others)
    expect(ownSettings(first)).toEqual(chosen(gone, { light: 5, sound: 5 }))
  })
  it('plays that this device’s sums left out are added once storage.sync has lost their log', () => {
    const both = [row('a'), row('b', 'givenUp')]
    const sums = item(keys.results(own), writeJson(storedSummary(compact([both], () => false))))
    const lost = { ...header(gone, today - 14), ...log(gone, ...both) }
    const ownItems = { ...log(own, ...both), ...item(keys.log(own, 1), written(row('c'))), ...sums }
    const [first, ...others] = rounds(
      storageWith({ ...alive, ...ownItems, ...lost }, { ...lost, ...log(own, ...both) }),
      4,
    )
    const summed = parseSummary(readJson(contentOf(first.publish, keys.results(own))!))!
    expect(statistics({ results: [], sums: [summed.totals] })).toMatchObject({ won: 1, givenUp: 1 })
    expect(others.flatMap(({ forget }) => forget)).toEqual(Object.keys(asReplicas(lost)))
    expect(others.at(-1)).toEqual(idle)
  })
  it('none of its items are restored, however long ago it was seen', () => {
    const known = { ...alive, ...header(gone, today - 500), ...log(gone, row('a')) }
    for (const { repair } of rounds(storageWith(known), 4)) expect(repair).toEqual({})
  })
})

describe('a device with sums that has not been seen for 400 days', () => {
  const name = header(gone, today - 400)
  const sums = summary(gone, row('a'), row('b', 'givenUp'))
  const compactedPage = log(gone, row('a'), row('b', 'givenUp'))
  const uncompacted = item(keys.log(gone, 1), written(row('c'), row('a')))
  const goneItems = { ...name, ...sums, ...uncompacted, ...settings(gone, { felt: 5 }), ...game(gone) }
  const known = { ...alive, ...goneItems, ...compactedPage }
  const removedKeys = [keys.log(gone, 1), keys.settings(gone), keys.game(gone, GAMES[0])].toSorted()

  it('has the results outside its sums copied, while its header and sums stay', () => {
    const [first, second, third, fourth] = rounds(storageWith(known, compactedPage), 4)
    expect([first.remove, first.forget, first.repair]).toEqual([[], [], {}])
    expect(ownLog(first)).toEqual([row('c'), row('a')])
    expect({ ...second, remove: second.remove.toSorted() }).toEqual({ ...idle, remove: removedKeys })
    expect({ ...third, forget: third.forget.toSorted() }).toEqual({
      ...idle,
      absorbed: Object.fromEntries(removedKeys.map(key => [key, goneItems[key]])),
      forget: removedKeys.map(key => `~${key}`).toSorted(),
    })
    expect(fourth).toEqual(idle)
  })
  it('is gone from the 400th day on', () => {
    const taken = (day: number) =>
      ownLog(round(storageWith({ ...known, ...header(gone, day) }, compactedPage)))
    expect([today - 399, today - 400].map(day => taken(day)?.length)).toEqual([0, 2])
  })
  it('is not gone if storage.sync has a later day, even in an earlier version of the header', () => {
    const { local, sync } = storageWith({ ...known, ...header(gone, today - 400, 2) }, compactedPage)
    expect(ownLog(round({ local, sync: { ...sync, ...header(gone, today - 399) } }))).toEqual([])
  })
  it('is never gone if its last day is unknown', () => {
    const unnamed = without(known, Object.keys(name))
    expect(ownLog(round(storageWith(unnamed, compactedPage)))).toEqual([])
  })
  it('has its sums and header restored if storage.sync loses them, and nothing else', () => {
    const { local, sync } = storageWith(known, compactedPage)
    const lost = without(sync, Object.keys(goneItems))
    expect(round({ local, sync: lost }).repair).toEqual({ ...name, ...sums })
  })
  it('keeps its sums unchanged, even if this device knows log pages that are not in them', () => {
    const grown = log(gone, row('a'), row('b'), row('d'))
    for (const { publish, repair } of rounds(storageWith({ ...known, ...grown }, grown), 3))
      expect(Object.keys({ ...publish, ...repair })).not.toContain(keys.results(gone))
  })
})

describe('results that another erasure moved to a later epoch', () => {
  const first = { epoch: 1, minute: 100, scope: 'games', of: [gone] } as const
  const second = { epoch: 2, minute: 50, scope: 'games', of: [gone] } as const
  const identity = JSON.stringify({ id: own, era: 2, dropped: [], erasures: [first, second] })
  /** The number of the other device's results that stay here if that device knew only this erasure. */
  const kept = (known: Erasure) => {
    const content = { name: 'Test', day: today, browser: 'Test', ...writeErasures([known], 1) }
    const sync = {
      ...item(keys.device(gone), writeJson(content), 1, 1),
      ...item(keys.log(gone, 0), written(row('a', 'won', { minute: 80 })), 1, 1),
    }
    return ownLog(round({ local: { device: identity }, sync }))?.length ?? 0
  }

  it('are erased if their device did not know an erasure of that epoch that covers them', () => {
    expect(kept({ ...first, of: ['somebody'] })).toBe(0)
  })
  it('stay if their device knew that erasure, because it played them afterward', () => {
    expect(kept(first)).toBe(1)
  })
})
