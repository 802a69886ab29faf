// Which items a device writes to the sync folder, and which files it deletes.
import { describe, expect, it } from 'vitest'
import type { Erasure } from '../../stores/sync/erasures.ts'
import { writeJson, type Items } from '../../stores/sync/items.ts'
import { writeIdentity } from '../../stores/sync/device-identity.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import type { RemoteCopy } from '../../stores/sync/remotes/folder-copies.ts'
import { planFolder, type FolderInput } from '../../stores/sync/remotes/folder-plan.ts'
import { MAX_FILE_BYTES } from '../../stores/sync/remotes/remote.ts'
import { carriedOut, item, row, written } from '../support/sync-words.ts'

const TODAY = 21_000
const [self, other, lost] = ['selfAAAA', 'otherBBB', 'lostCCCC']

const page = (device: string, play: string, epoch = 0): Items =>
  item(`l:${device}:0`, written(row(play)), 1, epoch)
const header = (device: string, day = TODAY, epoch = 0): Items =>
  item(`d:${device}`, writeJson({ name: device, day }), 1, epoch)
const file = (device: string, items: Items, part = 'now'): RemoteCopy => ({
  tag: '1',
  device,
  part,
  bytes: 300,
  changedAt: 0,
  items,
})
const changedOn = (day: number, copy: RemoteCopy): RemoteCopy => ({ ...copy, changedAt: day * 86_400_000 })
const erasure = (...of: string[]): Erasure => ({ epoch: 1, minute: 0, scope: 'everything', of })

const baseInput = {
  self,
  former: [],
  erasures: [],
  today: TODAY,
  pageResults: 64,
  mayCarry: true,
  absorbed: {},
}
/** The plan of a device whose files are up to date, except for what the test changes. */
function plan(
  copies: Record<string, RemoteCopy>,
  { replicas = {}, absorbed = {}, ...more }: Partial<FolderInput> = {},
) {
  const own = { ...header(self, TODAY, 1), ...page(self, 'own', 1) }
  return planFolder({
    ...baseInput,
    replicas: { ...own, ...replicas },
    absorbed,
    copies: new Map(Object.entries({ own: file(self, own), ...copies })),
    ...more,
  })
}
const carried = (replicas: Items, more: Partial<FolderInput> = {}) =>
  Object.keys(plan({}, { replicas, ...more }).targetFiles.get('now')!).filter(key => !key.includes(self))

describe('a file of a device whose items were all erased', () => {
  const erased = { ...header(lost), ...page(lost, 'old') }

  it('is deleted by every device that knows the erasure', () => {
    expect(plan({ a: file(lost, erased) }, { erasures: [erasure(lost)] }).obsolete).toEqual(['a'])
  })

  it('is deleted even if a different device wrote the file, unless the file has other items', () => {
    const known = { erasures: [erasure(lost)] }
    expect(plan({ a: file(other, erased) }, known).obsolete).toEqual(['a'])
    expect(plan({ a: file(other, { ...erased, ...header(other) }) }, known).obsolete).toEqual([])
  })

  it('stays if no erasure names the device, or if its items are from after the erasure', () => {
    const copies = { a: file(lost, erased) }
    expect(plan(copies, { erasures: [erasure(other)], replicas: erased }).obsolete).toEqual([])
    expect(
      plan({ a: file(lost, page(lost, 'new', 1)) }, { erasures: [erasure(lost)], replicas: erased }).obsolete,
    ).toEqual([])
  })

  it('stays if it has an item of a later epoch, while a second file of that device is deleted', () => {
    const items = { ...page(lost, 'old'), ...header(lost, TODAY, 1) }
    const copies = { a: file(lost, items), b: file(lost, page(lost, 'old'), 'log') }
    expect(plan(copies, { erasures: [erasure(lost)] }).obsolete).toEqual(['b'])
  })

  it('stays until another file has the items that it carries for other devices', () => {
    const kept = page(other, 'kept')
    const copies = { a: file(lost, { ...erased, ...kept }) }
    const known = { erasures: [erasure(lost)], replicas: kept }
    const waiting = plan(
      { ...copies, c: file('fourDDDD', header('fourDDDD')) },
      { ...known, mayCarry: false },
    )
    expect([waiting.isCarryWaiting, waiting.obsolete]).toEqual([true, []])
    const { writes, obsolete } = plan(copies, known)
    expect([Object.keys(writes.get('now')!), obsolete]).toEqual([
      expect.arrayContaining(['l:otherBBB:0']),
      [],
    ])
    const own = file(self, writes.get('now')!)
    expect(plan({ ...copies, own }, known).obsolete).toEqual(['a'])
    expect(plan({ ...copies, b: file(other, kept) }, known).obsolete).toEqual(['a'])
  })

  it('stays if it is empty, because its device may be new, unless the id is a former one here', () => {
    expect(plan({ a: file(lost, {}) }, { erasures: [erasure(lost)] }).obsolete).toEqual([])
    expect(plan({ a: file(lost, {}) }, { erasures: [erasure(lost)], former: [lost] }).obsolete).toEqual(['a'])
  })
})

describe('a file of a former id of this device', () => {
  const items = { ...header(lost), ...page(lost, 'mine') }
  const copies = { a: file(lost, items), b: file(other, header(other)) }
  const own = file(self, { ...header(self, TODAY, 1), ...page(self, 'own', 1), ...items })
  const later = { ...copies, own, b: file(other, header(other, TODAY + 14)) }

  it('stays while another profile may still use that id', () => {
    expect(plan(copies, { former: [lost], replicas: items }).obsolete).toEqual([])
  })

  it('stays if 14 days have passed by the clock of only one device', () => {
    expect(plan({ ...copies, own }, { former: [lost], replicas: items, today: TODAY + 99 }).obsolete).toEqual(
      [],
    )
  })

  it('is deleted 14 days after its last change if no header shows when the id was last used', () => {
    const kept = page(other, 'kept')
    const known = { former: [lost], replicas: kept }
    const own = file(self, { ...header(self, TODAY, 1), ...page(self, 'own', 1), ...kept })
    for (const items of [{}, kept]) {
      const changed = (day: number) => ({ own, a: changedOn(day, file(lost, items)) })
      expect(plan(changed(TODAY - 13), known).obsolete).toEqual([])
      expect(plan(changed(TODAY - 14), known).obsolete).toEqual(['a'])
      expect(plan(changed(TODAY - 14), { ...known, former: [] }).obsolete).toEqual([])
    }
  })

  it('is deleted after 14 days, once another file has its items', () => {
    const known = { former: [lost], replicas: items, today: TODAY + 14 }
    const { writes, obsolete } = plan({ ...copies, b: later.b }, { ...known, mayCarry: false })
    expect([Object.keys(writes.get('now')!), obsolete]).toEqual([
      expect.arrayContaining(Object.keys(items)),
      [],
    ])
    expect(plan(later, known).obsolete).toEqual(['a'])
  })
})

describe('a file that contains erased items and other items', () => {
  const kept = { ...header(lost), ...page(lost, 'kept') }
  const fourth = (day: number) => file('fourDDDD', header('fourDDDD', day))
  const copies = { a: file(lost, { ...kept, ...page(other, 'old') }), b: fourth(TODAY + 14) }
  const known = { erasures: [erasure(other)], replicas: kept, today: TODAY + 14 }

  it('is deleted if its device has not been seen for 14 days, once other files have the other items', () => {
    const { writes, obsolete } = plan(copies, known)
    expect(Object.keys(writes.get('now')!)).toEqual(expect.arrayContaining(Object.keys(kept)))
    expect(obsolete).toEqual([])
    const own = file(self, writes.get('now')!)
    expect(plan({ ...copies, own }, known).obsolete).toEqual(['a'])
  })

  it('is deleted 14 days after its last change if its device never had items of its own', () => {
    const items = { ...page(other, 'old'), ...header('fourDDDD') }
    const changed = (day: number) => ({ a: changedOn(day, file(lost, items)), b: fourth(TODAY) })
    const here = { ...known, replicas: header('fourDDDD'), today: TODAY }
    expect(plan(changed(TODAY - 13), here).obsolete).toEqual([])
    expect(plan(changed(TODAY - 14), here).obsolete).toEqual(['a'])
  })

  const absorbable = { ...kept, ...header('fiveEEEE'), ...page('fiveEEEE', 'kept') }
  /** What this device knows after a round on the 14th day, if its log already has the result. */
  function afterRound(items: Items) {
    const own = { ...header(self, TODAY + 14, 1), ...page(self, 'kept', 1) }
    const identity = writeIdentity({ id: self, epoch: 1, erasures: known.erasures })
    const learned = { ...items, ...header('fourDDDD', TODAY + 14) }
    const place = { local: { ...asReplicas(own), device: identity }, sync: own }
    const now = (TODAY + 14) * 86_400_000
    const outcome = reconcile({ ...place, learned, now, browser: 'Test', newId: () => 'newIdAAA' })
    const replicas = replicasIn(carriedOut(place, outcome).local)
    return { replicas, absorbed: outcome.absorbed }
  }
  /** The files to delete after such a round. */
  function obsoleteAfterRound(items: Items): readonly string[] {
    const { replicas, absorbed } = afterRound(items)
    const all = { ...copies, a: file(lost, items) }
    const here = { ...known, replicas, absorbed }
    const own = file(self, plan(all, here).targetFiles.get('now')!)
    return plan({ ...all, own }, here).obsolete
  }

  it('is deleted after 14 days if a round has absorbed the devices of all other items', () => {
    const items = { ...absorbable, ...page(other, 'old') }
    expect(Object.keys(afterRound(items).replicas).filter(key => key in items)).toEqual([])
    expect(obsoleteAfterRound(items)).toEqual(['a'])
  })

  it.each([
    ['a kind that only a later version knows', { 'z:lostCCCC': '1' }],
    ['an epoch that is too far ahead', page('sixFFFFF', 'ahead', 90)],
    ['an epoch that is too far ahead, even if its device is absorbed', page(lost, 'kept', 90)],
  ])('stays if it has an item that rounds ignore because of %s', (_, ignored) => {
    expect(obsoleteAfterRound({ ...absorbable, ...page(other, 'old'), ...ignored })).toEqual([])
  })

  it('stays if a newer version wrote its device’s header, even if another file has an older header', () => {
    const { [`d:${lost}`]: seen } = header(lost)
    const newer = { ...kept, [`d:${lost}`]: '2' + seen.slice(1) }
    const a = file(lost, { ...newer, ...page(other, 'old') })
    const earlier = {
      ...copies,
      a,
      own: file(self, newer),
      b: file('fourDDDD', { ...header('fourDDDD', TODAY + 14), ...kept }),
    }
    const own = file(self, plan(earlier, { ...known, replicas: newer }).targetFiles.get('now')!)
    const { writes, obsolete } = plan({ ...earlier, own }, { ...known, replicas: newer })
    expect([writes.size, obsolete]).toEqual([0, []])
  })

  it('stays if its device was seen in the last 14 days, or if nothing in it was erased', () => {
    const early = plan({ ...copies, b: fourth(TODAY + 13) }, known)
    const clean = plan({ ...copies, a: file(lost, kept) }, known)
    for (const { writes, obsolete } of [early, clean]) expect([writes.size, obsolete]).toEqual([0, []])
  })
})

describe('the items that a device carries for others', () => {
  it('exclude erased items', () => {
    const erased = page(lost, 'old')
    expect(carried(erased)).toEqual(['l:lostCCCC:0'])
    expect(carried(erased, { erasures: [erasure(lost)] })).toEqual([])
  })

  it('are removed from the device’s file once it stops carrying them, even if that empties the file', () => {
    const write = (replicas: Items, items: Items) =>
      planFolder({ ...baseInput, replicas, copies: new Map([['own', file(self, items)]]) }).writes.get('now')
    const own = { ...header(self, TODAY, 1), ...page(self, 'own', 1) }
    expect(write(own, { ...own, ...page(lost, 'old') })).toEqual(own)
    expect(write({}, page(lost, 'old'))).toEqual({})
    expect(write({}, {})).toBeUndefined()
  })

  it('include imports immediately, and other items after a delay, since their devices may write them', () => {
    const theirs = file(other, { ...header(other), ...page(other, 'else') })
    const seen = item('d:lostCCCC', writeJson({ name: 'lost', day: TODAY, browser: 'Test' }))
    const imported = header(lost)
    const planned = (one: Items) =>
      plan({ theirs }, { replicas: { ...one, ...page(lost, 'old') }, mayCarry: false })
    expect(planned(imported).isCarryWaiting).toBe(false)
    expect(Object.keys(planned(imported).writes.get('now') ?? {})).toContain('l:lostCCCC:0')
    expect(planned(seen).isCarryWaiting).toBe(true)
    expect(planned(seen).writes.size).toBe(0)
  })

  it('omit the games of a device not seen for 400 days, and its header if it has no other items', () => {
    const longAgo = TODAY - 400
    const game = item('g:lostCCCC:sea-towers', 'game')
    const settings = item('s:lostCCCC', 'settings')
    const seen = header(other)
    const of = (items: Items) => carried({ ...items, ...seen }).filter(key => key.includes(lost))
    expect(of({ ...header(lost, longAgo), ...game, ...page(lost, 'old'), ...settings })).toEqual([
      'd:lostCCCC',
      'l:lostCCCC:0',
      's:lostCCCC',
    ])
    expect(of({ ...header(lost, longAgo), ...game })).toEqual([])
    expect(of({ ...header(lost, longAgo + 1), ...game })).toEqual(['d:lostCCCC', 'g:lostCCCC:sea-towers'])
    expect(of(game)).toEqual(['g:lostCCCC:sea-towers'])
  })
})

describe('data that exceeds one file', () => {
  const bytesOf = (items: Items) => JSON.stringify(items).length
  const large = (count: number): Items =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`l:${lost}:${i}`, 'A'.repeat(8000)]))

  it('is split into several files, each of which is small enough to be read', () => {
    const replicas = { ...header(lost), ...large(700) }
    const { targetFiles } = plan({}, { replicas })
    expect([...targetFiles.keys()].at(-1)).toBe('now')
    expect(Math.max(...[...targetFiles.values()].map(bytesOf))).toBeLessThan(MAX_FILE_BYTES)
    const all: Items = Object.assign({}, ...targetFiles.values()) as Items
    expect(all).toMatchObject(replicas)
  })

  it('is kept out of the file that changes with every game, and the extra files are later deleted', () => {
    const small = { fileBytes: 20_000 }
    const filesOf = (files: ReadonlyMap<string, Items>) =>
      Object.fromEntries([...files].map(([part, items]) => [part, file(self, items, part)]))
    const { targetFiles } = plan({}, { replicas: large(7), ...small })
    expect(Object.keys(targetFiles.get('now')!)).toEqual([`d:${self}`, `l:${self}:0`])
    const copies = { own: file(self, {}, 'none'), ...filesOf(targetFiles) }
    const { writes, obsolete } = plan(copies, { replicas: large(1), ...small })
    expect([[...writes.keys()], obsolete]).toEqual([['now'], []])
    const after = plan({ ...copies, ...filesOf(writes) }, { replicas: large(1), ...small })
    expect(after.obsolete).toEqual(['own', 'now 1', 'now 2', 'now 3', 'now 4'])
  })

  it('is left out if it is a single value, because no browser would store it', () => {
    expect(carried({ [`l:${lost}:0`]: 'A'.repeat(5_000_000) })).toEqual([])
  })
})
