// Property tests of absorbing a device that has not been seen for 400 days. Devices and results are random.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { LIMITS } from '../../stores/sync/quota.ts'
import { replicasIn } from '../../stores/sync/replicas.ts'
import {
  accountOf,
  anyDone,
  distinct,
  playsOf,
  PureAccount,
  RUNS,
  type Done,
} from '../support/pure-account.ts'
import { row, without } from '../support/sync-words.ts'

const [DESK, PHONE, GONE, LATER] = ['deskAAAA', 'phoneAAA', 'goneAAAA', 'laterAAA']
const [OURS, THEIRS] = ['own', 'gone'].map(name => playsOf(name, 10))

/** Two devices and a third that is gone. The compacted pages of the third are not in storage.sync. */
const anyAccount = fc
  .record({
    desk: anyDone(DESK, [...OURS, ...THEIRS.slice(0, 3)]),
    phone: anyDone(PHONE, [...OURS, ...THEIRS.slice(1, 4)]),
    gone: anyDone(GONE, [...THEIRS, ...OURS.slice(0, 2)]),
    room: fc.constantFrom(1500, 2500, 4000, LIMITS.bytes),
    unknown: fc.array(fc.tuple(fc.constantFrom(DESK, PHONE), fc.nat(8)), { maxLength: 4 }),
  })
  .map(({ desk, phone, gone, room, unknown }) => {
    const devices: Done[] = [desk, phone, { ...gone, daysAgo: 500 }]
    const items = accountOf(devices)
    const compacted = Array.from({ length: gone.compacted }, (_, page) => keys.log(GONE, page))
    const account = new PureAccount(without(items, compacted))
    account.limits = { ...LIMITS, bytes: room, pageResults: 4 }
    for (const id of [DESK, PHONE]) {
      const omitted = unknown.flatMap(([who, page]) => (who === id ? (compacted[page] ?? []) : []))
      account.join(id, without(items, omitted))
    }
    return {
      account,
      items,
      expected: distinct(devices),
      sums: items[keys.results(GONE)] as string | undefined,
    }
  })
const ofGone = (items: Record<string, string>) =>
  Object.keys(items).filter(key => parseKey(key)?.device === GONE)

describe('a device that has not been seen for 400 days', () => {
  it.each([
    ['by one device after the other', false],
    ['by two devices at the same time', true],
  ])('has its results counted once if it is absorbed %s, and keeps only sums and header', (_, isAtOnce) => {
    fc.assert(
      fc.property(anyAccount, ({ account, expected, sums }) => {
        if (isAtOnce) account.roundsAtOnce(DESK, PHONE)
        account.meet(DESK, PHONE)
        account.join(LATER)
        account.meet(DESK, PHONE, LATER)
        expect([DESK, PHONE, LATER].map(account.counted)).toEqual([expected, expected, expected])
        expect(account.sync[keys.results(GONE)]).toBe(sums)
        expect(ofGone(account.sync)).toEqual(
          sums === undefined ? [] : [keys.device(GONE), keys.results(GONE)],
        )
      }),
      RUNS,
    )
  })
  it('has its win counted once if two devices absorb it, even if one knows it from a compacted page', () => {
    const done = (id: string, compacted: number, ...rows: Done['pages'][number]): Done => ({
      id,
      pages: rows.map(one => [one]),
      compacted,
      moves: 0,
    })
    const older = Array.from({ length: 8 }, (_, i) => row(`p${i}`))
    const desk = done(DESK, 9, row('again', 'reopened'), ...older)
    const gone: Done = { ...done(GONE, 1, row('x'), row('again')), daysAgo: 500 }
    const devices = [desk, done(PHONE, 0, row('y')), gone]
    const account = new PureAccount(without(accountOf(devices), [keys.log(GONE, 0)]))
    account.limits = { ...LIMITS, bytes: 1500, pageResults: 1 }
    for (const id of [DESK, PHONE]) account.join(id, accountOf(devices))
    account.roundsAtOnce(DESK, PHONE)
    account.meet(DESK, PHONE)
    account.join(LATER)
    account.meet(DESK, PHONE, LATER)
    for (const id of [DESK, PHONE, LATER]) expect(account.counted(id)).toEqual(distinct(devices))
  })
  it('keeps its id when it returns, and has each result counted once', () => {
    fc.assert(
      fc.property(anyAccount, ({ account, items, expected }) => {
        account.meet(DESK, PHONE)
        account.join(GONE, items)
        account.meet(GONE, DESK, PHONE)
        expect([GONE, DESK, PHONE].map(account.counted)).toEqual([expected, expected, expected])
        expect(account.textsOf(GONE).device).toContain(GONE)
      }),
      RUNS,
    )
  })
  it('is absorbed by only one device if it has many results, and has each result counted once', () => {
    const pages = Array.from({ length: 18 }, (_, page) =>
      Array.from({ length: 64 }, (_, i) => row(`${String.fromCharCode(97 + page)}${100 + i}`)),
    )
    const gone: Done = { id: GONE, pages, compacted: 1, moves: 0, daysAgo: 500 }
    const [desk, phone]: Done[] = [DESK, PHONE].map(id => ({
      id,
      pages: [[row(id)]],
      compacted: 0,
      moves: 0,
    }))
    const account = new PureAccount(accountOf([desk, phone, gone]), DESK, PHONE)
    account.roundsAtOnce(PHONE, DESK)
    account.meet(PHONE, DESK)
    account.join(LATER)
    account.meet(PHONE, DESK, LATER)
    const expected = distinct([desk, phone, gone])
    expect([DESK, PHONE, LATER].map(account.counted)).toEqual([expected, expected, expected])
    const pagesOf = (id: string) =>
      Object.keys(replicasIn(account.textsOf(DESK))).filter(key => key.startsWith(`l:${id}:`)).length
    expect([pagesOf(DESK), pagesOf(PHONE)]).toEqual([18, 1])
  })
})
