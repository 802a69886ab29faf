// Released items, which must stay readable forever, and individual rules of a round.
import { describe, expect, it } from 'vitest'
import fixture from '../fixtures/items.json' with { type: 'json' }
import { readRecord } from '../../engine/index.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { type GameResult, writeResult } from '../../stores/sync/game-results.ts'
import { readItem, writeItem, writeJson } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { LIMITS, weightOf } from '../../stores/sync/quota.ts'
import { asReplicas, itemsIn, replicasIn } from '../../stores/sync/replicas.ts'
import { type RoundInput, reconcile } from '../../stores/sync/reconcile.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { item } from '../support/sync-words.ts'

const golden: Record<string, string> = fixture

describe('items', () => {
  const key = keys.log('goldenId', 0)
  it('are texts under known keys; everything else is ignored', () => {
    expect(itemsIn({ [key]: 'text', [`${key}x`]: 'text', 'l:goldenId:1': 5, 'sync': 'text' })).toEqual({
      [key]: 'text',
    })
  })
  it('are stored as replicas under separate keys of storage.local', () => {
    expect(asReplicas({ [key]: 'text' })).toEqual({ [`~${key}`]: 'text' })
    expect(replicasIn({ [`~${key}`]: 'text', [key]: 'other', [`x${key}`]: 'third' })).toEqual({
      [key]: 'text',
    })
  })
})

describe('items of format 1', () => {
  const device = devicesOf(golden).get('goldenId')!
  it('contain a header, results and settings', () => {
    expect(device.header).toEqual({ name: 'Laptop', day: 20000, browser: 'Chrome on Linux' })
    expect(device.pages.get(0)).toEqual([
      { play: 'goldAAAA', game: 'sea-towers', outcome: 'won', minute: 3000000, seconds: 312, moves: 118 },
      {
        play: 'goldBBBB',
        game: 'double-klondike-3',
        outcome: 'givenUp',
        minute: 3000100,
        seconds: 77,
        moves: 31,
      },
      { play: 'goldCCCC', game: 'double-dot', outcome: 'reopened', minute: 3000200, seconds: 5, moves: 9 },
    ])
    expect(device.settings).toEqual({ felt: { value: 'walnut', stamp: [1760000000000, 2] } })
  })
  it('contain a summary, which gives the same statistics without its log pages', () => {
    expect(statistics(aggregate([device]))).toMatchObject({
      played: 2,
      won: 1,
      givenUp: 1,
      bestSeconds: 312,
      fewestMoves: 118,
    })
    const { [keys.log('goldenId', 0)]: page, ...others } = golden
    expect(page).toBeTruthy()
    expect(statistics(aggregate(devicesOf(others).values()))).toMatchObject({
      played: 2,
      won: 1,
      givenUp: 1,
      bestSeconds: 312,
      fewestMoves: 118,
    })
  })
  it('contain a game in progress', () => {
    const game = device.games.get('sea-towers')!
    expect(game).toMatchObject({ minute: 3000000, vector: { goldenId: 12, otherDev: 3 } })
    expect(readRecord(game.record)).toMatchObject({
      ok: true,
      value: { rebased: false, position: { dealNumber: 1 } },
    })
  })
})

const NOW = Date.UTC(2026, 0, 5)
let ids = 0
const round = (seen: Partial<RoundInput>) =>
  reconcile({ local: {}, sync: {}, now: NOW, browser: 'Test', newId: () => `newId00${++ids}`, ...seen })
const row = (play: string, outcome: GameResult['outcome'] = 'won'): GameResult => ({
  play,
  game: 'sea-towers',
  outcome,
  minute: minuteOf(NOW),
  seconds: 60,
  moves: 90,
})
const self = (id: string) => JSON.stringify({ id, era: 0 })

describe('a round', () => {
  it('of an unused device publishes nothing', () => {
    expect(round({ local: { settings: '{}', current: 'sea-towers' } }).publish).toEqual({})
  })
  it('that cannot read storage.sync writes nothing there, but keeps new results', () => {
    const { publish, repair, remove, local } = round({
      sync: undefined,
      local: { 'result:playAAAA:1': writeResult(row('playAAAA')) },
    })
    expect([publish, repair, remove]).toEqual([{}, {}, []])
    expect(Object.keys(local).some(key => key.startsWith('~l:'))).toBe(true)
  })
  it('restores others’ items unchanged if storage.sync lost them, except compacted pages', () => {
    const copies = Object.fromEntries(Object.entries(golden).map(([key, value]) => [`~${key}`, value]))
    const { repair } = round({ local: { device: self('ownIdAAA'), ...copies } })
    const { [keys.log('goldenId', 0)]: summed, ...others } = golden
    expect(summed).toBeTruthy()
    expect(repair).toEqual(others)
  })
  it('does not restore others’ games in progress if storage.sync is more than half full', () => {
    const sync = item(keys.device('otherIdA'), writeJson({ name: 'x'.repeat(40), day: dayOf(NOW) }))
    const game = item(keys.game('otherIdA', 'sea-towers'), 'AAAAAAAA')
    const local = { device: self('ownIdAAA'), ...asReplicas({ ...sync, ...game }) }
    const repaired = (bytes: number) =>
      Object.keys(round({ local, sync, limits: { ...LIMITS, bytes } }).repair)
    const used = Object.entries(sync).reduce((sum, one) => sum + weightOf(...one), 0)
    expect(repaired(2 * used - 1)).toEqual([])
    expect(repaired(2 * used)).toEqual(Object.keys(game))
  })
  it('replaces earlier settings with the latest if there is room for only one of them', () => {
    const key = keys.settings('otherIdA')
    const chosen = (seq: number, ...fields: string[]) => {
      const choices = fields.map(field => [field, { value: 'x', stamp: [NOW - 1000, 0] }])
      return item(key, writeJson(Object.fromEntries(choices)), seq)
    }
    const latest = chosen(2, 'click', 'felt')
    const sync = chosen(1, 'click')
    const repaired = (bytes: number) => {
      const limits = { ...LIMITS, bytes, items: 1 }
      return round({ local: { device: self('ownIdAAA'), ...asReplicas(latest) }, sync, limits }).repair
    }
    const room = weightOf(key, latest[key])
    expect([room, room - 1].map(repaired)).toEqual([latest, {}])
  })
  it('takes a new id if another profile writes under its own, and keeps results that only it has', () => {
    const key = keys.log('ownIdAAA', 0)
    const own = writeItem(key, { epoch: 0, seq: 3, content: writeResult(row('playMine')) })
    const others = writeItem(key, { epoch: 0, seq: 3, content: writeResult(row('playHers')) })
    const {
      identity: { id },
      publish,
      local,
    } = round({ local: { device: self('ownIdAAA'), [`~${key}`]: own }, sync: { [key]: others } })
    expect(id).not.toBe('ownIdAAA')
    expect(local[`~${key}`]).toBe(others)
    expect(readItem(keys.log(id, 0), publish[keys.log(id, 0)])?.content).toBe(writeResult(row('playMine')))
  })
  it('does not change items of a newer version, or values that are not texts', () => {
    const sync = { 'd:newerOne': '2AAAAAAanything', 'z:unknown': 'x', 'l:otherIdA:0': 17 }
    const { publish, remove, repair } = round({
      sync,
      local: { 'result:playAAAA:1': writeResult(row('playAAAA')) },
    })
    expect([...Object.keys(publish), ...remove, ...Object.keys(repair)].filter(key => key in sync)).toEqual(
      [],
    )
  })
  it('quarantines this device’s damaged values, and ignores those of other devices', () => {
    const { damaged, publish, remove } = round({
      sync: { 'd:otherIdA': '1AAAAAAdamaged' },
      local: { settings: '{broken' },
    })
    expect(damaged).toEqual({ settings: '{broken' })
    expect([publish, remove]).toEqual([{}, []])
  })
  it('keeps pending results that it cannot read', () => {
    expect(round({ local: { 'result:playAAAA:1': 'not a row' } }).forget).toEqual([])
  })
  it('absorbs a device that has sums once two clocks agree that it was not seen for 400 days', () => {
    const copies = Object.fromEntries(Object.entries(golden).map(([key, value]) => [`~${key}`, value]))
    const today = Math.floor(NOW / 86_400_000)
    const header = (id: string, day: number) => ({
      [`~d:${id}`]: item(`d:${id}`, writeJson({ name: id, day }))[`d:${id}`],
    })
    const after = (otherDay: number) => {
      const headers = { ...header('ownIdAAA', today), ...header('otherIdA', otherDay) }
      const known = { ...copies, ...headers, ...header('goldenId', today - 500) }
      const sync = Object.fromEntries(Object.entries(known).map(([key, text]) => [key.slice(1), text]))
      return round({ local: { device: self('ownIdAAA'), ...known }, sync })
    }
    // The settings of the device are adopted before its items are removed.
    const { publish, remove, repair } = after(today)
    expect([Object.keys(publish).includes('s:ownIdAAA'), remove, repair]).toEqual([true, [], {}])
    expect(Object.keys(after(today - 500).publish)).not.toContain('s:ownIdAAA')
  })
})
