// Dropbox: the requests and responses of its dialect, on a simulated server that the official SDK can also
// use.
import { Dropbox, DropboxAuth } from 'dropbox'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { beginDropbox } from '../../stores/sync/remotes/dropbox-api.ts'
import { dropboxDialect } from '../../stores/sync/remotes/dropbox.ts'
import { newKey } from '../../stores/sync/remotes/seal.ts'
import { parseDraft, parseSyncFolder, writeSyncFolder } from '../../stores/sync/remotes/sync-folder.ts'
import { device } from '../support/folder-devices.ts'
import { memoryArea } from '../support/memory-platform.ts'
import {
  foldersOn,
  startDropbox,
  type DropboxResponse,
  type DropboxServer,
} from '../support/servers/dropbox.ts'

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const key = newKey()
let server: DropboxServer
beforeAll(async () => {
  server = await startDropbox()
})
afterAll(() => server.stop())
beforeEach(() => {
  server.stored.clear()
  server.requests.length = 0
  server.fault = () => undefined
})

const signedIn = () => foldersOn(server)

describe('a sign-in', () => {
  it('requests an offline code and three scopes, without a redirect URL', async () => {
    const { page } = await beginDropbox(memoryArea(), 'app-key')
    const { origin, pathname, searchParams } = new URL(page)
    expect(origin + pathname).toBe('https://www.dropbox.com/oauth2/authorize')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'app-key',
      response_type: 'code',
      token_access_type: 'offline',
      code_challenge_method: 'S256',
      scope: 'files.metadata.read files.content.read files.content.write',
    })
    expect(searchParams.has('redirect_uri')).toBe(false)
  })

  it('keeps its verifier while the panel is closed, because the code is valid only with it', async () => {
    const session = memoryArea()
    const [first, again] = [await beginDropbox(session, 'x'), await beginDropbox(session, 'x')]
    expect(again).toEqual(first)
  })

  it('never uses a pending Nextcloud login as its verifier, and keeps its own during one', async () => {
    const pending = JSON.stringify({ endpoint: 'https://cloud.example/poll', token: 'POLL', key: 'k' })
    const session = memoryArea({ 'place-login': pending })
    const { verifier } = await beginDropbox(session, 'x')
    expect(verifier).toMatch(/^[\w-]{43}$/)
    await session.set({ 'place-login': pending })
    await session.remove(['place-login'])
    expect((await beginDropbox(session, 'x')).verifier).toBe(verifier)
  })

  it('exchanges the code for the browser’s own token, and stores neither code nor verifier', async () => {
    const { folder } = await signedIn()
    expect(folder).toEqual({
      kind: 'dropbox',
      token: expect.any(String),
      account: 'dbid:ann',
      key: expect.any(String),
    })
    expect(server.holds(folder.token)).toBe(true)
    expect(parseSyncFolder(writeSyncFolder(folder))).toEqual(folder)
  })

  it('does not accept a code twice or with a different verifier', async () => {
    const { dialect, draft, ports } = await signedIn()
    const refused = { ok: false, problem: { code: 'signIn' } }
    expect(await dialect.complete(draft, ports)).toEqual(refused)
    const { page } = await beginDropbox(memoryArea(), server.clientId)
    const stolen = { ...draft, code: server.allow(page) }
    expect(await dialect.complete(stolen, ports)).toEqual(refused)
  })

  it('renews an expired token automatically, and repeats the request', async () => {
    const { remote } = await signedIn()
    await remote.list()
    server.requests.length = 0
    server.expireTokens()
    expect(await remote.list()).toEqual({ ok: true, value: [] })
    expect(server.requests.map(({ route }) => route)).toEqual([
      'api/2/files/list_folder',
      'api/oauth2/token',
      'api/2/files/list_folder',
    ])
  })

  it('reports a grant that was revoked in Dropbox as a refused sign-in', async () => {
    const { dialect, folder, ports, remote } = await signedIn()
    await dialect.revoke(folder, ports)
    expect(server.holds(folder.token)).toBe(false)
    expect(await remote.list()).toEqual({ ok: false, problem: { code: 'signIn' } })
  })

  it('drops the access token if revoking fails, and can be revoked again later', async () => {
    const { dialect, folder, ports, remote } = await signedIn()
    server.fault = ({ route }) => (route.endsWith('/revoke') ? { status: 500 } : undefined)
    expect(await dialect.revoke(folder, ports)).toBe(false)
    server.requests.length = 0
    await remote.list()
    expect(server.requests[0].route).toBe('api/oauth2/token')
    server.fault = () => undefined
    expect(await dialect.revoke(folder, ports)).toBe(true)
    expect(await dialect.revoke(folder, ports)).toBe(true)
  })

  it('can be revoked for one browser without affecting another', async () => {
    const [one, other] = [await signedIn(), await signedIn()]
    await one.dialect.revoke(one.folder, one.ports)
    expect(await other.remote.list()).toMatchObject({ ok: true })
  })
})

describe('a folder', () => {
  it('is listed page by page, without its subfolders', async () => {
    const { remote } = await signedIn()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) await remote.write(name, bytesOf(name))
    const listed = await remote.list()
    expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(['a1', 'a2', 'a3', 'a4', 'a5'])
    expect(server.requests.filter(({ route }) => route.endsWith('/continue'))).toHaveLength(2)
  })

  it('is reported as foreign if its listing never ends', async () => {
    const { remote } = await signedIn()
    server.fault = ({ route }) =>
      route.includes('list_folder')
        ? { status: 200, body: { entries: [], cursor: 'x', has_more: true } }
        : undefined
    expect(await remote.list()).toEqual({ ok: false, problem: { code: 'foreign' } })
  })

  const error = (tag: object): DropboxResponse => ({
    status: 409,
    body: { error_summary: 'x/..', error: tag },
  })
  const reason = (tag: string) =>
    error({ '.tag': 'path', 'reason': { '.tag': tag }, 'upload_session_id': 'x' })
  test.each<[string, DropboxResponse, object]>([
    ['no space', reason('insufficient_space'), { code: 'full' }],
    ['a file too large', error({ '.tag': 'payload_too_large' }), { code: 'full' }],
    ['several writes at once', reason('too_many_write_operations'), { code: 'busy' }],
    ['a folder without write permission', reason('no_write_permission'), { code: 'forbidden' }],
    ['a different conflict', reason('conflict'), { code: 'failed', status: 409 }],
    [
      'a reason named like a property of every object',
      reason('constructor'),
      { code: 'failed', status: 409 },
    ],
    ['a rate limit', { status: 429, headers: { 'retry-after': '15' } }, { code: 'busy', waitMs: 15_000 }],
    [
      'a rate limit in the body',
      { status: 429, body: { error: { reason: { '.tag': 'too_many_requests' }, retry_after: 300 } } },
      { code: 'busy', waitMs: 300_000 },
    ],
    ['a missing scope', { status: 403, body: {} }, { code: 'forbidden' }],
    ['an invalid request', { status: 400, body: 'text' }, { code: 'failed', status: 400 }],
    ['a server error', { status: 500 }, { code: 'failed', status: 500 }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, { code: 'moved' }],
  ])('reports the right problem for %s', async (_, fault, problem) => {
    const { remote } = await signedIn()
    server.fault = ({ route }) => (route.endsWith('/upload') ? fault : undefined)
    expect(await remote.write('a', bytesOf('a'))).toEqual({ ok: false, problem })
  })

  it('sends no cookies, follows no redirects, and contacts only two hosts', async () => {
    const origins: string[] = []
    const { dialect, folder } = await signedIn()
    const recorded = dialect.remote(folder, {
      fetch: (url, init) => {
        expect(init).toMatchObject({ credentials: 'omit', redirect: 'manual', cache: 'no-store' })
        origins.push(new URL(url).origin)
        return server.fetch(url, init)
      },
    })
    await recorded.write('a', bytesOf('a'))
    await recorded.list()
    const allowed = dialect.origins(folder).map(pattern => pattern.replace(/\/\*$/, ''))
    expect(new Set(origins)).toEqual(new Set(allowed))
  })
})

describe('the official SDK', () => {
  /** A fetch for the SDK, which expects responses of node-fetch. */
  const fetchOfSdk = async (url: string, init: RequestInit) => {
    const response = await server.fetch(url, init)
    return Object.assign(response, { buffer: async () => Buffer.from(await response.arrayBuffer()) })
  }

  it('signs in to the simulated server, reads our files, and writes files that we can read', async () => {
    const { remote } = await signedIn()
    await remote.write('ours', bytesOf('one'))
    const auth = new DropboxAuth({ clientId: server.clientId, fetch: fetchOfSdk })
    const page = await auth.getAuthenticationUrl('', undefined, 'code', 'offline', undefined, undefined, true)
    const granted = await auth.getAccessTokenFromCode('', server.allow(String(page)))
    const { access_token, refresh_token } = granted.result as Record<string, string>
    auth.setAccessToken(access_token)
    auth.setRefreshToken(refresh_token)
    const sdk = new Dropbox({ auth, fetch: fetchOfSdk })
    const { result: list } = await sdk.filesListFolder({ path: '' })
    expect(list.entries.filter(entry => entry['.tag'] === 'file').map(({ name }) => name)).toEqual(['ours'])
    const { result: read } = await sdk.filesDownload({ path: '/ours' })
    expect(String((read as unknown as { fileBinary: Buffer }).fileBinary)).toBe('one')
    await sdk.filesUpload({ path: '/theirs', contents: 'two', mode: { '.tag': 'overwrite' } })
    expect(await remote.read('theirs')).toEqual({ ok: true, value: bytesOf('two') })
    await sdk.filesDeleteV2({ path: '/ours' })
    expect(await remote.read('ours')).toEqual({ ok: false, problem: { code: 'missing' } })
    await expect(sdk.filesDeleteV2({ path: '/ours' })).rejects.toMatchObject({ status: 409 })
    await sdk.authTokenRevoke()
    await expect(sdk.filesListFolder({ path: '' })).rejects.toBeDefined()
  })
})

describe('a build without an app key', () => {
  it('keeps a stored folder, shows its name, and sends no requests', async () => {
    const { folder } = await signedIn()
    const stored = parseSyncFolder(writeSyncFolder(folder))
    expect(stored).toEqual(folder)
    expect(dropboxDialect.words(folder).host).toBe('Dropbox')
    const ports = { fetch: () => Promise.reject(new Error('no requests expected')) }
    const absent = { ok: false, problem: { code: 'absent' } }
    expect(await dropboxDialect.remote(folder, ports).list()).toEqual(absent)
    const { local, look, status } = device(dropboxDialect.remote(folder, ports))
    const text = writeSyncFolder(folder)
    local.texts.place = text
    await look()
    expect(status()).toMatchObject({ state: 'refused', problem: { code: 'absent' } })
    expect(local.texts.place).toBe(text)
  })
})

it('a pairing text without an account still requires signing in', () => {
  const draft = { kind: 'dropbox', token: '', account: '', key } as const
  expect(parseDraft(writeSyncFolder(draft))).toEqual(draft)
})
