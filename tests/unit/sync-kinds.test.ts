// Every synced kind is one file, and every key of storage.local is one row of a table. Everything else is
// derived from them.
import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import {
  isErasedBy,
  isNews,
  isPrefix,
  storageKeyOf,
  storageKeys,
} from '../../stores/platform/storage-table.ts'
import { parseRequest } from '../../stores/account/requests.ts'
import type { Device } from '../../stores/sync/device.ts'
import { devicesOf } from '../../stores/sync/devices.ts'
import { readItem } from '../../stores/sync/items.ts'
import { parseKey, syncedKinds } from '../../stores/sync/kinds/index.ts'
import { onePerDevice, type KindKey, type SyncedKind } from '../../stores/sync/kinds/kind.ts'
import { fitting } from '../../stores/sync/quota.ts'
import { reconcile } from '../../stores/sync/reconcile.ts'

const keyed = onePerDevice('note', 'n:')
interface Noted extends Device {
  note?: string
}
/** A toy kind: a note to the other devices. */
const noteKind: SyncedKind<KindKey<'note'>> = {
  ...keyed,
  priority: 9,
  read(device, _, content) {
    ;(device as Noted).note = content
  },
  collect(round) {
    const note = round.input.local.note as string | undefined
    if (note !== undefined) round.put(keyed.key(round.identity.id), note)
  },
}

describe('a registered kind', () => {
  afterEach(() => syncedKinds.splice(syncedKinds.indexOf(noteKind), 1))

  it('is parsed, collected, published, replicated and prioritized without further code', () => {
    expect(parseKey('n:ownIdAAA')).toBeUndefined()
    syncedKinds.push(noteKind)
    expect(parseKey('n:ownIdAAA')).toEqual({ kind: 'note', device: 'ownIdAAA' })
    const plan = reconcile({
      local: { device: JSON.stringify({ id: 'ownIdAAA', era: 0 }), note: 'HelloYou' },
      sync: {},
      now: Date.UTC(2026, 0, 5),
      browser: 'Test',
      newId: () => 'newIdAAA',
    })
    const published = plan.publish['n:ownIdAAA']
    expect(readItem('n:ownIdAAA', published)).toMatchObject({ content: 'HelloYou' })
    expect(plan.local['~n:ownIdAAA']).toBe(published)
    expect((devicesOf(plan.publish).get('ownIdAAA') as Noted).note).toBe('HelloYou')
    const items = [
      ['n:ownIdAAA', 'A'],
      ['l:ownIdAAA:0', 'A'],
    ] as const
    expect(fitting(items, { bytes: 99, items: 1 })).toEqual([items[1]])
  })
})

describe('the kinds', () => {
  it('have different prefixes; games in progress are dropped first, and summaries last', () => {
    const prefixes = syncedKinds.map(({ prefix }) => prefix)
    expect(new Set(prefixes).size).toBe(prefixes.length)
    expect(syncedKinds.toSorted((a, b) => a.priority - b.priority).map(({ name }) => name)).toEqual([
      'results',
      'log',
      'settings',
      'device',
      'game',
    ])
  })
})

describe('the table of storage keys', () => {
  it('names a file that exists as the owner of every key', () => {
    for (const { owner } of storageKeys) expect(existsSync(`stores/${owner}.ts`), owner).toBe(true)
  })
  it('has one row for every key, and rows that do not overlap', () => {
    for (const { key } of storageKeys)
      expect(storageKeys.filter(row => row === storageKeyOf(isPrefix(key) ? `${key}x` : key))).toHaveLength(1)
    expect(storageKeyOf('somebody else’s')).toBeUndefined()
  })
  it('says which changes are published', () => {
    const names = ['game:sea-towers', 'result:playAAAA:000000012', 'setting:0000000000000009:felt', 'device']
    expect(names.map(isNews)).toEqual(names.map(() => true))
    const unpublished = [
      'previous:sea-towers',
      'settings',
      'sync',
      '~l:deviceAA:0',
      'aside:x',
      'erased:0001',
      'other',
    ]
    expect(unpublished.map(isNews)).toEqual(unpublished.map(() => false))
  })
  it('says which keys each erasure scope removes', () => {
    const games = [
      'game:a',
      'previous:a',
      'result:a',
      '~l:deviceAA:0',
      'aside:x',
      'deals:a',
      'current',
      'erased:0001',
    ]
    const more = ['settings', 'setting:0000000000000009:felt', 'welcome', 'sync']
    expect(games.every(name => isErasedBy(name, 'games') && isErasedBy(name, 'everything'))).toBe(true)
    expect(more.every(name => !isErasedBy(name, 'games') && isErasedBy(name, 'everything'))).toBe(true)
    expect(['device', 'unknown'].some(name => isErasedBy(name, 'everything'))).toBe(false)
  })
})

describe('a request to the background', () => {
  it('is accepted only if it is exactly one of the known requests', () => {
    for (const request of [
      { kind: 'sync-now' },
      { kind: 'erase', scope: 'games' },
      { kind: 'erase', scope: 'everything' },
      { kind: 'folder-connect' },
      { kind: 'folder-check' },
      { kind: 'folder-disconnect' },
      { kind: 'folder-change-key' },
      { kind: 'folder-look', why: 'shown' },
      { kind: 'folder-forget', file: '0123456789abcdef0123456789abcdef' },
      { kind: 'picture', name: 'name' },
      { kind: 'keep-picture', picture: 'data:image/webp;base64,AA+/9A==' },
      { kind: 'keep-picture', picture: 'data:image/png;base64,AAAA', name: 'name' },
    ])
      expect(parseRequest(request)).toEqual(request)
    for (const message of [
      'hand',
      'erase',
      null,
      undefined,
      7,
      {},
      { kind: 'erase' },
      { kind: 'erase', scope: 'all' },
      { kind: 'sync-now', scope: 'games' },
      { kind: 'sync-now', more: 1 },
      { kind: 'toString' },
      { kind: 'folder-look' },
      { kind: 'folder-look', why: 'always' },
      { kind: 'folder-forget', file: '../other' },
      { kind: 'folder-connect', password: 'secret' },
      { kind: 'picture' },
      { kind: 'picture', name: 7 },
      { kind: 'picture', name: 'name', picture: 'data:image/png;base64,AAAA' },
      { kind: 'keep-picture', picture: 'https://example.org/picture.png' },
      { kind: 'keep-picture', picture: 'data:image/svg+xml;base64,AAAA' },
      { kind: 'keep-picture', picture: 'data:image/png;base64,AAAA)' },
      { kind: 'keep-picture', picture: 'data:image/png;base64,AAAA', name: 7 },
      { kind: 'keep-picture', picture: 'data:image/png;base64,AAAA', more: 1 },
      [],
    ])
      expect(parseRequest(message)).toBeUndefined()
  })
})
