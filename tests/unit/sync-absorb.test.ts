// Devices that have not been seen for a long time: what others take over, when their items leave
// storage.sync, and what stays.
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
const several = (count: number) =>
  Array.from({ length: count }, (_, i) => row(`p${i}`, 'won', { minute: 100 + i }))

const device = JSON.stringify({ id: own, era: 0, dropped: [] })
/** Storage in which this device knows these items, and storage.sync has all of them except `lost`. */
const place = (items: Items, lost: Items = {}): Areas => ({
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
const nothing = idlePlan(own)

describe('a small device that has not been seen for 14 days', () => {
  const name = header(gone, today - 14)
  const left = { ...name, ...log(gone, row('a'), row('b', 'givenUp')), ...settings(gone, { felt: 5 }) }

  it('is absorbed: its items are removed once its results and settings are in storage.sync', () => {
    const [first, second, third, fourth] = rounds(place({ ...alive, ...left }), 4)
    expect([first.remove, first.forget, first.repair]).toEqual([[], [], {}])
    expect(first.publish).toEqual({
      ...item(keys.log(own, 0), written(row('a'), row('b', 'givenUp')), 2),
      ...item(keys.settings(own), writeJson(chosen(gone, { felt: 5 }))),
    })
    expect({ ...second, remove: second.remove.toSorted() }).toEqual({
      ...nothing,
      remove: Object.keys(left).toSorted(),
    })
    expect(third).toEqual({ ...nothing, absorbed: left, forget: Object.keys(asReplicas(left)) })
    expect(fourth).toEqual(nothing)
  })
  it('is absorbed from the 14th day on', () => {
    const seen = (day: number) => place({ ...alive, ...left, ...header(gone, day) })
    expect(ownLog(round(seen(today - 14)))).toHaveLength(2)
    expect(ownLog(round(seen(today - 13)))).toEqual([])
  })
  it('is absorbed only if the clocks of two devices agree on the day', () => {
    const late = NOW + 30 * 86_400_000
    const known = { ...alive, ...left, ...header(gone, today - 1) }
    expect(ownLog(round(place(known), { now: late }))).toEqual([])
    expect(ownLog(round(place({ ...known, ...header(other, today + 30) })))).toEqual([])
    expect(ownLog(round(place({ ...known, ...header(other, today + 30) }), { now: late }))).toHaveLength(2)
  })
  it('is not absorbed because of the clock of a device without a header, which the others cannot see', () => {
    const seen = { ...header(other), ...left }
    expect(ownLog(round(place(seen)))).toEqual([])
    expect(ownLog(round(place({ ...seen, ...header('thirdCCC') })))).toHaveLength(2)
  })
  it('leaves nothing behind that is covered by an erasure that it never learned of', () => {
    const erasures = (...of: string[]) => [{ epoch: 1, minute: 100, scope: 'everything', of }]
    const inEpoch = (key: string, content: string) => item(key, content, 1, 1)
    const named = (id: string, day: number, ...of: string[]) => {
      const [erasure] = erasures(...of)
      return inEpoch(keys.device(id), writeJson({ name: 'Test', day, browser: 'Test', erasure }))
    }
    const late = (NOW - Date.UTC(2020, 0)) / 60_000
    const results = written(row('a', 'won', { minute: 99 }), row('b', 'won', { minute: late }))
    const absorbed = (...heard: string[]) => {
      const inProgress = writeSyncEnvelope({ minute: 99, vector: { [gone]: 3 }, record: 'record' })
      const items = {
        ...inEpoch(keys.game(gone, GAMES[0]), inProgress),
        ...named(own, today, gone),
        ...named(other, today, gone),
        ...named(gone, today - 14, ...heard),
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
  it('counts as having applied only the erasures in its header, unless version 1.0 wrote it', () => {
    const at1 = (key: string, content: string) => item(key, content, 1, 1)
    const erasure = { epoch: 1, minute: 100, scope: 'everything', of: [gone] } as const
    const heard = { epoch: 1, minute: 100, scope: 'games' } as const
    const of = (id: string, day: number, told: object) =>
      at1(keys.device(id), writeJson({ name: 'Test', day, browser: 'Test', ...told }))
    const identity = JSON.stringify({ id: own, era: 1, dropped: [], erasures: [erasure] })
    const logWith = (told: object) => {
      const items = {
        ...of(own, today, { erasure }),
        ...of(other, today, { erasure }),
        ...of(gone, today - 14, told),
        ...at1(keys.log(gone, 0), written(row('a', 'won', { minute: 99 }))),
      }
      return ownLog(round({ local: { device: identity, ...asReplicas(items) }, sync: items }))
    }
    expect(logWith(writeErasures([heard], 1))).toEqual([])
    expect(logWith({ erasure: heard })).toHaveLength(1)
  })
  it('is left alone while storage.sync cannot be read', () => {
    const results = { ...alive, ...name, ...log(gone, row('a')) }
    expect(round(place(results), { sync: undefined })).toEqual(nothing)
  })
  it('stays unchanged if a newer version wrote any of its items', () => {
    const newer = { [keys.results(gone)]: '2AAAAABnewer' }
    const results = { ...alive, ...name, ...log(gone, row('a')) }
    expect(rounds(place({ ...results, ...newer }), 3)).toEqual([nothing, nothing, nothing])
  })
  it('is never this device, however long it was away', () => {
    const results = log(own, row('a'))
    const known = { ...header(own, today - 20), ...header(other), ...results, ...log(other, row('a')) }
    const { publish, remove, forget } = round(place(known, results))
    expect([remove, forget]).toEqual([[], []])
    expect(publish).toMatchObject(results)
  })
  it('is not restored if storage.sync loses its items while it is being removed', () => {
    const { repair, remove } = round(place({ ...alive, ...left }, log(gone)))
    expect([repair, remove]).toEqual([{}, []])
  })
  it('is removed even if its header was lost', () => {
    const [, second] = rounds(place({ ...alive, ...left }, name), 2)
    expect(second.remove.toSorted()).toEqual(Object.keys(without(left, Object.keys(name))).toSorted())
  })
  it('leaves its games in progress and its name here, so that they can be continued', () => {
    const [first, second, third, fourth, fifth] = rounds(place({ ...alive, ...left, ...game(gone) }), 5)
    expect([first.remove, first.forget, first.repair]).toEqual([[], [], {}])
    expect(second.remove.toSorted()).toEqual(Object.keys({ ...left, ...game(gone) }).toSorted())
    const absorbed = without(left, Object.keys(name))
    expect(third).toEqual({ ...nothing, absorbed, forget: Object.keys(asReplicas(absorbed)) })
    expect([fourth, fifth]).toEqual([nothing, nothing])
  })
  it('is left alone if a device that does not know its header restores some of its items', () => {
    const items = { ...alive, ...name, ...game(gone), ...log(own, row('a')) }
    const { local } = place(items)
    const sync = { ...alive, ...game(gone), ...log(own, row('a')), ...log(gone, row('a')) }
    expect(rounds({ local, sync }, 3).map(({ remove, repair }) => [remove, repair])).toEqual(
      Array(3).fill([[], {}]),
    )
  })
  it('is removed eight items at a time, because the browser allows few changes an hour', () => {
    const games = Object.assign({}, ...Array.from({ length: 10 }, (_, i) => game(gone, i))) as Items
    const plans = rounds(place({ ...alive, ...left, ...games }), 4)
    expect(plans.map(({ remove }) => remove.length)).toEqual([0, 8, 5, 0])
    // The header is last: any device that knows the rest also knows that this one is gone.
    expect(plans[2].remove.at(-1)).toBe(keys.device(gone))
  })
  it('shares the limit of eight removed items with other devices that are gone', () => {
    const others = ['goneIdBB', 'goneIdCC', 'goneIdDD'].map(id => ({
      ...header(id, today - 20),
      ...log(id, row(id.slice(6))),
    }))
    const plans = rounds(place(Object.assign({}, alive, left, ...others) as Items), 4)
    expect(plans.map(({ remove }) => remove.length)).toEqual([0, 8, 1, 0])
  })
})

describe('a small device that continues, although a later version of its old state is known', () => {
  // Its profile was restored from a backup.
  const raised = { ...header(gone, today - 14, 4), ...log(gone, row('a')), ...game(gone, 0, 3) }
  const there = { ...header(gone), ...log(gone, row('a')), ...game(gone) }
  const took = log(own, row('a'))
  const here = (seen: Items): Areas => ({
    local: place({ ...alive, ...took, ...raised }).local,
    sync: { ...alive, ...took, ...seen },
  })

  it('is not gone if storage.sync has a later day', () => {
    const { remove, forget } = round(here(there))
    expect([remove, forget]).toEqual([[], []])
    expect(round(here({ ...there, ...header(gone, today - 13) })).remove).toEqual([])
    const past = { ...there, ...header(gone, today - 14) }
    expect(round(here(past)).remove.toSorted()).toEqual(Object.keys(there).toSorted())
  })
  it('has its later items restored, but not an earlier day that would make others absorb it', () => {
    const plan = round(here(there))
    expect(plan.repair).toEqual(game(gone, 0, 3))
    const { sync } = carriedOut(here(there), plan)
    const third = { device: JSON.stringify({ id: other, era: 0, dropped: [] }), ...asReplicas(alive) }
    expect(round({ local: third, sync }).remove).toEqual([])
    const owner = { device: JSON.stringify({ id: gone, era: 0, dropped: [] }), ...asReplicas(there) }
    expect(round({ local: owner, sync }).identity.id).toBe('newIdAAA')
  })
  it('has its header restored if storage.sync has one of the same day or an earlier one', () => {
    const ahead = { ...raised, ...header(gone, today - 1, 4) }
    const { local } = place({ ...alive, ...took, ...ahead })
    const repaired = (day: number) =>
      round({ local, sync: { ...alive, ...took, ...ahead, ...header(gone, day) } }).repair
    expect([today - 2, today - 1].map(repaired)).toEqual(Array(2).fill(header(gone, today - 1, 4)))
    expect(repaired(today)).toEqual({})
  })
})

describe('a device counts as small', () => {
  const known = (count: number) => ({
    ...alive,
    ...header(gone, today - 14),
    ...log(gone, ...several(count)),
  })
  const isTaken = (items: Items, limits = {}) =>
    ownLog(round(place(items), { limits: { ...LIMITS, ...limits } }))!.length > 0

  it('with 64 results, but not with one more', () => {
    expect([64, 65].map(count => isTaken(known(count)))).toEqual([true, false])
  })
  it('with up to 1024 results if the account is more than half full of items', () => {
    const items = known(65)
    expect([8, 7].map(places => isTaken(items, { items: places }))).toEqual([false, true])
  })
  it('with up to 1024 results if the account is more than half full of bytes', () => {
    const items = known(65)
    const { bytes } = roomOf(Object.entries(items))
    expect([2 * bytes, 2 * bytes - 1].map(room => isTaken(items, { bytes: room }))).toEqual([false, true])
    const pages = (count: number) =>
      Object.assign(
        known(0),
        ...Array.from({ length: 16 }, (_, page) =>
          item(
            keys.log(gone, page),
            written(
              ...several(count).slice(page * PAGE_RESULTS, page === 15 ? count : (page + 1) * PAGE_RESULTS),
            ),
          ),
        ),
      ) as Items
    expect([1024, 1025].map(count => isTaken(pages(count), { bytes: 30_000 }))).toEqual([true, false])
  })
  it('only while none of its log is compacted', () => {
    expect(isTaken({ ...known(3), ...summary(gone, row('x')) })).toBe(false)
  })
})

describe('if a device is absorbed', () => {
  const absorbed = (items: Items, others: Items = {}) =>
    rounds(place({ ...alive, ...others, ...header(gone, today - 14), ...items }), 2)

  it('a result that another device has, or has as a win, is not copied', () => {
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
    const { local } = place({ ...known, ...item(keys.log(own, 0), written(row('a'), row('b')), 2) })
    expect(round({ local, sync: { ...known, ...log(own, row('a')) } }).remove).toEqual([])
  })
  it('every setting must be seen in storage.sync before anything is removed', () => {
    const known = { ...alive, ...header(gone, today - 14), ...settings(gone, { felt: 5 }) }
    const copied = item(keys.settings(own), writeJson(chosen(gone, { felt: 5 })))
    expect(round(place({ ...known, ...copied }, copied)).remove).toEqual([])
    expect(round(place({ ...known, ...copied })).remove).toHaveLength(2)
  })
  it('a setting is copied unless another device has a later one', () => {
    const others = { ...settings(other, { felt: 6, light: 4 }), ...settings('thirdIdA', { back: 3 }) }
    const [first] = absorbed(settings(gone, { felt: 5, light: 5, sound: 5 }), others)
    expect(ownSettings(first)).toEqual(chosen(gone, { light: 5, sound: 5 }))
  })
  it('plays left out of this device’s sums are included once storage.sync has lost their log', () => {
    const both = [row('a'), row('b', 'givenUp')]
    const sums = item(keys.results(own), writeJson(storedSummary(compact([both], () => false))))
    const lost = { ...header(gone, today - 14), ...log(gone, ...both) }
    const ownItems = { ...log(own, ...both), ...item(keys.log(own, 1), written(row('c'))), ...sums }
    const [first, ...others] = rounds(
      place({ ...alive, ...ownItems, ...lost }, { ...lost, ...log(own, ...both) }),
      4,
    )
    const summed = parseSummary(readJson(contentOf(first.publish, keys.results(own))!))!
    expect(statistics({ results: [], sums: [summed.totals] })).toMatchObject({ won: 1, givenUp: 1 })
    expect(others.flatMap(({ forget }) => forget)).toEqual(Object.keys(asReplicas(lost)))
    expect(others.at(-1)).toEqual(nothing)
  })
  it('none of its items is restored, no matter how long ago it was seen', () => {
    const known = { ...alive, ...header(gone, today - 500), ...log(gone, row('a')) }
    for (const { repair } of rounds(place(known), 4)) expect(repair).toEqual({})
  })
})

describe('a device with sums that has not been seen for 400 days', () => {
  const name = header(gone, today - 400)
  const sums = summary(gone, row('a'), row('b', 'givenUp'))
  const summedUp = log(gone, row('a'), row('b', 'givenUp'))
  const loose = item(keys.log(gone, 1), written(row('c'), row('a')))
  const left = { ...name, ...sums, ...loose, ...settings(gone, { felt: 5 }), ...game(gone) }
  const known = { ...alive, ...left, ...summedUp }
  const leaving = [keys.log(gone, 1), keys.settings(gone), keys.game(gone, GAMES[0])].toSorted()

  it('has results outside its sums copied, while header and sums stay', () => {
    const [first, second, third, fourth] = rounds(place(known, summedUp), 4)
    expect([first.remove, first.forget, first.repair]).toEqual([[], [], {}])
    expect(ownLog(first)).toEqual([row('c'), row('a')])
    expect({ ...second, remove: second.remove.toSorted() }).toEqual({ ...nothing, remove: leaving })
    expect({ ...third, forget: third.forget.toSorted() }).toEqual({
      ...nothing,
      absorbed: Object.fromEntries(leaving.map(key => [key, left[key]])),
      forget: leaving.map(key => `~${key}`).toSorted(),
    })
    expect(fourth).toEqual(nothing)
  })
  it('is gone on the 400th day and not before', () => {
    const taken = (day: number) => ownLog(round(place({ ...known, ...header(gone, day) }, summedUp)))
    expect([today - 399, today - 400].map(day => taken(day)?.length)).toEqual([0, 2])
  })
  it('is not gone if storage.sync has a later day, even in an earlier version', () => {
    const { local, sync } = place({ ...known, ...header(gone, today - 400, 2) }, summedUp)
    expect(ownLog(round({ local, sync: { ...sync, ...header(gone, today - 399) } }))).toEqual([])
  })
  it('is never gone if its last day is unknown', () => {
    const unnamed = without(known, Object.keys(name))
    expect(ownLog(round(place(unnamed, summedUp)))).toEqual([])
  })
  it('has its sums and header restored if storage.sync loses them, and nothing else', () => {
    const { local, sync } = place(known, summedUp)
    const lost = without(sync, Object.keys(left))
    expect(round({ local, sync: lost }).repair).toEqual({ ...name, ...sums })
  })
  it('keeps its sums unchanged even if pages are known that are not in them', () => {
    const grown = log(gone, row('a'), row('b'), row('d'))
    for (const { publish, repair } of rounds(place({ ...known, ...grown }, grown), 3))
      expect(Object.keys({ ...publish, ...repair })).not.toContain(keys.results(gone))
  })
})

describe('results that another erasure moved to a later epoch', () => {
  const first = { epoch: 1, minute: 100, scope: 'games', of: [gone] } as const
  const second = { epoch: 2, minute: 50, scope: 'games', of: [gone] } as const
  const identity = JSON.stringify({ id: own, era: 2, dropped: [], erasures: [first, second] })
  /** The number of results of the other device that this one keeps if the other knew only this erasure. */
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
