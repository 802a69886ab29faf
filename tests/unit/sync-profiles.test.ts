// Profiles that live for one day, and accounts full of items: no result is lost.
import { describe, expect, it } from 'vitest'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import { Syncer } from '../../stores/sync/syncer.ts'
import { DAY_MS, dayOf, minuteOf } from '../../stores/time.ts'
import { ChromeSync, Server } from '../simulation/browsers.ts'
import { some } from '../support/help.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { row } from '../support/sync-words.ts'

const START = Date.UTC(2026, 0, 5)
let ids = 0

/** A new profile that syncs with the account on the server. */
function profile(server: Server, clock: { now: number }, local: Items = {}) {
  const sync = new ChromeSync(
    server,
    () => clock.now,
    () => undefined,
  )
  sync.start()
  const area = memoryArea(local)
  const syncer = new Syncer({
    local: area,
    sync,
    now: () => clock.now,
    random: () => 0,
    newId: () => `p${String(++ids).padStart(7, '0')}`,
    browser: 'Chromebook',
    locked: work => work(),
  })
  return {
    sync,
    texts: area.texts,
    async rounds(count: number) {
      for (let i = 0; i < count; i++) {
        clock.now += 600_000
        sync.meet()
        await syncer.round({ publish: true })
        sync.meet()
      }
    },
    win(play: string) {
      const result = row(play, 'won', { minute: minuteOf(clock.now) })
      area.texts[`result:${result.play}:000000012`] = writeResult(result)
    },
    played: () =>
      statistics(aggregate(devicesOf(replicasIn(area.texts), clock.now).values(), {}, clock.now)).played,
  }
}

describe('a fresh profile every day', () => {
  it('with five games each, for 400 days, loses no game', async () => {
    const days = some(400)
    const server = new Server()
    const clock = { now: START }
    let maxItems = 0
    let last = profile(server, clock)
    for (let day = 0; day < days; day++) {
      clock.now = START + day * DAY_MS
      last = profile(server, clock)
      await last.rounds(1)
      for (let i = 0; i < 5; i++) last.win(`${day}-${i}`)
      await last.rounds(3)
      maxItems = Math.max(maxItems, Object.keys(server.items).length)
    }
    expect(last.played()).toBe(5 * days)
    expect(maxItems).toBeLessThan(200)
    const fresh = profile(server, clock)
    await fresh.rounds(2)
    expect(fresh.played()).toBe(5 * days)
  }, 120_000)
})

describe('a device that was away for more than 14 days', () => {
  it('counts every result once when it returns, and continues under its id', async () => {
    const server = new Server()
    const clock = { now: START }
    const [desk, laptop, phone] = [profile(server, clock), profile(server, clock), profile(server, clock)]
    for (const [i, one] of [desk, laptop, phone].entries()) {
      one.win(`first${i}`)
      await one.rounds(2)
    }
    clock.now += 20 * DAY_MS
    for (let i = 0; i < 4; i++) {
      await desk.rounds(1)
      await phone.rounds(1)
    }
    const away = JSON.parse(laptop.texts.device) as { id: string }
    expect(Object.keys(server.items).filter(key => parseKey(key)?.device === away.id)).toEqual([])
    expect([desk.played(), phone.played()]).toEqual([3, 3])
    laptop.win('second')
    for (let i = 0; i < 4; i++) for (const one of [laptop, desk, phone]) await one.rounds(1)
    expect((JSON.parse(laptop.texts.device) as { id: string }).id).toBe(away.id)
    expect([desk, laptop, phone].map(one => one.played())).toEqual([4, 4, 4])
  })
  it('with the latest settings is removed only after another device has adopted them', async () => {
    const server = new Server()
    const clock = { now: START }
    const [desk, laptop] = [profile(server, clock), profile(server, clock, { settings: '{"felt":"red"}' })]
    await laptop.rounds(2)
    desk.win('a')
    await desk.rounds(2)
    const phone = profile(server, clock)
    clock.now += 20 * DAY_MS
    phone.win('b')
    for (let i = 0; i < 6; i++) {
      await phone.rounds(1)
      await desk.rounds(1)
    }
    expect(
      Object.keys(server.items).some(
        key =>
          key.startsWith('d:') &&
          JSON.stringify(laptop.texts).includes(key.slice(2)) &&
          key in server.items &&
          laptop.texts.device.includes(key.slice(2)),
      ),
    ).toBe(false)
    const fresh = profile(server, clock)
    await fresh.rounds(2)
    expect(JSON.parse(fresh.texts.settings)).toEqual({ felt: 'red' })
  })
})

describe('an account with many items', () => {
  const header = (id: string, day: number): [string, string] => [
    keys.device(id),
    writeItem(keys.device(id), { epoch: 0, seq: 1, content: writeJson({ name: 'x', day }) }),
  ]
  it('of devices that are gone is cleared gradually, and a new device still syncs', async () => {
    const server = new Server()
    const clock = { now: START }
    const old = profile(server, clock)
    old.win('old')
    await old.rounds(2)
    for (let i = 0; i < 470; i++) server.write(...header(`gone${1000 + i}`, dayOf(START) - 30))
    const fresh = profile(server, clock)
    fresh.win('new')
    for (let i = 0; i < 8; i++) {
      clock.now += DAY_MS / 2
      await fresh.rounds(1)
      await old.rounds(1)
    }
    expect([fresh.played(), old.played()]).toEqual([2, 2])
    // Few items are removed at a time, because the browser allows few changes an hour.
    expect(Object.keys(server.items).length).toBeLessThan(400)
  })
  it('does not get back the headers of devices without any data', async () => {
    const server = new Server()
    const clock = { now: START }
    const headers = Object.fromEntries(
      Array.from({ length: 100 }, (_, i) => header(`name${1000 + i}`, dayOf(START))),
    )
    const local = Object.fromEntries(Object.entries(headers).map(([key, value]) => [`~${key}`, value]))
    const one = profile(server, clock, local)
    one.win('a')
    await one.rounds(8)
    expect(Object.keys(server.items).filter(key => key.includes('name'))).toEqual([])
    expect(one.played()).toBe(1)
  })
})
