// A log row of a game that only a later version has is handled like the other rows of its page.
import { describe, expect, it } from 'vitest'
import { writeNumber } from '../../engine/index.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { resultsOf } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writeEnding, writeResult } from '../../stores/sync/game-results.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { compact, isCompactedPage } from '../../stores/sync/summary.ts'
import { readRows, writeRow } from '../../stores/sync/log-page.ts'
import { dayOf, minuteOf } from '../../stores/time.ts'
import { carriedOut, item, row, written, type Areas } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 0, 5)
const [own, other, gone] = ['ownIdAAA', 'otherIdA', 'goneIdAA']
const minutesAgo = (minutes: number) => minuteOf(NOW) - minutes
const LATER = 'LATERGAM'
const later = (minute = minutesAgo(5)) => {
  const ending = writeEnding({ game: 79, outcome: 0, seconds: 50 })
  return LATER + ending[0] + writeNumber(minute, 4) + ending.slice(1) + writeNumber(9, 2)
}
const header = (id: string, days = 0, epoch = 0, more = {}, seq = 1) =>
  item(keys.device(id), writeJson({ name: id, day: dayOf(NOW) - days, browser: 'Test', ...more }), seq, epoch)
const withIdentity = (items: Items) => ({
  device: writeIdentity({ id: own, epoch: 0 }),
  ...asReplicas(items),
})

/** Runs some rounds on this device. Returns the rows of the later version’s game in its own log. */
function after(mine: Items, sync: Items, rounds = 4): { own: string[]; areas: Areas } {
  let areas: Areas = { local: withIdentity(mine), sync }
  for (let i = 0; i < rounds; i++)
    areas = carriedOut(areas, reconcile({ ...areas, now: NOW, browser: 'T', newId: () => 'newIdAAA' }))
  const { id } = JSON.parse(areas.local.device) as { id: string }
  const rows = resultsOf(devicesOf(replicasIn(areas.local), NOW).get(id)!)
  return { own: rows.filter(({ play }) => play === LATER).map(writeRow), areas }
}

describe('a row of a game from a later version', () => {
  const page = (id: string, text: string, seq = 1, epoch = 0) => item(keys.log(id, 0), text, seq, epoch)

  it('is copied once when a device that is gone is absorbed', () => {
    const all = {
      ...header(own),
      ...header(other),
      ...header(gone, 14),
      ...page(gone, written(row('a')) + later()),
    }
    const { own: rows, areas } = after(all, all, 8)
    expect(rows).toEqual([later()])
    expect(Object.keys(areas.sync).filter(key => key.includes(gone))).toEqual([])
  })
  it('moves to the new id with the other results of a cloned profile', () => {
    const mine = { ...header(own), ...page(own, written(row('a')) + later(), 2) }
    const theirs = { ...header(own, 0, 0, {}, 2), ...page(own, written(row('a'), row('b')), 3) }
    expect(after(mine, theirs).own).toEqual([later()])
  })
  it('survives an erasure if its game ended later, and is removed if it ended before', () => {
    const erasure = { epoch: 1, minute: minutesAgo(60), scope: 'games', of: [own] }
    const announced = header('eraserAA', 0, 1, { erasure })
    for (const [minute, rows] of [
      [minutesAgo(5), [later()]],
      [minutesAgo(90), []],
    ] as const) {
      const mine = { ...header(own), ...page(own, written(row('c')) + later(minute), 2) }
      expect(after(mine, { ...mine, ...announced }).own).toEqual(rows)
    }
  })
  it('is kept if a later state of another device’s page lacks it', () => {
    const known = { ...header(own), ...header(other), ...page(other, written(row('a')) + later(), 1) }
    expect(after(known, page(other, written(row('a'), row('b')), 2)).own).toEqual([later()])
  })
  it('is imported once, and counted in the preview', () => {
    const outside = page('stranger', written(row('a')) + later())
    const plan = planImport(outside, { local: withIdentity({}), now: NOW, freshId: 'freshId0' })
    expect(plan).toMatchObject({ results: 1, newer: 1, unusable: 0 })
    const rows = [...devicesOf(plan.items, NOW).values()].flatMap(resultsOf)
    expect(rows.map(writeRow)).toEqual([writeResult(row('a')), later()])
    const again = { local: withIdentity(plan.items), now: NOW, freshId: 'freshId1' }
    expect(planImport(outside, again)).toMatchObject({ items: {}, results: 0, newer: 0 })
  })
  it('is covered by the checksum of its page', () => {
    const rows = readRows(written(row('a')) + later())!
    const summary = compact([rows], () => true)
    expect([isCompactedPage(summary, 0, rows), isCompactedPage(summary, 0, rows.slice(0, 1))]).toEqual([
      true,
      false,
    ])
    expect(summary.excludedDigests).toEqual({})
  })
})
