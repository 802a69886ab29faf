// Statistics that are computed before a sync round equal those after the round.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DEVICE_KEY, PENDING_RESULT_PREFIX } from '../../stores/platform/storage-keys.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { devicesHere } from '../../stores/sync/devices-here.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writePending, writeResult, type GameResult } from '../../stores/sync/game-results.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { largeImport } from '../support/large-import.ts'
import { timeOf } from '../../stores/time.ts'
import { item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 10, 22)
type Texts = Record<string, string>

const afterRound = (texts: Texts, pageResults?: number): Texts => {
  const limits = { bytes: 90_000, spareBytes: 0, items: 480, spareItems: 0, pageResults: pageResults ?? 64 }
  const plan = reconcile({
    local: texts,
    sync: undefined,
    now: NOW,
    browser: 'x',
    newId: () => 'newDevic',
    limits,
  })
  return Object.fromEntries(
    Object.entries({ ...texts, ...plan.local }).filter(([key]) => !plan.forget.includes(key)),
  )
}
const statisticsHere = (texts: Texts) => statistics(aggregate(devicesHere(texts, NOW).values(), {}, NOW))
const statisticsAfterRound = (texts: Texts) =>
  statistics(aggregate(devicesOf(replicasIn(afterRound(texts)), NOW).values(), {}, NOW))

const result = fc.record({
  play: fc.integer({ min: 0, max: 90 }).map(number => `play${String(number).padStart(4, '0')}`),
  game: fc.constantFrom('sea-towers' as const, 'freecell' as const),
  outcome: fc.constantFrom<GameResult['outcome']>('won', 'givenUp', 'reopened'),
  minute: fc.integer({ min: 3_000_000, max: 3_000_050 }),
  seconds: fc.integer({ min: 0, max: 500 }),
  moves: fc.integer({ min: 0, max: 200 }),
})
const pendingOf = (results: readonly GameResult[], from: number): Texts =>
  Object.fromEntries(
    results.map((one, i) => [
      `${PENDING_RESULT_PREFIX}${one.play}:${String(from + i).padStart(9, '0')}`,
      // Some results are in the format of version 1.0, and some keys are not in chronological order.
      i % 5 === 0 ? writeResult(one) : writePending(one, timeOf(one.minute) + ((7919 * i) % 60_000)),
    ]),
  )

describe('the devices in storage.local before a round', () => {
  it('have the same results as after the round, including pending ones', () => {
    fc.assert(
      fc.property(
        fc.array(result, { maxLength: 100 }),
        fc.array(result, { maxLength: 40 }),
        fc.boolean(),
        (before, pending, isNamed) => {
          const named: Texts = isNamed ? { [DEVICE_KEY]: writeIdentity({ id: 'ownDevic', epoch: 0 }) } : {}
          const texts = { ...afterRound({ ...named, ...pendingOf(before, 0) }), ...pendingOf(pending, 1000) }
          expect(statisticsHere(texts)).toEqual(statisticsAfterRound(texts))
          const pages = (devices: ReturnType<typeof devicesOf>) =>
            [...devices.values()].map(device => [...device.pages])
          expect(pages(devicesHere(texts, NOW))).toEqual(pages(devicesOf(replicasIn(afterRound(texts)), NOW)))
        },
      ),
      { numRuns: 400 },
    )
  })
  it('have the same results as after the round, even if pages are compacted', () => {
    const rows = Array.from({ length: 5500 }, (_, i) => ({
      play: `p${String(i).padStart(7, '0')}`,
      game: 'freecell' as const,
      outcome: 'givenUp' as const,
      minute: 3_000_000 + i,
      seconds: 10,
      moves: 9,
    }))
    const texts = afterRound({
      [DEVICE_KEY]: writeIdentity({ id: 'ownDevic', epoch: 0 }),
      ...pendingOf(rows, 0),
    })
    expect(Object.keys(texts)).toContain('~r:ownDevic')
    const later = {
      ...texts,
      ...pendingOf(
        [
          { ...rows[0], outcome: 'won' },
          { ...rows[5], play: 'q0000000' },
        ],
        9000,
      ),
    }
    expect(statisticsHere(later)).toEqual(statisticsAfterRound(later))
    expect(statisticsHere(later)).toMatchObject({ played: 5501, won: 1 })
  })
  const rowsOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, i) => row(`${name}${String(i).padStart(3, '0')}`))
  const pagesOf = (devices: ReturnType<typeof devicesOf>, id: string) =>
    [...(devices.get(id)?.pages ?? [])].map(
      ([page, results]) => [page, results.map(({ play }) => play)] as const,
    )
  const own = { [DEVICE_KEY]: writeIdentity({ id: 'ownDevic', epoch: 0 }) }

  it('include this device even if it has no id yet', () => {
    const devices = devicesHere(pendingOf(rowsOf('play', 2), 0), NOW)
    expect([...devices.values()].map(device => [device.id.length, ...device.pages.values()])).toEqual([
      [8, rowsOf('play', 2)],
    ])
  })
  it('include only pending results that this version can read', () => {
    const texts = {
      ...own,
      ...pendingOf(rowsOf('play', 1), 0),
      [`${PENDING_RESULT_PREFIX}unread00:000000009`]: 'none',
      'aside:2026-01-01T00:00:00.000Z:x': writeResult(row('aside')),
    }
    expect(pagesOf(devicesHere(texts, NOW), 'ownDevic')).toEqual([[0, ['play0000']]])
  })
  it.each([62, 63, 64])('add pending results to a last page of %i results, then to a new page', count => {
    const texts = {
      ...own,
      ...asReplicas({
        ...item(keys.log('ownDevic', 0), written(row('first'))),
        ...item(keys.log('ownDevic', 1), written(...rowsOf('here', count))),
      }),
      ...pendingOf(rowsOf('wait', 3), 0),
    }
    const pages = pagesOf(devicesHere(texts, NOW), 'ownDevic')
    expect(pages.map(([, plays]) => plays.length)).toEqual([1, 64, count - 61])
    expect(pages).toEqual(pagesOf(devicesOf(replicasIn(afterRound(texts)), NOW), 'ownDevic'))
  })
  it('exclude results that an erasure has removed, even if their texts still exist', () => {
    const waiting = pendingOf(rowsOf('play', 2), 0)
    const [removed] = Object.keys(waiting)
    const identity = writeIdentity({ id: 'ownDevic', epoch: 0, dropped: [removed] })
    const texts = { ...waiting, [DEVICE_KEY]: identity }
    expect(statisticsHere(texts)).toEqual(statisticsAfterRound(texts))
    expect(statisticsHere(texts).played).toBe(1)
  })
  it('exclude results that are older than an erasure', () => {
    const texts = afterRound({
      [DEVICE_KEY]: writeIdentity({ id: 'ownDevic', epoch: 0 }),
      ...pendingOf(
        [{ play: 'old00000', game: 'freecell', outcome: 'won', minute: 3_000_000, seconds: 1, moves: 1 }],
        0,
      ),
    })
    const erasures = [{ epoch: 1, minute: 3_000_000, scope: 'games', of: ['ownDevic'] }] as const
    const erased = { ...texts, [DEVICE_KEY]: writeIdentity({ id: 'newDevic', epoch: 1, erasures }) }
    expect([
      statisticsHere(texts).played,
      statisticsHere(erased).played,
      statisticsAfterRound(erased).played,
    ]).toEqual([1, 0, 0])
  })
  it('include the results of an import of 512 items', () => {
    const { texts, results } = largeImport(7, NOW)
    expect(results).toBeGreaterThan(31_000)
    expect(statisticsHere(texts)).toMatchObject({ played: results })
    expect(statisticsHere(texts)).toEqual(statisticsAfterRound(texts))
  })
})
