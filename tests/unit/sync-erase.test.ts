// Erasing: which data is removed on which devices, which data stays because it is later, and how an erasure
// is undone.
import { describe, expect, it } from 'vitest'
import { writeRecord } from '../../engine/index.ts'
import { erasedNotesIn } from '../../stores/sync/erased-texts.ts'
import { bringBack, eraseHere } from '../../stores/sync/erasure.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { parseIdentity, writeIdentity } from '../../stores/sync/device-identity.ts'
import { resultsOf } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writeLocalEnvelope } from '../../stores/sync/game-envelope.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { localRound } from '../../stores/sync/local-round.ts'
import { epochOf, writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { pastKey, writePast } from '../../stores/sync/past-game.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { LIMITS } from '../../stores/sync/quota.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { DAY_MS, minuteOf } from '../../stores/time.ts'
import golden from '../fixtures/storage-1.json' with { type: 'json' }
import { wonHistory } from '../support/help.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { item, row, written } from '../support/sync-words.ts'

/** The keys of the past games. */
const pastIn = (texts: Readonly<Record<string, string>>) =>
  Object.keys(texts).filter(key => key.startsWith('past:'))
const START = Date.UTC(2026, 0, 5)
let ids = 0

/** A device on an account, with its own clock. */
function device(account: Items, name: string) {
  const clock = { now: START }
  const ports = {
    local: memoryArea({ settings: '{"felt":"red"}' }),
    now: () => clock.now,
    newId: () => `id${name.padEnd(3, '-').slice(0, 3)}${String(++ids).padStart(3, '0')}`,
    browser: name,
    locked: <T>(work: () => Promise<T>) => work(),
  }
  const syncer = new Syncer({ ...ports, sync: memoryArea(account), random: () => 0 })
  const { texts } = ports.local
  return {
    clock,
    ports,
    texts,
    syncer,
    sync: async () => {
      clock.now += 1000
      await syncer.round({ publish: true })
      await syncer.round({ publish: true })
    },
    win: (play: string) => {
      const result = row(play, 'won', { minute: minuteOf(clock.now) })
      texts[`result:${result.play}:000000012`] = writeResult(result)
      texts[pastKey(play, 'won')] = writePast('won', clock.now, 'as it was played')
    },
    deal: (game = 'sea-towers', moves = 3) => {
      const record = writeRecord({
        history: wonHistory('sea-towers', moves),
        playId: `play${name.slice(0, 4)}`,
        seconds: 9,
      })
      texts[`game:${game}`] = writeLocalEnvelope({ record, inherited: {}, localActions: moves })
    },
    played: () =>
      statistics(aggregate(devicesOf(replicasIn(texts), clock.now).values(), {}, clock.now)).played,
  }
}

async function threeDevices() {
  const account: Items = {}
  const all = ['Desk', 'Laptop', 'Phone'].map(name => device(account, name))
  for (const [i, one] of all.entries()) {
    one.win(`old${i}`)
    one.deal()
    await one.sync()
  }
  for (const one of all) await one.sync()
  expect(all.map(one => one.played())).toEqual([3, 3, 3])
  return { account, desk: all[0], laptop: all[1], phone: all[2], all }
}
/** Syncs for half an hour, long enough for lost items to be restored. */
async function afterRepair(all: readonly ReturnType<typeof device>[]) {
  for (let i = 0; i < 3; i++)
    for (const one of all) {
      one.clock.now += 600_000
      await one.sync()
    }
}
const hour = 3_600_000

describe('erasing games and statistics', () => {
  it('keeps the choices of all devices that fit into one item, with their timestamps', async () => {
    const { ports, texts } = device({}, 'Desk')
    const choice = (length: number) => ({ value: 'a'.repeat(length), stamp: [START, 0] })
    const choices = { Laptop00: { shortcuts: choice(4000) }, Phone000: { favorites: choice(3000) } }
    for (const [id, settings] of Object.entries(choices))
      Object.assign(texts, asReplicas(item(keys.settings(id), writeJson(settings))))
    await eraseHere(ports, 'games')
    const settings = [...devicesOf(replicasIn(texts)).values()].map(one => one.settings)
    expect(settings).toEqual([choices.Phone000])
  })
  it('removes them on every device, and keeps the settings', async () => {
    const { account, all, desk } = await threeDevices()
    desk.texts['previous:sea-towers'] = desk.texts['game:sea-towers']
    await desk.syncer.erase('games')
    for (const one of all) await one.sync()
    for (const one of all) await one.sync()
    for (const one of all) {
      expect(one.played()).toBe(0)
      expect(Object.keys(one.texts).filter(key => /^(game|previous|result|current)\b/.test(key))).toEqual([])
      expect(JSON.parse(one.texts.settings)).toEqual({ felt: 'red' })
    }
    expect(Object.values(account).map(epochOf)).toEqual(Object.values(account).map(() => 1))
    expect(Object.keys(account).filter(key => /^[glr]:/.test(key))).toEqual([])
    expect(Object.keys(account).some(key => key.startsWith('s:'))).toBe(true)
  })
  it('keeps later games and results of a device that does not know about it yet', async () => {
    const { all, desk, laptop, phone } = await threeDevices()
    laptop.clock.now += hour
    laptop.win('before')
    desk.clock.now = phone.clock.now = laptop.clock.now + hour
    await desk.syncer.erase('games')
    laptop.clock.now += 2 * hour
    laptop.win('after1')
    laptop.deal('sea-towers', 5)
    phone.clock.now += hour
    phone.win('after2')
    for (const one of all) await one.sync()
    for (const one of all) await one.sync()
    expect(all.map(one => one.played())).toEqual([2, 2, 2])
    expect('game:sea-towers' in laptop.texts).toBe(true)
    expect('game:sea-towers' in phone.texts).toBe(false)
    expect(pastIn(laptop.texts)).toEqual(['past:after1:won'])
  })
  it('removes a game that has not been played since, even if its device has taken a new id', async () => {
    const { account, all, desk, laptop } = await threeDevices()
    desk.clock.now += hour
    await desk.syncer.erase('games')
    const erased = { ...account }
    // The laptop finds another profile under its id, and has not learned of the erasure yet.
    const id = parseIdentity(laptop.texts.device)!.id
    for (const key of Object.keys(account)) Reflect.deleteProperty(account, key)
    Object.assign(account, item(keys.settings(id), 'AAAA', 9))
    laptop.clock.now += 2 * hour
    await laptop.sync()
    expect(parseIdentity(laptop.texts.device)!.former).toEqual([id])
    Object.assign(account, erased)
    for (const one of all) await one.sync()
    expect('game:sea-towers' in laptop.texts).toBe(false)
  })
  it('keeps later results that a device published before it learned of the erasure', async () => {
    const { all, desk, laptop, phone } = await threeDevices()
    desk.clock.now += hour
    laptop.clock.now = phone.clock.now = desk.clock.now + hour
    laptop.win('after')
    await laptop.sync()
    await phone.sync()
    await desk.syncer.erase('games')
    // The desktop’s clock is an hour behind the results, so they count as played after the erasure.
    await phone.sync()
    await desk.sync()
    for (const one of all) await one.sync()
    expect(phone.played()).toBe(1)
  })
  it('keeps later results, even if an import restored an older log', async () => {
    const account: Items = {}
    const [a, b] = [device(account, 'a'), device(account, 'b')]
    a.win('before')
    await a.sync()
    await b.sync()
    const exported = replicasIn(a.texts)
    b.clock.now += 120_000
    await b.syncer.erase('games')
    a.clock.now += 240_000
    a.win('after')
    await localRound(a.ports, undefined)
    const context = { local: b.texts, now: b.clock.now, freshId: 'freshIdA' }
    Object.assign(b.texts, asReplicas(planImport(exported, context).items))
    for (let i = 0; i < 3; i++) {
      // Lost items are restored after some minutes.
      b.clock.now += 600_000
      await b.sync()
    }
    await a.sync()
    await b.sync()
    expect([a.played(), b.played()]).toEqual([2, 2])
  })
  it('takes a new id, so that nothing written under the old one returns', async () => {
    const { desk } = await threeDevices()
    const before = parseIdentity(desk.texts.device)!
    await desk.syncer.erase('games')
    const after = parseIdentity(desk.texts.device)!
    expect(after.id).not.toBe(before.id)
    expect(after.former).toEqual([before.id])
  })
  it('also removes items in newer formats', async () => {
    const { account, desk, laptop } = await threeDevices()
    account['d:newerOne'] = '2AAAAABnewer'
    account[keys.log('newerTwo', 0)] = '3AAAAABnewer'
    await desk.sync()
    await desk.syncer.erase('games')
    await laptop.sync()
    expect(Object.keys(account).filter(key => key.includes('newer'))).toEqual([])
  })
  it('removes an erased log page even if its later version is only in a summary or does not fit', () => {
    const log = keys.log('goneOneA', 0)
    const erasures = [{ epoch: 1, minute: 50, scope: 'games', of: ['goneOneA'] }] as const
    const later = item(log, written(row('later')), 2, 1)
    const sums = writeJson(storedSummary(compact([[row('later')]], () => true)))
    for (const [more, limits] of [
      [item(keys.results('goneOneA'), sums, 1, 1), LIMITS],
      [{}, { ...LIMITS, items: 0 }],
    ] as const) {
      const plan = reconcile({
        local: {
          device: writeIdentity({ id: 'desk0000', epoch: 1, erasures }),
          ...asReplicas({ ...later, ...more }),
        },
        sync: item(log, written(row('before'))),
        now: START,
        browser: 'Test',
        limits,
        newId: () => 'newIdAAA',
      })
      expect(plan.remove).toContain(log)
    }
  })
  it('continues after the process ended between writing and removing', async () => {
    const { account, desk, laptop } = await threeDevices()
    await desk.syncer.erase('games')
    const { remove } = laptop.ports.local
    laptop.ports.local.remove = () => Promise.reject(new Error('ended'))
    await expect(laptop.syncer.round({ publish: true })).rejects.toThrow('ended')
    expect('game:sea-towers' in laptop.texts).toBe(true)
    laptop.ports.local.remove = remove
    await laptop.sync()
    expect('game:sea-towers' in laptop.texts).toBe(false)
    expect(laptop.played()).toBe(0)
    expect(Object.keys(account).filter(key => key.startsWith('l:'))).toEqual([])
  })
})

it('a previous game stored after an erasure stays, even if an earlier one had the same key', async () => {
  const desk = device({}, 'Desk')
  desk.deal()
  desk.texts['previous:sea-towers'] = desk.texts['game:sea-towers']
  await desk.sync()
  const round = desk.syncer.round.bind(desk.syncer)
  desk.syncer.round = () => Promise.resolve({ nextAt: undefined, absorbed: {} })
  await desk.syncer.erase('games')
  desk.deal('sea-towers', 5)
  desk.texts['previous:sea-towers'] = desk.texts['game:sea-towers']
  const { 'previous:sea-towers': left } = desk.texts
  await round({ publish: true })
  expect(desk.texts['previous:sea-towers']).toBe(left)
})

describe('erasing everything', () => {
  it('also removes settings, name and id, on every device', async () => {
    const { account, all, desk, laptop } = await threeDevices()
    laptop.texts.device = laptop.texts.device.replace('{', '{"name":"Anna’s laptop",')
    await laptop.sync()
    const before = parseIdentity(laptop.texts.device)!.id
    await desk.syncer.erase('everything')
    for (const one of all) await one.sync()
    for (const one of all) await one.sync()
    for (const one of all) {
      expect('settings' in one.texts).toBe(false)
      expect(parseIdentity(one.texts.device)?.name).toBeUndefined()
    }
    expect(parseIdentity(laptop.texts.device)!.id).not.toBe(before)
    expect(Object.keys(account).filter(key => /^[glrs]:/.test(key))).toEqual([])
    expect([...devicesOf(account).values()].map(({ header }) => header?.name)).not.toContain('Anna’s laptop')
    expect(Object.keys(desk.texts).filter(key => !/^(device|sync|~d:.*)$/.test(key))).toEqual([])
  })
})

describe('an erasure by another device', () => {
  it('can be undone for 30 days, restoring results, games and settings', async () => {
    const { all, desk, laptop } = await threeDevices()
    const game = laptop.texts['game:sea-towers']
    expect(pastIn(laptop.texts)).toEqual(['past:old1:won'])
    laptop.texts.picture = 'name of a picture'
    await desk.syncer.erase('everything')
    for (const one of all) await one.sync()
    expect(pastIn(laptop.texts)).toEqual([])
    expect(erasedNotesIn(laptop.texts).at(0)).toMatchObject({ epoch: 1, scope: 'everything', by: 'Desk' })
    laptop.win('new')
    expect(laptop.texts.picture).toBeUndefined()
    const report = await bringBack(laptop.ports)
    expect(report?.results).toBe(3)
    expect(laptop.texts.picture).toBe('name of a picture')
    expect(laptop.texts['game:sea-towers']).toBe(game)
    expect(pastIn(laptop.texts).sort()).toEqual(['past:new:won', 'past:old1:won'])
    expect(erasedNotesIn(laptop.texts).at(0)).toBeUndefined()
    await afterRepair(all)
    expect(all.map(one => one.played())).toEqual([4, 4, 4])
    expect(JSON.parse(laptop.texts.settings)).toEqual({ felt: 'red' })
    expect(Object.keys(laptop.texts).filter(key => key.startsWith('erased:'))).toEqual([])
    expect(await bringBack(laptop.ports)).toBeUndefined()
  })
  it('can be undone by two devices, which restores each result only once', async () => {
    const { all, desk, laptop, phone } = await threeDevices()
    await desk.syncer.erase('games')
    for (const one of all) await one.sync()
    await bringBack(laptop.ports)
    await bringBack(phone.ports)
    await afterRepair(all)
    expect(all.map(one => one.played())).toEqual([3, 3, 3])
  })
  it('cannot be undone after 30 days', async () => {
    const { all, desk, laptop } = await threeDevices()
    await desk.syncer.erase('games')
    for (const one of all) await one.sync()
    laptop.clock.now += 29 * DAY_MS
    await laptop.sync()
    expect(erasedNotesIn(laptop.texts).at(0)).toBeDefined()
    laptop.clock.now += 2 * DAY_MS
    await laptop.sync()
    expect(Object.keys(laptop.texts).filter(key => key.startsWith('erased:'))).toEqual([])
  })
  it('leaves no copies on the erasing device', async () => {
    const { all, desk } = await threeDevices()
    await desk.syncer.erase('games')
    for (const one of all) await one.sync()
    expect(Object.keys(desk.texts).filter(key => key.startsWith('erased:'))).toEqual([])
  })
})

describe('the epoch', () => {
  it('of an item counts as damage if it is more than 64 ahead of a known account’s', async () => {
    const { account, laptop } = await threeDevices()
    account[keys.device('hostileA')] = writeItem(keys.device('hostileA'), { epoch: 66, seq: 1, content: '' })
    await laptop.sync()
    expect([parseIdentity(laptop.texts.device)?.epoch, laptop.played()]).toEqual([0, 3])
    const earlier = { epoch: 65, minute: 1, scope: 'games', of: ['somebody'] }
    const header = writeJson({ name: 'H', day: 1, erasures: [earlier] })
    Object.assign(account, item(keys.device('hostileA'), header, 1, 66))
    await laptop.sync()
    expect([parseIdentity(laptop.texts.device)?.epoch, laptop.played()]).toEqual([0, 3])
    account[keys.device('hostileA')] = '2//////not base64'
    await laptop.sync()
    expect(laptop.played()).toBe(3)
  })
  it('of an account is adopted by a new device, no matter how high it is', async () => {
    const account = item(keys.log('otherIdA', 0), written(row('a')), 1, 90)
    const fresh = device(account, 'New')
    fresh.win('own')
    await fresh.sync()
    expect([parseIdentity(fresh.texts.device)?.epoch, fresh.played()]).toEqual([90, 2])
  })
  it('stops at the largest value that two digits hold, and later plays are still kept', async () => {
    const desk = device({}, 'Desk')
    desk.texts.device = JSON.stringify({ id: 'ownIdAAA', era: 4095 })
    desk.win('a')
    await desk.sync()
    await desk.syncer.erase('games')
    desk.win('b')
    await desk.sync()
    const results = [...devicesOf(replicasIn(desk.texts)).values()].flatMap(({ pages }) => [
      ...pages.values(),
    ])
    expect(parseIdentity(desk.texts.device)?.epoch).toBe(4095)
    expect(results.flat().map(({ play }) => play)).toContain('b0000000')
  })
})

describe('an erasure on one of three devices, one of which has data of version 0.1.0', () => {
  const AFTER = Date.UTC(2026, 11, 24)
  /** Devices that have synced, so that each knows all items. */
  async function syncedDevices() {
    const account: Items = { ...golden.sync }
    const [desk, laptop, phone] = ['Desk', 'Laptop', 'Phone'].map(name => device(account, name))
    for (const key of Object.keys(phone.texts)) Reflect.deleteProperty(phone.texts, key)
    Object.assign(phone.texts, golden.local)
    const all = [desk, laptop, phone]
    for (const one of all) one.clock.now = AFTER
    for (const [i, one] of [desk, laptop].entries()) {
      one.win(`old${i}`)
      one.deal()
    }
    for (let i = 0; i < 2; i++) for (const one of all) await one.sync()
    expect(new Set(all.map(one => one.played())).size).toBe(1)
    expect(desk.played()).toBeGreaterThan(2)
    return { account, desk, laptop, phone, all }
  }

  it.each([
    ['Desk, Laptop, Phone', [0, 1, 2]],
    ['Desk, Phone, Laptop', [0, 2, 1]],
    ['Laptop, Phone, Desk', [1, 2, 0]],
    ['Phone, Laptop, Desk', [2, 1, 0]],
  ])('removes everything older and nothing newer, if they sync in the order %s', async (_, order) => {
    const { account, desk, all } = await syncedDevices()
    const before = all.flatMap(one => Object.entries(one.texts).filter(([key]) => key.startsWith('game:')))
    const playsBefore = [...devicesOf(replicasIn(desk.texts)).values()].flatMap(one =>
      resultsOf(one).map(({ play }) => play),
    )
    desk.clock.now += hour
    await desk.syncer.erase('games')
    for (const [i, one] of all.entries()) {
      one.clock.now = desk.clock.now + hour
      one.win(`after${i}`)
      one.deal('sea-towers', 4 + i)
    }
    const kept = all.map(one => one.texts['game:sea-towers'])
    for (let i = 0; i < 4; i++) for (const index of order) await all[index].sync()
    for (const [i, one] of all.entries()) {
      expect(one.played(), String(i)).toBe(3)
      expect(one.texts['game:sea-towers'], String(i)).toBe(kept[i])
      const inUse = Object.entries(one.texts).filter(([key]) => !key.startsWith('erased:'))
      expect(inUse.filter(([key]) => /^(game|previous):/.test(key)).map(([key]) => key)).toEqual([
        'game:sea-towers',
      ])
      for (const [key, text] of before) expect(inUse, key).not.toContainEqual([key, text])
      const plays = [...devicesOf(replicasIn(one.texts)).values()].flatMap(each =>
        resultsOf(each).map(({ play }) => play),
      )
      expect(plays.filter(play => playsBefore.includes(play))).toEqual([])
      expect(new Set(plays).size).toBe(3)
    }
    expect(Object.values(account).filter(value => epochOf(value) < 1)).toEqual([])
  })
})

it('results that are later than an erasure stay in the order of the log, even beyond ten pages', () => {
  const plays = Array.from({ length: 12 }, (_, page) => `play00${String(page).padStart(2, '0')}`)
  const pages = plays.map((play, page) => item(keys.log('ownIdAAA', page), written(row(play))))
  const erasure = { epoch: 1, minute: 50, scope: 'games', of: ['ownIdAAA'] }
  const header = writeJson({ name: 'Other', day: 20_458, browser: 'Test', erasure, erasures: [] })
  const { local } = reconcile({
    local: {
      ...asReplicas(Object.assign({}, ...pages) as Items),
      device: writeIdentity({ id: 'ownIdAAA', epoch: 0 }),
    },
    sync: item(keys.device('otherAAA'), header, 1, 1),
    now: Date.UTC(2026, 0, 5),
    browser: 'Test',
    newId: () => 'newIdAAA',
  })
  const own = devicesOf(replicasIn(local), Date.UTC(2026, 0, 5)).get('ownIdAAA')!
  expect(resultsOf(own).map(({ play }) => play)).toEqual(plays)
})
