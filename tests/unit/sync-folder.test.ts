// The stored sync folder and its address.
import { describe, expect, it } from 'vitest'
import { isErasedBy } from '../../stores/platform/storage-table.ts'
import {
  parseDraft,
  parseSyncFolder,
  writeSyncFolder,
  type SyncFolder,
  type SyncFolderDraft,
} from '../../stores/sync/remotes/sync-folder.ts'
import { originOf, readAddress } from '../../stores/sync/remotes/webdav-address.ts'
import { CONNECT_STEPS, NO_FOLDER } from '../../stores/sync/remotes/folder-status.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { MAX_FILE_BYTES } from '../../stores/sync/remotes/remote.ts'

const folder: SyncFolder = {
  kind: 'webdav',
  address: 'https://cloud.example/dav/',
  user: 'ann',
  password: 'p "ä',
  key: 'K'.repeat(43),
}

describe('the address of a sync folder', () => {
  it('is stored in full, with a slash at the end', () => {
    for (const [typed, stored] of [
      [' https://cloud.example/dav ', 'https://cloud.example/dav/'],
      ['cloud.example', 'https://cloud.example/'],
      ['https://cloud.example:8443/a/b//', 'https://cloud.example:8443/a/b/'],
      ['https://cloud.example/100%/50%zz/a%20b', 'https://cloud.example/100%25/50%25zz/a%20b/'],
      ['https://cloud.example/C%23 x', 'https://cloud.example/C%23%20x/'],
      ['davs://cloud.example/dav', 'https://cloud.example/dav/'],
      ['webdavs://cloud.example/dav', 'https://cloud.example/dav/'],
      ['dav://nas.local/dav', 'http://nas.local/dav/'],
      ['webdav://nas.local/dav', 'http://nas.local/dav/'],
      ['http://100.64.0.1/', 'http://100.64.0.1/'],
      ['http://100.127.255.254/', 'http://100.127.255.254/'],
      ['http://nas.tail1234.ts.net', 'http://nas.tail1234.ts.net/'],
      ['http://nas.home', 'http://nas.home/'],
      ['http://nas.localdomain', 'http://nas.localdomain/'],
      ['http://nas.internal', 'http://nas.internal/'],
      ['http://127.0.0.1:8080/dav', 'http://127.0.0.1:8080/dav/'],
      ['http://nas/dav', 'http://nas/dav/'],
      ['http://nas.local', 'http://nas.local/'],
      ['http://192.168.2.7', 'http://192.168.2.7/'],
      ['http://[fd00::1]/', 'http://[fd00::1]/'],
    ])
      expect(readAddress(typed)).toEqual({ ok: true, value: stored })
  })

  it('may use http only in local and private networks', () => {
    for (const typed of [
      'http://cloud.example',
      'http://10.evil.example',
      'http://8.8.8.8',
      'http://[2001:db8::1]',
      'http://100.63.0.1',
      'http://100.128.0.1',
      'http://ts.net.example',
      'dav://cloud.example',
    ])
      expect(readAddress(typed)).toMatchObject({ reason: { key: 'insecure' } })
  })

  it('contains no password, which has its own field', () => {
    expect(readAddress('https://ann:secret@cloud.example')).toMatchObject({ reason: { key: 'secret' } })
  })

  it('has no query and no fragment', () => {
    for (const typed of ['https://cloud.example/C# x/', 'https://cloud.example/a?dir=/b', 'cloud.example/#'])
      expect(readAddress(typed)).toMatchObject({ reason: { key: 'query' } })
  })

  it('from an earlier version is used as if it were typed now', () => {
    const stored = { ...folder, address: 'https://cloud.example/100%/' }
    expect(parseSyncFolder(writeSyncFolder(stored))).toHaveProperty(
      'address',
      'https://cloud.example/100%25/',
    )
  })

  it('must be that of a web server', () => {
    for (const typed of [
      '',
      'ftp://cloud.example',
      'file:///tmp',
      'https://',
      'no address',
      'x'.repeat(3000),
    ])
      expect(readAddress(typed)).toMatchObject({ reason: { key: 'none' } })
  })

  it('needs permission for its own host and no other', () => {
    expect(originOf('https://cloud.example:8443/a/')).toBe('https://cloud.example/*')
  })
})

describe('a folder in memory', () => {
  it('implements the interface of a sync folder', async () => {
    const remote = memoryRemote()
    expect(await remote.list()).toEqual({ ok: false, problem: { code: 'missing' } })
    await remote.write('a', new Uint8Array([1]))
    const first = await remote.list()
    await remote.write('a', new Uint8Array([2]))
    expect(first.ok && first.value[0]).toMatchObject({ name: 'a', size: 1 })
    expect(await remote.list()).not.toEqual(first)
    expect(await remote.read('a')).toEqual({ ok: true, value: new Uint8Array([2]) })
    await remote.remove('a')
    expect(await remote.list()).toEqual({ ok: true, value: [] })
    expect(await remote.read('a')).toEqual({ ok: false, problem: { code: 'missing' } })
  })
})

describe('a stored folder', () => {
  it('is parsed as it was written', () => {
    expect(parseSyncFolder(writeSyncFolder(folder))).toEqual(folder)
    const draft: SyncFolderDraft = { ...folder, key: undefined }
    expect(parseDraft(writeSyncFolder(draft))).toEqual(draft)
  })

  it('from the first release can still be read, and is still written with the same characters', () => {
    const released =
      '{"kind":"webdav","address":"https://cloud.example/dav/","user":"ann","password":"p \\"ä","key":"' +
      `${'K'.repeat(43)}"}`
    expect(parseSyncFolder(released)).toEqual(folder)
    expect(writeSyncFolder(folder)).toBe(released)
  })

  it('is invalid without a key, or if `writeSyncFolder` would write a different text', () => {
    const draft: SyncFolderDraft = { ...folder, key: undefined }
    for (const text of [
      undefined,
      '',
      'null',
      '{}',
      writeSyncFolder(draft),
      writeSyncFolder({ ...folder, key: 'short' }),
      writeSyncFolder({ ...folder, address: 'http://cloud.example/' }),
      writeSyncFolder({ ...folder, address: 'https://cloud.example' }),
    ])
      expect(parseSyncFolder(text)).toBeUndefined()
  })

  it('stays when everything is erased, to announce the erasure; its cached files are removed', () => {
    expect(isErasedBy('place', 'everything')).toBe(false)
    expect(isErasedBy('remote:0123', 'games')).toBe(true)
  })
})

describe('without a stored folder', () => {
  it('syncing with a folder is off, and connecting one takes five steps', () => {
    expect(NO_FOLDER.state).toBe('off')
    expect(CONNECT_STEPS).toHaveLength(5)
  })
})

describe('a file of the folder', () => {
  it('has at most 4 MiB', () => {
    expect(MAX_FILE_BYTES).toBe(4_194_304)
  })
})
