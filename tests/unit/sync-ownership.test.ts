// An erasure covers the ids that the erasing device knew, and no others. Nothing that it covers is left.
import { describe, expect, it } from 'vitest'
import { UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { parseIdentity } from '../../stores/sync/device-identity.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { mergeErasures, type Erasure } from '../../stores/sync/erasures.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { readItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { missedBy } from '../../stores/sync/kinds/header.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { pastKey, writePast, type PastOutcome } from '../../stores/sync/past-game.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { localRound } from '../../stores/sync/local-round.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { parseUnknownErasure } from '../../stores/sync/unknown-erasure.ts'
import { dayOf, minuteOf, timeOf } from '../../stores/time.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { item, row } from '../support/sync-words.ts'

const START = Date.UTC(2026, 0, 5)
const clock = { now: START }
const hour = 3_600_000
let ids = 0

/** A device whose storage.sync can be replaced, as when its browser signs in to another account. */
function device(name: string, account: Items = {}, settings = '', skew = 0) {
  const local = memoryArea(settings === '' ? {} : { settings })
  let sync = memoryArea(account)
  const syncerOf = () =>
    new Syncer({
      local,
      sync,
      now: () => clock.now + skew,
      newId: () => `id${name.slice(0, 2)}${String(++ids).padStart(4, '0')}`,
      browser: name,
      random: () => 0,
      locked: work => work(),
    })
  let syncer = syncerOf()
  return {
    name,
    texts: local.texts,
    identity: () => parseIdentity(local.texts.device)!,
    join: (other: Items) => {
      sync = memoryArea(other)
      syncer = syncerOf()
    },
    account: () => sync.texts,
    erase: (scope: 'games' | 'everything') => syncer.erase(scope),
    win: (count = 1) => {
      for (let i = 0; i < count; i++) {
        const result = row(`w${String(++ids).padStart(6, '0')}`, 'won', {
          minute: minuteOf(clock.now + skew),
        })
        local.texts[`result:${result.play}:000000012`] = writeResult(result)
      }
    },
    choose: (name: string, value: unknown) => {
      local.texts[`setting:${String(clock.now).padStart(16, '0')}:${name}`] = JSON.stringify(value)
    },
    settings: () => JSON.parse(local.texts.settings ?? '{}') as Record<string, unknown>,
    unknown: () => parseUnknownErasure(local.texts[UNKNOWN_ERASURE_KEY]),
    accept: () => {
      const unknown = parseUnknownErasure(local.texts[UNKNOWN_ERASURE_KEY])
      local.texts[UNKNOWN_ERASURE_KEY] = JSON.stringify({ ...unknown, accepted: true })
    },
    round: async () => {
      clock.now += 600_000
      await syncer.round({ publish: true })
      await syncer.round({ publish: true })
    },
    /** A round that cannot reach storage.sync. */
    merge: () =>
      localRound(
        {
          local,
          now: () => clock.now + skew,
          newId: () => 'unusedId',
          browser: name,
          locked: work => work(),
        },
        undefined,
      ),
    won: () =>
      statistics(aggregate(devicesOf(replicasIn(local.texts), clock.now).values(), {}, clock.now)).won,
  }
}
type Simulated = ReturnType<typeof device>

/** Runs enough rounds on each device for all items to arrive on all devices. */
async function syncAll(...all: Simulated[]): Promise<void> {
  for (let i = 0; i < 4; i++) for (const one of all) await one.round()
}

describe('joining an account in which two games were once erased', () => {
  async function erased(scope: 'games' | 'everything' = 'games', skew = 0) {
    const account: Items = {}
    const laptop = device('Laptop', account, '', skew)
    laptop.win(2)
    await syncAll(laptop)
    await laptop.erase(scope)
    await syncAll(laptop)
    return { account, laptop }
  }

  it.each(['games', 'everything'] as const)(
    'removes nothing from a device with 300 wins (scope: %s)',
    async scope => {
      const own: Items = {}
      const desk = device('Desk', own, '{"felt":"red"}')
      desk.win(300)
      await syncAll(desk)
      clock.now += hour
      const { account, laptop } = await erased(scope)
      desk.join(account)
      await syncAll(desk, laptop, desk)
      expect([desk.won(), laptop.won()]).toEqual([300, 300])
      expect(desk.settings()).toEqual({ felt: 'red' })
      expect(laptop.settings()).toEqual({ felt: 'red' })
    },
  )

  it('removes nothing from two devices of another account that join one after the other', async () => {
    const own: Items = {}
    const [desk, phone] = [device('Desk', own), device('Phone', own)]
    desk.win(30)
    phone.win(20)
    await syncAll(desk, phone)
    clock.now += hour
    const { account, laptop } = await erased()
    desk.join(account)
    await syncAll(desk, laptop)
    expect([desk.won(), laptop.won()]).toEqual([50, 50])
    phone.join(account)
    await syncAll(phone, desk, laptop)
    expect([phone.won(), desk.won(), laptop.won()]).toEqual([50, 50, 50])
  })

  /** A device with three wins that has just joined the account, and the one that erased there. */
  async function joined(skew = 0) {
    const desk = device('Desk')
    desk.win(3)
    await syncAll(desk)
    clock.now += hour
    const { account, laptop } = await erased('games', skew)
    desk.join(account)
    return { desk, laptop }
  }

  it('asks the user once, and keeps everything unless the user chooses to erase it', async () => {
    const { desk, laptop } = await joined()
    await syncAll(desk, laptop)
    expect(desk.unknown()).toMatchObject({ by: 'Laptop', results: 3, scope: 'games', accepted: false })
    expect(laptop.unknown()).toBeUndefined()
    Reflect.deleteProperty(desk.texts, UNKNOWN_ERASURE_KEY)
    await syncAll(laptop, desk)
    expect([desk.unknown(), desk.won()]).toEqual([undefined, 3])
  })

  it('asks about earlier results and erases them, even if the other clock is ahead', async () => {
    const { desk, laptop } = await joined(300 * 24 * hour)
    await syncAll(desk, laptop)
    expect(desk.unknown()).toMatchObject({ results: 3 })
    clock.now += hour
    desk.win(9)
    desk.accept()
    await syncAll(desk, laptop)
    expect(desk.won()).toBe(9)
  })

  it('erases here, too, if the user chooses to, except results later than the erasure', async () => {
    const { desk, laptop } = await joined()
    desk.win(1)
    await syncAll(desk, laptop)
    desk.accept()
    await syncAll(desk, laptop)
    expect([desk.won(), laptop.won()]).toEqual([1, 1])
    expect(desk.unknown()).toBeUndefined()
    expect(laptop.unknown()).toBeUndefined()
  })

  it('publishes an accepted erasure once, and nothing after that', async () => {
    const { desk, laptop } = await joined()
    await syncAll(desk, laptop)
    desk.accept()
    await desk.round()
    const header = keys.device(desk.identity().id)
    expect(readItem(header, desk.account()[header])).toMatchObject({ epoch: 2, seq: 1 })
  })
})

describe('if there are two erasures', () => {
  /** Three devices in sync. */
  async function three() {
    const account: Items = {}
    const all = ['Aaa', 'Bbb', 'Ccc'].map(name => device(name, account))
    for (const one of all) one.win(1)
    all[2].choose('shortcuts', ['https://private.example/'])
    await syncAll(...all)
    clock.now += hour
    return { account, a: all[0], b: all[1], c: all[2], all }
  }

  it('one of everything and a later one of games both reach a device that was away', async () => {
    const { account, a, b, c, all } = await three()
    await a.erase('everything')
    await syncAll(a, b)
    b.win(1)
    await syncAll(a, b)
    clock.now += hour
    await b.erase('games')
    await syncAll(a, b)
    await syncAll(...all)
    expect(all.map(one => one.won())).toEqual([0, 0, 0])
    expect(all.map(one => one.settings().shortcuts)).toEqual([undefined, undefined, undefined])
    expect(JSON.stringify(Object.keys(account).filter(key => key.startsWith('s:')))).toBe('[]')
    expect(c.identity().epoch).toBe(2)
  })

  it.each([
    ['the first', 0],
    ['the second', 1],
  ])('both apply if neither device knew of the other’s, and %s erases everything', async (_, everything) => {
    const { a, b, all } = await three()
    for (const [i, one] of [a, b].entries()) {
      clock.now += 60_000
      await one.erase(i === everything ? 'everything' : 'games')
    }
    await syncAll(...all)
    expect(all.map(one => one.won())).toEqual([0, 0, 0])
    expect(all.map(one => one.settings().shortcuts)).toEqual([undefined, undefined, undefined])
  })

  it('data that the first covers stays erased if the second is by a device that knew no others', async () => {
    const { account, a, b, all } = await three()
    await a.erase('games')
    await syncAll(a, b)
    const fresh = device('Ddd')
    fresh.win(2)
    await syncAll(fresh)
    await fresh.erase('games')
    fresh.join(account)
    await syncAll(fresh, a, b)
    await syncAll(...all, fresh)
    expect([...all, fresh].map(one => one.won())).toEqual([0, 0, 0, 0])
  })

  it('both apply to a device that learned of only one of them and is gone', async () => {
    const { account, a, b, c } = await three()
    const { id } = c.identity()
    a.join({})
    await a.erase('games')
    const fresh = device('Ddd')
    fresh.win(2)
    await syncAll(fresh)
    await fresh.erase('games')
    fresh.join(account)
    await syncAll(fresh, c)
    clock.now += hour
    c.win(1)
    await syncAll(c)
    expect(account[keys.device(id)]).toContain('1ABAAA')
    a.join(account)
    await syncAll(a, b, fresh)
    // Only the win later than both erasures is left, in the log of another device.
    expect([a, b, fresh].map(one => one.won())).toEqual([1, 1, 1])
    expect(Object.keys(account).filter(key => key.includes(id))).toEqual([])
  })

  it('wins later than the erasures of two accounts stay after the devices join one account', async () => {
    const { account, a, all } = await three()
    for (let i = 0; i < 5; i++) await a.erase('games')
    await syncAll(...all)
    const other: Items = {}
    const [d, e] = [device('Ddd', other), device('Eee', other)]
    d.win(2)
    await syncAll(d, e)
    await d.erase('games')
    await syncAll(d)
    d.win(4)
    await syncAll(d)
    // Device e does not know about any erasure when it joins the other account.
    e.win(1)
    e.join(account)
    await syncAll(e, ...all)
    d.join(account)
    await syncAll(d, e, ...all)
    await syncAll(d, e, ...all)
    expect([d, e, ...all].map(one => one.won())).toEqual([5, 5, 5, 5, 5])
  })
})

it('a device missed an erasure that names it if its header reached that epoch without that erasure', () => {
  const erasure: Erasure = { epoch: 1, minute: 5, scope: 'games', of: ['deskAAAA'] }
  const missed = (epoch: number, ...erasures: unknown[]) =>
    missedBy(
      'deskAAAA',
      item('d:deskAAAA', writeJson({ name: '', day: 1, erasures }), 1, epoch)['d:deskAAAA'],
      [erasure],
    )
  const other = { ...erasure, of: ['phoneAAA'] }
  expect([missed(1), missed(1, other), missed(2, other)]).toEqual([[erasure], [erasure], [erasure]])
  expect([missed(0), missed(1, erasure), missed(1, { ...erasure, scope: 'later' })]).toEqual([[], [], []])
})

it('erasing removes all that this device has published, even if its clock was set back since', async () => {
  const desk = device('Desk')
  desk.win(2)
  desk.choose('felt', 'red')
  await syncAll(desk)
  clock.now -= 30 * 24 * hour
  await desk.erase('everything')
  await syncAll(desk)
  expect([desk.won(), desk.settings()]).toEqual([0, {}])
})

it('a result later than an erasure stays, even if the erasing device erases again', async () => {
  const account: Items = {}
  const [desk, phone] = [device('Desk', account), device('Phone', account)]
  phone.win(1)
  await syncAll(desk, phone)
  // The desktop’s clock is a day ahead, so its win counts as later than both erasures.
  clock.now += 24 * hour
  desk.win(1)
  await syncAll(desk)
  clock.now -= 24 * hour
  await syncAll(phone)
  await phone.erase('games')
  await syncAll(phone)
  await syncAll(desk)
  await phone.erase('games')
  await syncAll(phone, desk)
  await syncAll(phone, desk)
  expect([desk.won(), phone.won()]).toEqual([1, 1])
})

it('a win that is later than an erasure stays, even if the game was then given up', async () => {
  const account: Items = {}
  const [desk, phone] = [device('Desk', account), device('Phone', account)]
  phone.win(1)
  await syncAll(desk, phone)
  await phone.erase('games')
  await syncAll(phone)
  clock.now += hour
  for (const [key, outcome] of [
    ['result:wonFirst:000000042', 'won'],
    ['result:wonFirst:000000051', 'givenUp'],
  ] as const)
    desk.texts[key] = writeResult({ ...row('w', outcome, { minute: minuteOf(clock.now) }), play: 'wonFirst' })
  await syncAll(desk, phone)
  expect([desk.won(), phone.won()]).toEqual([1, 1])
})

it('a choice is not removed by an erasure that names only a device with a copy of it', async () => {
  const account: Items = {}
  const [desk, phone, old] = ['Desk', 'Phone', 'Old'].map(name => device(name, account))
  for (const one of [desk, phone, old]) one.win(1)
  await syncAll(phone, old)
  old.join({})
  desk.choose('felt', 'red')
  await syncAll(desk, phone)
  clock.now += hour
  // After erasing games, all settings are copied under the new id.
  await phone.erase('games')
  await syncAll(phone, desk)
  clock.now += hour
  // The old device knew the phone but not the desktop.
  await old.erase('everything')
  old.join(account)
  await syncAll(old, phone, desk)
  await syncAll(old, phone, desk)
  expect([desk.settings(), phone.settings()]).toEqual([{ felt: 'red' }, { felt: 'red' }])
})

describe('an erasure by a device that knew only a former id of this one', () => {
  /** Two devices in sync, the second of which then moves to another account. */
  async function deskAndPhone() {
    const account: Items = {}
    const [desk, phone] = [device('Desk', account), device('Phone', account)]
    desk.win(1)
    phone.win(1)
    await syncAll(desk, phone)
    clock.now += hour
    const away: Items = {}
    phone.join(away)
    return { account, desk, phone }
  }

  it('removes nothing of a later id, even if that id was replaced as well', async () => {
    const { account, desk, phone } = await deskAndPhone()
    await desk.erase('games')
    clock.now += hour
    desk.choose('felt', 'red')
    await desk.round()
    clock.now += hour
    await desk.erase('games')
    clock.now += hour
    await phone.erase('everything')
    phone.join(account)
    await syncAll(phone, desk)
    expect([desk.settings(), phone.settings()]).toEqual([{ felt: 'red' }, { felt: 'red' }])
  })

  it('removes no result of the new id, even from the minute in which the id changed', async () => {
    const { account, desk, phone } = await deskAndPhone()
    await desk.erase('games')
    desk.win(1)
    clock.now += hour
    await phone.erase('games')
    phone.join(account)
    await syncAll(phone, desk)
    expect([desk.won(), phone.won()]).toEqual([1, 1])
  })
})

it('an erasure covers a copied profile that reached the epoch before it learned of the erasure', async () => {
  const account: Items = {}
  const desk = device('Desk', account)
  desk.win(2)
  await syncAll(desk)
  const copy = device('Copy')
  Object.assign(copy.texts, desk.texts)
  await copy.erase('games')
  const { id } = desk.identity()
  // A newer version has reached the epoch, and another profile has written under the id.
  account['d:newerOne'] = '2ABAAABnewer'
  Object.assign(account, item(keys.log(id, 0), writeResult(row('other')), 9))
  await desk.round()
  expect(desk.identity()).toMatchObject({ epoch: 1, former: [id] })
  clock.now += 500 * 24 * hour
  copy.join(account)
  await syncAll(copy, desk, copy)
  expect([copy.won(), desk.won()]).toEqual([0, 0])
})

it.each<[string, boolean, PastOutcome[]]>([
  ['even if the clock was ahead', false, ['won']],
  ['even if a newer log page of the same id arrives with the erasure', true, ['won']],
  ['even if its play was won and then given up', false, ['won', 'givenUp']],
])('an erasure also removes the past game of a covered result, %s', async (_, isReplaced, outcomes) => {
  const account: Items = {}
  const desk = device('Desk', account, '', 60 * 24 * hour)
  desk.win(1)
  const [result] = Object.values(desk.texts).flatMap(text => readResults(text) ?? [])
  for (const outcome of outcomes)
    desk.texts[pastKey(result.play, outcome)] = writePast(outcome, timeOf(result.minute), 'AAAA')
  await syncAll(desk)
  const copy = device('Copy', {}, '', 90 * 24 * hour)
  Object.assign(copy.texts, desk.texts)
  await copy.erase('games')
  // The clock is right again, and another profile has written under the id.
  const corrected = device('Corrected', account)
  Object.assign(corrected.texts, desk.texts)
  Object.assign(account, item(keys.log(desk.identity().id, 1), writeResult(row('other')), 9))
  await corrected.round()
  expect(corrected.identity().former).toEqual([desk.identity().id])
  copy.join(account)
  if (isReplaced) {
    await syncAll(copy)
    Object.assign(account, item(keys.log(desk.identity().id, 0), writeResult(row('later')), 1, 1))
  }
  await syncAll(copy, corrected)
  expect(corrected.won()).toBe(isReplaced ? 1 : 0)
  expect(Object.keys(corrected.texts).filter(key => key.startsWith('past:'))).toEqual([])
})

it('an erasure that removes a win keeps the past game of its play that was given up later', async () => {
  const account: Items = {}
  const [desk, phone] = [device('Desk', account), device('Phone', account)]
  desk.win()
  const [{ play, minute }] = Object.values(desk.texts).flatMap(text => readResults(text) ?? [])
  desk.texts[pastKey(play, 'won')] = writePast('won', timeOf(minute), 'AAAA')
  await syncAll(desk, phone)
  clock.now += hour
  desk.join({})
  await phone.erase('games')
  clock.now += hour
  desk.texts[pastKey(play, 'givenUp')] = writePast('givenUp', clock.now, 'AAAA')
  desk.join(account)
  await syncAll(desk, phone)
  expect(desk.won()).toBe(0)
  expect(Object.keys(desk.texts).filter(key => key.startsWith('past:'))).toEqual([pastKey(play, 'givenUp')])
})

describe('a game that is won a second time', () => {
  /** Stores a win of a play with its past game, as a page does. */
  function winAgain(desk: Simulated, play: string): void {
    const result = row(play, 'won', { minute: minuteOf(clock.now) })
    desk.texts[`result:${result.play}:000000012`] = writeResult(result)
    desk.texts[pastKey(result.play, 'won')] = writePast('won', clock.now, '')
  }
  const past = (desk: Simulated) => Object.keys(desk.texts).filter(key => key.startsWith('past:'))
  /** A copy of a profile that writes under the same id, so that the original takes a new id. */
  async function copyOf(desk: Simulated, account: Items, texts = { ...desk.texts }): Promise<Simulated> {
    const copy = device('Copy', account)
    Object.assign(copy.texts, texts)
    copy.win()
    await copy.round()
    const former = desk.identity().id
    await syncAll(desk)
    expect(desk.identity()).toMatchObject({ former: [former] })
    return copy
  }

  it('still counts, with its second win, if an erasure covers only the first win', async () => {
    const account: Items = {}
    const [desk, phone] = [device('Desk', account), device('Phone', account)]
    winAgain(desk, 'twice')
    await syncAll(desk, phone)
    clock.now += hour
    desk.join({})
    await phone.erase('games')
    clock.now += hour
    winAgain(desk, 'twice')
    await desk.round()
    desk.join(account)
    await syncAll(desk, phone)
    expect([desk.won(), phone.won(), past(desk).length]).toEqual([1, 1, 1])
  })

  it('still counts if the erasing device knew the first winner and a former id of the second', async () => {
    const [home, away]: Items[] = [{}, {}]
    const [laptop, desk] = [device('Laptop', home), device('Desk', home)]
    winAgain(laptop, 'twice')
    desk.win()
    await syncAll(laptop, desk)
    const copied = { ...desk.texts }
    clock.now += 20 * 24 * hour
    // The desktop also absorbs the laptop.
    const copy = await copyOf(desk, home, copied)
    copy.join(away)
    clock.now += hour
    winAgain(desk, 'twice')
    await desk.round()
    desk.join({})
    clock.now += hour
    await copy.erase('games')
    await copy.round()
    desk.join(away)
    await syncAll(desk, copy)
    expect([desk.won(), copy.won(), past(desk).length]).toEqual([1, 1, 1])
  })

  it.each([
    ['under an id that the erasure does not name', true],
    ['not in the log yet, under an id that the erasure does not name', false],
  ])('keeps its past game if the second win is %s', async (_, isInLog) => {
    const [home, away]: Items[] = [{}, {}]
    const desk = device('Desk', home)
    winAgain(desk, 'twice')
    await syncAll(desk)
    const copy = await copyOf(desk, home)
    copy.join(away)
    clock.now += hour
    winAgain(desk, 'twice')
    if (isInLog) await desk.round()
    clock.now += hour
    await copy.erase('games')
    await copy.round()
    desk.join(away)
    await syncAll(desk, copy)
    expect([desk.won(), copy.won(), past(desk).length]).toEqual([1, 1, 1])
  })

  it('does not count if the erasure covers both wins', async () => {
    const account: Items = {}
    const [desk, phone] = [device('Desk', account), device('Phone', account)]
    winAgain(desk, 'twice')
    await syncAll(desk)
    clock.now += hour
    winAgain(desk, 'twice')
    await syncAll(desk, phone)
    clock.now += hour
    await phone.erase('games')
    await syncAll(desk, phone)
    expect([desk.won(), phone.won(), past(desk).length]).toEqual([0, 0, 0])
  })
})

describe('a header that announces an erasure', () => {
  const announcing = (erasure: unknown, epoch = 1, id = 'hostileA') =>
    item(keys.device(id), writeJson({ name: 'H', day: dayOf(clock.now), browser: 'H', erasure }), 1, epoch)
  async function withAnnounced(erasure: (own: string) => unknown) {
    const account: Items = {}
    const [desk, phone] = [device('Desk', account), device('Phone', account)]
    desk.win(3)
    phone.win(1)
    await syncAll(desk, phone)
    Object.assign(account, announcing(erasure(desk.identity().id)))
    await syncAll(desk)
    return desk
  }
  const many = Array.from({ length: 500 }, (_, i) => `i${String(i).padStart(7, '0')}`)

  it.each([
    ['500 ids', () => ({ epoch: 1, minute: 1e7, scope: 'games', of: many })],
    [
      '500 ids and this device’s',
      (own: string) => ({ epoch: 1, minute: 1e7, scope: 'games', of: [own, ...many] }),
    ],
    ['no list of ids', (own: string) => ({ epoch: 1, minute: 1e7, scope: 'games', of: own })],
    ['an unknown scope', (own: string) => ({ epoch: 1, minute: 1e7, scope: 'all', of: [own] })],
    ['a later epoch than its own', (own: string) => ({ epoch: 9, minute: 1e7, scope: 'games', of: [own] })],
    ['an invalid minute', (own: string) => ({ epoch: 1, minute: -1, scope: 'games', of: [own] })],
    ['nobody', () => ({ epoch: 1, minute: 1e7, scope: 'everything', of: [] })],
  ])('that names %s removes nothing', async (_, erasure) => {
    const desk = await withAnnounced(erasure)
    expect(desk.won()).toBe(4)
    expect(desk.identity().epoch).toBe(1)
  })

  it('causes no question about results that another erasure removes in the same round', async () => {
    const account: Items = {}
    const desk = device('Desk', account)
    desk.win(3)
    await syncAll(desk)
    const first = { epoch: 1, minute: minuteOf(clock.now), scope: 'games', of: [desk.identity().id] }
    clock.now += hour
    desk.win(2)
    await syncAll(desk)
    const second = { epoch: 2, minute: minuteOf(clock.now), scope: 'games', of: ['somebody'] }
    Object.assign(account, announcing(first), announcing(second, 2, 'hostileB'))
    await syncAll(desk)
    expect([desk.won(), desk.unknown()]).toMatchObject([2, { results: 2, by: 'H' }])
  })

  it('that several devices repeat does not show which of them erased', async () => {
    const account: Items = {}
    const desk = device('Desk', account)
    desk.win(3)
    await syncAll(desk)
    const erasure = { epoch: 1, minute: minuteOf(clock.now), scope: 'games', of: ['somebody'] }
    Object.assign(account, announcing(erasure), announcing(erasure, 1, 'passedOn'))
    await syncAll(desk)
    expect(desk.unknown()).toMatchObject({ results: 3, by: '' })
  })

  it('without ids, from a released version, covers a device that knew another of the account', async () => {
    const desk = await withAnnounced(() => ({ epoch: 1, minute: minuteOf(clock.now), scope: 'games' }))
    expect(desk.won()).toBe(0)
  })

  it('without ids, repeated by a released version, covers only devices that were named', async () => {
    const own: Items = {}
    const [desk, phone] = [device('Desk', own), device('Phone', own)]
    desk.win(3)
    phone.win(1)
    await syncAll(desk, phone)
    const account: Items = {}
    const laptop = device('Laptop', account)
    laptop.win()
    await syncAll(laptop)
    await laptop.erase('games')
    await syncAll(laptop)
    const repeated = { epoch: 1, minute: laptop.identity().erasures![0].minute, scope: 'games' }
    await laptop.erase('games')
    await syncAll(laptop)
    Object.assign(account, announcing(repeated, 1))
    desk.join(account)
    await syncAll(desk, laptop)
    expect([desk.won(), laptop.won()]).toEqual([4, 4])
  })

  it('without ids, from a released version, removes nothing if this device knew no other', async () => {
    const account: Items = {}
    const desk = device('Desk', account)
    desk.win(3)
    await syncAll(desk)
    Object.assign(account, announcing({ epoch: 1, minute: minuteOf(clock.now), scope: 'everything' }))
    await syncAll(desk)
    expect([desk.won(), desk.unknown()?.results]).toEqual([3, 3])
  })
})

it('a log page that arrives before the header of its epoch restores nothing that was erased', async () => {
  const page = (seq: number, epoch: number, ...results: Parameters<typeof row>[]) =>
    item(keys.log('laptopAA', 0), results.map(one => writeResult(row(...one))).join(''), seq, epoch)
  const header = (seq: number, epoch: number, more = {}) =>
    item(
      keys.device('laptopAA'),
      writeJson({ name: 'L', day: dayOf(clock.now), browser: 'L', ...more }),
      seq,
      epoch,
    )
  const minute = minuteOf(clock.now)
  const account: Items = {
    ...header(1, 0),
    ...page(1, 0, ['a', 'won', { minute }], ['b', 'won', { minute }]),
  }
  const desk = device('Desk', account)
  await syncAll(desk)
  expect(desk.won()).toBe(2)
  clock.now += hour
  Object.assign(account, page(1, 1, ['c', 'won', { minute: minuteOf(clock.now) }]))
  await syncAll(desk)
  const erasure = { epoch: 1, minute: minute + 10, scope: 'games', of: ['laptopAA'] }
  Object.assign(account, header(2, 1, { erasure }))
  await syncAll(desk)
  expect([desk.won(), desk.unknown()]).toEqual([1, undefined])
})

it('an erasure names this device’s own ids, however many other devices the account has', async () => {
  const ids = Array.from({ length: 127 }, (_, i) => `aaaa${String(i).padStart(4, '0')}`)
  const header = writeJson({ name: 'O', day: dayOf(clock.now), browser: 'O' })
  const account: Items = Object.assign({}, ...ids.map(id => item(keys.device(id), header))) as Items
  const desk = device('Desk', account)
  desk.win()
  await syncAll(desk)
  await desk.erase('games')
  desk.win()
  await syncAll(desk)
  const own = desk.identity().former!.at(-1)!
  const before = [desk.identity().id, own]
  await desk.erase('games')
  const named = desk.identity().erasures!.flatMap(({ of = [] }) => of)
  expect(named).toEqual(expect.arrayContaining(before))
  expect(new Set(named).size).toBe(128)
})

it('a choice that is too long for an item stays on its device, and the others still sync', async () => {
  const account: Items = {}
  const [desk, phone] = [device('Desk', account), device('Phone', account)]
  const shortcuts = [{ name: 'Long', url: `https://example.com/${'x'.repeat(6500)}` }]
  desk.choose('felt', 'green')
  desk.choose('shortcuts', shortcuts)
  await syncAll(desk, phone)
  expect([desk.settings(), phone.settings()]).toEqual([{ felt: 'green', shortcuts }, { felt: 'green' }])
  clock.now += hour
  phone.choose('felt', 'midnight')
  await syncAll(phone, desk)
  expect(desk.settings()).toEqual({ felt: 'midnight', shortcuts })
  expect(Object.keys(desk.texts).filter(key => key.startsWith('aside:'))).toEqual([])
})

it.each([true, false])(
  'a choice that is too long for an item is compared by its time (it is later: %s)',
  async isLater => {
    const account: Items = {}
    const [desk, phone] = [device('Desk', account), device('Phone', account)]
    desk.win()
    phone.win()
    await syncAll(desk, phone)
    const long = [{ name: 'Long', url: `https://example.com/${'x'.repeat(6500)}` }]
    const short = [{ name: 'Short', url: 'https://example.com/' }]
    if (isLater) phone.choose('shortcuts', short)
    await phone.merge()
    clock.now += hour
    desk.choose('shortcuts', long)
    await desk.merge()
    await desk.merge()
    clock.now += hour
    if (!isLater) phone.choose('shortcuts', short)
    await syncAll(phone, desk, phone)
    expect(desk.settings()).toEqual({ shortcuts: isLater ? long : short })
    const texts = { ...desk.texts }
    await desk.merge()
    expect(desk.texts).toEqual(texts)
  },
)

it('a choice that is too long for an item stays later than one of a clock that is ahead', async () => {
  const account: Items = {}
  const [desk, phone] = [device('Desk', account), device('Phone', account, '', 24 * hour)]
  desk.win()
  phone.win()
  phone.choose('shortcuts', [{ name: 'Short', url: 'https://example.com/' }])
  await syncAll(phone, desk)
  const long = [{ name: 'Long', url: `https://example.com/${'x'.repeat(6500)}` }]
  desk.choose('shortcuts', long)
  for (let i = 0; i < 3; i++) await desk.merge()
  expect(desk.settings()).toEqual({ shortcuts: long })
})

it('an identity with an unreadable field keeps its id and its known erasures', () => {
  const erasure = { epoch: 1, minute: 9, scope: 'games', of: ['erasedAA'] }
  const stored = { id: 'deskAAAA', era: 1, name: 'Desk', dropped: [{ later: 'form' }], erasure }
  expect(parseIdentity(JSON.stringify(stored))).toMatchObject({
    id: 'deskAAAA',
    epoch: 1,
    name: 'Desk',
    erasures: [erasure],
  })
})

it('a new profile does not take its epoch from an item that it cannot read', async () => {
  const desk = device('Desk', { 'l:unrelated:0': '2__AAAAnewer' })
  desk.win()
  await syncAll(desk)
  expect([desk.identity().epoch, desk.won()]).toEqual([0, 1])
})

it('joining an account with sixty erasures by one device removes nothing, and items stay short', async () => {
  const account: Items = {}
  const a = device('Aaa', account)
  for (let i = 0; i < 60; i++) {
    a.win(1)
    await a.round()
    await a.erase(i % 2 ? 'games' : 'everything')
  }
  const desk = device('Desk')
  desk.win(3)
  await syncAll(desk)
  desk.join(account)
  await syncAll(desk, a)
  expect([desk.won(), a.won()]).toEqual([3, 3])
  expect(a.texts.device.length).toBeLessThan(4000)
  expect(Math.max(...Object.entries(account).map(([, value]) => value.length))).toBeLessThan(4000)
})

/** Imports the results of another browser. */
async function importInto(one: Simulated, freshId: string, wins: number): Promise<void> {
  const source = device('Source')
  source.win(wins)
  await source.round()
  const context = { local: one.texts, now: clock.now, freshId }
  Object.assign(one.texts, asReplicas(planImport(replicasIn(source.texts), context).items))
  await one.round()
}

it('joining an account in which a released version erased removes no imported results', async () => {
  const desk = device('Desk')
  desk.win(3)
  await syncAll(desk)
  await importInto(desk, 'freshAAA', 50)
  clock.now += hour
  const erasure = { minute: minuteOf(clock.now), scope: 'games' }
  const header = writeJson({ name: 'Old', day: dayOf(clock.now), browser: 'Old', erasure })
  desk.join(item(keys.device('oldoldAA'), header, 1, 1))
  await syncAll(desk)
  expect(desk.won()).toBe(53)
})

it('a device that learns of an erasure late removes nothing from devices that knew about it', async () => {
  const account: Items = {}
  const [desk, phone, late] = [
    device('Desk', account),
    device('Phone', account, '', -24 * hour),
    device('Late', account),
  ]
  for (const one of [desk, phone, late]) one.win()
  await syncAll(desk, phone, late)
  late.join({})
  clock.now += hour
  await desk.erase('games')
  await syncAll(desk, phone)
  phone.win(10)
  await syncAll(phone, desk)
  const other: Items = {}
  const unrelated = device('Stranger', other)
  unrelated.win()
  await syncAll(unrelated)
  await unrelated.erase('games')
  await syncAll(unrelated)
  late.join(other)
  await syncAll(late, unrelated)
  late.join(account)
  await syncAll(late, desk, phone)
  expect([desk.won(), phone.won()]).toEqual([10, 10])
})

it('erasing everything also removes the results of seventy imports', async () => {
  const desk = device('Desk')
  desk.win()
  await syncAll(desk)
  for (let i = 0; i < 70; i++) await importInto(desk, `fr${String(i).padStart(6, '0')}`, 1)
  expect(desk.won()).toBe(71)
  clock.now += hour
  await desk.erase('everything')
  await syncAll(desk)
  expect(desk.won()).toBe(0)
})

describe('the set of known erasures', () => {
  const erasure = (epoch: number, minute: number, scope: Erasure['scope'], ...of: string[]) =>
    ({ epoch, minute, scope, of }) as const
  it('keeps each id of an erasure until another erasure covers at least as much under it', () => {
    const first = erasure(1, 10, 'everything', 'aaaaaaaa', 'bbbbbbbb')
    const later = erasure(2, 20, 'games', 'aaaaaaaa')
    const all = erasure(3, 30, 'everything', 'aaaaaaaa')
    expect(mergeErasures([first], [later])).toEqual([first, later])
    expect(mergeErasures([first, later], [all])).toEqual([{ ...first, of: ['bbbbbbbb'] }, all])
    expect(mergeErasures([all], [later, first])).toEqual([{ ...first, of: ['bbbbbbbb'] }, all])
  })
})

it('a device keeps its wins and a short header if other headers name thousands of ids in total', async () => {
  const account: Items = {}
  const desk = device('Desk', account)
  desk.win(3)
  await syncAll(desk)
  for (let i = 0; i < 40; i++) {
    const of = Array.from(
      { length: 64 },
      (_, j) => `h${String(i).padStart(3, '0')}${String(j).padStart(4, '0')}`,
    )
    const erasure = { epoch: 1 + i, minute: 1e7 - i, scope: 'games', of }
    const header = { name: 'H', day: dayOf(clock.now), browser: 'H', erasure }
    Object.assign(account, item(keys.device(`hostile${i % 10}`), writeJson(header), 1 + i, 1 + i))
    await desk.round()
  }
  expect(desk.won()).toBe(3)
  expect(account[keys.device(desk.identity().id)].length).toBeLessThan(4000)
})

describe('a device with an import', () => {
  it.each([
    ['without a header', undefined],
    ['of a browser without a name', { name: '', day: dayOf(START), browser: 'Firefox' }],
  ])('%s knows no other browser, so an erasure by version 1.0 removes nothing from it', async (_, header) => {
    const account: Items = {}
    const desk = device('Desk', account)
    desk.win(2)
    await syncAll(desk)
    const id = 'stranger'
    const outside = {
      ...(header && item(keys.device(id), writeJson(header))),
      ...item(keys.log(id, 0), writeResult(row('i', 'won', { minute: minuteOf(clock.now) }))),
    }
    const plan = planImport(outside, { local: desk.texts, now: clock.now, freshId: 'freshId0' })
    Object.assign(desk.texts, asReplicas(plan.items))
    await syncAll(desk)
    clock.now += hour
    const erasure = { epoch: 1, minute: minuteOf(clock.now), scope: 'games' }
    const announcement = writeJson({ name: 'L', day: dayOf(clock.now), browser: 'L', erasure })
    Object.assign(account, item(keys.device('laptopXX'), announcement, 1, 1))
    await syncAll(desk)
    expect(desk.won()).toBe(3)
  })
})

it('an accepted erasure also covers results of former ids, which the question includes', async () => {
  const account: Items = {}
  const desk = device('Desk', account)
  desk.win(1)
  await syncAll(desk)
  const { id } = desk.identity()
  const before = row('f', 'won', { minute: minuteOf(clock.now) - 1 })
  const former = item(keys.log('formerAA', 0), writeResult(before))
  Object.assign(desk.texts, asReplicas(former))
  desk.texts.device = JSON.stringify({
    ...JSON.parse(desk.texts.device),
    former: ['formerAA'],
    left: [minuteOf(clock.now)],
  })
  clock.now += hour
  const erasure = { epoch: 1, minute: minuteOf(clock.now), scope: 'games', of: ['somebody'] }
  const header = writeJson({ name: 'L', day: dayOf(clock.now), browser: 'L', erasure })
  Object.assign(account, item(keys.device('laptopXX'), header, 1, 1))
  await syncAll(desk)
  expect([desk.won(), desk.unknown()?.results, desk.identity().id]).toEqual([2, 2, id])
  desk.accept()
  await syncAll(desk)
  expect([desk.won(), Object.keys(desk.texts).filter(key => key.startsWith('~l:'))]).toEqual([0, []])
})
