// Imports and exports: forged items change nothing here, results and games of real exports are added, and an
// import can be undone.
import { describe, expect, it, test } from 'vitest'
import { crc32, GAMES, writeNumber } from '../../engine/index.ts'
import { aggregate, statistics } from '../../stores/sync/aggregate.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { readSyncEnvelope, writeSyncEnvelope } from '../../stores/sync/game-envelope.ts'
import { writeResult, type GameResult } from '../../stores/sync/game-results.ts'
import { gameForCode, recognizeSenders } from '../../stores/sync/game-code.ts'
import { planImport } from '../../stores/sync/import-plan.ts'
import {
  parseLastImport,
  storeImport,
  undoImport,
  undoLastImport,
  writeLastImport,
  type LastImport,
} from '../../stores/sync/import-undo.ts'
import { join, MAX_CONTENT, readItem, writeJson, type Items } from '../../stores/sync/items.ts'
import { keys } from '../../stores/sync/kinds/index.ts'
import { asReplicas, replicasIn } from '../../stores/sync/replicas.ts'
import { LAST_IMPORT_KEY, REPLICA_PREFIX } from '../../stores/platform/storage-keys.ts'
import { DEVICE_KEY, writeIdentity } from '../../stores/sync/device-identity.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { dayOf, timeOf } from '../../stores/time.ts'
import { backupItems, exportFile, findIn, writeCode } from '../../stores/sync/transfer.ts'
import type { VersionVector } from '../../stores/sync/version-vector.ts'
import { pendingKey } from '../../stores/sync/ids.ts'
import golden from '../fixtures/items.json' with { type: 'json' }
import { memoryArea } from '../support/memory-platform.ts'
import { item, row, written } from '../support/sync-words.ts'

const NOW = Date.UTC(2026, 10, 22)
const OWN = 'ownDevic'
const LAPTOP = 'laptopXX'
const FRESH = 'freshDev'
const NAMES = {} as Parameters<typeof findIn>[1]

const header = (id: string, name: string, rest = {}) =>
  item(keys.device(id), writeJson({ name, day: 20_000, ...rest }))
const summary = (pages: readonly GameResult[][], rest = {}) =>
  writeJson({ ...storedSummary(compact(pages, () => true)), ...rest })
const plays = (name: string, count: number, outcome: GameResult['outcome'] = 'won') =>
  Array.from({ length: count }, (_, i) => row(`${name}${String(i).padStart(3, '0')}`, outcome))

/** This device in epoch 3, with five results of its own and two of the laptop. */
const ownRows = plays('own', 5)
const local: Items = {
  [DEVICE_KEY]: writeIdentity({ id: OWN, epoch: 3 }),
  ...asReplicas({
    ...item(keys.log(OWN, 0), written(...ownRows), 5, 3),
    ...item(keys.device(OWN), writeJson({ name: 'Desk', day: 20_700 }), 2, 3),
    ...item(keys.log(LAPTOP, 0), written(...plays('lap', 2)), 2, 3),
    ...item(keys.device(LAPTOP), writeJson({ name: 'Laptop', day: 20_700 }), 2, 3),
    ...item(keys.settings(OWN), writeJson({ felt: { value: 'walnut', stamp: [5, 0] } }), 1, 3),
  }),
}
const countsIn = (texts: Items) => {
  const { played, won, bestSeconds, seconds } = statistics(aggregate(devicesOf(replicasIn(texts)).values()))
  return { played, won, bestSeconds, seconds }
}
const plan = (outside: Items, texts = local, freshId = FRESH) =>
  planImport(outside, { local: texts, now: NOW, freshId })
const after = (outside: Items, texts = local) => ({ ...texts, ...asReplicas(plan(outside, texts).items) })
const ownItems = (texts: Items) =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => key.includes(OWN) || key === DEVICE_KEY))

/** An item with any content and a valid checksum. */
const sealed = (key: string, body: string): Items => ({ [key]: body + writeNumber(crc32(key + body), 6) })
const hostileId = 'evilEVIL'
const hostile: Record<string, Items> = {
  'someone else’s shortcuts, with a timestamp that no choice can follow': item(
    's:zzzzzzzz',
    writeJson({
      shortcuts: {
        value: [{ name: 'Gmail', url: 'https://evil.example/' }],
        stamp: [Number.MAX_SAFE_INTEGER, 9],
      },
    }),
  ),
  'five hundred headers': Object.assign(
    {},
    ...Array.from({ length: 500 }, (_, i) => header(`evil${String(i).padStart(4, '0')}`, 'x')),
  ) as Items,
  'an epoch far ahead': item(keys.device(hostileId), writeJson({ name: 'x', day: 1 }), 1, 4095),
  'an empty log under this device’s id': item(keys.log(OWN, 0), '', 16_000_000, 4000),
  'sums under this device’s id that replace all its log pages': item(
    keys.results(OWN),
    writeJson({ folded: 99_999, checks: '', marks: {}, totals: {} }),
    16_000_000,
  ),
  'an empty log under the id of another known device': item(keys.log(LAPTOP, 0), '', 900_000),
  'sums of another known device without its plays': item(
    keys.results(LAPTOP),
    writeJson({ folded: 1, checks: 'AAAA', marks: { 0: '' }, totals: {} }),
    900_000,
  ),
  'sums that claim the plays of this device': item(
    keys.results(hostileId),
    summary([ownRows], { totals: {} }),
  ),
  'a win of one second for every play of this device': item(
    keys.log('--------', 0),
    written(...ownRows.map(one => ({ ...one, seconds: 1 }))),
  ),
  'a day outside the calendar': header(hostileId, 'x', { day: 1e15 }),
  'a name of a million characters': header(hostileId, 'x'.repeat(1_000_000)),
  'a histogram with a count of four billion': item(
    keys.results(hostileId),
    summary([plays('evi', 1)], {
      totals: {
        'sea-towers': {
          ...compact([plays('evi', 1)], () => true).totals['sea-towers'],
          times: { 40: 4_294_967_295 },
        },
      },
    }),
  ),
  'a log page of sixteen thousand identical rows': item(
    keys.log(hostileId, 0),
    written(...Array.from({ length: 16_000 }, () => row('evil'))),
  ),
  'values of a newer version, five thousand characters each, under this device’s id': Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [keys.log(OWN, i), `2DAAAAA${'A'.repeat(5000)}`]),
  ),
  'a one-megabyte value of a newer version': { [keys.log(hostileId, 0)]: `2DAAAAA${'A'.repeat(1_000_000)}` },
  'a value of a newer version that is not base64': { [keys.log(hostileId, 0)]: '2DAAAAA<script>' },
  'a value of a newer version in a later epoch': {
    [keys.log(hostileId, 0)]: `2${writeNumber(9, 2)}AAAAfuture`,
  },
  'results of a game that does not exist': item(
    keys.log(hostileId, 0),
    writeResult(row('evil')).slice(0, 8) + '_AAAA_AAAA',
  ),
  'half a row': sealed(keys.log(hostileId, 0), `1AAAAAB${writeResult(row('evil')).slice(0, 7)}`),
  'the keys __proto__ and constructor': { __proto__: 'x', constructor: 'y' } as unknown as Items,
}

describe('a hostile import', () => {
  test.each(Object.entries(hostile))(
    '%s: changes no setting or result, and throws no error',
    (_, outside) => {
      const planned = plan(outside)
      const texts = after(outside)
      expect(countsIn(texts)).toEqual(countsIn(local))
      expect(ownItems(texts)).toEqual(ownItems(local))
      expect(Object.keys(planned.items).filter(key => key.startsWith('s:') || key.includes(OWN))).toEqual([])
      expect(planned).toMatchObject({ results: 0, games: 0 })
    },
  )
  test.each(Object.entries(hostile))(
    '%s: can be read as a code and as a file, or is refused with a reason',
    async (_, outside) => {
      for (const text of [await writeCode(outside), JSON.stringify({ quickhand: 1, items: outside })]) {
        const found = await findIn(text, NAMES)
        if (!found.ok)
          expect(['transferDamaged', 'transferEmpty', 'transferLarge']).toContain(found.reason.key)
      }
    },
  )
  it('is refused entirely if it has more than ten thousand items', async () => {
    const outside = Object.assign(
      {},
      ...Array.from({ length: 10_001 }, (_, i) => item(keys.log(hostileId, i), written(row('evil')))),
    ) as Items
    expect(await findIn(await writeCode(outside), NAMES)).toMatchObject({ reason: { key: 'transferLarge' } })
  })
  it('adds 64 devices at most, and says how many are left out', () => {
    const outside = Object.assign(
      {},
      ...Array.from({ length: 100 }, (_, i) =>
        item(
          keys.log(`evil${String(i).padStart(4, '0')}`, 0),
          written(row(`e${String(i).padStart(3, '0')}`)),
        ),
      ),
    ) as Items
    const planned = plan(outside)
    expect(planned).toMatchObject({ results: 64, unusable: 36 })
    expect(new Set(Object.keys(planned.items).map(key => key.split(':')[1])).size).toBe(64)
  })
  it('leaves out what storage.local has no room for after earlier imports', () => {
    const outside = item(keys.log('phoneXXX', 0), written(row('pho')), 2, 3)
    const earlier = Array.from({ length: 548 }, (_, page) => [keys.log(hostileId, page), 'A'.repeat(8192)])
    const texts = { ...local, ...asReplicas(Object.fromEntries(earlier) as Items) }
    expect(plan(outside, texts)).toMatchObject({ results: 1, unusable: 0 })
    const more = {
      ...texts,
      ...asReplicas({
        [keys.log(hostileId, 548)]: 'A'.repeat(8192),
        [keys.log(hostileId, 549)]: 'A'.repeat(8192),
      }),
    }
    expect(plan(outside, more)).toMatchObject({ results: 0, items: {}, unusable: 1 })
  })
  it('does not count devices that have only a name toward the limit of 64', () => {
    const named = Array.from({ length: 70 }, (_, i) => header(`empty${100 + i}`, 'x'))
    const page = item(keys.log('phoneXXX', 0), written(row('pho')), 2, 3)
    expect(plan(Object.assign({}, ...named, page) as Items)).toMatchObject({ results: 1, unusable: 0 })
  })
})

describe('sums that claim a play of this device', () => {
  const texts = { ...local, ...asReplicas(item(keys.log(OWN, 0), written(row('mine', 'givenUp')), 5, 3)) }
  const outside = {
    ...item(keys.log('zzzzzzzz', 0), written(row('mine', 'won'))),
    ...item(
      keys.results('zzzzzzzz'),
      summary([[row('mine', 'won'), ...plays('evi', 9)]], { checks: 'AAAA' }),
    ),
    ...item(keys.device('zzzzzzzz'), writeJson({ name: 'x', day: 20_000 })),
  }
  it('are left out, even if the import is repeated', () => {
    const first = after(outside, texts)
    expect(plan(outside, texts)).toMatchObject({ results: 1, unusable: 0 })
    expect(Object.keys(plan(outside, texts).items).filter(key => key.startsWith('r:'))).toEqual([])
    expect(plan(outside, first)).toMatchObject({ results: 0, items: {} })
  })
})

describe('an import of a real export', () => {
  const phone = {
    ...header('phoneXXX', 'Phone'),
    ...item(keys.log('phoneXXX', 0), written(...plays('pho', 12, 'givenUp')), 7, 9),
  }
  it('adds its results, says how many and whose, and learns nothing about what was erased there', () => {
    expect(plan(phone)).toMatchObject({ results: 12, games: 0, names: ['Phone'], newer: 0, unusable: 0 })
    expect(countsIn(after(phone)).played).toBe(countsIn(local).played + 12)
    for (const [key, value] of Object.entries(plan(phone).items))
      expect(readItem(key, value)).toMatchObject({ epoch: 3 })
  })
  it('adds nothing the second time', () => {
    const texts = after(phone)
    expect(plan(phone, texts)).toMatchObject({ results: 0, items: {} })
  })
  it('adds only new results when it is repeated with a later export', () => {
    const later = {
      ...header('phoneXXX', 'Phone'),
      ...item(keys.log('phoneXXX', 0), written(...plays('pho', 20, 'givenUp')), 15, 9),
      ...item(keys.log('phoneXXX', 1), written(...plays('phq', 3)), 3, 9),
    }
    const texts = after(phone)
    const planned = plan(later, texts, 'freshXXX')
    expect(planned).toMatchObject({ results: 11, names: ['Phone'] })
    expect(countsIn({ ...texts, ...asReplicas(planned.items) }).played).toBe(countsIn(local).played + 23)
  })
  it('does not add results that are pending here', () => {
    const [first] = plays('pho', 1, 'givenUp')
    const texts = { ...local, [pendingKey(first.play, 3, 'givenUp')]: writeResult(first) }
    expect(plan(phone, texts).results).toBe(11)
  })
  it('of the user’s own backup restores all that was erased, under an id other than this device’s', () => {
    const emptied = { [DEVICE_KEY]: writeIdentity({ id: OWN, epoch: 4 }) }
    const planned = plan(backupItems(local, false), emptied)
    expect(planned).toMatchObject({ results: 7, unusable: 0 })
    expect(planned.names.toSorted()).toEqual(['Desk', 'Laptop'])
    expect(Object.keys(planned.items).some(key => key.includes(OWN))).toBe(false)
    const restored = { ...emptied, ...asReplicas(planned.items) }
    expect(countsIn(restored)).toEqual(countsIn(local))
    expect(plan(backupItems(local, false), restored)).toMatchObject({ results: 0, items: {} })
  })
  it('turns a loss here into a win if the import has a win of the play', () => {
    const texts = {
      ...local,
      ...asReplicas(item(keys.log(OWN, 0), written(row('both', 'givenUp')), 5, 3)),
    }
    const outside = item(keys.log('phoneXXX', 0), written(row('both', 'won')))
    expect(plan(outside, texts).results).toBe(1)
    expect(countsIn(after(outside, texts)).won).toBe(countsIn(texts).won + 1)
  })
  it('of sums whose pages are gone counts them once, however often it is repeated', () => {
    const pages = [plays('old', 64), plays('new', 10)]
    const outside = {
      ...header('phoneXXX', 'Phone'),
      ...item(keys.results('phoneXXX'), summary(pages.slice(0, 1))),
      ...item(keys.log('phoneXXX', 1), written(...pages[1])),
    }
    const texts = after(outside)
    expect(plan(outside).results).toBe(74)
    expect(plan(outside, texts)).toMatchObject({ results: 0, items: {} })
    const whole = { ...outside, ...item(keys.log('phoneXXX', 0), written(...pages[0])) }
    expect(plan(whole, texts).results).toBe(0)
    expect(countsIn(after(whole, texts)).played).toBe(countsIn(local).played + 74)
  })
  it('says that it leaves out sums that have no room for the id of their log', () => {
    const lost = GAMES.map(game => [row(game.slice(0, 8), 'givenUp', { game })])
    const sums = (folded: number) =>
      summary(lost, { folded, checks: 'A'.repeat(4 * folded), marks: {}, rest: {} })
    let folded = 32
    while (sums(folded + 1).length <= MAX_CONTENT) folded++
    const outside = { ...header('phoneXXX', 'Phone'), ...item(keys.results('phoneXXX'), sums(folded)) }
    expect(plan(outside)).toMatchObject({ results: 0, items: {}, unusable: 1 })
    const shorter = { ...outside, ...item(keys.results('phoneXXX'), sums(folded - 20)) }
    expect(plan(shorter)).toMatchObject({ results: 32, unusable: 0 })
  })
  it('leaves out items in a newer format, and counts them', () => {
    const value = `2${writeNumber(3, 2)}AAABfuture`
    expect(plan({ ...phone, [keys.log('phoneXXX', 1)]: value })).toMatchObject({ newer: 0, unusable: 1 })
  })
  it('can read every released item format', () => {
    expect(plan(golden)).toMatchObject({ results: 2, games: 1, names: ['Laptop'], unusable: 0, newer: 0 })
  })
  it('lists the settings of its devices separately, for the user to choose', () => {
    expect(plan(golden).settings).toEqual({ felt: 'walnut' })
  })
})

describe('undoing an import', () => {
  const report = { time: NOW, results: 2, games: 1, settings: {} }
  const imported = () => {
    const { items } = plan(golden)
    const texts: Items = { ...after(golden), [LAST_IMPORT_KEY]: writeLastImport(items, report) }
    return { texts, items, last: parseLastImport(texts[LAST_IMPORT_KEY], NOW)! }
  }
  const applied = (texts: Items, { set, remove }: ReturnType<typeof undoImport>) =>
    Object.fromEntries(Object.entries({ ...texts, ...set }).filter(([key]) => !remove.includes(key)))

  it('restores the state before the import, and keeps later results', () => {
    const { texts, last } = imported()
    const since = {
      [REPLICA_PREFIX + keys.log(OWN, 1)]: item(keys.log(OWN, 1), written(row('since')), 1, 3)[
        keys.log(OWN, 1)
      ],
    }
    expect(applied({ ...texts, ...since }, undoImport(texts, {}, last, NOW))).toEqual({ ...local, ...since })
  })
  it('removes its results from all counts, even if they had been synced', () => {
    const { texts, items, last } = imported()
    const undone = applied(texts, undoImport(texts, items, last, NOW))
    expect(countsIn(undone)).toEqual(countsIn(local))
    // Another device merges the newer versions with what it has.
    for (const [key, value] of Object.entries(replicasIn(undone)))
      if (key in items)
        expect(readItem(key, value)).toMatchObject({
          seq: 2,
          content: key.startsWith('d:') ? writeJson({ name: '', day: dayOf(NOW) }) : '',
        })
  })
  it('removes its results from all counts, even if storage.sync has them but cannot be read', async () => {
    const { texts, items } = imported()
    const area = memoryArea(texts)
    const ports = { local: area, now: () => NOW, locked: <T>(work: () => Promise<T>) => work() }
    const sync = { all: () => Promise.reject(new Error('unreadable')) }
    await undoLastImport({ ...ports, sync }, async () => undefined)
    expect(countsIn(asReplicas(join(items, replicasIn(area.texts))))).toEqual(countsIn(local))
  })
  it.each(['restoring the settings', 'removing the items'])(
    'can be repeated if the process ends while it is %s',
    async moment => {
      const { items } = plan(golden)
      const area = memoryArea({ ...after(golden) })
      const ports = { local: area, now: () => NOW, locked: <T>(work: () => Promise<T>) => work() }
      const settings: LastImport['settings'] = { felt: ['green', 'walnut'] }
      await storeImport(ports, () => ({ ...plan(golden), items, settings }))
      const restored: LastImport['settings'][] = []
      const undo = (isFailing: boolean) => {
        const fail = () => Promise.reject(new Error('ended'))
        const isRestoring = moment === 'restoring the settings'
        const local = isFailing && !isRestoring ? { ...area, set: fail, remove: fail } : area
        return undoLastImport({ ...ports, local, sync: memoryArea() }, async changed => {
          if (isFailing && isRestoring) await fail()
          restored.push(changed)
        })
      }
      await expect(undo(true)).rejects.toThrow('ended')
      expect(LAST_IMPORT_KEY in area.texts).toBe(true)
      await undo(false)
      expect(restored.at(-1)).toEqual(settings)
      expect(area.texts).toEqual(local)
      restored.length = 0
      await undo(false)
      expect(restored).toEqual([])
    },
  )
  it('is refused a week later, or if its stored text is invalid', () => {
    const { texts } = imported()
    expect(parseLastImport(texts[LAST_IMPORT_KEY], NOW + 8 * 86_400_000)).toBeUndefined()
    expect(parseLastImport('{"time":1}', NOW)).toBeUndefined()
    expect(parseLastImport(undefined, NOW)).toBeUndefined()
  })
})

describe('an export', () => {
  it('contains settings, even damaged ones, only if the user wants them', () => {
    const texts = { ...local, 'aside:2026-01-01T00:00:00.000Z:settings': '{"shortcuts":[' }
    expect(Object.keys(backupItems(texts, false)).some(key => key.startsWith('s:'))).toBe(false)
    expect(Object.keys(backupItems(texts, true))).toContain(keys.settings(OWN))
    expect(exportFile(texts, new Date(NOW))).not.toContain('shortcuts')
    expect(exportFile(texts, new Date(NOW), true)).toContain('shortcuts')
  })
  it('contains no past games, score, picture or connection', () => {
    const kept = { 'past:play0001:won': 'A', 'score': 'vegas', 'picture': 'B', 'place': 'C', 'levels': 'D' }
    expect(backupItems({ ...local, ...kept }, true)).toEqual(backupItems(local, true))
    expect(exportFile({ ...local, ...kept }, new Date(NOW), true)).toBe(
      exportFile(local, new Date(NOW), true),
    )
  })
  it('always fits into one import: if there are too many pages, sums replace the oldest', () => {
    const pages = Array.from({ length: 600 }, (_, i) => plays(`p${String(i).padStart(3, '0')}`, 1))
    const texts = {
      [DEVICE_KEY]: writeIdentity({ id: OWN, epoch: 0 }),
      ...asReplicas({
        ...item(keys.results(OWN), summary(pages.slice(0, 500))),
        ...Object.assign({}, ...pages.map((rows, page) => item(keys.log(OWN, page), written(...rows)))),
      }),
    }
    const items = backupItems(texts, false)
    expect(Object.keys(items)).toHaveLength(512)
    expect(plan(items, {}).results).toBe(600)
  })
  it('of a game contains nothing but the game: no device id, and not how often it was written', async () => {
    const key = 'g:goldenId:sea-towers'
    const code = (await gameForCode(key, golden[key], new Set()))!
    expect(JSON.stringify(code)).not.toMatch(/goldenId|otherDev/)
    expect(Object.keys(code)).toHaveLength(1)
    expect(Object.keys((await gameForCode(key, golden[key], new Set()))!)).toEqual(Object.keys(code))
  })
  it('of a game is recognized by the devices that played it, and by no others', async () => {
    const key = 'g:goldenId:sea-towers'
    const code = (await gameForCode(key, golden[key], new Set()))!
    const back = await recognizeSenders(code, ['goldenId', 'otherDev', 'stranger'])
    expect(devicesOf(back).get('goldenId')!.games.get('sea-towers')).toEqual(
      devicesOf(golden).get('goldenId')!.games.get('sea-towers'),
    )
    expect(await recognizeSenders(code, ['stranger'])).toEqual(code)
    expect(await gameForCode(keys.log('goldenId', 0), golden['l:goldenId:0'], new Set())).toBeUndefined()
  })
  describe('as a code for a game', () => {
    const KEY = keys.game('goldenId', 'sea-towers')
    const { record } = devicesOf(golden).get('goldenId')!.games.get('sea-towers')!
    const gameItem = (vector: VersionVector, key = KEY, text = record) =>
      item(key, writeSyncEnvelope({ minute: 5, vector, record: text }), 9)
    const vectorIn = (items: Items | undefined) =>
      Object.entries(items ?? {}).map(([key, value]) => {
        const read = readItem(key, value)
        return read && readSyncEnvelope(read.content)?.vector
      })[0]
    /** Items without a usable game. */
    const others: [string, Items][] = [
      ['a key that this version does not know', { 'x:unknown': gameItem({})[KEY] }],
      ['a log page', gameItem({}, keys.log('goldenId', 0))],
      ['a damaged value', { [KEY]: '1AAAAAAdamaged' }],
      ['a game that was given up', item(KEY, '')],
      ['a game of a newer version', gameItem({}, KEY, '3AAAA')],
    ]

    it('keeps the pseudonyms of an imported code, so that its senders recognize the game', async () => {
      const pseudonyms = { '--abcdef': 3 }
      expect(vectorIn(await gameForCode(KEY, gameItem(pseudonyms)[KEY], new Set()))).toEqual(pseudonyms)
    })
    it('contains no device id, even one that looks like a pseudonym', async () => {
      for (const id of ['--abcdef', 'abcdef--', 'abcdefgh']) {
        const { [id]: count, ...rest } = vectorIn(
          await gameForCode(KEY, gameItem({ [id]: 3 })[KEY], new Set([id])),
        )!
        expect([count, Object.keys(rest).map(other => other.slice(0, 2)), Object.values(rest)]).toEqual([
          undefined,
          ['--'],
          [3],
        ])
      }
    })
    it('gets its version from its actions, never from how often it was written', async () => {
      const code = await gameForCode(KEY, gameItem({ goldenId: 3, otherDev: 4 })[KEY], new Set())
      const [[key, value]] = Object.entries(code!)
      expect(readItem(key, value)).toMatchObject({ epoch: 0, seq: 8 })
    })
    it.each(others)('is not made from %s', async (_, items) => {
      const [[key, value]] = Object.entries(items)
      expect(await gameForCode(key, value, new Set())).toBeUndefined()
    })
    it.each(others)('leaves %s unchanged when its senders are looked up', async (_, items) => {
      expect(await recognizeSenders(items, ['goldenId', 'otherDev'])).toEqual(items)
    })
  })
})

describe('an export file', () => {
  it.each([512, 3000])('and a code with %i full log pages can be imported', async count => {
    const pages = Array.from({ length: count }, (_, page) =>
      item(
        keys.log(OWN, page),
        written(...plays(`p${String(page).padStart(4, '0')}`, 64).map(one => ({ ...one, minute: page }))),
      ),
    )
    const texts = {
      ...asReplicas(header(OWN, 'x'.repeat(40))),
      ...asReplicas(Object.assign({}, ...pages) as Record<string, string>),
    }
    const file = exportFile(texts, new Date(0))
    const lines = file.split('\n').filter(line => line.includes('"outcome"'))
    expect(lines, 'readable results').toHaveLength(Math.min(64 * count, 32_768))
    expect(lines.at(-1)).toContain(new Date(timeOf(count - 1)).toISOString())
    for (const text of [file, await writeCode(backupItems(texts, true))]) {
      const found = await findIn(text, NAMES)
      expect(found.ok && 'items' in found.value && plan(found.value.items, {}).results).toBe(64 * count)
    }
  })
  it('can be pasted with the byte order mark of a Windows editor', async () => {
    const file = exportFile(local, new Date(NOW))
    expect(await findIn('\uFEFF' + file, NAMES)).toEqual(await findIn(file, NAMES))
  })
})

describe('half a file', () => {
  it('is reported as incomplete', async () => {
    const file = exportFile(local, new Date(NOW))
    expect(await findIn(file.slice(0, file.length / 2), NAMES)).toMatchObject({
      reason: { key: 'transferDamaged' },
    })
  })
})

describe('JSON that is not an export', () => {
  it('is reported as unknown, complete or not', async () => {
    expect(await findIn('{"a":', NAMES)).toMatchObject({ reason: { key: 'transferUnknown' } })
    expect(await findIn('{"a":1}', NAMES)).toMatchObject({ reason: { key: 'transferUnknown' } })
  })
})
