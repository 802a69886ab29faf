// Bounds on numbers from outside: no item can break a panel, a streak or a device.
import { describe, expect, it, test } from 'vitest'
import { GAMES, writeNumber } from '../../engine/index.ts'
import { aggregate, statistics, weightedMedian } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { readSyncEnvelope, writeLocalEnvelope, writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { writeResult } from '../../stores/sync/game-results.ts'
import { readResults } from '../../stores/sync/log-page.ts'
import { dayOfPlay, playIdOf } from '../../stores/sync/ids.ts'
import { isDamaged, writeItem, writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { parseRegister, recordChanges, resolve } from '../../stores/sync/lww-settings.ts'
import { quarantineTexts } from '../../stores/sync/quarantine.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { compact, parseSummary, storedSummary } from '../../stores/sync/summary.ts'
import { DAY_MINUTES, dayOf, minuteOf } from '../../stores/time.ts'
import { device, idlePlan, item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 0, 5)
const today = dayOf(NOW)
const id = 'deviceAA'

describe('a median', () => {
  it('is computed from cumulative counts, no matter how large they are', () => {
    const many = { 66: 4_294_967_296, 8: 1, 99: 3_000_000_000 }
    expect(weightedMedian([], [many])).toBe(weightedMedian([], [{ 66: 1 }]))
    expect(weightedMedian([1, 2, 3, 4], [])).toBe(2.5)
    expect(weightedMedian([5], [{ 8: 0 }])).toBe(5)
    expect(weightedMedian([], [])).toBeUndefined()
  })
})

describe('a summary', () => {
  const stored = storedSummary(compact([[row('a'), row('b', 'givenUp')]], () => true))
  const totals = stored.totals['sea-towers']
  test.each<[string, object]>([
    ['a count over ten million', { totals: { 'sea-towers': { ...totals, times: { 66: 4_294_967_295 } } } }],
    ['a win count over ten million', { totals: { 'sea-towers': { ...totals, won: 1e9 } } }],
    ['an invalid histogram bin', { totals: { 'sea-towers': { ...totals, moves: { '9e9': 1 } } } }],
    ['a fraction of a win', { totals: { 'sea-towers': { ...totals, won: 0.5 } } }],
    ['more pages than checksums', { folded: 99_999 }],
    ['fewer pages than checksums', { folded: 0 }],
    ['digests without digits', { digits: 0 }],
    ['digests with invalid characters', { marks: { 0: '<b>' } }],
  ])('with %s is invalid', (_, change) => {
    expect(parseSummary(stored)).toBeDefined()
    expect(parseSummary({ ...stored, ...change })).toBeUndefined()
  })
  test.each([
    ['ten million wins', { won: 1e7 }, { won: 1e7 + 1 }],
    ['a trillion seconds', { wonSeconds: 1e12 }, { wonSeconds: 1e12 + 1 }],
    ['histogram bins below a thousand', { times: { 999: 1 } }, { times: { 1000: 1 } }],
  ])('can have %s, and no more', (_, most, more) => {
    const withTotals = (change: object) => ({ ...stored, totals: { 'sea-towers': { ...totals, ...change } } })
    expect(parseSummary(withTotals(most))?.totals['sea-towers']).toMatchObject(most)
    expect(parseSummary(withTotals(more))).toBeUndefined()
  })
  const released = ['checks', 'digits', 'folded', 'marks', 'rest', 'totals']
  it('uses the field names of the first release, plus fields that the first release ignores', () => {
    const reset = storedSummary(
      compact(
        [[row('a'), row('b')]],
        () => true,
        ({ play }) => play.startsWith('a'),
      ),
    )
    expect(Object.keys(stored).sort()).toEqual(released)
    expect(Object.keys(reset).sort()).toEqual([...released, 'before'].sort())
    expect(Object.keys(reset.totals['sea-towers'])).toEqual(Object.keys(totals))
  })
  it('has the same bounds for sums from before a reset', () => {
    expect(parseSummary({ ...stored, before: stored.totals })?.before).toEqual(stored.totals)
    const before = { 'sea-towers': { ...totals, won: 1e9 } }
    expect(parseSummary({ ...stored, before })).toBeUndefined()
  })
})

describe('a header', () => {
  const read = (value: object) => devicesOf(item(keys.device(id), writeJson(value)), NOW).get(id)?.header
  it('has a day at most 400 days ahead, and a name of at most 40 characters on one line', () => {
    expect(read({ name: 'x'.repeat(1_000), day: 1e15 })).toEqual({ name: 'x'.repeat(40), day: today + 400 })
    expect(read({ name: 'a\nb', day: today, browser: 'y'.repeat(99) })).toEqual({
      name: 'a b',
      day: today,
      browser: 'y'.repeat(40),
    })
    expect(read({ name: 7, day: 1 })).toBeUndefined()
  })
})

describe('a clock that is far ahead', () => {
  const minute = minuteOf(NOW)
  it('cannot keep a streak from ending', () => {
    const late = row('z', 'givenUp', { minute: minute + 3650 * DAY_MINUTES })
    const wins = Array.from({ length: 5 }, (_, i) => row(`w${i}`, 'won', { minute: minute - 50 + i }))
    const all = aggregate([device(id, [[late, ...wins]])], {}, NOW)
    expect(statistics(all).currentStreak).toBe(5)
    expect(Math.max(...all.results.map(result => result.minute))).toBeLessThanOrEqual(minute)
    expect(statistics(aggregate([device(id, [[...wins, late]])], {}, NOW)).currentStreak).toBe(0)
  })
  it('dates no result more than a day ahead: the minute before the next one, or this minute, counts', () => {
    const minutesOf = (...minutes: number[]) => {
      const rows = minutes.map((minute, i) => row(`w${i}`, 'won', { minute }))
      return aggregate([device(id, [rows])], {}, NOW).results.map(result => result.minute)
    }
    const latest = minute + DAY_MINUTES
    expect(minutesOf(minute - 1, minute, latest)).toEqual([minute - 1, minute, latest])
    expect(minutesOf(latest + 1)).toEqual([minute])
    expect(minutesOf(latest, latest + 1)).toEqual([minute, latest])
    expect(minutesOf(latest + 1, latest)).toEqual([latest - 1, latest])
  })
  it('does not date a game in progress more than a day ahead', () => {
    const content = writeSyncEnvelope({ minute: 64 ** 4 - 1, vector: {}, record: 'x' })
    const game = devicesOf(item(keys.game(id, 'sea-towers'), content), NOW)
      .get(id)
      ?.games.get('sea-towers')
    expect(game?.minute).toBe(minute + DAY_MINUTES)
  })
  it('does not prevent other devices from changing a setting', () => {
    for (const stamp of [
      [1.797e308, 2 ** 53],
      [NOW + 1e14, 0],
      [NOW, 2 ** 52],
      [NOW + 9 * 365 * 86_400_000, 1e6],
    ] as const) {
      const hostile = parseRegister({ felt: { value: 'hostile', stamp } }, NOW)!
      const own = recordChanges({ hostile }, id, { current: { felt: 'red' }, held: { felt: 'hostile' } }, NOW)
      expect(resolve({ hostile, [id]: own })).toEqual({ felt: 'red' })
      const again = parseRegister(JSON.parse(JSON.stringify(own)), NOW)!
      expect(resolve({ hostile, [id]: again })).toEqual({ felt: 'red' })
    }
  })
  it('in the year 2090 does not prevent saving', () => {
    const plan = reconcile({
      local: {
        'device': JSON.stringify({ id, era: 0 }),
        'result:playAAAA:000000012': writeResult(row('playAAAA')),
      },
      sync: {},
      now: Date.UTC(2090, 0, 1),
      browser: 'Test',
      newId: () => 'newIdAAA',
    })
    expect(Object.keys(plan.publish)).toContain(keys.log(id, 0))
  })
})

describe('encoding a number', () => {
  it('throws if it does not fit, instead of writing a different number', () => {
    expect(writeNumber(4095, 2)).toBe('__')
    for (const [value, count] of [
      [4096, 2],
      [-1, 3],
      [0.5, 2],
      [Number.NaN, 2],
      [Infinity, 4],
    ] as const)
      expect(() => writeNumber(value, count)).toThrow(RangeError)
    expect(() => writeItem('d:deviceAA', { epoch: 4096, seq: 1, content: '' })).toThrow(RangeError)
  })
  it('leaves room for eighty games in a result, and throws for an unknown game', () => {
    expect(GAMES.length).toBeLessThanOrEqual(80)
    expect(() => writeResult({ ...row('a'), game: 'whist' as 'freecell' })).toThrow(RangeError)
  })
  it('stores days from 2020 on in the id of a daily play; for earlier days the id is random', () => {
    expect(dayOfPlay(playIdOf(18_262))).toBe(18_262)
    expect(dayOfPlay(playIdOf(18_261))).toBeUndefined()
    expect(playIdOf(-5)).toMatch(/^[\w-]{8}$/)
  })
  it('clamps the numbers of a stored game, even if a clock is centuries ahead', () => {
    const envelope = { minute: 64 ** 5, vector: {}, record: 'x' }
    expect(readSyncEnvelope(writeSyncEnvelope(envelope))?.minute).toBe(64 ** 4 - 1)
    expect(writeLocalEnvelope({ record: 'x', inherited: {}, localActions: 64 ** 4 })).toBe('x..____')
  })
})

describe('an item', () => {
  it('that is longer than the browsers allow is damaged', () => {
    const key = keys.log(id, 0)
    const text = writeItem(key, { epoch: 0, seq: 1, content: 'A'.repeat(8192) })
    expect(isDamaged(key, text)).toBe(true)
  })
  it('of almost the maximum size is read with all of its results', () => {
    const results = Array.from({ length: 450 }, (_, i) => row(`p${i}`))
    expect(readResults(written(...results))).toHaveLength(450)
  })
})

describe('the quarantine', () => {
  const texts = (count: number, prefix: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix}${i}`, `text ${i}`]))
  it('counts this device’s games separately, so that nothing else can push them out', () => {
    const first = quarantineTexts({}, { 'game:sea-towers': 'a game' }, NOW)
    const { set, remove } = quarantineTexts(first.set, texts(120, 'settings'), NOW + 1)
    expect(remove).toEqual([])
    expect(Object.keys(set)).toHaveLength(20)
    const games = quarantineTexts({ ...first.set, ...set }, texts(30, 'game:g'), NOW + 2)
    expect(Object.keys(games.set)).toHaveLength(20)
    expect(games.remove).toEqual(Object.keys(first.set))
  })
  const asideKey = (key: string, time = NOW) => `aside:${new Date(time).toISOString()}:${key}`
  it('keeps a text under its key and time, even if it equals another text', () => {
    const { set } = quarantineTexts({}, { settings: '{broken' }, NOW)
    expect(set).toEqual({ 'aside:2026-01-05T00:00:00.000Z:settings': '{broken' })
    expect(quarantineTexts(set, { settings: '{other' }, NOW + 1).set).toEqual({
      [asideKey('settings', NOW + 1)]: '{other',
    })
    expect(quarantineTexts(set, { device: '{broken' }, NOW + 1).set).toEqual({
      [asideKey('device', NOW + 1)]: '{broken',
    })
    expect(quarantineTexts({ settings: '{broken' }, { settings: '{broken' }, NOW).set).toEqual(set)
  })
  it('counts a previous game as one of this device’s games', () => {
    const first = quarantineTexts({}, { 'previous:sea-towers': 'a game' }, NOW)
    const { set, remove } = quarantineTexts(first.set, texts(20, 'settings'), NOW + 1)
    expect([Object.keys(set).length, remove]).toEqual([20, []])
  })
  it('keeps this device’s game, however many other texts arrive at the same time', () => {
    const { set } = quarantineTexts({}, { 'game:sea-towers': 'a game', ...texts(60, 'settings') }, NOW)
    expect(set).toHaveProperty([asideKey('game:sea-towers')], 'a game')
    expect(Object.keys(set)).toHaveLength(21)
  })
  it('drops the oldest of 20 texts for a new one, in whatever order they are stored', () => {
    const first = quarantineTexts({}, texts(20, 'settings'), NOW)
    for (const kept of [Object.entries(first.set), Object.entries(first.set).toReversed()]) {
      const { set, remove } = quarantineTexts(Object.fromEntries(kept), { device: 'text' }, NOW + 1)
      expect(set).toEqual({ [asideKey('device', NOW + 1)]: 'text' })
      expect(remove).toEqual([asideKey('settings0')])
    }
  })
  it('does nothing for a text that it already has', () => {
    const { set } = quarantineTexts({}, { settings: '{broken' }, NOW)
    expect(quarantineTexts(set, { settings: '{broken' }, NOW + 99)).toEqual({ set: {}, remove: [] })
  })
  it('takes nothing from other devices, so that junk in storage.sync causes no work', () => {
    const junk = Object.fromEntries(
      Array.from({ length: 120 }, (_, i) => [keys.device(`junk${1000 + i}`), `1AAAAAAdamaged${i}`]),
    )
    const local = { device: JSON.stringify({ id, era: 0, dropped: [] }) }
    const plan = reconcile({ local, sync: junk, now: NOW, browser: 'Test', newId: () => 'newIdAAA' })
    expect(plan).toEqual(idlePlan(id))
  })
})
