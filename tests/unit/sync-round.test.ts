// What one round of syncing writes to each storage. A second round directly after it changes nothing.
import { describe, expect, it, test } from 'vitest'
import { writeRecord, type GameId } from '../../engine/index.ts'
import type { Area } from '../../stores/platform/area.ts'
import { REPLICA_PREFIX, UNKNOWN_ERASURE_KEY } from '../../stores/platform/storage-keys.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import {
  readSyncEnvelope,
  splitLocalEnvelope,
  writeLocalEnvelope,
  writeSyncEnvelope,
} from '../../stores/sync/game-envelope.ts'
import { type GameResult, writeResult } from '../../stores/sync/game-results.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { readItem, readJson, writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { localRoundParts } from '../../stores/sync/local-round.ts'
import { pendingSettingKey } from '../../stores/sync/pending-settings.ts'
import { LIMITS } from '../../stores/sync/quota.ts'
import { type RoundInput, type SyncPlan, reconcile } from '../../stores/sync/reconcile.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { DAY_MS, minuteOf } from '../../stores/time.ts'
import { wonGame, wonHistory } from '../support/help.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { carriedOut, idlePlan, item, row, written } from '../support/sync-words.ts'

type Texts = Record<string, string>
const NOW = Date.UTC(2026, 0, 5)
const today = NOW / 86_400_000
const [own, other] = ['ownIdAAA', 'otherIdA']
let ids = 0
const round = (seen: Partial<RoundInput>): SyncPlan =>
  reconcile({ local: {}, sync: {}, now: NOW, browser: 'Test', newId: () => `newId00${++ids}`, ...seen })
const copies = (items: Texts): Texts =>
  Object.fromEntries(Object.entries(items).map(([key, value]) => [REPLICA_PREFIX + key, value]))
const self = (more: object = {}): Texts => ({ device: JSON.stringify({ id: own, era: 0, ...more }) })
const header = (day = today, seq = 1, epoch = 0, id = own) =>
  item(keys.device(id), writeJson({ name: 'Test', day, browser: 'Test' }), seq, epoch)
/** The erasure fields of a device that learned of an epoch from version 0.1, which gives no details. */
const undetailed = (epoch: number) => ({
  erasure: { epoch, minute: 64 ** 4 - 1, scope: 'games' },
  erasures: [],
})
const undetailedHeader = (epoch: number) =>
  item(
    keys.device(own),
    writeJson({ name: 'Test', day: today, browser: 'Test', ...undetailed(epoch) }),
    1,
    epoch,
  )
const pending = (...all: GameResult[]): Texts =>
  Object.fromEntries(all.map((one, i) => [`result:${one.play}:0000000${i}2`, writeResult(one)]))
const contentOf = (items: Texts, key: string): string | undefined => readItem(key, items[key])?.content
/** The contents of storage.local and storage.sync after a round. */
const after = (seen: { local: Texts; sync?: Texts }, plan: SyncPlan) =>
  carriedOut({ sync: {}, ...seen }, plan)
const afterLocalRound = (seen: { local: Texts; sync?: Texts }, more: Partial<RoundInput> = {}) =>
  after(seen, round({ sync: {}, ...seen, ...more }))
const idle = idlePlan(own)

const game = (count: number, inherited = {}, id: GameId = 'sea-towers') =>
  writeLocalEnvelope({
    record: writeRecord({ history: wonHistory(id, count), playId: 'playAAAA', seconds: 9 }),
    inherited,
    localActions: count,
  })
const recordOf = (text: string) => text.split('.')[0]
const WON = wonGame('sea-towers').moves.length

describe('the first round after a first move', () => {
  const local = { ...self(), 'game:sea-towers': game(1), 'settings': '{"felt":"red"}' }
  const synced = item(
    keys.game(own, 'sea-towers'),
    writeSyncEnvelope({ minute: minuteOf(NOW), vector: { [own]: 1 }, record: recordOf(game(1)) }),
  )
  const settings = item(keys.settings(own), writeJson({ felt: { value: 'red', stamp: [NOW, 0] } }))
  const written = { ...synced, ...settings, ...header() }

  it('writes only game, settings and header to both storages, and the identity to storage.local', () => {
    expect(round({ local })).toEqual({
      identity: { id: own, epoch: 0, dropped: [] },
      local: { ...copies(written), ...self({ dropped: [] }) },
      forget: [],
      publish: written,
      repair: {},
      remove: [],
      damaged: {},
      absorbed: {},
      everythingFits: true,
    })
  })
  it('writes to storage.local even if storage.sync cannot be read', () => {
    expect(round({ local, sync: undefined })).toMatchObject({
      local: copies(written),
      publish: {},
      repair: {},
      remove: [],
    })
  })
  it('is followed by a round that changes nothing', () => {
    const next = afterLocalRound({ local })
    expect(round(next)).toEqual(idle)
  })
  it('is followed by a round that publishes the items that storage.sync lost or refused', () => {
    const next = afterLocalRound({ local })
    expect(round({ local: next.local, sync: {} }).publish).toEqual(written)
    expect(
      round({ ...next, sync: { ...next.sync, ...settings, ...item(keys.device(own), 'AAAA', 0) } }).publish,
    ).toEqual(header())
  })
  it('gives a new device an id, and keeps an existing one', () => {
    const {
      identity: { id },
      local: { device },
    } = round({ local: {} })
    expect(id).toMatch(/^newId00/)
    expect(JSON.parse(device)).toEqual({ id, era: 0, dropped: [] })
    expect(round({ local }).identity.id).toBe(own)
  })
})

describe('a game in progress', () => {
  const key = keys.game(own, 'sea-towers')

  it('is published after the next move as the next version, including actions of other devices', () => {
    const first = afterLocalRound({ local: { ...self(), 'game:sea-towers': game(1) } })
    const { publish } = round({
      ...first,
      local: { ...first.local, 'game:sea-towers': game(2, { [other]: 7 }) },
    })
    expect(publish).toEqual(
      item(
        key,
        writeSyncEnvelope({
          minute: minuteOf(NOW),
          vector: { [other]: 7, [own]: 2 },
          record: recordOf(game(2)),
        }),
        2,
      ),
    )
  })
  it('is not republished only because time has passed', () => {
    const first = afterLocalRound({ local: { ...self(), 'game:sea-towers': game(1) } })
    expect(round({ ...first, now: NOW + 3_600_000 }).publish).toEqual({})
  })
  it('keeps its time of play after its device takes a new id', () => {
    const first = afterLocalRound({ local: { ...self(), 'game:sea-towers': game(1) } })
    const sync = { ...first.sync, ...item(keys.settings(own), 'AAAA') }
    const { identity, publish } = round({ ...first, sync, now: NOW + 3_600_000 })
    expect(identity.former).toEqual([own])
    const content = contentOf(publish, keys.game(identity.id, 'sea-towers'))!
    expect(readSyncEnvelope(content)?.minute).toBe(minuteOf(NOW))
  })
  it('is published with a new time if the user returned to it, even with the same moves', () => {
    const first = afterLocalRound({ local: { ...self(), 'game:sea-towers': game(1) } })
    const { record, ...rest } = splitLocalEnvelope(game(1))
    const again = writeLocalEnvelope({ record, ...rest, localActions: rest.localActions + 1 })
    const local = { ...first.local, 'game:sea-towers': again }
    const content = contentOf(round({ ...first, local, now: NOW + 3_600_000 }).publish, key)!
    expect(readSyncEnvelope(content)).toEqual({ minute: minuteOf(NOW) + 60, vector: { [own]: 2 }, record })
  })
  it('is removed once it is won', () => {
    const first = afterLocalRound({ local: { ...self(), 'game:sea-towers': game(1) } })
    expect(round({ ...first, local: { ...first.local, 'game:sea-towers': game(WON) } }).publish).toEqual(
      item(key, '', 2),
    )
  })
  it('is not published before its first move, or if its text is damaged or belongs to another game', () => {
    const texts: [string, string][] = [
      ['game:sea-towers', game(0)],
      ['game:sea-towers', 'damaged'],
      ['game:freecell', game(1)],
      ['game:whist', game(1)],
      ['xgame:sea-towers', game(1)],
      ['game:sea-towers.old', game(1)],
    ]
    expect(texts.map(([name, text]) => round({ local: { ...self(), [name]: text } }).publish)).toEqual(
      texts.map(() => ({})),
    )
  })
})

describe('a result', () => {
  const key = (page: number) => keys.log(own, page)
  const log = (...all: GameResult[][]): Texts =>
    Object.assign({}, ...all.map((page, i) => item(key(i), written(...page))))
  const with64 = (letter: string) => Array.from({ length: 64 }, (_, i) => row(`${letter}${i}`, 'givenUp'))
  const publish = (local: Texts, items: Texts) =>
    round({
      local: { ...self(), ...copies({ ...items, ...header() }), ...local },
      sync: { ...items, ...header() },
    }).publish

  it('is added at the end of the log, and removed from the pending results', () => {
    const { publish, forget } = round({ local: { ...self(), ...pending(row('a'), row('b')) } })
    expect(publish).toEqual({ ...item(key(0), written(row('a'), row('b')), 2), ...header() })
    expect(forget).toEqual(Object.keys(pending(row('a'), row('b'))))
  })
  it('after a full page starts the next page', () => {
    expect(publish(pending(row('z')), log(with64('a').slice(1)))).toEqual(
      item(key(0), written(...with64('a').slice(1), row('z')), 2),
    )
    expect(publish(pending(row('z')), log(with64('a')))).toEqual(item(key(1), written(row('z'))))
    expect(publish(pending(row('z')), log(with64('a'), [row('y')]))).toEqual(
      item(key(1), written(row('y'), row('z')), 2),
    )
  })
  it('replaces the earlier result of its play, which stays on an earlier page as reopened', () => {
    const [first, ...others] = with64('a')
    const won: GameResult = { ...first, outcome: 'won' }
    expect(publish(pending(won), log([first, ...others], [row('y')]))).toEqual({
      ...item(key(0), written({ ...first, outcome: 'reopened' }, ...others), 2),
      ...item(key(1), written(row('y'), won), 2),
    })
    expect(publish(pending(row('y', 'reopened')), log(with64('a'), [row('y', 'givenUp'), row('z')]))).toEqual(
      item(key(1), written(row('y', 'reopened'), row('z')), 2),
    )
    expect(publish(pending(row('y', 'givenUp')), log([row('y')]))).toEqual({})
  })
  it('replaces an earlier one for the same play, in whatever order the keys are stored', () => {
    const [early, late] = ['result:play0000:000000032', 'result:play0000:000000041']
    const local = {
      ...self(),
      [late]: writeResult(row('play', 'reopened')),
      [early]: writeResult(row('play', 'givenUp')),
    }
    // Each result is added separately, so the page has as many versions as results.
    expect(round({ local }).publish).toEqual({
      ...item(key(0), written(row('play', 'reopened')), 2),
      ...header(),
    })
  })
  it('for a play on a compacted page changes the sums', () => {
    const results = item(
      keys.results(own),
      writeJson(storedSummary(compact([[row('a', 'givenUp')]], () => true))),
    )
    const written = publish(pending(row('a')), { ...log([row('a', 'givenUp')]), ...results })
    expect(readJson(contentOf(written, keys.results(own))!)).toEqual(
      JSON.parse(JSON.stringify(storedSummary(compact([[row('a')]], () => true)))),
    )
  })
})

describe('a result that is only in an earlier version of another device’s log page', () => {
  const page = keys.log(other, 0)
  const earlier = item(page, written(row('a'), row('b')), 2)
  const later = item(page, written(row('a')), 1, 1)
  const erasure = { epoch: 1, minute: 500, scope: 'games', of: ['thirdIdA'] }
  const headerWith = (erasures: unknown) =>
    item(keys.device(other), writeJson({ name: 'Test', day: today, browser: 'Test', erasures }), 1, 1)
  /** The plays in this device’s log after a round in which storage.sync has the later version. */
  const adopted = (headers: Texts) => {
    const { publish } = round({ local: { ...self(), ...copies(earlier) }, sync: { ...later, ...headers } })
    const content = contentOf(publish, keys.log(own, 0))
    return content === undefined ? [] : readResults(content)!.map(({ play }) => play)
  }

  it('is added to the log here if no erasure covers it, even from an earlier epoch', () => {
    expect(adopted(headerWith([erasure]))).toEqual([row('b').play])
  })
  it('is not added if an erasure covers it, or if this device may not know all erasures', () => {
    expect(adopted(headerWith([{ ...erasure, of: [other] }]))).toEqual([])
    const named = { name: 'Test', day: today, browser: 'Test' }
    // Version 1.0 repeats an erasure without its ids. It is dropped if another erasure of the same epoch
    // has ids.
    const released = {
      ...item(keys.device(other), writeJson({ ...named, erasure: { ...erasure, of: undefined } }), 1, 1),
      ...item(
        keys.device('thirdIdA'),
        writeJson({ ...named, erasures: [{ ...erasure, of: ['fourthId'] }] }),
        1,
        1,
      ),
    }
    for (const headers of [{}, header(today, 1, 0, other), headerWith([{ later: 'form' }]), released])
      expect(adopted(headers)).toEqual([])
  })
})

describe('a setting', () => {
  const key = keys.settings(own)
  const felt = (value: unknown, time: number) => writeJson({ felt: { value, stamp: [time, 0] } })
  const chosen = (value: unknown, time = 5, id = own) => item(keys.settings(id), felt(value, time))
  const choose = (name: string, value: unknown) => ({
    [`setting:0000000000000009:${name}`]: JSON.stringify(value),
  })

  it('that was chosen on another device applies here', () => {
    const { local, publish } = round({
      local: { ...self(), settings: '{"light":true}' },
      sync: chosen('blue', 5, other),
    })
    expect(JSON.parse(local.settings)).toEqual({ light: true, felt: 'blue' })
    expect(readJson(contentOf(publish, key)!)).toEqual({ light: { value: true, stamp: [NOW, 0] } })
  })
  it('that is chosen here applies from now on, and is removed from the pending settings', () => {
    const before = { ...self(), settings: '{"felt":"blue"}', ...copies({ ...chosen('blue', 5, other) }) }
    const { local, publish, forget } = round({
      local: { ...before, ...choose('felt', 'red') },
      sync: chosen('blue', 5, other),
    })
    expect(JSON.parse(local.settings)).toEqual({ felt: 'red' })
    expect(readJson(contentOf(publish, key)!)).toEqual({ felt: { value: 'red', stamp: [NOW, 0] } })
    expect(forget).toEqual(Object.keys(choose('felt', 'red')))
  })
  it('that was not changed here is replaced by a later choice of another device', () => {
    const first = afterLocalRound({ local: { ...self(), ...choose('felt', 'red') } })
    const { local, publish } = round({ ...first, sync: { ...first.sync, ...chosen('blue', NOW + 1, other) } })
    expect(JSON.parse(local.settings)).toEqual({ felt: 'blue' })
    expect(publish).toEqual({})
  })
  it('is not written if none was chosen', () => {
    expect(round({ local: self() })).toMatchObject({ publish: {}, local: self({ dropped: [] }) })
    expect('settings' in round({ local: self() }).local).toBe(false)
  })
  it('that was chosen last applies, whichever version contains it, even if no room is left', () => {
    // The other device was restored from a backup, and chose again under an earlier version number.
    const before = item(keys.settings(other), felt('blue', 5), 2)
    const restored = item(keys.settings(other), felt('red', 9), 1)
    const limits = { ...LIMITS, bytes: 0 }
    for (const [known, seen] of [
      [before, restored],
      [restored, before],
    ]) {
      const { local } = afterLocalRound({ local: self(), sync: known })
      const merged = afterLocalRound({ local, sync: seen }, { limits })
      expect(JSON.parse(merged.local.settings)).toEqual({ felt: 'red' })
      expect(contentOf(merged.sync, key)).toBe(felt('red', 9))
      expect(round({ ...merged, limits })).toMatchObject({ publish: {}, repair: {} })
    }
  })
  it('in an earlier version of an item is not adopted if this device knows a later choice', () => {
    const sync = { ...item(keys.settings(other), felt('blue', 5), 2), ...chosen('red', 9, 'thirdIdA') }
    const { local } = afterLocalRound({ local: self(), sync })
    const { publish } = round({
      local,
      sync: { ...sync, ...item(keys.settings(other), felt('green', 7), 1) },
    })
    expect(publish).toEqual({})
  })
  it('that storage.sync lost and has no room to restore is published by a device that knows it', () => {
    const { local } = afterLocalRound({ local: self(), sync: chosen('blue', 5, other) })
    const emptied = afterLocalRound({ local, sync: {} }, { limits: { ...LIMITS, bytes: 0 } })
    expect(contentOf(emptied.sync, key)).toBe(felt('blue', 5))
    // If there is room, the item of the other device is restored unchanged.
    const withRoom = afterLocalRound({ local, sync: {} })
    expect(withRoom.sync).toMatchObject(chosen('blue', 5, other))
    expect(contentOf(withRoom.sync, key)).toBeUndefined()
  })
  it('that storage.sync has no room to restore is published, even if it has an earlier version', () => {
    const [earlier, later] = [
      chosen('blue', 5, other),
      item(keys.settings(other), felt('a longer red', 9), 2),
    ]
    const { local } = afterLocalRound({ local: self(), sync: later })
    const limits = { ...LIMITS, bytes: 0 }
    const { sync } = afterLocalRound({ local, sync: earlier }, { limits })
    expect(sync).toMatchObject({ ...earlier, [key]: chosen('a longer red', 9, own)[key] })
  })
  it('applies if it is chosen during a round that keeps its former choice here, which is too long', () => {
    const long = [{ name: 'Long', url: `https://example.com/${'x'.repeat(6500)}` }]
    const choice = (time: number, value: unknown) => ({
      [pendingSettingKey(time, 'shortcuts')]: JSON.stringify(value),
    })
    // The clock of the other device is a day ahead, so the former choice gets a timestamp of tomorrow.
    const ahead = { shortcuts: { value: [], stamp: [NOW + DAY_MS, 0] } }
    const sync = item(keys.settings(other), writeJson(ahead))
    const during = { local: { ...self(), ...copies(sync), ...choice(NOW - 9, long) }, sync }
    const { local, sync: synced } = afterLocalRound(during)
    expect(JSON.parse(local.settings)).toEqual({ shortcuts: long })
    const next = { local: { ...local, ...choice(NOW, []) }, sync: synced }
    expect(JSON.parse(afterLocalRound(next, { now: NOW + 9 }).local.settings)).toEqual({ shortcuts: [] })
    // The process ends before the former choice is removed.
    const left = { ...next.local, ...round({ ...next, now: NOW + 9 }).local }
    const last = afterLocalRound({ ...next, local: left }, { now: NOW + 19 })
    expect(JSON.parse(last.local.settings)).toEqual({ shortcuts: [] })
  })
  it('that no longer fits into the item stays here, and a choice made in the same round replaces it', () => {
    const link = (length: number) => [{ name: '', url: `https://example.com/${'x'.repeat(length)}` }]
    const ahead = { shortcuts: { value: link(4000), stamp: [NOW + DAY_MS, 0] } }
    const items = item(key, writeJson(ahead))
    const sites = { [pendingSettingKey(NOW - 9, 'favourites')]: JSON.stringify(link(3000)) }
    const first = afterLocalRound({
      local: { ...self(), ...copies(items), settings: JSON.stringify({ shortcuts: link(4000) }), ...sites },
      sync: items,
    })
    const values = { shortcuts: link(4000), favourites: link(3000) }
    expect(JSON.parse(first.local.settings)).toEqual(values)
    expect(afterLocalRound(first, { now: NOW + 9 }).local.settings).toBe(first.local.settings)
    const short = { [pendingSettingKey(NOW, 'shortcuts')]: '[]' }
    const next = afterLocalRound({ ...first, local: { ...first.local, ...short } }, { now: NOW + 9 })
    expect(JSON.parse(next.local.settings)).toEqual({ ...values, shortcuts: [] })
  })
  it('that is too long for its item stays replaced if the process ends before it is removed', () => {
    const long = JSON.stringify([{ name: 'Long', url: `https://example.com/${'x'.repeat(6500)}` }])
    const chosenHere = { [pendingSettingKey(NOW - 9, 'shortcuts')]: long }
    const first = afterLocalRound({ local: { ...self(), ...chosenHere } })
    const sync = item(keys.settings(other), writeJson({ shortcuts: { value: [], stamp: [NOW + 1, 0] } }))
    const { local } = round({ ...first, sync })
    const next = afterLocalRound({ local: { ...first.local, ...local }, sync })
    expect(JSON.parse(next.local.settings)).toEqual({ shortcuts: [] })
  })
  it('moves to a new id if another profile writes under the old one', () => {
    const first = afterLocalRound({ local: { ...self(), ...choose('felt', 'red') } })
    const {
      identity: { id },
      publish,
    } = round({ ...first, sync: { ...first.sync, ...chosen('green', 3) } })
    expect(id).not.toBe(own)
    expect(readJson(contentOf(publish, keys.settings(id))!)).toEqual({
      felt: { value: 'red', stamp: [NOW, 0] },
    })
  })
})

describe('if another profile writes under this id', () => {
  it('results that only this device has move to a new id, and the old id keeps the others', () => {
    const page = (number: number, seq: number, ...plays: string[]) =>
      item(keys.log(own, number), written(...plays.map(play => row(play))), seq)
    const otherItems = { ...page(0, 1, 'a', 'b'), ...header() }
    const known = { ...page(0, 3, 'a'), ...page(1, 1, 'c'), ...header() }
    const seen = { local: { ...self(), ...copies(known) }, sync: otherItems }
    const plan = round(seen)
    const { id } = plan.identity
    expect(id).not.toBe(own)
    expect(plan.forget).toEqual([`~${keys.log(own, 1)}`])
    expect(after(seen, plan).local).toMatchObject(copies(otherItems))
    expect(readResults(contentOf(plan.publish, keys.log(id, 0))!)).toEqual([row('c')])
    expect([plan.repair, plan.remove]).toEqual([{}, []])
  })
})

describe('the header', () => {
  const played = { ...self(), ...copies(item(keys.log(own, 0), written(row('a')))) }
  const name = (local: Texts, sync: Texts = {}) =>
    readJson(contentOf(round({ local, sync }).publish, keys.device(own)) ?? '') as
      | { name: string; day: number }
      | undefined
  it('has the given name, otherwise that of the last header, otherwise the browser’s', () => {
    expect(name(played)).toEqual({ name: 'Test', day: today, browser: 'Test' })
    const previous = item(keys.device(own), writeJson({ name: 'Laptop', day: today - 1 }))
    expect(name({ ...played, ...copies(previous) }, previous)).toMatchObject({ name: 'Laptop', day: today })
    expect(name({ ...played, ...self({ name: 'Desk' }), ...copies(previous) }, previous)).toMatchObject({
      name: 'Desk',
    })
  })
  it('is not published by a device that has no other items', () => {
    expect(name(self())).toBeUndefined()
  })
})

describe('after games were erased on another device', () => {
  const erased = header(today, 1, 2, other)
  const old = {
    ...header(),
    ...item(keys.log(own, 0), written(row('a'))),
    ...item(keys.log('thirdIdA', 0), written(row('b')), 1, 1),
  }
  // Version 0.1 announces only its epoch. This device already knew other devices of the account.
  const known = copies(header(today, 1, 0, 'fourthId'))
  const local = { ...self(), ...copies(old), ...known, ...pending(row('c')) }
  const erase = () => round({ local, sync: { ...old, ...erased } })

  it('older items are removed from both storages, and pending results are dropped', () => {
    const result = erase()
    expect(result.identity).toMatchObject({ id: own, epoch: 2, dropped: Object.keys(pending(row('c'))) })
    expect(result.publish).toEqual(undetailedHeader(2))
    expect(Object.fromEntries(Object.entries(result.local).filter(([key]) => !/^erased:/.test(key)))).toEqual(
      {
        ...copies({ ...undetailedHeader(2), ...erased }),
        device: writeIdentity(result.identity),
      },
    )
    expect(
      Object.keys(result.local)
        .filter(key => /^erased:/.test(key))
        .toSorted(),
    ).toEqual(
      [
        'erased:0002',
        ...Object.keys({ ...copies(old), ...pending(row('c')) })
          .filter(key => !key.startsWith('~d:'))
          .map(key => `erased:0002:${key}`),
      ].toSorted(),
    )
    expect(result.forget.toSorted()).toEqual(
      [
        ...Object.keys({ ...known, ...pending(row('c')) }),
        `~${keys.log(own, 0)}`,
        `~${keys.log('thirdIdA', 0)}`,
      ].toSorted(),
    )
    expect(result.remove.toSorted()).toEqual([keys.log(own, 0), keys.log('thirdIdA', 0)].toSorted())
    expect(result.repair).toEqual({})
  })
  it('dropped results stay dropped if the process ends before they are removed, and new plays count', () => {
    const { local: kept, sync } = after({ local, sync: { ...old, ...erased } }, { ...erase(), forget: [] })
    const next = round({ local: { ...kept, ...pending(row('d')) }, sync })
    expect(contentOf(next.publish, keys.log(own, 0))).toBe(written(row('d')))
    expect(next.identity.dropped).toEqual(Object.keys(pending(row('c'))))
    const done = after({ local: { ...kept, ...pending(row('d')) }, sync }, next)
    expect(round(done).identity.dropped).toEqual([])
  })
  it('a result that a later release wrote is also removed, even if the process ended in the meantime', () => {
    const later = { 'result:laterAAA:000000012': 'what a later version writes' }
    const seen = { local: { ...local, ...later }, sync: { ...old, ...erased } }
    const { local: kept, sync } = after(seen, { ...round(seen), forget: [] })
    expect(kept).toMatchObject(later)
    expect(round({ local: kept, sync }).forget).toContain(Object.keys(later)[0])
  })
  it('items of an earlier epoch stay erased if only this device knows about the erasure', () => {
    expect(round({ local: { ...self({ era: 2 }), ...copies(old) }, sync: old })).toMatchObject({
      publish: undetailedHeader(2),
      repair: {},
    })
  })
})

it('an accepted erasure applies only once, even if the process ends before the answer is removed', () => {
  const minute = minuteOf(NOW)
  const answer = { minute, scope: 'games', by: 'Laptop', results: 1, accepted: true }
  const page = item(keys.log(own, 0), written(row('a', 'won', { minute: minute - 9 })))
  const local = { ...self(), ...copies(page), [UNKNOWN_ERASURE_KEY]: JSON.stringify(answer) }
  const first = round({ local })
  expect(first.identity).toMatchObject({ epoch: 1, erasures: [{ epoch: 1, minute, of: [own] }] })
  const left = after({ local }, { ...first, forget: [] })
  // The clock was set back, so this result seems to be from before the erasure.
  const again = { ...left, local: { ...left.local, ...pending(row('b', 'won', { minute: minute - 5 })) } }
  const next = round(again)
  expect(next.identity).toMatchObject({ epoch: 1, erasures: first.identity.erasures })
  expect(contentOf(next.publish, keys.log(own, 0))).toBe(written(row('b', 'won', { minute: minute - 5 })))
  expect(after(again, next).local).not.toHaveProperty(UNKNOWN_ERASURE_KEY)
})

describe('a device that learns of an erasure', () => {
  const announcing = (id: string, name: string, minute: number, scope = 'games') =>
    item(
      keys.device(id),
      writeJson({ name, day: today, browser: 'Test', erasure: { epoch: 1, minute, scope, of: [own] } }),
      1,
      1,
    )
  const announced = announcing(other, 'Desk', 500)
  const noteIn = ({ local }: SyncPlan) => JSON.parse(local['erased:0001']) as object
  const keptOf = ({ local }: SyncPlan) =>
    Object.keys(local).flatMap(key => (key.startsWith('erased:0001:') ? [key.slice(12)] : []))
  const learn = (local: Texts, sync: Texts = announced) => round({ local: { ...self(), ...local }, sync })

  it('stores the erasure, and repeats it in its header', () => {
    const { identity, publish } = learn({})
    expect(identity).toEqual({
      id: own,
      epoch: 1,
      dropped: [],
      erasures: [{ epoch: 1, minute: 500, scope: 'games', of: [own] }],
    })
    expect(readJson(contentOf(publish, keys.device(own))!)).toMatchObject({ erasure: identity.erasures![0] })
  })
  it('uses the latest time of several erasures that cover it, in whatever order they arrive', () => {
    const later = announcing('thirdIdA', 'Third', 900)
    const results = pending(row('a', 'won', { minute: 400 }), row('b', 'won', { minute: 950 }))
    for (const sync of [
      { ...announced, ...later },
      { ...later, ...announced },
    ]) {
      const { publish } = learn(results, sync)
      expect(contentOf(publish, keys.log(own, 0))).toBe(written(row('b', 'won', { minute: 950 })))
    }
  })
  it('removes games and results, but no settings, if version 0.1 erased', () => {
    const chosen = writeJson({ felt: { value: 'red', stamp: [5, 0] } })
    const otherChoice = writeJson({ light: { value: true, stamp: [6, 0] } })
    const known = copies({
      ...header(today, 1, 0, other),
      ...item(keys.settings(own), chosen),
      ...item(keys.settings(other), otherChoice),
    })
    const settings = JSON.stringify({ felt: 'red', light: true })
    const results = pending(row('a'))
    const plan = learn({ settings, ...known, ...results }, header(today, 1, 1, 'thirdIdA'))
    expect(noteIn(plan)).toMatchObject({ time: NOW, scope: 'games', by: '' })
    expect(plan.forget).toEqual(expect.arrayContaining(Object.keys(results)))
    expect('erasure' in plan.identity).toBe(false)
    expect(plan.forget).not.toContain('settings')
    // The settings keep their timestamps, so a later choice of another device still applies.
    expect(readJson(contentOf(plan.publish, keys.settings(own))!)).toEqual({
      felt: { value: 'red', stamp: [5, 0] },
      light: { value: true, stamp: [6, 0] },
    })
  })
  it('notes the name of the device whose header announces the erasure', () => {
    const [before, after] = ['aFirstId', 'zLastIdA'].map(id => header(today, 1, 1, id))
    expect(noteIn(learn(pending(row('a')), { ...before, ...announced, ...after }))).toEqual({
      time: NOW,
      scope: 'games',
      by: 'Desk',
      minute: 500,
    })
  })
  it('keeps settings that others chose after everything was erased, even with the same value', () => {
    const everything = announcing(other, 'Desk', 500, 'everything')
    const since = item(keys.settings(other), writeJson({ felt: { value: 'red', stamp: [9, 0] } }), 1, 1)
    for (const settings of ['{"felt":"blue"}', '{"felt":"red"}']) {
      const first = { local: { ...self(), settings }, sync: { ...everything, ...since } }
      const second = after(first, round(first))
      expect(second.local.settings).toBe('{"felt":"red"}')
      expect(after(second, round(second)).local.settings).toBe('{"felt":"red"}')
    }
  })
  it('removes the settings if everything was erased, even if the process ended in the meantime', () => {
    const local = { ...self(), 'settings': '{"felt":"red"}', 'setting:0000000000000009:light': 'true' }
    const first = { local, sync: announcing(other, 'Desk', 500, 'everything') }
    const cutShort = after(first, { ...round(first), forget: [] })
    const second = round(cutShort)
    expect(Object.keys(second.publish).filter(key => key.startsWith('s:'))).toEqual([])
    const names = Object.keys(after(cutShort, second).local)
    expect(names.filter(name => name.startsWith('setting'))).toEqual([])
  })
  it('keeps a game that was never published, because it may have just been played', () => {
    const local = { 'game:sea-towers': game(1), 'current': 'sea-towers' }
    const plan = learn(local)
    expect([plan.forget, keptOf(plan)]).toEqual([[], []])
    expect(Object.keys(plan.publish)).toContain(keys.game(own, 'sea-towers'))
  })
  it('keeps the key of the current game only if a game stays', () => {
    expect(learn({ current: 'sea-towers' }).forget).toEqual(['current'])
  })
  it('keeps copies of the removed texts that it could restore', () => {
    const gone = { 'previous:sea-towers': game(1) }
    const derived = { 'deals:sea-towers': 'pool', 'remote:file0001': 'copy', 'aside:5:x': 'text' }
    const plan = learn({ ...gone, ...derived })
    expect(plan.forget.toSorted()).toEqual(Object.keys({ ...gone, ...derived }).toSorted())
    expect(keptOf(plan).toSorted()).toEqual(Object.keys(gone).toSorted())
  })
  it('keeps no copies and no note if the user has lost nothing, or if all results are later', () => {
    const unplayed = { 'game:sea-towers': game(0), ...copies(header()) }
    expect(keptOf(learn(unplayed))).toEqual([])
    const later = row('a', 'won', { minute: 501 })
    for (const results of [pending(later), copies(item(keys.log(own, 0), written(later)))]) {
      const plan = learn(results)
      expect([keptOf(plan), 'erased:0001' in plan.local]).toEqual([[], false])
      expect(contentOf(plan.publish, keys.log(own, 0))).toBe(written(later))
    }
  })
  it('keeps no copies of items that the erasure does not cover', () => {
    const others = copies(item(keys.log('thirdIdA', 0), written(row('b'))))
    const plan = learn({ ...others, ...pending(row('a')) })
    expect(keptOf(plan)).toEqual(Object.keys(pending(row('a'))))
  })
  it('keeps the copies from an earlier erasure', () => {
    const note = JSON.stringify({ time: NOW, scope: 'games', by: '' })
    const earlier = { 'erased:0000': note, 'erased:0000:previous:sea-towers': game(1) }
    const plan = learn(earlier)
    expect([plan.forget, keptOf(plan)]).toEqual([[], []])
  })
  it('accepts an epoch that is 64 ahead, but not 65', () => {
    const epochs = [64, 65].map(epoch => learn({}, header(today, 1, epoch, other)).identity.epoch)
    expect(epochs).toEqual([64, 0])
  })
  it('adopts nothing of an earlier epoch from the sync folder', () => {
    const learned = item(keys.log(other, 0), written(row('a')))
    const { local } = round({ local: self({ era: 1, dropped: [] }), learned })
    expect(Object.keys(local)).toEqual([...Object.keys(copies(header(today, 1, 1))), 'device'])
  })
  it('restores an item of the new epoch where storage.sync has one of an earlier epoch', () => {
    const known = { ...header(today, 1, 1), ...item(keys.log(other, 0), written(row('a')), 1, 1) }
    const sync = { ...known, ...item(keys.log(other, 0), written(row('b')), 9, 0) }
    const { repair, remove } = round({ local: { ...self({ era: 1 }), ...copies(known) }, sync })
    expect([repair, remove]).toEqual([item(keys.log(other, 0), written(row('a')), 1, 1), []])
  })
  it('removes the copies from an erasure after 30 days, and nothing else', () => {
    const note = (time: number) => JSON.stringify({ time, scope: 'games', by: '' })
    const expired = { 'erased:0001': note(NOW), 'erased:0001:game:sea-towers': game(1) }
    const later = { 'erased:0002': note(NOW + 1), 'erased:0002:game:sea-towers': game(1) }
    const local = { ...self({ era: 2 }), ...expired, ...later, 'previous:sea-towers': game(1) }
    const thirtyDays = 30 * 86_400_000
    expect(round({ local, now: NOW + thirtyDays }).forget).toEqual([])
    expect(round({ local, now: NOW + thirtyDays + 1 }).forget).toEqual(Object.keys(expired))
  })
})

describe('an item that storage.sync lost', () => {
  const others = {
    ...header(today, 1, 0, other),
    ...item(keys.log(other, 0), written(row('a'))),
    ...item(keys.log(other, 1), written(row('b'))),
  }
  const repair = (sync: Texts, more: Texts = {}) =>
    round({ local: { ...self(), ...copies({ ...others, ...more }) }, sync }).repair

  it('of another device is restored, even if an older version is there', () => {
    const { [keys.log(other, 1)]: lost, ...rest } = others
    expect(repair(others)).toEqual({})
    expect(repair(rest)).toEqual({ [keys.log(other, 1)]: lost })
    expect(repair({ ...rest, ...item(keys.log(other, 1), '', 0) })).toEqual({ [keys.log(other, 1)]: lost })
    expect(repair({ ...rest, ...item(keys.log(other, 1), written(row('b'), row('c')), 2) })).toEqual({})
  })
  it('of another device is not restored if its owner has compacted it', () => {
    const results = item(keys.results(other), writeJson(storedSummary(compact([[row('a')]], () => true))))
    expect(repair({ ...header(today, 1, 0, other), ...results }, results)).toEqual({
      [keys.log(other, 1)]: others[keys.log(other, 1)],
    })
  })
  it('of another device is not restored while storage.sync cannot be read', () => {
    expect(round({ local: { ...self(), ...copies(others) }, sync: undefined }).repair).toEqual({})
  })
  it('of another device is restored, except a header without other items', () => {
    const [name, settings] = [header(today, 1, 0, other), item(keys.settings(other), 'AAAA')]
    const results = item(keys.log('thirdIdA', 0), written(row('x')))
    const repaired = (lost: Texts) =>
      round({ local: { ...self(), ...copies({ ...lost, ...results }) } }).repair
    expect(repaired(name)).toEqual(results)
    expect(repaired(settings)).toEqual({ ...settings, ...results })
    expect(repaired({ ...name, ...settings })).toEqual({ ...name, ...settings, ...results })
    expect(repaired(others)).toEqual({ ...others, ...results })
  })
  it('of this device is published, not restored', () => {
    expect(repair(others, item(keys.log(own, 0), written(row('x'))))).toEqual({})
  })
})

test('a damaged replica goes into quarantine and is replaced from storage.sync', () => {
  const good = item(keys.log(other, 0), written(row('a')))
  const bad = `${good[keys.log(other, 0)].slice(0, -1)}!`
  const result = round({ local: { ...self(), [`~${keys.log(other, 0)}`]: bad }, sync: good })
  expect(result.damaged).toEqual({ [`~${keys.log(other, 0)}`]: bad })
  expect(result.local).toMatchObject(copies(good))
  const newer = { [keys.device(other)]: '2AAAAAAnewer', [keys.log('newerIdA', 0)]: '2AAAAAAnewer' }
  expect(round({ local: { ...self(), ...copies(newer) } })).toMatchObject({ damaged: {}, repair: newer })
})

test('a damaged replica that exists nowhere else goes into quarantine, and is not published', () => {
  const bad = `${written(row('a'))}!`
  const result = round({ local: { ...self({ dropped: [] }), [`~${keys.log(own, 0)}`]: bad } })
  expect(result).toEqual({
    ...idle,
    damaged: { [`~${keys.log(own, 0)}`]: bad },
    forget: [`~${keys.log(own, 0)}`],
  })
})

test('damaged items in storage.sync are skipped, and own ones without a replica are quarantined', () => {
  const good = item(keys.log(own, 0), written(row('a')))
  const [ownItem, otherItem] = [{ [keys.log(own, 0)]: 'bad!' }, { [keys.log(other, 0)]: 'bad!' }]
  expect(round({ local: self({ dropped: [] }), sync: { ...ownItem, ...otherItem } })).toEqual({
    ...idle,
    damaged: ownItem,
  })
  const known = { ...self(), ...copies({ ...good, ...header() }) }
  const { damaged, publish } = round({ local: known, sync: { ...ownItem, ...header() } })
  expect([damaged, publish]).toEqual([{}, good])
})

test('damaged items in the sync folder are ignored', () => {
  const key = keys.log(other, 0)
  const learned = { [key]: `${item(key, written(row('a')))[key].slice(0, -1)}!` }
  expect(round({ local: self({ dropped: [] }), learned })).toEqual(idle)
})

test('an item in storage.sync replaces a replica of the same version, but not one of a later version', () => {
  const [local, remote] = ['AAAA', 'BBBB'].map(content => item(keys.settings(other), content, 2))
  expect(round({ local: { ...self(), ...copies(local) }, sync: remote }).local).toMatchObject(copies(remote))
  expect(
    `~${keys.settings(other)}` in
      round({ local: { ...self(), ...copies(local) }, sync: item(keys.settings(other), 'CCCC', 1) }).local,
  ).toBe(false)
})

test('items in a newer format are kept, and replace the known ones', () => {
  const key = keys.log(other, 0)
  const known = item(key, written(row('a')), 2)
  const newer = { [key]: '2AAAAADnewer' }
  const first = { local: { ...self(), ...copies(known) }, sync: newer }
  for (const learned of [{}, known]) {
    const { local, publish, repair } = round({ ...first, learned })
    expect(local).toMatchObject(copies(newer))
    expect([publish, repair]).toEqual([{}, {}])
  }
})

test('results that another device’s log page has lost are added to this device’s log', () => {
  const key = keys.log(other, 0)
  const first = {
    local: { ...self(), ...copies(item(key, written(row('a'), row('b', 'givenUp'), row('c', 'reopened')))) },
    sync: item(key, written(row('b', 'givenUp')), 2),
  }
  expect(readResults(contentOf(round(first).publish, keys.log(own, 0))!)).toEqual([row('a')])
  expect(round(after(first, round(first)))).toEqual(idle)
})

test('results in an earlier version of another device’s log page are kept, even without room', () => {
  // Two clones wrote under one id. The later version replaces the earlier one, whose writer may be gone.
  const [key, ownKey] = [keys.log(other, 0), keys.log(own, 0)]
  const local = (page: Texts): Texts => ({ ...self(), ...copies(page) })
  const sync = item(key, written(row('a', 'givenUp'), row('b')))
  for (const limits of [LIMITS, { ...LIMITS, bytes: 0 }]) {
    const seen = { local: local(item(key, written(row('a')), 2)), sync }
    const merged = afterLocalRound(seen, { limits })
    expect(readResults(contentOf({ [ownKey]: merged.local[REPLICA_PREFIX + ownKey] }, ownKey)!)).toEqual([
      row('b'),
    ])
    expect(round({ ...merged, limits })).toMatchObject({ local: {}, publish: {} })
  }
  expect(round({ local: local(item(key, '', 2)), sync }).publish).toEqual({})
})

test('results of an emptied log page are not kept, because its import was undone', () => {
  const key = keys.log(other, 0)
  const local = { ...self(), ...copies(item(key, written(row('a')))) }
  expect(round({ local, sync: item(key, '', 2) }).publish).toEqual({})
})

test('a log page in a newer format replaces the replica, whose results are not copied', () => {
  const key = keys.log(other, 0)
  const local = { ...self(), ...copies(item(key, written(row('a')), 3)) }
  for (const newer of ['2AAAAADnewer', '2AAAAAEnewer']) {
    const { local: kept, publish } = round({ local, sync: { [key]: newer } })
    expect([kept, publish]).toEqual([{ ...copies({ [key]: newer }), ...self({ dropped: [] }) }, {}])
  }
})

test('log pages that are compacted for lack of room are removed from storage.sync', () => {
  const foreign = Object.assign(
    {},
    ...Array.from({ length: 11 }, (_, i) => item(keys.log(`crowd0${i % 10}A`, i), 'A'.repeat(18 * 440))),
  )
  const log = {
    ...item(keys.log(own, 0), written(...Array.from({ length: 64 }, (_, i) => row(`a${i}`)))),
    ...item(keys.log(own, 1), written(row('b'))),
    ...header(),
  }
  const games = Object.fromEntries(
    ['double-klondike-1', 'double-klondike-3'].map(id => [`game:${id}`, game(300, {}, id as GameId)]),
  )
  const seen = { local: { ...self(), ...copies(log), ...games }, sync: { ...foreign, ...log } }
  const result = round(seen)
  expect(result.everythingFits).toBe(true)
  expect(result.remove).toEqual([])
  const crowded = { ...seen, sync: { ...seen.sync, ...item(keys.settings('crowdXXA'), 'A'.repeat(8100)) } }
  const tight = round(crowded)
  expect(tight.remove).toEqual([keys.log(own, 0)])
  expect(readJson(contentOf(tight.publish, keys.results(own))!)).toMatchObject({
    folded: 1,
    totals: { 'sea-towers': { won: 64 } },
  })
  // The games stay on this device.
  expect(round(after(crowded, tight))).toEqual({ ...idle, everythingFits: false })
})

test('neither a device’s own items nor those of a device that is gone reduce its room', () => {
  const pages = (id: string, count: number): Texts =>
    Object.assign(
      {},
      ...Array.from({ length: count }, (_, page) =>
        item(keys.log(id, page), written(...Array.from({ length: 64 }, (_, i) => row(`${page}-${i}`)))),
      ),
    )
  const log = { ...pages(own, 52), ...header() }
  expect(round({ local: { ...self({ dropped: [] }), ...copies(log) }, sync: log })).toEqual(idle)
  const gone = { ...header(today - 500, 1, 0, 'goneIdAA'), ...pages('goneIdAA', 52) }
  const all = { ...pages(own, 36), ...header(), ...gone, ...header(today, 1, 0, other) }
  expect(round({ local: { ...self(), ...copies(all) }, sync: all })).toMatchObject({
    publish: {},
    everythingFits: true,
  })
})

test('new texts are written before old ones are removed, and there are no empty writes', async () => {
  const calls: string[] = []
  const area: Area = {
    ...memoryArea(),
    set: async items => void calls.push(`set ${Object.keys(items).join(' ')}`),
    remove: async names => void calls.push(`remove ${names.join(' ')}`),
  }
  await localRoundParts.applyPlan(area, {}, [])
  expect(calls).toEqual([])
  await localRoundParts.applyPlan(area, { a: '1', b: '2' }, ['c'])
  expect(calls).toEqual(['set a b', 'remove c'])
})
