// Many erasures, one after another: all of them reach a device that was away, each removal can be undone, and
// the number of stored texts and of questions is limited.
import { describe, expect, it } from 'vitest'
import { ERASED_PREFIX, UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import { parseIdentity } from '../../stores/sync/device-identity.ts'
import { erasedNotesIn, seenNotesIn, unseenErasureIn } from '../../stores/sync/erased-texts.ts'
import { bringBack } from '../../stores/sync/erasure.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { statistics, aggregate } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { parseUnknownErasure } from '../../stores/sync/unknown-erasure.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { item, row } from '../support/sync-words.ts'

const clock = { now: Date.UTC(2026, 0, 5) }
const minute = 60_000
let ids = 0

function device(name: string, account: Items) {
  const local = memoryArea({})
  const ports = {
    local,
    now: () => clock.now,
    newId: () => `id${name.slice(0, 2)}${String(++ids).padStart(4, '0')}`,
    browser: name,
    locked: <T>(work: () => Promise<T>) => work(),
  }
  let syncer = new Syncer({ ...ports, sync: memoryArea(account), random: () => 0 })
  const { texts } = local
  return {
    texts,
    identity: () => parseIdentity(texts.device)!,
    join: (other: Items) => {
      syncer = new Syncer({ ...ports, sync: memoryArea(other), random: () => 0 })
    },
    erase: (scope: 'games' | 'everything') => syncer.erase(scope),
    bringBack: () => bringBack(ports),
    win: (count = 1) => {
      for (let i = 0; i < count; i++) {
        const result = row(`w${String(++ids).padStart(6, '0')}`, 'won', { minute: minuteOf(clock.now) })
        texts[`result:${result.play}:000000012`] = writeResult(result)
      }
    },
    round: async () => {
      clock.now += minute
      await syncer.round({ publish: true })
      await syncer.round({ publish: true })
    },
    won: () => statistics(aggregate(devicesOf(replicasIn(texts), clock.now).values(), {}, clock.now)).won,
    question: () => parseUnknownErasure(texts[UNKNOWN_ERASURE_KEY]),
    erased: () => Object.keys(texts).filter(name => name.startsWith(ERASED_PREFIX)),
  }
}
type Simulated = ReturnType<typeof device>

async function syncAll(...all: Simulated[]): Promise<void> {
  for (let i = 0; i < 4; i++) for (const one of all) await one.round()
}

/** Writes the header of an unknown device that erased games of one id. */
function eraseElsewhere(account: Items, epoch: number, id: string): void {
  clock.now += minute
  const erasure = { epoch, minute: minuteOf(clock.now), scope: 'games', of: [id] }
  const header = writeJson({ name: 'L', day: dayOf(clock.now), browser: 'L', erasure })
  Object.assign(account, item(keys.device('laptopXX'), header, epoch, epoch))
}

/** A desktop with 300 wins and a laptop, which have synced. */
async function deskAndLaptop() {
  const account: Items = {}
  const [desk, laptop] = [device('Desk', account), device('Laptop', account)]
  desk.win(300)
  laptop.win()
  await syncAll(desk, laptop)
  return { account, desk, laptop }
}

it('an erasure that is repeated for a former id removes no result of a clock that was set back', async () => {
  const account: Items = {}
  const laptop = device('Laptop', account)
  laptop.win()
  await laptop.round()
  const { id } = laptop.identity()
  await laptop.erase('games')
  clock.now -= 9 * minute
  laptop.win()
  await laptop.round()
  clock.now += 9 * minute
  // Another profile with that id learns of the erasure, and repeats it in a later epoch.
  const erasure = { ...laptop.identity().erasures![0]!, epoch: 2 }
  const header = writeJson({ name: 'L', day: dayOf(clock.now), browser: 'L', erasure })
  Object.assign(account, item(keys.device(id), header, 9, 2))
  await laptop.round()
  expect(laptop.identity()).toMatchObject({ epoch: 2, erasures: [{ epoch: 2, of: [id] }] })
  expect([laptop.won(), laptop.erased()]).toEqual([1, []])
})

it('an erasure that is repeated for a former id covers sums of another profile with that id', async () => {
  const account: Items = {}
  const laptop = device('Laptop', account)
  await laptop.round()
  const { id: first } = laptop.identity()
  await laptop.erase('games')
  const { id } = laptop.identity()
  const headerWith = (...erasures: object[]) =>
    writeJson({ name: 'L', day: dayOf(clock.now), browser: 'L', erasures })
  // Another device erases the first id. A copy of the laptop's profile has the same epoch, but does not know
  // of that erasure.
  const everything = { epoch: 2, minute: minuteOf(clock.now), scope: 'everything', of: [first] }
  const others = { epoch: 3, minute: minuteOf(clock.now), scope: 'games', of: ['some1001'] }
  const sums = compact([[row('w', 'won', { minute: minuteOf(clock.now) })]], () => true)
  Object.assign(
    account,
    item(keys.device('desktopX'), headerWith(everything, others), 1, 3),
    item(keys.device(id), headerWith({ ...everything, of: ['some1001'] }), 9, 2),
    item(keys.results(id), writeJson(storedSummary(sums)), 1, 2),
  )
  await laptop.round()
  expect(laptop.identity().erasures).toContainEqual(expect.objectContaining({ epoch: 3, of: [id] }))
  expect(keys.results(id) in account).toBe(false)
  expect(laptop.won()).toBe(0)
})

describe('a second erasure by another device', () => {
  it.each(['games', 'everything'] as const)(
    'of %s hides nothing that the first one removed: restoring once restores all of it',
    async scope => {
      const { desk, laptop } = await deskAndLaptop()
      await laptop.erase('games')
      await syncAll(laptop, desk)
      expect([desk.won(), unseenErasureIn(desk.texts)?.scope]).toEqual([0, 'games'])
      await laptop.erase(scope)
      await syncAll(laptop, desk)
      expect(unseenErasureIn(desk.texts)).toMatchObject({ by: 'Laptop' })
      const report = await desk.bringBack()
      expect(report?.results).toBe(301)
      await syncAll(desk, laptop)
      expect([desk.won(), laptop.won(), desk.erased(), unseenErasureIn(desk.texts)]).toEqual([
        301,
        301,
        [],
        undefined,
      ])
    },
  )

  it('adds to what the first one removed, and the data of both is restored together', async () => {
    const { desk, laptop } = await deskAndLaptop()
    await laptop.erase('games')
    await syncAll(laptop, desk)
    desk.win(2)
    await syncAll(desk, laptop)
    await laptop.erase('games')
    await syncAll(laptop, desk)
    const [later, earlier] = erasedNotesIn(desk.texts)
    expect(later.epoch).toBeGreaterThan(earlier.epoch)
    expect(desk.won()).toBe(0)
    expect((await desk.bringBack())?.results).toBe(303)
    await syncAll(desk, laptop)
    expect([desk.won(), laptop.won()]).toEqual([303, 303])
  })
  it('is undone first if the user has dismissed the notice of the first one', async () => {
    const { desk, laptop } = await deskAndLaptop()
    await laptop.erase('everything')
    await syncAll(laptop, desk)
    Object.assign(desk.texts, seenNotesIn(desk.texts))
    desk.win(2)
    await syncAll(desk, laptop)
    await laptop.erase('games')
    await syncAll(laptop, desk)
    expect((await desk.bringBack())?.results).toBe(2)
    expect(unseenErasureIn(desk.texts)).toBeUndefined()
    expect((await desk.bringBack())?.results).toBe(301)
  })
})

describe('erasures that remove nothing that the user would miss', () => {
  it('leave no copies, however many there are', async () => {
    const { desk, laptop } = await deskAndLaptop()
    await laptop.erase('games')
    await syncAll(laptop, desk)
    const before = desk.erased()
    expect(before.filter(name => name.includes(':~d:'))).toEqual([])
    for (let i = 0; i < 40; i++) {
      await laptop.erase(i % 2 ? 'games' : 'everything')
      await syncAll(laptop, desk)
    }
    expect(desk.erased()).toEqual(before)
  })
})

it('of the notes on erasures that removed something, the latest 32 are kept', async () => {
  const { desk, laptop } = await deskAndLaptop()
  for (let i = 0; i < 34; i++) {
    desk.win()
    await syncAll(desk, laptop)
    await laptop.erase('games')
    await syncAll(laptop, desk)
  }
  await desk.round()
  expect(erasedNotesIn(desk.texts)).toHaveLength(32)
}, 60_000)

describe('forty erasures by one device', () => {
  type ScopeOf = (i: number) => 'games' | 'everything'
  it.each<[string, ScopeOf]>([
    ['of games', () => 'games'],
    ['of everything', () => 'everything'],
    ['of games, then of everything', i => (i < 20 ? 'games' : 'everything')],
    ['of everything, then of games', i => (i < 20 ? 'everything' : 'games')],
    ['of games and of everything alternately', i => (i % 2 ? 'everything' : 'games')],
  ])('%s all reach a device that was away', async (_, scopeOf) => {
    const { account, desk, laptop } = await deskAndLaptop()
    desk.join({})
    for (let i = 0; i < 40; i++) {
      await laptop.erase(scopeOf(i))
      await laptop.round()
    }
    expect(laptop.identity().erasures!.length).toBeLessThan(5)
    desk.join(account)
    await syncAll(desk, laptop)
    expect([desk.won(), laptop.won()]).toEqual([0, 0])
  })
})

it('a device that was away during a hundred erasures learns of them, and syncs again', async () => {
  const { account, desk, laptop } = await deskAndLaptop()
  desk.join({})
  for (let i = 0; i < 100; i++) {
    await laptop.erase('games')
    await laptop.round()
  }
  desk.join(account)
  await syncAll(desk, laptop)
  desk.win(2)
  await syncAll(desk, laptop)
  expect([desk.won(), laptop.won()]).toEqual([2, 2])
  expect(unseenErasureIn(desk.texts)).toBeDefined()
})

describe('erasures that do not cover this device', () => {
  it('cause one question, and another one only after new results', async () => {
    const account: Items = {}
    const desk = device('Desk', account)
    desk.win(3)
    await syncAll(desk)
    let questions = 0
    const keep = () => {
      if (desk.question()) questions++
      Reflect.deleteProperty(desk.texts, UNKNOWN_ERASURE_KEY)
    }
    for (let epoch = 1; epoch <= 10; epoch++) {
      eraseElsewhere(account, epoch, `some${1000 + epoch}`)
      await syncAll(desk)
      keep()
    }
    expect(questions).toBe(1)
    desk.win()
    await syncAll(desk)
    eraseElsewhere(account, 11, 'some1011')
    await syncAll(desk)
    expect(desk.question()).toMatchObject({ results: 4 })
  })
})

it('an erasure that covers this device is announced even if the user accepted an earlier one', async () => {
  const account: Items = {}
  const desk = device('Desk', account)
  desk.win(3)
  await syncAll(desk)
  eraseElsewhere(account, 1, 'some1001')
  await syncAll(desk)
  expect(desk.question()).toMatchObject({ results: 3 })
  clock.now += minute
  desk.win(2)
  await syncAll(desk)
  desk.texts[UNKNOWN_ERASURE_KEY] = JSON.stringify({ ...desk.question(), accepted: true })
  eraseElsewhere(account, 2, desk.identity().id)
  await syncAll(desk)
  expect([desk.won(), desk.question()]).toEqual([0, undefined])
  expect(unseenErasureIn(desk.texts)).toMatchObject({ by: 'L' })
  expect((await desk.bringBack())?.results).toBe(5)
})

it('an erasure dated ten years ahead removes nothing that is played after it arrived', async () => {
  const account: Items = {}
  const desk = device('Desk', account)
  desk.win(3)
  await syncAll(desk)
  const ahead = minuteOf(clock.now) + 10 * 366 * 24 * 60
  const erasure = { epoch: 1, minute: ahead, scope: 'games', of: [desk.identity().id] }
  const header = writeJson({ name: 'L', day: dayOf(clock.now), browser: 'L', erasure })
  // Results from before the header arrives are also removed.
  desk.win(2)
  Object.assign(account, item(keys.device('laptopXX'), header, 1, 1))
  await syncAll(desk)
  expect(desk.won()).toBe(0)
  expect(unseenErasureIn(desk.texts)).toMatchObject({ by: 'L' })
  expect(unseenErasureIn(desk.texts)!.time).toBeLessThanOrEqual(clock.now)
  desk.win(4)
  await syncAll(desk)
  expect(desk.won()).toBe(4)
  expect((await desk.bringBack())?.results).toBe(5)
  await syncAll(desk)
  expect(desk.won()).toBe(9)
})
