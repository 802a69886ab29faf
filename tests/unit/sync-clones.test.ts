// Two profiles with one id: how they are detected, which items stay, and which results get the new id.
import { describe, expect, it, test } from 'vitest'
import { crc32, writeNumber } from '../../engine/index.ts'
import type { GameResult } from '../../stores/sync/game-results.ts'
import { isDamaged, isNewer, join, readItem, readJson, writeJson } from '../../stores/sync/items.ts'
import { keys, parseKey } from '../../stores/sync/kinds/index.ts'
import { itemsIn, replicasIn } from '../../stores/sync/replicas.ts'
import { abandonIdentity, isCloned } from '../../stores/sync/steps/clone.ts'
import { compact, storedSummary } from '../../stores/sync/summary.ts'
import { item, row, written } from '../support/sync-words.ts'

const [id, other, third] = ['deviceAA', 'deviceBB', 'deviceCC']
const log = (page: number, rows: GameResult[], seq = 1, device = id) =>
  item(keys.log(device, page), written(...rows), seq)
const sums = (pages: GameResult[][], seq = 1, device = id) =>
  item(keys.results(device), writeJson(storedSummary(compact(pages, () => true))), seq)
const NEWER = '2AAAAADnewer'

describe('another profile that writes under this id', () => {
  const own = { ...item(keys.device(id)), ...item(keys.settings(id), 'AAAA') }
  test.each<[string, string, Record<string, string>, Record<string, string>]>([
    ['is not', 'all items are as they were written here', own, own],
    [
      'is not',
      'storage.sync has an older version',
      item(keys.settings(id), 'BBBB', 2),
      item(keys.settings(id), 'AAAA', 1),
    ],
    [
      'is',
      'storage.sync has the same version with different content',
      own,
      { ...own, ...item(keys.settings(id), 'BBBB') },
    ],
    ['is', 'storage.sync has a later version', own, { ...own, ...item(keys.settings(id), 'AAAA', 2) }],
    ['is', 'storage.sync has an item that was never written here', own, { ...own, ...log(0, []) }],
    [
      'is',
      'one of several items in storage.sync has a newer format',
      own,
      { ...own, [keys.device(id)]: NEWER },
    ],
    ['is', 'one of several items here has a newer format', { ...own, [keys.results(id)]: NEWER }, own],
    ['is not', 'another device writes in a newer format', own, { ...own, [keys.device(other)]: NEWER }],
    ['is not', 'another device has a new item', own, { ...own, ...log(0, [row('a')], 9, other) }],
    ['is not', 'an item in storage.sync is damaged', own, { ...own, [keys.settings(id)]: '1AAAAAAdamaged' }],
    [
      'is not',
      'storage.sync has older settings that look like a row of a log',
      item(keys.settings(id), 'B'.repeat(18), 2),
      item(keys.settings(id), 'A'.repeat(18), 1),
    ],
    [
      'is',
      'storage.sync has an older log page with a play that is not here',
      log(0, [row('a')], 3),
      log(0, [row('a'), row('b')], 1),
    ],
    [
      'is',
      'storage.sync has an older log page in which a play that was given up here is won',
      log(0, [row('a', 'givenUp')], 3),
      log(0, [row('a')], 1),
    ],
    [
      'is not',
      'storage.sync has an older log page in which a play that was won here is given up',
      log(0, [row('a')], 3),
      log(0, [row('a', 'givenUp')], 1),
    ],
    [
      'is',
      'storage.sync has sums of a log page that is not compacted here',
      log(0, [row('a')]),
      sums([[row('a')]]),
    ],
    [
      'is not',
      'storage.sync has older sums that were written here',
      sums([[row('a')], [row('b')]], 2),
      sums([[row('a')]]),
    ],
    ['is', 'storage.sync has sums, but nothing was written here', {}, sums([[row('a')]])],
    [
      'is not',
      'storage.sync has an older log page that cannot be read',
      log(0, [row('a')], 3),
      item(keys.log(id, 0), 'AAAA', 1),
    ],
  ])('%s detected if %s', (verb, _, replicas, seen) =>
    expect(isCloned(id, replicas, seen)).toBe(verb === 'is'),
  )
})

describe('an id that this device leaves to another profile', () => {
  const foreign = { ...log(0, [row('x')], 1, other), ...item(keys.device(other)) }
  it('keeps the items in storage.sync, and the items of other devices stay', () => {
    const replicas = {
      ...foreign,
      ...item(keys.device(id)),
      ...item(keys.settings(id), 'AAAA'),
      ...log(0, [row('a')]),
      ...log(1, [row('b')]),
    }
    const seen = {
      ...log(0, [row('a'), row('c')]),
      ...item(keys.device(id), '', 2),
      ...item(keys.device(third)),
    }
    expect(abandonIdentity(id, replicas, seen)).toEqual({
      left: [row('b')],
      kept: { ...foreign, ...log(0, [row('a'), row('c')]), ...item(keys.device(id), '', 2) },
    })
  })
  it('keeps compacted pages that both have, and the results of other pages move to the new id', () => {
    const [same, differs, later] = [[row('a')], [row('b'), row('c')], [row('d')]]
    const replicas = { ...foreign, ...log(0, same), ...log(1, differs), ...log(2, later) }
    const seen = sums([same, [row('b')]])
    expect(abandonIdentity(id, replicas, seen)).toEqual({
      left: [row('c'), row('d')],
      kept: { ...foreign, ...log(0, same), ...seen },
    })
  })
  it('keeps items in a newer format, because they may exist nowhere else', () => {
    const newer = { [keys.log(id, 1)]: NEWER }
    expect(abandonIdentity(id, { ...log(0, [row('a')]), ...newer }, {})).toEqual({
      left: [row('a')],
      kept: newer,
    })
    const seen = log(1, [row('b')])
    expect(abandonIdentity(id, newer, seen).kept).toEqual(seen)
  })
  it('loses all its results to the new id if storage.sync has none of its items', () => {
    expect(abandonIdentity(id, log(0, [row('a')]), {})).toEqual({ left: [row('a')], kept: {} })
    expect(abandonIdentity(id, {}, log(0, [row('a')])).left).toEqual([])
  })
})

describe('the text of an item', () => {
  const key = keys.device(id)
  const checked = (body: string) => body + writeNumber(crc32(key + body), 6)
  it('is classified as damaged or of a newer format', () => {
    const classify = (value: unknown) =>
      isNewer(value) ? 'newer' : isDamaged(key, value) ? 'damaged' : readItem(key, value)?.content
    expect(classify(checked('1AAAAAA'))).toBe('')
    expect(
      [7, undefined, '', '2AA', '1AAAAAAAAAAAAA', ...['1AA', '0AAAAAA', '1AAAAAA!'].map(checked)].map(
        classify,
      ),
    ).toEqual(Array(8).fill('damaged'))
    expect(['2AAAAAA', '9AAAAAAwhatever', '9AAAAAA whatever'].map(classify)).toEqual([
      'newer',
      'newer',
      'damaged',
    ])
    expect([8192, 8193].map(length => classify(`2${'A'.repeat(length - 1)}`))).toEqual(['newer', 'damaged'])
  })
  it('is not valid JSON if it is not UTF-8', () => {
    expect([readJson('IkEi'), readJson('Iv8i')]).toEqual(['A', undefined])
  })
  it('is replaced by a text of a later version, or by a greater one of the same version', () => {
    const older = item(key, 'AAAA', 1)
    expect(join(older, { [key]: '2AAAAACnewer' })).toEqual({ [key]: '2AAAAACnewer' })
    expect(join({ [key]: '2AAAAACnewer' }, item(key, 'AAAA', 3))).toEqual(item(key, 'AAAA', 3))
    const [one, two] = [item(key, 'AAAA'), item(key, 'BBBB')]
    const greater = one[key] < two[key] ? two : one
    expect([join(one, two), join(two, one)]).toEqual([greater, greater])
  })
  it('counts only under a known key', () => {
    expect([
      parseKey(keys.game(id, 'sea-towers')),
      parseKey('g:deviceAA:whist'),
      parseKey('g:deviceAA'),
    ]).toEqual([{ kind: 'game', device: id, game: 'sea-towers' }, undefined, undefined])
    expect(
      [keys.device(id), keys.settings(id), keys.results(id), keys.log(id, 0), keys.log(id, 120)].map(
        key => parseKey(key)?.kind,
      ),
    ).toEqual(['device', 'settings', 'results', 'log', 'log'])
    expect(
      [
        'xd:deviceAA',
        'd:deviceAAx',
        'd:device',
        'xl:deviceAA:1',
        'l:deviceAA:1x',
        'l:deviceAA:01',
        'l:deviceAA:123456',
        'xg:deviceAA:sea-towers',
      ].map(parseKey),
    ).toEqual(Array(8).fill(undefined))
    expect(itemsIn({ [key]: 'text', [keys.device(other)]: 7, unknown: 'text' })).toEqual({ [key]: 'text' })
    expect(replicasIn({ [`~${key}`]: 'text', [`x${keys.device(other)}`]: 'text', [key]: 'text' })).toEqual({
      [key]: 'text',
    })
  })
})
