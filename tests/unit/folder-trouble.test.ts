// Problems with the sync folder: restored profiles, servers that refuse some requests, networks that fail and
// recover. A problem with one file does not stop the sync, and erased files do not stay in the folder.
import { describe, expect, it } from 'vitest'
import { copiesIn } from '../../stores/sync/remotes/folder-copies.ts'
import { FolderSync } from '../../stores/sync/remotes/folder-sync.ts'
import { bodyOf } from '../../stores/sync/remotes/http.ts'
import { LoginFlow } from '../../stores/sync/remotes/login-flow.ts'
import { writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { serverOf } from '../../stores/sync/remotes/webdav-address.ts'
import { FOLDER_STATE_KEY } from '../../stores/platform/storage-keys.ts'
import { afterProblem, parseFolderState, writeFolderState } from '../../stores/sync/remotes/folder-state.ts'
import { isSettled, type RemoteProblem } from '../../stores/sync/remotes/remote.ts'
import { sealOf } from '../../stores/sync/remotes/seal.ts'
import { webdav } from '../../stores/sync/remotes/webdav.ts'
import { memoryArea } from '../support/memory-platform.ts'
import { memoryRemote } from '../support/memory-remote.ts'
import { clock, device, pair, place } from '../support/folder-devices.ts'

const { kind, address, user, password } = place
const draft = writeSyncFolder({ kind, address, user, password })
const mistyped = writeSyncFolder({ kind, address, user, password: 'wrong' })
const NO_ANSWER: RemoteProblem = { code: 'unreachable' }
type Device = ReturnType<typeof device>

/** A device that has sent its first result. */
async function alone(folder = memoryRemote()) {
  const one = device(folder)
  await one.look()
  await one.win()
  await one.pass(60)
  return { folder, one }
}

/** Connects with a draft while the folder has a problem. */
async function failToConnect(one: Device, asked: 'list' | 'read', problem: RemoteProblem, text: string) {
  one.remote.problems.set(asked, problem)
  one.session.texts['place-draft'] = text
  await one.schedule.answer({ kind: 'folder-connect' })
  one.remote.problems.clear()
}

/** Restores an earlier state of the profile and restarts the browser. */
async function restoreProfile(one: Device, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const area of [one.local, one.session]) await area.remove(Object.keys(area.texts))
  await one.local.set(texts)
}

/** Erases everything on a device, as the background does, and lets an hour pass. */
async function erase(one: Device): Promise<void> {
  await one.folderSync.noteErasing()
  await one.syncer.erase('everything')
  await one.schedule.pushNow()
  for (let i = 0; i < 4; i++) {
    await one.pass(900)
    await one.look()
  }
}

describe('a profile that is restored or new', () => {
  it.each([
    ['when it checks the folder', false],
    ['even if a game ends before it checks the folder', true],
  ])('recovers results that only its own file in the folder has, %s', async (_, plays) => {
    const { one } = await alone()
    const backup = { ...one.local.texts }
    await one.win(10)
    await one.pass(60)
    clock.now += 3 * 86_400_000
    await restoreProfile(one, backup)
    if (plays) await one.win()
    await one.schedule.pushNow()
    await one.pass(900)
    await one.look()
    expect(one.won()).toBe(plays ? 12 : 11)
  })

  it('lists the folder again before it sends, if it could not read the files', async () => {
    const { folder } = await pair()
    const one = device(folder)
    one.remote.problems.set('read', NO_ANSWER)
    await one.look()
    one.remote.problems.clear()
    one.remote.asked.length = 0
    await one.win()
    await one.pass(900)
    expect(one.remote.asked[0]).toBe('list')
  })
})

describe('a key that was changed', () => {
  it('leaves no unreadable file once the other browser is paired again', async () => {
    const { folder, laptop, phone } = await pair()
    await laptop.schedule.answer({ kind: 'folder-change-key' })
    clock.now += 60_000
    await phone.look()
    phone.session.texts['place-draft'] = laptop.local.texts.place
    await phone.schedule.answer({ kind: 'folder-connect' })
    for (let i = 0; i < 8; i++) {
      for (const one of [laptop, phone]) {
        await one.pass(60)
        await one.look()
      }
    }
    expect(folder.files.size).toBe(2)
    expect([laptop, phone].map(one => one.status().problem)).toEqual([undefined, undefined])
  })
})

describe('one file that the server cannot deliver', () => {
  it.each<RemoteProblem>([
    { code: 'failed', status: 500 },
    { code: 'forbidden' },
    { code: 'locked' },
    { code: 'busy' },
  ])('does not prevent others from being read: $code', async problem => {
    const { folder, laptop, phone } = await pair()
    const others = [...folder.files]
    folder.files.clear()
    const unreadable = 'a'.repeat(32)
    await folder.write(unreadable, new Uint8Array(300))
    for (const [name, file] of others) folder.files.set(name, file)
    const { read } = folder
    folder.read = async name => (name === unreadable ? { ok: false, problem } : read(name))
    for (let i = 0; i < 4; i++) {
      for (const one of [laptop, phone]) {
        await one.win()
        await one.pass(300)
        await one.look()
      }
    }
    await laptop.look()
    expect([laptop.won(), phone.won()]).toEqual([11, 11])
    expect(laptop.status()).toMatchObject({ state: 'arrived' })
    folder.read = read
    clock.now += 60_000
    await laptop.look()
    expect(laptop.remote.asked.slice(-1)).toEqual(['read'])
  })

  it('is reported as a problem of the folder if no other file can be read either', async () => {
    const { laptop, phone } = await pair()
    await phone.win()
    await phone.pass(60)
    await laptop.local.remove(Object.keys(laptop.local.texts).filter(key => key.startsWith('remote:')))
    laptop.remote.problems.set('read', { code: 'failed', status: 502 })
    await laptop.look()
    expect(laptop.status().problem).toEqual({ code: 'failed', status: 502 })
  })
})

describe('an erasure deletes every file of this device', () => {
  it('even after an attempt to reconnect has failed', async () => {
    const { folder, one } = await alone()
    await failToConnect(one, 'list', { code: 'signIn' }, mistyped)
    const before = [...folder.files.keys()]
    await erase(one)
    expect(before.filter(name => folder.files.has(name))).toEqual([])
  })

  it('even if the key is changed before the server can be reached', async () => {
    const { folder, one } = await alone()
    const before = [...folder.files.keys()]
    for (const asked of ['list', 'write']) one.remote.problems.set(asked, NO_ANSWER)
    await erase(one)
    await one.schedule.answer({ kind: 'folder-change-key' })
    one.remote.problems.clear()
    for (let i = 0; i < 4; i++) {
      await one.pass(3600)
      await one.look()
    }
    expect(before.filter(name => folder.files.has(name))).toEqual([])
    expect(one.status()).toMatchObject({ state: 'arrived', problem: undefined })
  })

  it('even one that the server has truncated', async () => {
    const { folder, one } = await alone()
    const { write } = folder
    folder.write = (name, bytes) => write(name, bytes.slice(0, bytes.length / 2))
    await one.win()
    await one.pass(21)
    folder.write = write
    const before = [...folder.files.keys()]
    await erase(one)
    expect(before.filter(name => folder.files.has(name))).toEqual([])
  })

  it('even one that was written during an earlier erasure and never read back', async () => {
    const { folder, one } = await alone()
    await one.folderSync.noteErasing()
    await one.syncer.erase('games')
    let reachServer = (): void => undefined
    const reading = new Promise<void>(resolve => (reachServer = resolve))
    const { list } = one.remote
    one.remote.list = () =>
      new Promise(resolve => {
        reachServer()
        one.state.left!.addEventListener('abort', () => resolve({ ok: false, problem: NO_ANSWER }))
      })
    const push = one.schedule.pushNow()
    await reading
    const erased = one.folderSync.noteErasing()
    one.remote.list = list
    await Promise.all([erased, push])
    await erase(one)
    expect(folder.files.size).toBe(1)
  })
})

describe('a connection attempt that was interrupted', () => {
  it('is retried with the same key, so that every file can be opened', async () => {
    const folder = memoryRemote()
    const one = device(folder)
    await one.local.remove(['place'])
    await one.win()
    await failToConnect(one, 'read', NO_ANSWER, draft)
    one.session.texts['place-draft'] = draft
    expect(await one.schedule.answer({ kind: 'folder-connect' })).not.toHaveProperty('failed')
    for (let i = 0; i < 5; i++) {
      await one.pass(60)
      await one.look()
    }
    expect(one.status().problem).toBeUndefined()
    expect(folder.files.size).toBe(1)
    expect(one.session.texts).not.toHaveProperty('place-tried')
  })

  it('does not make the next push carry items that are in other devices’ files', async () => {
    const { laptop, phone } = await pair()
    await phone.win(300)
    await phone.pass(60)
    await laptop.look()
    await failToConnect(laptop, 'list', { code: 'signIn' }, mistyped)
    laptop.remote.asked.length = 0
    await laptop.win()
    await laptop.pass(900)
    expect(laptop.remote.asked.filter(name => name === 'write')).toHaveLength(1)
  })
})

describe('a network that was down', () => {
  it('is used again within three minutes after it recovers, if a tab is shown', async () => {
    const { laptop } = await pair()
    for (const asked of ['list', 'read', 'write']) laptop.remote.problems.set(asked, NO_ANSWER)
    for (let i = 0; i < 120; i++) {
      await laptop.win()
      await laptop.pass(60)
    }
    laptop.remote.problems.clear()
    await laptop.pass(60)
    await laptop.look()
    await laptop.pass(120)
    expect(laptop.status().state).toBe('arrived')
  })

  it('delays the next session by at most an hour', () => {
    let state = parseFolderState(undefined)
    for (let i = 0; i < 12; i++) state = afterProblem(state, NO_ANSWER, 0, 0.99)
    expect(state.notBefore).toBeLessThanOrEqual(3_600_000)
  })
})

describe('a server', () => {
  it.each<RemoteProblem>([{ code: 'forbidden' }, { code: 'unfit' }])(
    'that refuses deletions is asked to delete only once a day, and receives everything: $code',
    async problem => {
      const { one } = await alone()
      one.remote.problems.set('remove', problem)
      await one.schedule.answer({ kind: 'folder-change-key' })
      for (let i = 0; i < 60; i++) {
        await one.pass(60)
        await one.look()
      }
      expect(one.remote.asked.filter(name => name === 'remove')).toHaveLength(1)
      expect(one.status()).toMatchObject({ state: 'arrived', waitingSince: 0 })
      one.remote.problems.clear()
      clock.now += 2 * 86_400_000
      await one.win()
      await one.pass(60)
      expect(one.local.texts['place-state']).toContain('"leaving":[]')
    },
  )

  it('that repeatedly asks for a pause of zero seconds receives fewer than 30 requests an hour', async () => {
    const { laptop } = await pair()
    await laptop.pass(3600)
    for (const asked of ['list', 'write']) laptop.remote.problems.set(asked, { code: 'busy', waitMs: 0 })
    await laptop.win()
    laptop.remote.asked.length = 0
    await laptop.pass(3600)
    expect(laptop.remote.asked.length).toBeLessThan(30)
  })

  it('receives only one request if several tabs are shown at the same time', async () => {
    const { laptop } = await pair()
    clock.now += 60_000
    laptop.remote.asked.length = 0
    await Promise.all([1, 2, 3, 4].map(() => laptop.look()))
    expect(laptop.remote.asked).toEqual(['list'])
  })

  it('that refuses the password receives only three requests on the first day', async () => {
    const { laptop } = await pair()
    for (const asked of ['list', 'read', 'write']) laptop.remote.problems.set(asked, { code: 'signIn' })
    await laptop.win()
    laptop.remote.asked.length = 0
    await laptop.pass(86_400)
    expect(laptop.remote.asked).toHaveLength(3)
  })

  it('has its password refusals counted until it accepts a request, despite other failures', async () => {
    const { laptop } = await pair()
    const problems: RemoteProblem[] = [{ code: 'signIn' }, { code: 'busy' }]
    let state = parseFolderState(undefined)
    for (let i = 0; i < 12; i++) state = afterProblem(state, problems[i % 2], 0, 0.5)
    expect(state.isStopped).toBe(true)
    expect(afterProblem(state, problems[0], 0, 0.5).notBefore).toBe(86_400_000)
    laptop.remote.problems.set('write', problems[0])
    await laptop.win()
    await laptop.pass(25)
    laptop.remote.problems.clear()
    await laptop.pass(120)
    expect(parseFolderState(laptop.local.texts[FOLDER_STATE_KEY]).refusals).toBe(0)
  })

  it('is used again within two minutes after a check in which it did not keep a file', async () => {
    const { folder, laptop } = await pair()
    await laptop.pass(60)
    const { write } = folder
    let writes = 0
    folder.write = async (name, bytes) =>
      writes++ === 0 ? { ok: true, value: undefined } : write(name, bytes)
    await laptop.win()
    expect(await laptop.schedule.answer({ kind: 'folder-check' })).toMatchObject({
      failed: { step: 'readBack', problem: { code: 'unkept' } },
    })
    expect(laptop.status().problem).toBeUndefined()
    await laptop.pass(120)
    expect(laptop.status().state).toBe('arrived')
  })

  it('that redirects is reported as needing attention, and is tried again automatically', async () => {
    const { laptop } = await pair()
    laptop.remote.problems.set('write', { code: 'moved' })
    await laptop.win()
    await laptop.pass(25)
    const { state, nextAt } = laptop.status()
    expect(state).toBe('refused')
    expect(nextAt).toBeGreaterThan(clock.now)
    laptop.remote.problems.clear()
    laptop.remote.asked.length = 0
    await laptop.pass((nextAt - clock.now) / 1000 + 1)
    expect(laptop.remote.asked).toContain('write')
  })

  it('that the browser does not allow is reported without a time for the next attempt', async () => {
    const { laptop } = await pair()
    laptop.state.isAllowed = false
    await laptop.schedule.heardPermissionRevoked()
    expect(laptop.status()).toMatchObject({ state: 'refused', nextAt: 0 })
  })
})

describe('a file that cannot be opened', () => {
  it('is no longer a problem once it has been deleted', async () => {
    const { folder, laptop } = await pair()
    const foreign = 'f'.repeat(32)
    await folder.write(foreign, new Uint8Array(300))
    for (let i = 0; i < 4; i++) {
      await laptop.pass(11)
      await laptop.look()
    }
    expect(laptop.status().problem).toEqual({ code: 'unreadable' })
    await laptop.schedule.answer({ kind: 'folder-forget', file: foreign })
    expect(laptop.status().problem).toBeUndefined()
  })
})

describe('this device’s file in the format of a later version', () => {
  const later = new TextEncoder().encode('QHR2' + 'x'.repeat(300))

  /** A laptop whose file was written by a later version, just after the browser started. */
  async function withLaterFile() {
    const { folder, laptop, phone } = await pair()
    const name = laptop.status().devices.find(({ isThis }) => isThis)!.file
    await folder.write(name, later)
    await laptop.session.remove(Object.keys(laptop.session.texts))
    clock.now += 60_000
    const isLater = () => folder.files.get(name)?.bytes.length === later.length
    return { folder, laptop, phone, name, isLater }
  }

  it('is never overwritten, is reported, and does not prevent reading', async () => {
    const { laptop, phone, isLater } = await withLaterFile()
    await laptop.win()
    await laptop.pass(60)
    laptop.remote.asked.length = 0
    await laptop.pass(86_400)
    expect(laptop.remote.asked).toEqual([])
    await phone.win()
    await phone.pass(60)
    for (let i = 0; i < 3; i++) {
      await laptop.look()
      await laptop.win()
      await laptop.pass(300)
    }
    expect([isLater(), laptop.won()]).toEqual([true, 8])
    expect(laptop.remote.asked).not.toContain('write')
    expect(laptop.status()).toMatchObject({ state: 'waiting', problem: { code: 'newer' } })
    expect(laptop.status().waitingSince).toBeGreaterThan(0)
    expect(await laptop.schedule.answer({ kind: 'folder-check' })).toMatchObject({
      failed: { step: 'written', problem: { code: 'newer' } },
    })
    expect(isLater()).toBe(true)
  })

  it('prevents automatic sessions, even if files are waiting to be deleted', async () => {
    const { folder, laptop } = await withLaterFile()
    const left = 'e'.repeat(32)
    await folder.write(left, new Uint8Array(300))
    const state = parseFolderState(laptop.local.texts[FOLDER_STATE_KEY])
    await laptop.local.set({ [FOLDER_STATE_KEY]: writeFolderState({ ...state, filesToDelete: [left] }) })
    await laptop.win()
    await laptop.pass(60)
    laptop.remote.asked.length = 0
    await laptop.pass(86_400)
    expect(laptop.remote.asked).toEqual([])
  })

  it('is not treated as damaged if a login page is returned in its place', async () => {
    const { folder, laptop, isLater, name } = await withLaterFile()
    await laptop.look()
    const { read } = folder
    folder.read = async one =>
      one === name ? { ok: true, value: new TextEncoder().encode('<html></html>') } : read(one)
    clock.now += 1000
    await laptop.schedule.answer({ kind: 'folder-look', why: 'wanted' })
    await laptop.win()
    await laptop.pass(60)
    expect([isLater(), laptop.status().problem]).toEqual([true, { code: 'newer' }])
  })

  it('no longer prevents writing once it is gone', async () => {
    const { folder, laptop, phone, name } = await withLaterFile()
    await laptop.win(3)
    await laptop.pass(60)
    await folder.remove(name)
    await laptop.look()
    await laptop.pass(60)
    await phone.look()
    expect([laptop.won(), phone.won()]).toEqual([6, 6])
    expect(laptop.status()).toMatchObject({ state: 'arrived', problem: undefined })
  })

  it('stays if the key is changed', async () => {
    const { folder, laptop, isLater } = await withLaterFile()
    await laptop.look()
    await laptop.schedule.answer({ kind: 'folder-change-key' })
    for (let i = 0; i < 5; i++) await laptop.pass(3600)
    expect([isLater(), folder.files.size]).toEqual([true, 3])
  })

  it('is recorded as a problem that older versions know: an unreadable file', async () => {
    const { laptop } = await withLaterFile()
    await laptop.look()
    expect(JSON.parse(laptop.local.texts['place-state'])).toMatchObject({ problem: { code: 'unreadable' } })
  })
})

describe('a folder that is disconnected while files are being read', () => {
  it('leaves no copies of files in storage', async () => {
    const { folder } = await pair()
    const one = device(folder)
    let opened = (): void => undefined
    const opening = new Promise<void>(resolve => (opened = resolve))
    let go = (): void => undefined
    const gate = new Promise<void>(resolve => (go = resolve))
    let reads = 0
    const folderSync = new FolderSync({
      local: one.local,
      session: one.session,
      applyLocalRound: async () => (await one.syncer.round({ publish: false })).absorbed,
      remoteOf: () => ({
        ...folder,
        read: async name => (reads++ === 0 ? { ok: false, problem: NO_ANSWER } : folder.read(name)),
      }),
      sealOf: async key => {
        const seal = await sealOf(key)
        return {
          ...seal,
          open: async (name, bytes) => {
            opened()
            await gate
            return seal.open(name, bytes)
          },
        }
      },
      complete: async draft => ({ ok: true, value: draft }),
      revoke: async () => true,
      endLogin: async () => undefined,
      isAllowed: async () => true,
      keepOrigins: async () => undefined,
      now: () => clock.now,
      random: () => 0.5,
    })
    const session = folderSync.run({ look: true, push: false })
    await opening
    const left = folderSync.disconnect()
    go()
    await Promise.all([session, left])
    expect([...copiesIn(one.local.texts)]).toEqual([])
  })
})

describe('WebDAV', () => {
  const FILE = 'a'.repeat(32)
  const listOf = (inside: string) => `<D:multistatus xmlns:D="DAV:">${inside}</D:multistatus>`
  const server = (answer: (method: string) => Response) => {
    const asked: string[] = []
    const remote = webdav(place, {
      fetch: async (_, { method = 'GET' }) => {
        asked.push(method)
        return answer(method)
      },
    })
    return { asked, remote }
  }

  it('creates the folder if a list says that there is none', async () => {
    const none =
      '<D:response><D:href>/quickhand/</D:href><D:status>HTTP/1.1 404 Not Found</D:status></D:response>'
    const { asked, remote } = server(method =>
      method === 'PROPFIND'
        ? new Response(listOf(none), { status: 207 })
        : new Response(null, { status: 201 }),
    )
    await remote.list()
    expect(await remote.write(FILE, new Uint8Array(1))).toMatchObject({ ok: true })
    expect(asked).toEqual(['PROPFIND', 'MKCOL', 'PUT'])
  })

  it('accepts 202 for a write and 204 for an empty file', async () => {
    const { remote } = server(method => new Response(null, { status: method === 'PUT' ? 202 : 204 }))
    expect(await remote.write(FILE, new Uint8Array(1))).toMatchObject({ ok: true })
    expect(await remote.read(FILE)).toMatchObject({ ok: true })
  })

  it('parses statuses without a protocol, and gives a file without properties an unsettled tag', async () => {
    const entry = (inside: string) =>
      listOf(
        `<D:response><D:href>/quickhand/${FILE}</D:href>` +
          `<D:propstat><D:prop>${inside}</D:prop><D:status>200 OK</D:status></D:propstat></D:response>`,
      )
    const tagIn = async (inside: string) => {
      const { remote } = server(() => new Response(entry(inside), { status: 207 }))
      const listed = await remote.list()
      return listed.ok && listed.value[0].tag
    }
    const [tagged, bare] = [await tagIn('<D:getetag>"5"</D:getetag>'), await tagIn('<D:resourcetype/>')]
    expect(tagged && isSettled(tagged)).toBe(true)
    expect(tagged).toContain('"5"')
    expect(bare && isSettled(bare)).toBe(false)
  })

  it('does not download a file if its announced size is too large', async () => {
    let isCanceled = false
    const body = new ReadableStream({ cancel: () => void (isCanceled = true) })
    expect(
      await bodyOf(new Response(body, { headers: { 'content-length': '999999' } }), 1000),
    ).toBeUndefined()
    expect(isCanceled).toBe(true)
  })
})

describe('signing in to a Nextcloud server', () => {
  it.each([
    ['in maintenance', 503, 'busy'],
    ['that has had too many attempts', 429, 'busy'],
    ['whose address redirects', 302, 'moved'],
    ['that fails', 500, 'unreachable'],
    ['that does not run Nextcloud', 404, 'noLogin'],
  ])('reports a server %s', async (_, status, key) => {
    const flow = new LoginFlow({
      session: memoryArea({ 'place-draft': draft }),
      fetch: async () => new Response('', { status }),
      open: async () => undefined,
      close: async () => undefined,
      giveUp: async () => undefined,
      now: () => clock.now,
    })
    expect(await flow.begin()).toMatchObject({ ok: false, reason: { key } })
  })

  it.each([
    ['https://nas.example/apps/nextcloud/remote.php/webdav/', 'https://nas.example/apps/nextcloud/'],
    ['https://cloud.example/apps/files/?dir=/', 'https://cloud.example/'],
    ['https://cloud.example/settings/user/security/', 'https://cloud.example/'],
  ])('derives the server’s address from %s', (address, found) => {
    expect(serverOf(address)).toBe(found)
  })
})
