// What an import adds, device by device and kind by kind, what stays outside, and what taking it back leaves.
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it, test } from 'vitest'
import { writeNumber, writeRecord, type GameId } from '../../engine/index.ts'
import { DEVICE_KEY, writeIdentity } from '../../stores/sync/device-identity.ts'
import { writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { PAGE_RESULTS, writeResult, type GameResult } from '../../stores/sync/game-results.ts'
import { pendingKey } from '../../stores/sync/ids.ts'
import { checkItem } from '../../stores/sync/import-bounds.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import { parseLastImport, undoImport, writeLastImport } from '../../stores/sync/import-undo.ts'
import { readItem, writeItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { asReplicas } from '../../stores/sync/replicas.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { dayOf } from '../../stores/time.ts'
import { wonHistory } from '../support/help.ts'
import { item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 10, 22)
const [OWN, LAPTOP, PHONE, FRESH] = ['ownDevic', 'laptopXX', 'phoneXXX', 'freshDev']
const EPOCH = 3

/** The texts of this device, which knows these items; all of them are of its count of erasures. */
const knowing = (...items: Items[]): Items => ({
  [DEVICE_KEY]: writeIdentity({ id: OWN, epoch: EPOCH }),
  ...asReplicas(Object.assign({}, ...items) as Items),
})
const plan = (outside: Items, texts: Items = knowing()) =>
  planImport(outside, { local: texts, now: NOW, freshId: FRESH })
const all = (...items: Items[]): Items => Object.assign({}, ...items) as Items

const rows = (name: string, count: number, outcome: GameResult['outcome'] = 'won') =>
  Array.from({ length: count }, (_, i) => row(`${name}${String(i).padStart(3, '0')}`, outcome))
const header = (id: string, name: string, rest = {}, seq = 1) =>
  item(keys.device(id), writeJson({ name, day: 20_000, ...rest }), seq, EPOCH)
const page = (id: string, results: readonly GameResult[], number = 0, seq = 2) =>
  item(keys.log(id, number), written(...results), seq, EPOCH)
/** Sums of pages; of some the results are left out, or what is stored is changed. */
const sums = (id: string, pages: readonly GameResult[][], rest = {}, isIn = true) =>
  item(keys.results(id), writeJson({ ...storedSummary(compact(pages, () => isIn)), ...rest }), 2, EPOCH)
const record = (moves: number, play = 'playAAAA', of: GameId = 'sea-towers') =>
  writeRecord({ history: wonHistory(of, moves), playId: play, seconds: 9 })
type Told = { minute?: number; of?: GameId; seq?: number }
const game = (
  id: string,
  text: string,
  vector = {},
  { minute = 50, of = 'sea-towers', seq = 4 }: Told = {},
) => item(keys.game(id, of), writeSyncEnvelope({ minute, vector, record: text }), seq, EPOCH)
/** These items and no others. */
const only = (items: Items): unknown =>
  expect.toSatisfy((found: unknown) => isDeepStrictEqual(found, items), 'these items and no others')
const contents = (items: Items) =>
  Object.fromEntries(
    Object.entries(items).map(([key, value]) => {
      const read = readItem(key, value)
      return [key, read.ok ? read.value.content : value]
    }),
  )
const seqOf = (items: Items, key: string) => {
  const read = readItem(key, items[key])
  return read.ok ? read.value.seq : undefined
}
const newer = (seq = 1, epoch = EPOCH) => `2${writeNumber(epoch, 2)}${writeNumber(seq, 4)}future`

describe('a game of a device that is known here', () => {
  const here = game(LAPTOP, record(3), { [LAPTOP]: 3 }, { seq: 7 })
  const texts = knowing(header(LAPTOP, 'Laptop'), here)
  const GAME = keys.game(LAPTOP, 'sea-towers')

  it('goes on where the import is further, and the device itself is still believed afterwards', () => {
    const further = game(LAPTOP, record(5), { [LAPTOP]: 5 }, { seq: 90 })
    const planned = plan(all(header(LAPTOP, 'Other', {}, 9), further), texts)
    expect(contents(planned.items)).toEqual(contents(further))
    expect(seqOf(planned.items, GAME)).toBe(8)
    expect(planned).toMatchObject({ games: 1, results: 0, names: ['Other'], unusable: 0 })
  })
  it.each([
    ['as far', 3, { [LAPTOP]: 3 }],
    ['less far', 2, { [LAPTOP]: 2 }],
  ])('comes in no second time where it is %s', (_, moves, vector) =>
    expect(plan(game(LAPTOP, record(moves), vector), texts)).toMatchObject({ items: only({}), games: 0 }),
  )
  it.each([
    ['that went on elsewhere', record(4), { [PHONE]: 4 }],
    ['of another play', record(5, 'playBBBB'), { [LAPTOP]: 9 }],
  ])('%s is offered beside the one that is known', (_, text, vector) => {
    const theirs = game(LAPTOP, text, vector)
    const planned = plan(all(header(LAPTOP, 'Laptop'), theirs), texts)
    expect(contents(planned.items)).toEqual({
      [keys.game(FRESH, 'sea-towers')]: Object.values(contents(theirs))[0],
      [keys.device(FRESH)]: writeJson({ name: 'Laptop', day: dayOf(NOW) }),
    })
    expect(planned).toMatchObject({ games: 1, names: ['Laptop'] })
  })
  it('is offered where no game of it was known', () => {
    const planned = plan(game(LAPTOP, record(3)), knowing(page(LAPTOP, rows('lap', 1))))
    expect(Object.keys(planned.items)).toEqual([keys.game(FRESH, 'sea-towers')])
  })
  it('that a newer version wrote is taken for no other one, and is gone on with by none', () => {
    const planned = plan(game(LAPTOP, record(5), { [LAPTOP]: 5 }), knowing(game(LAPTOP, '2AAAA')))
    expect(Object.keys(planned.items)).toEqual([keys.game(FRESH, 'sea-towers')])
    expect(plan(game(LAPTOP, '2AAAA', { [LAPTOP]: 9 }), texts).items).toEqual({})
  })
  it('that has been left there stays here', () => {
    expect(plan(item(GAME, '', 90, EPOCH), texts)).toMatchObject({ items: only({}), unusable: 0 })
  })
})

describe('a game of a device that is not known here', () => {
  const here = knowing(game(LAPTOP, record(3), { [LAPTOP]: 3 }))

  it.each([
    ['another play', record(3, 'playBBBB'), { [LAPTOP]: 3 }],
    ['the same play, further on', record(5), { [LAPTOP]: 3, [PHONE]: 2 }],
    ['the same play, gone on with in another way', record(5), { [LAPTOP]: 2, [PHONE]: 2 }],
    ['what a newer version wrote', '2AAAA', { [LAPTOP]: 3 }],
  ])('is one to go on with where it is %s', (_, text, vector) => {
    const outside = game(PHONE, text, vector)
    expect(plan(outside, here)).toMatchObject({ items: only(outside), games: 1 })
  })
  it.each([
    ['as far', { [LAPTOP]: 3 }],
    ['further', { [LAPTOP]: 2 }],
  ])('stays outside where the same is known here %s', (_, vector) => {
    // A device that comes later in the list knows nothing of it.
    const texts = { ...here, ...asReplicas(page('zzzzzzzz', rows('zzz', 1))) }
    expect(plan(game(PHONE, record(3), vector), texts)).toMatchObject({ items: only({}), games: 0 })
  })
  it('stays outside where its play has ended here', () => {
    const texts = knowing(page(OWN, [row('playAAAA')]))
    expect(plan(game(PHONE, record(5)), texts)).toMatchObject({ items: only({}), games: 0 })
  })
})

describe('an own game of a backup', () => {
  it('is offered under an id that nobody has', () => {
    const own = game(OWN, record(3), { [OWN]: 3 })
    const planned = plan(own)
    expect(contents(planned.items)).toEqual({
      [keys.game(FRESH, 'sea-towers')]: Object.values(contents(own))[0],
    })
    expect(planned).toMatchObject({ games: 1, results: 0, names: [] })
  })
  it('of two of one kind is the one that was played last, of two as late the first', () => {
    const laptop = page(LAPTOP, rows('lap', 1))
    const offered = (own: number, theirs: number) => {
      const outside = all(
        game(LAPTOP, record(4, 'playBBBB'), {}, { minute: theirs }),
        game(OWN, record(3), {}, { minute: own }),
      )
      return contents(plan(outside, knowing(laptop)).items)[keys.game(FRESH, 'sea-towers')]?.slice(5)
    }
    expect([offered(9, 8), offered(8, 9), offered(8, 8)]).toEqual([
      record(3),
      record(4, 'playBBBB'),
      record(4, 'playBBBB'),
    ])
  })
  it('is offered however long ago it was played, and beside those of other kinds', () => {
    const outside = all(
      game(OWN, record(3), {}, { minute: 0 }),
      game(OWN, record(3, 'playBBBB', 'freecell'), {}, { minute: 1, of: 'freecell' }),
    )
    expect(plan(outside).games).toBe(2)
  })
  it('that a newer version wrote, or that holds none, stays outside', () => {
    expect(plan(game(OWN, '2AAAA'))).toMatchObject({ items: only({}), games: 0 })
    expect(plan(item(keys.game(OWN, 'sea-towers'), ''))).toMatchObject({
      items: only({}),
      games: 0,
      unusable: 0,
    })
  })
})

describe('the header of a device that an import brings', () => {
  const outside = all(header(PHONE, 'Phone', { browser: 'Chrome' }, 5), page(PHONE, rows('pho', 2)))

  it('says its name and browser, and that it was seen today', () => {
    const { items, names } = plan(outside)
    const content = writeJson({ name: 'Phone', day: dayOf(NOW), browser: 'Chrome' })
    expect(items[keys.device(PHONE)]).toBe(writeItem(keys.device(PHONE), { epoch: EPOCH, seq: 5, content }))
    expect(names).toEqual(['Phone'])
  })
  it('is not made up where there is none', () => {
    const planned = plan(page(PHONE, rows('pho', 2)))
    expect(Object.keys(planned.items)).toEqual([keys.log(PHONE, 0)])
    expect(planned.names).toEqual([])
  })
  it('comes in with results and games only, not by itself', () => {
    expect(plan(header(PHONE, 'Phone'))).toMatchObject({ items: only({}), names: [], unusable: 0 })
  })
  it('leaves an empty page outside', () => {
    expect(plan(all(header(PHONE, 'Phone'), page(PHONE, []))).items).toEqual({})
    expect(Object.keys(plan(all(outside, page(PHONE, [], 1))).items)).not.toContain(keys.log(PHONE, 1))
  })
})

describe('results that come in under an id that nobody has', () => {
  const laptop = [header(LAPTOP, 'Laptop'), page(LAPTOP, rows('lap', 2))] as const

  it('carry the names of their devices, one after another, as long as a name may be', () => {
    const outside = all(
      ...['A', 'B', 'C'].map((letter, i) => header(`known00${i}`, letter.repeat(18))),
      ...[0, 1, 2].map(i => page(`known00${i}`, [row(`new${i}`)])),
      page(LAPTOP, [row('more')]),
    )
    const known = [0, 1, 2].map(i => page(`known00${i}`, [row(`old${i}`)]))
    const { items, results } = plan(outside, knowing(...laptop, ...known))
    const name = `${'A'.repeat(18)}, ${'B'.repeat(18)}, C`.slice(0, 40)
    expect(results).toBe(4)
    expect(contents(items)[keys.device(FRESH)]).toBe(writeJson({ name, day: dayOf(NOW) }))
  })
  it('have no name between others where a device has none', () => {
    const outside = all(page(LAPTOP, [row('a')]), header(OWN, 'Desk'), page(OWN, [row('b')]))
    const name = contents(plan(outside, knowing(...laptop)).items)[keys.device(FRESH)]
    expect(name).toBe(writeJson({ name: 'Desk', day: dayOf(NOW) }))
  })
  it('fill one page after another', () => {
    const more = [rows('one', 64), rows('two', 36)]
    const outside = all(page(OWN, more[0]), page(OWN, more[1], 1))
    expect(contents(plan(outside).items)).toEqual({
      [keys.log(FRESH, 0)]: written(...more[0]),
      [keys.log(FRESH, 1)]: written(...more[1]),
    })
    const other = all(page(OWN, more[1]), page(OWN, more[0], 1))
    expect(Object.keys(plan(other).items)).toEqual([keys.log(FRESH, 0), keys.log(FRESH, 1)])
    expect(contents(plan(other).items)[keys.log(FRESH, 0)]).toHaveLength(PAGE_RESULTS * 18)
  })
  it('are those alone that do not count yet: neither a game given up twice nor one reopened', () => {
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
  it('are the same ones in whatever order the import lists them', () => {
    const outside = all(
      header(LAPTOP, 'Laptop'),
      page(LAPTOP, [row('both', 'won', { seconds: 30 })]),
      page(OWN, [row('both', 'won', { seconds: 20 }), row('mine')]),
    )
    const reversed = Object.fromEntries(Object.entries(outside).toReversed())
    expect(plan(reversed, knowing(...laptop))).toEqual(plan(outside, knowing(...laptop)))
  })
})

describe('sums of a device that is known here', () => {
  const pages = [rows('one', 3), rows('two', 2)]
  const texts = knowing(header(LAPTOP, 'Laptop'), sums(LAPTOP, pages))

  it('bring nothing a second time, and nothing of it is said to be unusable', () => {
    expect(plan(sums(LAPTOP, pages), texts)).toMatchObject({ items: only({}), results: 0, unusable: 0 })
  })
  it('are joined by the pages they stand for, which count no second time', () => {
    const outside = all(page(LAPTOP, pages[0]), page(LAPTOP, pages[1], 1, 6))
    const planned = plan(outside, texts)
    expect(planned).toMatchObject({ items: only(outside), results: 0, unusable: 0 })
  })
  it('keep pages outside that are known already, or that are not the ones they stand for', () => {
    const known = { ...texts, ...asReplicas(page(LAPTOP, pages[0], 0, 7)) }
    expect(plan(page(LAPTOP, pages[0], 0, 9), known).items).toEqual({})
    expect(plan(page(LAPTOP, rows('all', 3)), texts)).toMatchObject({ items: only({}), results: 0 })
  })
  it('leave pages after them to come in', () => {
    const later = page(LAPTOP, rows('new', 2), 2)
    expect(contents(plan(later, texts).items)).toEqual({
      [keys.log(FRESH, 0)]: written(...rows('new', 2)),
    })
  })
  it('that stand for more come in, and their pages no second time beside them', () => {
    const known = knowing(page(LAPTOP, pages[1], 1))
    const later = sums(LAPTOP, pages.slice(0, 1))
    const planned = plan(all(later, page(LAPTOP, pages[0])), known)
    expect(planned).toMatchObject({ items: only(later), results: 3 })
  })
  it('that know more of a page than is known here come in under its own id', () => {
    const known = knowing(page(LAPTOP, pages[0].slice(0, 1)))
    const later = sums(LAPTOP, pages.slice(0, 1))
    expect(plan(later, known)).toMatchObject({ items: only(later), results: 2 })
  })
  it('leave what a newer version wrote in their place as it is', () => {
    const known = knowing(page(LAPTOP, [row('lap')]), { [keys.results(LAPTOP)]: newer() })
    expect(plan(sums(LAPTOP, [rows('one', 3)]), known).items).toEqual({})
  })
})

describe('sums that would make something count less', () => {
  const lap = [row('lapA'), row('lapB', 'givenUp')]
  const totals = (won: number, givenUp: number) => {
    const { 'sea-towers': some } = compact([rows('x', won + givenUp)], () => true).totals
    return { 'sea-towers': { ...some, won, givenUp, bestStreak: 0, times: {}, moves: {} } }
  }
  /** Sums that leave all of this page out, and count so many instead. */
  const instead = (results: GameResult[], won: number, givenUp: number) =>
    sums(LAPTOP, [results], { checks: 'AAAA', totals: totals(won, givenUp) }, false)

  it.each([
    ['all that was played', 0, 0],
    ['a game that was given up', 1, 0],
    ['a win, though as many were played', 0, 2],
    ['a win, though more were played', 0, 9],
    ['a game that was played, though more were won', 1, 0],
  ])('stay outside: %s', (_, won, givenUp) =>
    expect(plan(instead(lap, won, givenUp), knowing(page(LAPTOP, lap))).items).toEqual({}),
  )
  it('stay outside: all of a game that they tell nothing of', () => {
    const silent = sums(LAPTOP, [lap], { checks: 'AAAA', totals: {} }, false)
    expect(plan(silent, knowing(page(LAPTOP, lap)))).toMatchObject({ items: only({}), results: 0 })
  })
  it('come in where they count as much and more', () => {
    const outside = instead(lap, 1, 2)
    expect(plan(outside, knowing(page(LAPTOP, lap)))).toMatchObject({ items: only(outside), results: 1 })
  })
  it('stay outside alone, and other devices come in as they are', () => {
    const phone = page(PHONE, rows('pho', 2))
    const planned = plan(all(phone, instead(lap, 0, 0)), knowing(page(LAPTOP, lap)))
    expect(planned).toMatchObject({ items: only(phone), results: 2 })
  })
  it('of games, won and given up, count both', () => {
    const outside = sums(PHONE, [[...rows('won', 2), ...rows('up', 3, 'givenUp')]])
    expect(plan(outside).results).toBe(5)
  })
})

describe('an import that tells of plays of this device', () => {
  const mine = [row('mine', 'givenUp'), row('done')]
  const own = page(OWN, mine)

  it('comes in as it is where it adds to another game alone, or tells that one was won after all', () => {
    for (const result of [row('hers', 'won', { game: 'freecell' }), row('up', 'givenUp'), row('mine')]) {
      const outside = page(PHONE, [result])
      expect(plan(outside, knowing(own))).toMatchObject({ items: only(outside), results: 1 })
    }
  })
  it.each([
    ['a game given up', row('mine', 'givenUp', { seconds: 1 })],
    ['a win', row('done', 'won', { seconds: 1 })],
  ])('puts no other numbers in the place of %s', (_, result) =>
    expect(plan(page('--------', [result]), knowing(own)).items).toEqual({}),
  )
  it('brings a page whose sums, of the first release, name no play that they left out: a win counts', () => {
    const pages = [[row('mine'), row('lap')]]
    const made = storedSummary(compact(pages, ({ play }) => play !== row('mine').play))
    const known = knowing(own, item(keys.results(LAPTOP), writeJson({ ...made, rest: {} }), 2, EPOCH))
    expect(plan(page(LAPTOP, pages[0]), known)).toMatchObject({
      items: only(page(LAPTOP, pages[0])),
      results: 1,
    })
  })
  it('under its own id counts what does not count yet, also of a page that is summed up here', () => {
    const known = knowing(own, sums(OWN, [mine]))
    const planned = plan(page(OWN, [...mine, row('lost')]), known)
    expect(contents(planned.items)).toEqual({ [keys.log(FRESH, 0)]: written(row('lost')) })
    expect(planned.results).toBe(1)
  })
  it('cannot take one into the sums of another device that had it as well', () => {
    const known = knowing(own, page(LAPTOP, [mine[0]]))
    expect(plan(sums(LAPTOP, [[mine[0], row('lap')]]), known).items).toEqual({})
  })
  it('counts what waits to be taken into the log, and passes over what cannot be read there', () => {
    const waiting = {
      [pendingKey('waiting0', 3, 'won')]: writeResult(row('waiting')),
      [pendingKey('unread00', 3, 'won')]: 'none',
      'aside:2026-01-01T00:00:00.000Z:x': written(row('aside')),
    }
    const outside = page(OWN, [row('waiting'), row('aside')])
    expect(Object.values(contents(plan(outside, { ...knowing(own), ...waiting }).items))).toEqual([
      written(row('aside')),
    ])
  })
})

describe('an import that is repeated', () => {
  const [left, right] = [row('mine', 'givenUp'), row('lapA', 'givenUp')]
  /** What comes in at first, and again. */
  const twice = (outside: Items, texts: Items) => {
    const first = plan(outside, texts)
    return { first, second: plan(outside, { ...texts, ...asReplicas(first.items) }) }
  }
  const NOTHING = { items: {}, results: 0, games: 0 }
  const lapB = row('lapB')

  it('brings no sums later that count a game as given up which it tells to be won', () => {
    const later = sums(LAPTOP, [[left, lapB]])
    const texts = knowing(page(OWN, [left]), page(LAPTOP, [lapB]))
    const { first, second } = twice(all(later, page(OWN, [row('mine')])), texts)
    expect(first.items).toMatchObject(later)
    expect(second).toMatchObject(NOTHING)
  })
  it('brings no sums later that leave a game out which it tells to be won', () => {
    const made = compact([[right, lapB, row('lapC')]], ({ play }) => play === lapB.play)
    const later = item(keys.results(LAPTOP), writeJson(storedSummary(made)), 2, EPOCH)
    const texts = knowing(page(LAPTOP, [right, lapB]))
    const { first, second } = twice(all(later, page(OWN, [row('lapA')])), texts)
    expect(contents(first.items)).toMatchObject(contents(all(later, page(FRESH, [row('lapA')]))))
    expect(first.results).toBe(1)
    expect(second).toMatchObject(NOTHING)
  })
  it('brings sums at once that need what another device brings, whatever a third one would do', () => {
    const later = sums(LAPTOP, [[right, lapB]], { checks: 'AAAA' }, false)
    const texts = knowing(page(OWN, [left]), page(LAPTOP, [right]))
    const bad = page('--------', [{ ...left, seconds: 1 }])
    const { first, second } = twice(all(header(LAPTOP, ''), bad, later, page(PHONE, [right])), texts)
    expect(first.items).toEqual(all(later, page(PHONE, [right])))
    expect(second).toMatchObject(NOTHING)
  })
  it('tells of a win also where sums stand for its page and leave it out', () => {
    const later = sums(LAPTOP, [[row('lapA')], [row('lapD')]], {}, false)
    const texts = knowing(page(LAPTOP, [right]))
    const { first, second } = twice(all(later, page(LAPTOP, [row('lapA')])), texts)
    expect(contents(first.items)).toMatchObject(contents(all(later, page(FRESH, [row('lapA')]))))
    expect(first.results).toBe(1)
    expect(second).toMatchObject(NOTHING)
  })
})

describe('sums of a device that is not known here', () => {
  const lap = rows('lap', 2, 'givenUp')
  const texts = knowing(page(LAPTOP, lap))

  it('come in where they claim nothing that is known', () => {
    const outside = all(sums(PHONE, [rows('pho', 3)]), page(PHONE, rows('new', 2), 1))
    expect(plan(outside, texts)).toMatchObject({ items: only(outside), results: 5, unusable: 0 })
  })
  it.each([
    ['as it ended here', row('lap000', 'givenUp')],
    ['as won', row('lap000')],
  ])('stay outside where they claim a play %s', (_, claimed) => {
    const outside = sums(PHONE, [[claimed, ...rows('pho', 9)]])
    expect(plan(outside, texts)).toMatchObject({ items: only({}), results: 0, unusable: 1 })
  })
  it('stay outside where a page beside them holds a play that is known', () => {
    const later = page(PHONE, [row('new'), lap[0]], 1)
    const outside = all(header(PHONE, 'Phone'), sums(PHONE, [rows('pho', 9)], { marks: {} }), later)
    const planned = plan(outside, texts)
    expect(planned).toMatchObject({ results: 1, unusable: 1 })
    expect(contents(planned.items)[keys.log(FRESH, 0)]).toBe(written(row('new')))
  })
  it('that stay outside are unusable only where a page that they stand for is missing', () => {
    const pages = [[row('lap000'), row('pho')], rows('phq', 2)]
    const both = all(sums(PHONE, pages), page(PHONE, pages[0]), page(PHONE, pages[1], 1))
    expect(plan(both, texts)).toMatchObject({ results: 4, unusable: 0 })
    const one = all(sums(PHONE, pages), page(PHONE, pages[1], 1))
    expect(plan(one, texts)).toMatchObject({ results: 2, unusable: 1 })
  })
  it('of this device itself are usable where their pages are known here', () => {
    const pages = [rows('own', 2)]
    expect(plan(sums(OWN, pages), knowing(page(OWN, pages[0])))).toMatchObject({
      items: only({}),
      unusable: 0,
    })
    expect(plan(sums(OWN, pages))).toMatchObject({ items: only({}), unusable: 1 })
    // Pages of another device are none of this one's.
    expect(plan(sums(OWN, pages), knowing(page(LAPTOP, pages[0]))).unusable).toBe(1)
  })
})

describe('what stays outside is told', () => {
  it('item by item', () => {
    expect(plan({ [keys.log(PHONE, 0)]: 'damaged' }).unusable).toBe(1)
    expect(plan(page(PHONE, rows('pho', 1), 10_000)).unusable).toBe(1)
    expect(plan({ [keys.settings(PHONE)]: newer() })).toMatchObject({ unusable: 1, newer: 0, settings: {} })
    expect(plan({})).toMatchObject({ unusable: 0, newer: 0, settings: {} })
  })
  it('of a newer version comes in where its device is not known, in the same count of erasures', () => {
    const outside = { [keys.device(PHONE)]: newer(), [keys.log(PHONE, 0)]: newer() }
    expect(plan(outside)).toMatchObject({ items: only(outside), newer: 2, unusable: 0 })
    expect(plan({ [keys.log(PHONE, 0)]: newer(1, EPOCH - 1) })).toMatchObject({
      items: only({}),
      unusable: 1,
    })
  })
  it.each([OWN, LAPTOP])('of a newer version under the id %s, which is known here', id => {
    const texts = knowing(page(LAPTOP, rows('lap', 1)))
    expect(plan({ [keys.log(id, 3)]: newer() }, texts)).toMatchObject({
      items: only({}),
      newer: 0,
      unusable: 1,
    })
  })
})

describe('an item of an import', () => {
  const checked = (key: string, content: string) =>
    checkItem(key, writeItem(key, { epoch: 0, seq: 5, content }), NOW)
  const sound = storedSummary(compact([rows('a', 20)], () => true))

  it('that is a header says which browser, and is one', () => {
    const content = writeJson({ name: 'Phone', day: 5, browser: 'Chrome' })
    expect(checked(keys.device(PHONE), content)).toMatchObject({ kind: 'sound', content })
    expect(checked(keys.device(PHONE), 'AAAA').kind).toBe('unsound')
  })
  it('that is a game is of the kind that its key says, or says that there is none', () => {
    const text = (of: GameId) =>
      writeSyncEnvelope({ minute: 1, vector: {}, record: record(3, 'playAAAA', of) })
    const kinds = [text('sea-towers'), text('freecell'), '', 'AAAA'].map(
      content => checked(keys.game(PHONE, 'sea-towers'), content).kind,
    )
    expect(kinds).toEqual(['sound', 'unsound', 'sound', 'unsound'])
  })
  it('that is a page holds whole results', () => {
    expect(checked(keys.log(PHONE, 0), written(row('a')).slice(1)).kind).toBe('unsound')
  })
  test.each(['-0', '0.5', '1', 'x0', '000000'])('that is sums has no digests of a page %s', name => {
    const content = writeJson({ ...sound, marks: { ...sound.marks, [name]: '' } })
    expect(checked(keys.results(PHONE), content).kind).toBe('unsound')
  })
  it('that is sums fits together in every game', () => {
    const { 'sea-towers': good } = sound.totals
    const totals = { 'freecell': { ...good, bestStreak: good.won + 1 }, 'sea-towers': good }
    expect(checked(keys.results(PHONE), writeJson({ ...sound, totals })).kind).toBe('unsound')
  })
})

describe('taking an import back', () => {
  const said = { time: NOW, results: 1, games: 0, settings: {} }
  const KEY = keys.results(LAPTOP)
  const before = item(KEY, 'before', 4, EPOCH)
  const came = item(KEY, 'came', 5, EPOCH)
  const lastOf = (texts: Items) => parseLastImport(writeLastImport(texts, came, said), NOW)!

  it('is possible for seven days, and no longer', () => {
    const text = writeLastImport({}, came, said)
    const week = 7 * 86_400_000
    expect(parseLastImport(text, NOW + week - 1)).toMatchObject(said)
    expect(parseLastImport(text, NOW + week)).toBeUndefined()
    expect(parseLastImport(text, NOW - week)).toBeUndefined()
  })
  it('writes what was there before as a later version where other devices may know it', () => {
    const last = lastOf(asReplicas(before))
    expect(undoImport(asReplicas(came), came, last).set).toEqual(asReplicas(item(KEY, 'before', 6, EPOCH)))
    expect(undoImport(asReplicas(came), {}, last).set).toEqual(asReplicas(before))
  })
  it('empties as a later version what was not there before and other devices may know', () => {
    const { set, remove } = undoImport(asReplicas(came), came, lastOf({}))
    expect(set).toEqual(asReplicas(item(KEY, '', 6, EPOCH)))
    expect(remove).toEqual(['last-import'])
    expect(undoImport(asReplicas(came), {}, lastOf({})).remove).toEqual(['last-import', `~${KEY}`])
  })
  it('brings nothing back that has left since', () => {
    expect(undoImport({}, came, lastOf(asReplicas(before)))).toEqual({ set: {}, remove: ['last-import'] })
  })
})
