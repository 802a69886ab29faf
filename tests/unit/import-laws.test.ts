// Property tests of importing. Backups and devices are random.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aggregate } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { parseLastImport, undoImport, writeLastImport } from '../../stores/sync/import-undo.ts'
import type { Items } from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import {
  accountOf,
  anyDone,
  distinct,
  earlier,
  freshId,
  NOW,
  playsOf,
  PureAccount,
  PureFolder,
  RUNS,
  type Done,
} from '../support/pure-account.ts'
import { row, without } from '../support/sync-words.ts'

const [DESK, PHONE, LAPTOP, TABLET, LATER] = ['deskAAAA', 'phoneAAA', 'laptopAA', 'tabletAA', 'laterAAA']
/** Only the laptop can have compacted pages without digests. No other device has its plays. */
const [OURS, THEIRS, LAPTOPS] = ['own', 'their', 'lap'].map(name => playsOf(name, 14))

/** An account of two devices that may know earlier results of the laptop, and a backup with the laptop. */
const anyImport = fc
  .record({
    desk: anyDone(DESK, [...OURS, ...THEIRS.slice(0, 2)]),
    phone: anyDone(PHONE, [...OURS, ...THEIRS.slice(1, 3)]),
    laptop: anyDone(LAPTOP, LAPTOPS, 14),
    tablet: anyDone(TABLET, THEIRS),
    known: fc.option(fc.nat(14), { nil: undefined }),
    own: fc.option(fc.nat(14), { nil: undefined }),
    missing: fc.array(fc.tuple(fc.constantFrom(DESK, LAPTOP, TABLET), fc.nat(11)), { maxLength: 6 }),
    forgotten: fc.array(fc.nat(11), { maxLength: 3 }),
    isNamed: fc.boolean(),
  })
  .map(({ desk, phone, laptop, tablet, known, own, missing, forgotten, isNamed }) => {
    const devices = [desk, phone, ...(known === undefined ? [] : [earlier(laptop, known)])]
    const others = [laptop, tablet, ...(own === undefined ? [] : [earlier(desk, own)])]
    const compactedOf = (all: readonly Done[], id: string) => all.find(one => one.id === id)?.compacted ?? 0
    const missingPages = missing
      .filter(([id, page]) => page < compactedOf(others, id))
      .map(([id, page]) => keys.log(id, page))
    const names = isNamed ? [] : others.map(({ id }) => keys.device(id))
    const unknown = forgotten
      .filter(page => page < compactedOf(devices, LAPTOP))
      .map(page => keys.log(LAPTOP, page))
    return {
      account: without(accountOf(devices), unknown),
      backup: without(accountOf(others), [...missingPages, ...names]),
      expected: distinct([...devices, ...others]),
    }
  })

/** The games in progress that can be continued, by their contents. */
const gamesIn = (texts: Items) =>
  [...devicesOf(replicasIn(texts), NOW).values()]
    .flatMap(({ games }) => [...games.values()].map(({ record }) => record))
    .sort()
const importInto = (texts: Items, items: Items) =>
  planImport(items, { local: texts, now: NOW, freshId: freshId() })
const take = (account: PureAccount, id: string, items: Items) => {
  const plan = importInto(account.textsOf(id), items)
  account.write(id, asReplicas(plan.items))
  return plan
}
const idsIn = (items: Items) => new Set(Object.keys(items).map(key => parseKey(key)!.device))

describe('a backup', () => {
  it('that is imported on two devices counts once everywhere', () => {
    fc.assert(
      fc.property(anyImport, ({ account: known, backup, expected }) => {
        const account = new PureAccount(known, DESK, PHONE)
        account.meet(DESK, PHONE)
        const plans = [DESK, PHONE].map(id => take(account, id, backup))
        account.join(LATER)
        account.meet(DESK, PHONE, LATER)
        const seen = [DESK, PHONE, LATER].map(account.counted)
        if (plans.every(({ unusable }) => unusable === 0))
          expect(seen).toEqual([expected, expected, expected])
        for (const one of seen) expect(one.played).toBeLessThanOrEqual(expected.played)
      }),
      RUNS,
    )
  })
  it('never reduces any count', () => {
    fc.assert(
      fc.property(anyImport, ({ account: known, backup }) => {
        const account = new PureAccount(known, DESK, PHONE)
        const before = account.counted(DESK)
        const { results } = take(account, DESK, backup)
        const after = account.counted(DESK)
        expect(after.played).toBeGreaterThanOrEqual(before.played)
        expect(after.won).toBeGreaterThanOrEqual(before.won)
        expect(results).toBeGreaterThanOrEqual(after.played - before.played)
      }),
      RUNS,
    )
  })
  it('is imported under ids that are in use neither here nor in the backup', () => {
    fc.assert(
      fc.property(anyImport, ({ account, backup }) => {
        const texts = { device: writeIdentity({ id: DESK, epoch: 0 }), ...asReplicas(account) }
        const known = new Set([...idsIn(account), ...idsIn(backup), DESK])
        const importedIds = idsIn(importInto(texts, backup).items)
        expect([...importedIds].filter(id => known.has(id))).toEqual([])
      }),
      RUNS,
    )
  })
  it('adds nothing the second time', () => {
    fc.assert(
      fc.property(anyImport, ({ account: known, backup }) => {
        const account = new PureAccount(known, DESK, PHONE)
        take(account, DESK, backup)
        expect(take(account, DESK, backup)).toMatchObject({ items: {}, results: 0, games: 0 })
        account.meet(DESK, PHONE)
        expect(take(account, PHONE, backup)).toMatchObject({ items: {}, results: 0, games: 0 })
      }),
      RUNS,
    )
  })
  it('leaves no change once its import is undone, if others got it only from the folder', () => {
    fc.assert(
      fc.property(anyImport, ({ account: known, backup }) => {
        const folder = new PureFolder(known, DESK, PHONE)
        folder.meet(DESK, PHONE)
        const seen = (id: string) => [folder.counted(id), gamesIn(folder.textsOf(id))]
        const before = [DESK, PHONE].map(seen)
        const { items } = take(folder, DESK, backup)
        const report = { time: NOW, results: 0, games: 0, settings: {} }
        const last = parseLastImport(writeLastImport(items, report), NOW)!
        folder.meet(DESK, PHONE)
        const { set, remove } = undoImport(folder.textsOf(DESK), {}, last, NOW)
        folder.write(DESK, set, remove)
        folder.meet(DESK, PHONE)
        expect([DESK, PHONE].map(seen)).toEqual(before)
      }),
      RUNS,
    )
  }, 180_000)
  it('leaves no change once its import is undone, even on a device that had received it', () => {
    fc.assert(
      fc.property(anyImport, ({ account: known, backup }) => {
        const account = new PureAccount(known, DESK, PHONE)
        account.meet(DESK, PHONE)
        const seen = (id: string) => [account.counted(id), gamesIn(account.textsOf(id))]
        const before = [DESK, PHONE].map(seen)
        const { items } = take(account, DESK, backup)
        const report = { time: NOW, results: 0, games: 0, settings: {} }
        const last = parseLastImport(writeLastImport(items, report), NOW)!
        account.meet(DESK, PHONE)
        const { set, remove } = undoImport(account.textsOf(DESK), account.sync, last, NOW)
        account.write(DESK, set, remove)
        account.meet(DESK)
        account.meet(DESK, PHONE)
        account.join(LATER)
        account.meet(DESK, PHONE, LATER)
        expect([DESK, PHONE].map(seen)).toEqual(before)
        expect(account.counted(LATER)).toEqual(account.counted(DESK))
      }),
      RUNS,
    )
  }, 180_000)
})

/** Devices with results from the same two minutes, and how many results of each device are known. */
const anyMinutes = fc
  .uniqueArray(
    fc.record({
      play: fc.constantFrom(...playsOf('any', 12)),
      outcome: fc.constantFrom('won', 'givenUp'),
      minute: fc.constantFrom(100, 101),
      owner: fc.constantFrom(DESK, PHONE, TABLET),
    }),
    { selector: ({ play }) => play, minLength: 2 },
  )
  .chain(rows => fc.tuple(fc.constant(rows), fc.nat(2), fc.nat(2)))
  .map(([rows, compacted, known]) =>
    [DESK, PHONE, TABLET].map(id => {
      const own = rows.filter(({ owner }) => owner === id)
      const pages = own.map(({ play, outcome, minute }) => [row(play, outcome, { minute })])
      const done = { id, pages, compacted: Math.min(compacted, pages.length), moves: 0 }
      return { done, known: earlier(done, known) }
    }),
  )
const playsIn = (texts: Items) =>
  aggregate(devicesOf(replicasIn(texts), NOW).values(), {}, NOW).results.map(({ play }) => play)

describe('the order of results', () => {
  it('is the same after an import, whatever ids the devices get, and keeps the order of each log', () => {
    fc.assert(
      fc.property(anyMinutes, all => {
        const backup = accountOf(all.map(({ done }) => done))
        const before = playsIn(asReplicas(backup))
        const after = () => playsIn(asReplicas(importInto({}, backup).items))
        expect([after(), after(), after()]).toEqual([before, before, before])
        for (const { done } of all) {
          const log = done.pages.flat().toSorted((a, b) => a.minute - b.minute)
          const own = log.map(({ play }) => play)
          expect(before.filter(play => own.includes(play))).toEqual(own)
        }
      }),
      RUNS,
    )
  })
  it('does not depend on the ids of an import, even if part of each log was already known', () => {
    fc.assert(
      fc.property(anyMinutes, all => {
        const texts = asReplicas(accountOf(all.map(({ known }) => known)))
        const backup = accountOf(all.map(({ done }) => done))
        const after = () => playsIn({ ...texts, ...asReplicas(importInto(texts, backup).items) })
        expect([after(), after()]).toEqual([after(), after()])
      }),
      RUNS,
    )
  })
})
