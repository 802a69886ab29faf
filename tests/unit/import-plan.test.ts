// What an import adds and leaves out, by device and kind, and what undoing the import changes.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { crc32, writeNumber, writeRecord, type GameId } from '../../engine/index.ts'
import { DEVICE_KEY, writeIdentity, parseIdentity } from '../../stores/sync/device-identity.ts'
import { writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { PAGE_RESULTS, writeResult, type GameResult } from '../../stores/sync/game-results.ts'
import { pendingKey } from '../../stores/sync/ids.ts'
import { isSoundItem } from '../../stores/sync/import-bounds.ts'
import { derivedId, planImport } from '../../stores/sync/import-plan.ts'
import { parseLastImport, undoImport, writeLastImport } from '../../stores/sync/import-undo.ts'
import { readItem, readJson, writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { copyKey, writeCopy } from '../../stores/sync/remotes/folder-copies.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { dayOf } from '../../stores/time.ts'
import { wonHistory } from '../support/help.ts'
import { item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 10, 22)
const [OWN, LAPTOP, PHONE, FRESH] = ['ownDevic', 'laptopXX', 'phoneXXX', 'freshDev']
const EPOCH = 3

/** The texts of a device that knows these items, all in its epoch. */
const knowing = (...items: Items[]): Items => ({
  [DEVICE_KEY]: writeIdentity({ id: OWN, epoch: EPOCH }),
  ...asReplicas(Object.assign({}, ...items) as Items),
})
/** What an import adds, except headers without a name. */
const plan = (outside: Items, texts: Items = knowing()) => {
  const planned = planImport(outside, { local: texts, now: NOW, freshId: FRESH })
  const nameless = writeJson({ name: '', day: dayOf(NOW) })
  const isNameless = ([key, value]: [string, string]) =>
    value === item(key, nameless, 1, parseIdentity(texts[DEVICE_KEY])?.epoch)[key]
  const items = Object.entries(planned.items).filter(entry => !isNameless(entry))
  return { ...planned, items: Object.fromEntries(items) }
}
const all = (...items: Items[]): Items => Object.assign({}, ...items) as Items

const rows = (name: string, count: number, outcome: GameResult['outcome'] = 'won') =>
  Array.from({ length: count }, (_, i) => row(`${name}${String(i).padStart(3, '0')}`, outcome))
const header = (id: string, name: string, rest = {}, seq = 1) =>
  item(keys.device(id), writeJson({ name, day: 20_000, ...rest }), seq, EPOCH)
const page = (id: string, results: readonly GameResult[], number = 0, seq = 2) =>
  item(keys.log(id, number), written(...results), seq, EPOCH)
/** Sums of pages. `rest` overrides parts of the stored text; `isIn`: whether the results count. */
const sums = (id: string, pages: readonly GameResult[][], rest = {}, isIn = true) =>
  item(keys.results(id), writeJson({ ...storedSummary(compact(pages, () => isIn)), ...rest }), 2, EPOCH)
const record = (moves: number, play = 'playAAAA', of: GameId = 'sea-towers') =>
  writeRecord({ history: wonHistory(of, moves), playId: play, seconds: 9 })
type GameOptions = { minute?: number; of?: GameId; seq?: number }
const game = (
  id: string,
  text: string,
  vector = {},
  { minute = 50, of = 'sea-towers', seq = 4 }: GameOptions = {},
) => item(keys.game(id, of), writeSyncEnvelope({ minute, vector, record: text }), seq, EPOCH)
/** Exactly these items. */
const only = (items: Items): unknown =>
  expect.toSatisfy((found: unknown) => isDeepStrictEqual(found, items), 'these items and no others')
const contents = (items: Items) =>
  Object.fromEntries(
    Object.entries(items).map(([key, value]) => [key, readItem(key, value)?.content ?? value]),
  )
/** The id under which a device’s items are imported. */
const importedId = (id: string) => derivedId(FRESH, id)
const newer = (seq = 1, epoch = EPOCH) => `2${writeNumber(epoch, 2)}${writeNumber(seq, 4)}future`

describe('a game of a device that is known here', () => {
  const here = game(LAPTOP, record(3), { [LAPTOP]: 3 }, { seq: 7 })
  const texts = knowing(header(LAPTOP, 'Laptop'), here)

  it.each([
    ['continues the known one', record(5), { [LAPTOP]: 5 }],
    ['was continued elsewhere', record(4), { [PHONE]: 4 }],
    ['is a different play', record(5, 'playBBBB'), { [LAPTOP]: 9 }],
    ['was written by a newer version', '3AAAA', { [LAPTOP]: 9 }],
  ])('is imported alongside the known one if it %s', (_, text, vector) => {
    const theirs = game(LAPTOP, text, vector)
    const planned = plan(all(header(LAPTOP, 'Other'), theirs), texts)
    expect(contents(planned.items)).toEqual({
      [keys.game(importedId(LAPTOP), 'sea-towers')]: Object.values(contents(theirs))[0],
      [keys.device(importedId(LAPTOP))]: writeJson({ name: 'Other', day: dayOf(NOW) }),
    })
    expect(planned).toMatchObject({ games: 1, results: 0, names: ['Other'], unusable: 0 })
    const again = { ...texts, ...asReplicas(planned.items) }
    expect(plan(theirs, again)).toMatchObject({ items: only({}), games: 0 })
  })
  it.each([
    ['equally far along', 3, { [LAPTOP]: 3 }],
    ['less far along', 2, { [LAPTOP]: 2 }],
  ])('is not imported again if it is %s', (_, moves, vector) =>
    expect(plan(game(LAPTOP, record(moves), vector), texts)).toMatchObject({ items: only({}), games: 0 }),
  )
  it('is imported if no game of that device was known', () => {
    const planned = plan(game(LAPTOP, record(3)), knowing(page(LAPTOP, rows('lap', 1))))
    expect(Object.keys(planned.items)).toEqual([keys.game(importedId(LAPTOP), 'sea-towers')])
  })
  it('is imported if a newer version wrote the known one', () => {
    const planned = plan(game(LAPTOP, record(5), { [LAPTOP]: 5 }), knowing(game(LAPTOP, '3AAAA')))
    expect(planned.games).toBe(1)
  })
  it('stays here even if the import says that it was given up', () => {
    const left = item(keys.game(LAPTOP, 'sea-towers'), '', 90, EPOCH)
    expect(plan(left, texts)).toMatchObject({ items: only({}), unusable: 0 })
  })
})

describe('a game of a device that is not known here', () => {
  const here = knowing(game(LAPTOP, record(3), { [LAPTOP]: 3 }))

  it.each([
    ['a different play', record(3, 'playBBBB'), { [LAPTOP]: 3 }],
    ['a later state of the same play', record(5), { [LAPTOP]: 3, [PHONE]: 2 }],
    ['the same play, continued differently', record(5), { [LAPTOP]: 2, [PHONE]: 2 }],
    ['in the format of a newer version', '3AAAA', { [LAPTOP]: 3 }],
  ])('can be continued if it is %s', (_, text, vector) => {
    const outside = game(PHONE, text, vector)
    expect(plan(outside, here).games).toBe(1)
    expect(Object.values(contents(plan(outside, here).items))).toEqual(Object.values(contents(outside)))
  })
  it.each([
    ['equally far along', { [LAPTOP]: 3 }],
    ['further along', { [LAPTOP]: 2 }],
  ])('is left out if the same game is known here %s', (_, vector) => {
    // A device later in the list does not have the game.
    const texts = { ...here, ...asReplicas(page('zzzzzzzz', rows('zzz', 1))) }
    expect(plan(game(PHONE, record(3), vector), texts)).toMatchObject({ items: only({}), games: 0 })
  })
  it('is left out if a result of its play is known', () => {
    const texts = knowing(page(OWN, [row('playAAAA')]))
    expect(plan(game(PHONE, record(5)), texts)).toMatchObject({ items: only({}), games: 0 })
  })
})

describe('this device’s own game in a backup', () => {
  it('is imported under a new id, no matter how long ago it was played', () => {
    const own = all(
      game(OWN, record(3), { [OWN]: 3 }, { minute: 0 }),
      game(OWN, record(3, 'playBBBB', 'freecell'), {}, { of: 'freecell' }),
    )
    const planned = plan(own)
    expect(Object.keys(planned.items).sort()).toEqual([
      keys.game(importedId(OWN), 'freecell'),
      keys.game(importedId(OWN), 'sea-towers'),
    ])
    expect(planned).toMatchObject({ games: 2, results: 0, names: [] })
  })
  it('is imported alongside another device’s game, even if both are games of Sea Towers', () => {
    const both = all(game(LAPTOP, record(4, 'playBBBB')), game(OWN, record(3)))
    expect(plan(both, knowing(page(LAPTOP, rows('lap', 1)))).games).toBe(2)
  })
  it('is left out if it is empty', () => {
    expect(plan(item(keys.game(OWN, 'sea-towers'), ''))).toMatchObject({
      items: only({}),
      games: 0,
      unusable: 0,
    })
  })
})

describe('the header under which a device’s items are imported', () => {
  const outside = all(header(PHONE, 'Phone', { browser: 'Chrome' }, 5), page(PHONE, rows('pho', 2)))

  it('has its name and today’s date, but no browser, which marks it as imported', () => {
    const { items, names } = plan(outside)
    const [key, content] = [keys.device(importedId(PHONE)), writeJson({ name: 'Phone', day: dayOf(NOW) })]
    expect(items[key]).toBe(writeItem(key, { epoch: EPOCH, seq: 1, content }))
    expect(names).toEqual(['Phone'])
  })
  it('is imported only together with results or games, not alone', () => {
    expect(plan(header(PHONE, 'Phone'))).toMatchObject({ items: only({}), names: [], unusable: 0 })
    expect(plan(all(header(PHONE, 'Phone'), page(PHONE, []))).items).toEqual({})
  })
})

describe('imported results', () => {
  const laptop = [header(LAPTOP, 'Laptop'), page(LAPTOP, rows('lap', 2))] as const

  it('have the first sequence number in this epoch, and one new id for each device', () => {
    const outside = all(
      page(LAPTOP, [row('a')], 7, 90),
      page(PHONE, [row('b')], 0, 90),
      page(OWN, [row('c')]),
    )
    const entries = Object.entries(plan(outside, knowing(...laptop)).items)
    expect(entries.map(([key]) => key).sort()).toEqual(
      [LAPTOP, PHONE, OWN].map(id => keys.log(importedId(id), 0)).sort(),
    )
    for (const [key, value] of entries) expect(readItem(key, value)).toMatchObject({ epoch: EPOCH, seq: 1 })
  })
  it('fill one page after another', () => {
    const more = [rows('one', 64), rows('two', 36)]
    const outside = all(page(OWN, more[0]), page(OWN, more[1], 1))
    expect(contents(plan(outside).items)).toEqual({
      [keys.log(importedId(OWN), 0)]: written(...more[0]),
      [keys.log(importedId(OWN), 1)]: written(...more[1]),
    })
    const other = all(page(OWN, more[1]), page(OWN, more[0], 1))
    expect(contents(plan(other).items)[keys.log(importedId(OWN), 0)]).toHaveLength(PAGE_RESULTS * 18)
  })
  it('are only those that do not count yet: no repeated loss and no reopened game', () => {
    const texts = knowing(page(LAPTOP, [row('lost', 'givenUp'), row('held', 'givenUp'), row('done')]))
    const outside = page(LAPTOP, [
      row('lost', 'givenUp', { seconds: 1 }),
      row('held'),
      row('done', 'givenUp'),
      row('back', 'reopened'),
      row('more', 'givenUp'),
    ])
    const planned = plan(outside, texts)
    expect(Object.values(contents(planned.items))).toEqual([written(row('held'), row('more', 'givenUp'))])
    expect(planned.results).toBe(2)
  })
  it('do not replace the seconds of known results', () => {
    const texts = knowing(page(OWN, [row('mine', 'givenUp'), row('done')]))
    for (const result of [row('mine', 'givenUp', { seconds: 1 }), row('done', 'won', { seconds: 1 })])
      expect(plan(page('--------', [result]), texts).items).toEqual({})
  })
  it('are the same for every order of the items in the import', () => {
    const outside = all(
      header(LAPTOP, 'Laptop'),
      page(LAPTOP, [row('both', 'won', { seconds: 30 })]),
      page(OWN, [row('both', 'won', { seconds: 20 }), row('mine')]),
    )
    const reversed = Object.fromEntries(Object.entries(outside).toReversed())
    expect(plan(reversed, knowing(...laptop))).toEqual(plan(outside, knowing(...laptop)))
  })
  it('exclude results that are pending here, but not those in quarantine', () => {
    const waiting = {
      [pendingKey('waiting0', 3, 'won')]: writeResult(row('waiting')),
      [pendingKey('unread00', 3, 'won')]: 'none',
      'aside:2026-01-01T00:00:00.000Z:x': written(row('aside')),
    }
    const outside = page(OWN, [row('waiting'), row('aside')])
    expect(Object.values(contents(plan(outside, { ...knowing(), ...waiting }).items))).toEqual([
      written(row('aside')),
    ])
  })
  it('exclude those of a page that is compacted here, even under a different id', () => {
    const pages = [rows('one', 3), rows('two', 2)]
    for (const known of [
      sums(LAPTOP, pages),
      sums('importAA', pages, { of: LAPTOP }),
      all(sums('importAA', pages, { of: LAPTOP }), page('importAA', pages[1], 1)),
    ]) {
      const outside = all(page(LAPTOP, pages[0]), page(LAPTOP, pages[1], 1), page(LAPTOP, rows('new', 1), 2))
      const planned = plan(outside, knowing(known))
      expect(Object.values(contents(planned.items))).toEqual([written(...rows('new', 1))])
      expect(planned).toMatchObject({ results: 1, unusable: 0 })
    }
  })
  it('include those of a clone’s page only if the sums here have digests of that page', () => {
    const planned = plan(page(LAPTOP, rows('two', 2)), knowing(sums(LAPTOP, [rows('one', 3)])))
    expect(Object.values(contents(planned.items))).toEqual([written(...rows('two', 2))])
    const undigested = sums(LAPTOP, [rows('one', 3)], { marks: {} })
    expect(plan(page(LAPTOP, rows('two', 2)), knowing(undigested)).items).toEqual({})
  })
})

describe('imported sums', () => {
  const lap = rows('lap', 2, 'givenUp')
  const texts = knowing(page(LAPTOP, lap))
  const twoPages = [rows('pho', 3), rows('phq', 2)]

  it('are added with the id of the log’s owner, and the imported pages are added unchanged', () => {
    const outside = all(sums(PHONE, twoPages), page(PHONE, twoPages[1], 1), page(PHONE, rows('new', 2), 2))
    const planned = plan(outside, texts)
    const { [keys.results(importedId(PHONE))]: content, ...others } = contents(planned.items)
    expect(readJson(content)).toEqual({ ...storedSummary(compact(twoPages, () => true)), of: PHONE })
    expect(others).toEqual(
      contents(all(page(importedId(PHONE), twoPages[1], 1), page(importedId(PHONE), rows('new', 2), 2))),
    )
    expect(planned).toMatchObject({ results: 7, unusable: 0 })
  })
  it('keep the original owner’s id if they had been imported before', () => {
    const planned = plan(sums(PHONE, twoPages, { of: 'tabletXX' }))
    const [content] = Object.values(contents(planned.items))
    expect(readJson(content)).toMatchObject({ of: 'tabletXX' })
  })
  it('are left out if all of their pages are in the import or known here', () => {
    const pages = all(page(PHONE, twoPages[0]), page(PHONE, twoPages[1], 1))
    const outside = all(sums(PHONE, twoPages), pages)
    expect(Object.keys(plan(outside).items)).toEqual([keys.log(importedId(PHONE), 0)])
    expect(plan(outside)).toMatchObject({ results: 5, unusable: 0 })
    const half = all(sums(PHONE, twoPages), page(PHONE, twoPages[0]))
    expect(plan(half, knowing(page(PHONE, twoPages[1], 1)))).toMatchObject({ results: 3, unusable: 0 })
  })
  it('are not added again, and are not reported as unusable', () => {
    for (const known of [sums(PHONE, twoPages), sums('importAA', twoPages, { of: PHONE })])
      expect(plan(sums(PHONE, twoPages), knowing(known))).toMatchObject({
        items: only({}),
        results: 0,
        unusable: 0,
      })
  })
  it('replace those of fewer pages of the same log', () => {
    const known = knowing(sums(PHONE, twoPages.slice(0, 1)))
    expect(plan(sums(PHONE, twoPages), known)).toMatchObject({ results: 2, unusable: 0 })
  })
  it('count all their wins and losses as results', () => {
    expect(plan(sums(PHONE, [[...rows('won', 2), ...rows('up', 3, 'givenUp')]])).results).toBe(5)
  })
  it('are added even if another device of the import has a play that they count', () => {
    const counted = sums(PHONE, [[row('both'), row('pho')]])
    for (const id of ['aaaaaaaa', 'zzzzzzzz'])
      expect(plan(all(counted, page(id, [row('both', 'givenUp')])))).toMatchObject({
        results: 2,
        unusable: 0,
      })
  })
})

describe('sums are left out and reported if they', () => {
  const lap = rows('lap', 2, 'givenUp')
  const texts = knowing(page(LAPTOP, lap))
  const NOTHING = { items: only({}), results: 0, unusable: 1 }

  it.each([
    ['that is known with the same outcome', row('lap000', 'givenUp')],
    ['that is known with a different outcome', row('lap000')],
  ])('claim a play %s', (_, claimed) => {
    expect(plan(sums(PHONE, [[claimed, ...rows('pho', 9)]]), texts)).toMatchObject(NOTHING)
  })
  it('come with a page that has a play with a known result', () => {
    const later = page(PHONE, [row('new'), lap[0]], 1)
    const outside = all(header(PHONE, 'Phone'), sums(PHONE, [rows('pho', 9)], { marks: {} }), later)
    const planned = plan(outside, texts)
    expect(planned).toMatchObject({ results: 1, unusable: 1 })
    expect(contents(planned.items)[keys.log(importedId(PHONE), 0)]).toBe(written(row('new')))
  })
  it('are of this device’s log, some of whose pages are not known', () => {
    const pages = [rows('own', 2)]
    expect(plan(sums(OWN, pages), knowing(page(OWN, pages[0])))).toMatchObject({ unusable: 0 })
    expect(plan(sums(OWN, pages))).toMatchObject(NOTHING)
    expect(plan(sums(PHONE, pages, { of: OWN }))).toMatchObject(NOTHING)
    // Pages of another device do not belong to this one.
    expect(plan(sums(OWN, pages), knowing(page(LAPTOP, pages[0]))).unusable).toBe(1)
  })
  it('count fewer results of a game than the sums that they would replace', () => {
    const known = knowing(sums(PHONE, [rows('pho', 3), rows('up', 2, 'givenUp')]))
    const instead = (totals: object, id = PHONE) =>
      plan(sums(id, Array(3).fill([]) as GameResult[][], { totals, of: PHONE }), known)
    const { 'sea-towers': some } = compact([rows('x', 5)], () => true).totals
    const counting = (won: number, givenUp: number) => ({
      'sea-towers': { ...some, won, givenUp, bestStreak: 0, times: {}, moves: {} },
    })
    for (const totals of [{}, { freecell: some }, counting(2, 9), counting(4, 0)])
      for (const id of [PHONE, 'evilEVIL']) expect(instead(totals, id)).toMatchObject(NOTHING)
    expect(instead(counting(3, 3))).toMatchObject({ results: 1, unusable: 0 })
  })
})

describe('an import reports what it leaves out', () => {
  it('item by item', () => {
    expect(plan({ [keys.log(PHONE, 0)]: 'damaged' }).unusable).toBe(1)
    expect(plan(page(PHONE, rows('pho', 1), 10_000)).unusable).toBe(1)
    expect(plan({ [keys.settings(PHONE)]: newer() })).toMatchObject({ unusable: 1, newer: 0, settings: {} })
    expect(plan({})).toMatchObject({ unusable: 0, newer: 0, settings: {} })
  })
  it.each([PHONE, OWN, LAPTOP])('including items in a newer format, under the id %s', id => {
    const texts = knowing(page(LAPTOP, rows('lap', 1)))
    expect(plan({ [keys.log(id, 3)]: newer() }, texts)).toMatchObject({ items: only({}), unusable: 1 })
  })
  it('including devices, if there are more than an import may add', () => {
    const outside = all(
      ...Array.from({ length: 66 }, (_, i) => page(`phone${100 + i}`, [row(`p${100 + i}`)])),
    )
    expect(plan(outside)).toMatchObject({ results: 64, unusable: 2 })
  })
})

describe('an item of an import', () => {
  const checked = (key: string, content: string) => ({
    kind: isSoundItem(key, writeItem(key, { epoch: 0, seq: 5, content }), NOW) ? 'sound' : 'unsound',
  })
  const sound = storedSummary(compact([rows('a', 20)], () => true))

  it('that is a header may name a browser, and must be readable', () => {
    const content = writeJson({ name: 'Phone', day: 5, browser: 'Chrome' })
    expect(checked(keys.device(PHONE), content)).toEqual({ kind: 'sound' })
    expect(checked(keys.device(PHONE), 'AAAA').kind).toBe('unsound')
  })
  it('that is a game must be of the game in its key, or empty', () => {
    const text = (of: GameId) =>
      writeSyncEnvelope({ minute: 1, vector: {}, record: record(3, 'playAAAA', of) })
    const kinds = [text('sea-towers'), text('freecell'), '', 'AAAA'].map(
      content => checked(keys.game(PHONE, 'sea-towers'), content).kind,
    )
    expect(kinds).toEqual(['sound', 'unsound', 'sound', 'unsound'])
  })
  it('that is a page must have complete results', () => {
    expect(checked(keys.log(PHONE, 0), written(row('a')).slice(1)).kind).toBe('unsound')
  })
  test.each(['-0', '0.5', '1', 'x0', '000000'])('with sums must have no digests of page %s', name => {
    const content = writeJson({ ...sound, marks: { ...sound.marks, [name]: '' } })
    expect(checked(keys.results(PHONE), content).kind).toBe('unsound')
  })
  it('with sums must be consistent for every game', () => {
    const { 'sea-towers': good } = sound.totals
    const totals = { 'freecell': { ...good, bestStreak: good.won + 1 }, 'sea-towers': good }
    expect(checked(keys.results(PHONE), writeJson({ ...sound, totals })).kind).toBe('unsound')
  })
})

describe('undoing an import', () => {
  const report = { time: NOW, results: 1, games: 0, settings: {} }
  const KEY = keys.results('importAA')
  const imported = item(KEY, 'came', 5, EPOCH)
  const last = parseLastImport(writeLastImport(imported, report), NOW)!

  it('is possible for seven days', () => {
    const text = writeLastImport(imported, report)
    const week = 7 * 86_400_000
    expect(parseLastImport(text, NOW + week - 1)).toMatchObject(report)
    expect(parseLastImport(text, NOW + week)).toBeUndefined()
    expect(parseLastImport(text, NOW - week)).toBeUndefined()
  })
  it('empties items that other devices may know, by writing later versions, and removes all others', () => {
    const { set, remove } = undoImport(asReplicas(imported), imported, last, NOW)
    expect(set).toEqual(asReplicas(item(KEY, '', 6, EPOCH)))
    expect(remove).toEqual(['last-import'])
    expect(undoImport(asReplicas(imported), {}, last, NOW).remove).toEqual(['last-import', `~${KEY}`])
  })
  it('also empties items in a file of the sync folder, because others may have read them', () => {
    const copy = { tag: '1', device: OWN, part: 'now', bytes: 9, changedAt: 0, items: imported }
    const texts = { ...asReplicas(imported), [copyKey('file0001')]: writeCopy(copy) }
    expect(undoImport(texts, {}, last, NOW).set).toEqual(asReplicas(item(KEY, '', 6, EPOCH)))
  })
  it('leaves a nameless header dated today, so that emptied items stay until all devices see them', () => {
    const name = item(keys.device('importAA'), writeJson({ name: 'Laptop', day: 20_000 }), 1, EPOCH)
    const last = parseLastImport(writeLastImport(name, report), NOW)!
    const nameless = item(keys.device('importAA'), writeJson({ name: '', day: dayOf(NOW) }), 2, EPOCH)
    expect(undoImport(asReplicas(name), name, last, NOW).set).toEqual(asReplicas(nameless))
  })
  it('empties items that have moved to a later epoch, but not items with changed contents', () => {
    const later = item(KEY, 'came', 5, EPOCH + 1)
    const shared = undoImport(asReplicas(later), later, last, NOW)
    expect(shared.set).toEqual(asReplicas(item(KEY, '', 6, EPOCH + 1)))
    expect(undoImport(asReplicas(later), {}, last, NOW).remove).toEqual(['last-import', `~${KEY}`])
    const changed = item(KEY, 'other', 5, EPOCH)
    expect(undoImport(asReplicas(changed), changed, last, NOW).set).toEqual({})
  })
  it('is also possible for an import by version 1.0', () => {
    const items = { [KEY]: [null, crc32(imported[KEY])] }
    const last = parseLastImport(JSON.stringify({ ...report, items }), NOW)!
    expect(undoImport(asReplicas(imported), imported, last, NOW).set).toEqual(
      asReplicas(item(KEY, '', 6, EPOCH)),
    )
  })
  it('does not restore items that have been removed since', () => {
    expect(undoImport({}, imported, last, NOW)).toEqual({ set: {}, remove: ['last-import'] })
  })
})
