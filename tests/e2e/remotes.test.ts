// The contract of every sync folder, on five real servers and two simulated ones, and how the product
// interprets the faults of a simulated one.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import type { ConnectResult } from '../../stores/sync/remotes/folder-status.ts'
import type { Fetch } from '../../stores/sync/remotes/http.ts'
import { isSettled, type Remote, type RemoteProblem } from '../../stores/sync/remotes/remote.ts'
import { writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { webdav } from '../../stores/sync/remotes/webdav.ts'
import { device } from '../support/folder-devices.ts'
import { foldersOn, startDropbox } from '../support/servers/dropbox.ts'
import { startFaultyServer, type Fault, type FaultyServer } from '../support/servers/faulty.ts'
import { servers, type TestServer } from '../support/servers/index.ts'

/** How many times results go each way; the long run, `npm run handovers`, sets it. */
const HANDOVERS = Number(process.env.HANDOVERS ?? 2)

const ports = { fetch: (url: string, init: RequestInit) => fetch(url, init) }
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
/** Fetches as if the server's clock were ten seconds ahead. */
async function tenSecondsLater(url: string, init: RequestInit): Promise<Response> {
  const answer = await fetch(url, init)
  const date = new Date(Date.now() + 10_000).toUTCString()
  return new Response(answer.body, { status: answer.status, headers: { date } })
}
const remoteOf = ({ address, user, password }: TestServer): Remote =>
  webdav({ address, user, password }, ports)

/** A server, and its folder as seen by several clients. */
interface TestedFolder {
  readonly server: Pick<TestServer, 'kill' | 'restart' | 'stop' | 'files'>
  readonly remote: Remote
  /** The folder with credentials that are refused. */
  readonly stranger: Remote
  /** The folder at an invalid address; undefined if every address is valid. */
  readonly invalid?: Remote
  /** The folder for another browser, with requests wrapped by `through`. */
  join(through: (fetch: Fetch) => Fetch): Promise<Remote>
  /** Expires the access tokens; undefined if access does not expire. */
  expire?(): void
  /** The folder as seen ten seconds later; undefined if tags do not depend on times. */
  readonly later?: Remote
}

const testedFolders: readonly { readonly name: string; readonly begin: () => Promise<TestedFolder> }[] = [
  ...servers.map(({ name, start }) => ({
    name,
    async begin() {
      const server = await start()
      return {
        server,
        remote: remoteOf(server),
        stranger: webdav({ ...server, password: 'wrong' }, ports),
        invalid: webdav({ ...server, address: `${server.address}no/such/folder/` }, ports),
        join: async (through: (fetch: Fetch) => Fetch) => webdav(server, { fetch: through(ports.fetch) }),
        later: webdav(server, { fetch: tenSecondsLater }),
      }
    },
  })),
  {
    name: 'a simulated Dropbox',
    async begin() {
      const server = await startDropbox()
      const { remote, stranger } = await foldersOn(server)
      return {
        server,
        remote,
        stranger,
        join: async through => (await foldersOn(server, through(server.fetch))).remote,
        expire: () => server.expireTokens(),
      }
    },
  },
]

describe.each(testedFolders)('a folder on $name', ({ begin }) => {
  let server: TestedFolder['server']
  let remote: Remote
  let stranger: Remote
  let invalid: Remote | undefined
  let tested: TestedFolder
  beforeAll(async () => {
    tested = await begin()
    ;({ server, remote, stranger, invalid } = tested)
  })
  afterAll(() => server.stop())

  const sizes = async () => {
    const listed = await remote.list()
    return listed.ok ? Object.fromEntries(listed.value.map(({ name, size }) => [name, size])) : listed.problem
  }
  const tagOf = async (name: string, from = tested.later ?? remote) => {
    const listed = await from.list()
    return listed.ok ? listed.value.find(file => file.name === name)?.tag : undefined
  }

  it('is missing or empty until the first write, which creates it', async () => {
    expect([{ code: 'missing' }, {}]).toContainEqual(await sizes())
    expect(await remote.write('a1', bytesOf('one'))).toEqual({ ok: true, value: undefined })
    expect(await sizes()).toEqual({ a1: 3 })
  })

  it('returns exactly the bytes that were written, even for large files', async () => {
    const large = Uint8Array.from({ length: 400_000 }, (_, i) => (i * 7919) % 251)
    for (const bytes of [bytesOf(''), bytesOf('two'), large]) {
      await remote.write('a2', bytes)
      const read = await remote.read('a2')
      expect(read.ok && Buffer.compare(read.value, bytes)).toBe(0)
    }
  })

  it('gives each version of a file a new tag, which is not settled if its time is recent', async () => {
    await remote.write('a3', bytesOf('before'))
    if (tested.later) expect(isSettled((await tagOf('a3', remote))!)).toBe(false)
    const before = await tagOf('a3')
    expect(isSettled(before!)).toBe(true)
    expect(await tagOf('a3')).toBe(before)
    await remote.write('a3', bytesOf('afterward'))
    expect(await tagOf('a3')).not.toBe(before)
  })

  it('reports success when it removes a file, even one that does not exist', async () => {
    await remote.write('a4', bytesOf('four'))
    for (let i = 0; i < 2; i++) expect(await remote.remove('a4')).toEqual({ ok: true, value: undefined })
    expect(await remote.read('a4')).toEqual({ ok: false, problem: { code: 'missing' } })
    expect(await sizes()).not.toHaveProperty('a4')
  })

  it('does not list subfolders', async () => {
    if (!server.files) return
    await mkdir(join(server.files, 'quickhand', 'more'))
    expect(await sizes()).not.toHaveProperty('more')
  })

  it('rejects wrong credentials, and reports why', async () => {
    const problem = { ok: false, problem: { code: 'signIn' } }
    expect(await stranger.list()).toEqual(problem)
    expect(await stranger.write('a5', bytesOf('five'))).toEqual(problem)
    expect(await sizes()).not.toHaveProperty('a5')
  })

  it('reports an address that does not exist', async () => {
    if (!invalid) return
    expect(await invalid.list()).toEqual({ ok: false, problem: { code: 'missing' } })
    expect(await invalid.write('a6', bytesOf('six'))).toMatchObject({ ok: false })
  })

  it('is unreachable while the server is down, and complete after the server restarts', async () => {
    await remote.write('a7', bytesOf('seven'))
    await server.kill()
    expect(await remote.list()).toEqual({ ok: false, problem: { code: 'unreachable' } })
    await server.restart()
    expect(await remote.read('a7')).toEqual({ ok: true, value: bytesOf('seven') })
  })

  it('transfers every result each way despite expired access and throttling with status 401', async () => {
    let refusals = 0
    const throttled =
      (fetch: Fetch): Fetch =>
      async (url, init) =>
        refusals-- > 0 ? new Response('{}', { status: 401 }) : fetch(url, init)
    const devices = [device(await tested.join(throttled)), device(await tested.join(throttled))]
    for (let i = 0; i < 2 * HANDOVERS; i++) {
      const [from, to] = i % 2 === 0 ? devices : [...devices].reverse()
      if (i % 3 === 0) tested.expire?.()
      refusals = i % 5 === 0 ? 2 : 0
      await from.win()
      await from.pass(3600)
      await to.pass(60)
      await to.look()
      expect([from.won(), to.won()]).toEqual([i + 1, i + 1])
    }
  })
})

describe('the client of a faulty server', () => {
  let server: FaultyServer
  let remote: Remote
  beforeAll(async () => {
    server = await startFaultyServer()
    remote = remoteOf(server)
    await remote.write('b1', bytesOf('one'))
  })
  afterAll(() => server.stop())

  /** The problems reported by listing and by writing while every request has this fault. */
  async function problemsWith(fault: Fault) {
    server.fault = () => fault
    const listed = await remote.list()
    const written = await remote.write('b2', bytesOf('two'))
    server.fault = () => undefined
    return [listed, written].map(result => (result.ok ? undefined : result.problem))
  }
  const retry = { 'retry-after': '7' }

  test.each<[string, Fault, RemoteProblem]>([
    ['a broken connection', 'refused', { code: 'unreachable' }],
    ['a lost response', 'lostReply', { code: 'unreachable' }],
    ['a redirect', 'redirect', { code: 'moved' }],
    ['401', { status: 401 }, { code: 'signIn' }],
    ['403', { status: 403 }, { code: 'forbidden' }],
    ['405', { status: 405 }, { code: 'unfit' }],
    ['423', { status: 423 }, { code: 'locked' }],
    ['429 with a retry time', { status: 429, headers: retry }, { code: 'busy', waitMs: 7000 }],
    ['503', { status: 503 }, { code: 'busy' }],
    ['507', { status: 507 }, { code: 'full' }],
    ['500', { status: 500 }, { code: 'failed', status: 500 }],
  ])('recognizes %s', async (_, fault, problem) => {
    expect(await problemsWith(fault)).toEqual([problem, problem])
  })

  it('recognizes a login page with status 200 instead of a listing', async () => {
    expect((await problemsWith('portal'))[0]).toEqual({ code: 'foreign' })
  })

  it('sends neither user name nor password to a different server', async () => {
    await problemsWith('redirect')
    expect(server.requests.every(({ headers }) => headers.host === new URL(server.address).host)).toBe(true)
  })
})

describe('connecting', () => {
  let server: FaultyServer
  beforeAll(async () => {
    server = await startFaultyServer()
  })
  afterAll(() => server.stop())
  beforeEach(() => {
    server.wipe()
    server.fault = () => undefined
  })

  /** The result of connecting a new device with this path and password. */
  async function connected({ path = '', password = server.password } = {}): Promise<ConnectResult> {
    const { user } = server
    const folder = { kind: 'webdav', address: server.address + path, user, password } as const
    const one = device(webdav(folder, ports))
    one.session.texts['place-draft'] = writeSyncFolder(folder)
    return (await one.schedule.answer({ kind: 'folder-connect' })) as ConnectResult
  }
  const isMissing = ({ path }: { path: string }) => !server.stored.has(path) && !server.folders.has(path)
  const failedWith = (code: string) => ({ failed: { problem: { code } } })

  it('to Koofr with a wrong password fails as busy, because Koofr reports too many requests', async () => {
    const right = `Basic ${Buffer.from(`${server.user}:${server.password}`).toString('base64')}`
    server.fault = ({ headers }) => (headers.authorization === right ? undefined : { status: 429 })
    expect(await connected({ password: 'wrong' })).toMatchObject(failedWith('busy'))
    expect(await connected()).not.toHaveProperty('failed')
  })

  it('to Koofr works, although it returns a web page for a missing file', async () => {
    server.fault = request => (request.method === 'GET' && isMissing(request) ? 'portal' : undefined)
    expect(await connected()).not.toHaveProperty('failed')
  })

  it('to HiDrive, Fastmail or kDrive works only in a subfolder', async () => {
    server.fault = ({ path }) => (path.startsWith('/remote.php/webdav/') ? undefined : { status: 403 })
    expect(await connected()).toMatchObject(failedWith('forbidden'))
    expect(await connected({ path: 'remote.php/webdav/' })).not.toHaveProperty('failed')
  })

  it('works on a server that forbids access to a missing folder', async () => {
    const isThere = ({ path }: { path: string }) =>
      server.folders.has(path.slice(0, path.lastIndexOf('/') + 1))
    server.fault = request => (request.method === 'MKCOL' || isThere(request) ? undefined : { status: 403 })
    expect(await connected()).not.toHaveProperty('failed')
  })

  it('to kDrive with a plan that lacks WebDAV fails as forbidden', async () => {
    server.fault = () => ({ status: 403 })
    expect(await connected()).toMatchObject({ done: ['reached', 'signedIn'], ...failedWith('forbidden') })
  })

  it('to Cloudreve fails as moved, because downloads are redirected', async () => {
    server.fault = ({ method }) => (method === 'GET' ? 'redirect' : undefined)
    expect(await connected()).toMatchObject(failedWith('moved'))
  })

  it('to a NAS that supports only Digest fails, and names the scheme', async () => {
    const headers = { 'www-authenticate': 'Digest realm="files", nonce="abc", qop="auth"' }
    server.fault = () => ({ status: 401, headers })
    expect(await connected()).toMatchObject({
      done: ['reached'],
      failed: { problem: { code: 'noBasic', schemes: 'Digest' } },
    })
  })
})
