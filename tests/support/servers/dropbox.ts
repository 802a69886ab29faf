// A small Dropbox server in this process. It implements those routes, tags and errors of the official API
// description (dropbox/dropbox-api-spec: files.stone, auth.stone) that a folder uses. The SDK works with it,
// too.
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beginDropbox, DropboxApi } from '../../../stores/sync/remotes/dropbox-api.ts'
import { dropboxWith } from '../../../stores/sync/remotes/dropbox.ts'
import { newKey } from '../../../stores/sync/remotes/seal.ts'
import { memoryArea } from '../memory-platform.ts'
import { startLoopback } from './loopback.ts'
import type { Fetch } from '../../../stores/sync/remotes/http.ts'

/** A response: the server's, or one that a test sends instead. */
export interface DropboxResponse {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface DropboxRequest {
  readonly route: string
  readonly headers: Readonly<IncomingMessage['headers']>
  readonly body: Buffer
}

interface File {
  readonly name: string
  readonly bytes: Buffer
  readonly rev: string
}

const CLIENT = 'app-key'
const PAGE = 2

/** File names are case-insensitive. */
const at = (path: string): string => path.toLowerCase()
const metadata = ({ name, bytes, rev }: File) => ({
  '.tag': 'file',
  name,
  'id': `id:${rev}`,
  'client_modified': '2026-01-05T00:00:00Z',
  'server_modified': '2026-01-05T00:00:00Z',
  rev,
  'size': bytes.length,
  'path_lower': at(`/${name}`),
  'path_display': `/${name}`,
})
/** The error of a route. In Dropbox, `error_summary` ends in a random number of dots. */
const refused = (error: { readonly '.tag': string }): DropboxResponse => ({
  status: 409,
  body: { error_summary: `${error['.tag']}/..`, error },
})
const ok = (body: unknown, headers: Readonly<Record<string, string>> = {}): DropboxResponse => ({
  status: 200,
  body,
  headers,
})

class Handler {
  readonly stored = new Map<string, File>()
  readonly requests: DropboxRequest[] = []
  /** Returns a response to send instead, if any. */
  fault: (request: DropboxRequest) => DropboxResponse | undefined = () => undefined
  readonly #challenges = new Map<string, string>()
  readonly #refreshTokens = new Set<string>()
  readonly #accessTokens = new Map<string, string>()
  #revs = 0

  /** Grants access, as the user does on the page with this URL. Returns the code that the page shows. */
  allow(page: string): string {
    const { searchParams } = new URL(page)
    if (searchParams.get('client_id') !== CLIENT || searchParams.get('token_access_type') !== 'offline')
      throw new Error('The page does not request offline access')
    if (searchParams.get('code_challenge_method') !== 'S256')
      throw new Error('The page has no S256 challenge')
    const code = randomUUID()
    this.#challenges.set(code, searchParams.get('code_challenge')!)
    return code
  }

  expireTokens(): void {
    this.#accessTokens.clear()
  }

  /** Whether this token still gives access. */
  holds(refreshToken: string): boolean {
    return this.#refreshTokens.has(refreshToken)
  }

  #token(fields: URLSearchParams): DropboxResponse {
    const isOurs = fields.get('client_id') === CLIENT
    let refreshToken = fields.get('refresh_token') ?? ''
    if (fields.get('grant_type') === 'authorization_code') {
      const code = fields.get('code') ?? ''
      const challenge = createHash('sha256')
        .update(fields.get('code_verifier') ?? '')
        .digest('base64url')
      const isGood = isOurs && this.#challenges.get(code) === challenge
      // A code can be used only once.
      this.#challenges.delete(code)
      if (!isGood) return { status: 400, body: { error: 'invalid_grant', error_description: 'code' } }
      refreshToken = randomUUID()
      this.#refreshTokens.add(refreshToken)
    } else if (!isOurs || !this.#refreshTokens.has(refreshToken)) {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'refresh token' } }
    }
    const accessToken = randomUUID()
    this.#accessTokens.set(accessToken, refreshToken)
    const granted = { access_token: accessToken, token_type: 'bearer', expires_in: 14_400 }
    return ok(
      fields.get('grant_type') === 'authorization_code'
        ? { ...granted, refresh_token: refreshToken, account_id: 'dbid:ann', uid: '1' }
        : granted,
    )
  }

  answer({ route, headers, body }: DropboxRequest): DropboxResponse {
    // The SDK sends the fields in the query string, our client in the body.
    const [path, query = ''] = route.split('?')
    if (path === 'api/oauth2/token') return this.#token(new URLSearchParams(query || body.toString()))
    const access = (headers.authorization ?? '').replace(/^Bearer /, '')
    const refreshToken = this.#accessTokens.get(access)
    if (refreshToken === undefined)
      return {
        status: 401,
        body: { error_summary: 'expired_access_token/.', error: { '.tag': 'expired_access_token' } },
      }
    if (route === 'api/2/auth/token/revoke') {
      this.#refreshTokens.delete(refreshToken)
      for (const [token, from] of this.#accessTokens)
        if (from === refreshToken) this.#accessTokens.delete(token)
      return ok(null)
    }
    const isContent = route.startsWith('content/')
    const argument = JSON.parse(isContent ? String(headers['dropbox-api-arg']) : body.toString()) as {
      path: string
      cursor?: string
      mode?: unknown
    }
    switch (route) {
      case 'api/2/files/list_folder':
        return argument.path === ''
          ? this.#page(0)
          : refused({ '.tag': 'path', ...{ path: { '.tag': 'not_found' } } })
      case 'api/2/files/list_folder/continue':
        return this.#page(Number(argument.cursor))
      case 'api/2/files/delete_v2': {
        const file = this.stored.get(at(argument.path))
        this.stored.delete(at(argument.path))
        return file
          ? ok({ metadata: metadata(file) })
          : refused({ '.tag': 'path_lookup', ...{ path_lookup: { '.tag': 'not_found' } } })
      }
      case 'content/2/files/download': {
        // Dropbox accepts only a few content types; this server accepts none.
        if (headers['content-type'] !== undefined) return { status: 400, body: 'content type' }
        const file = this.stored.get(at(argument.path))
        if (!file) return refused({ '.tag': 'path', ...{ path: { '.tag': 'not_found' } } })
        return ok(file.bytes, { 'dropbox-api-result': JSON.stringify(metadata(file)) })
      }
      case 'content/2/files/upload': {
        if (headers['content-type'] !== 'application/octet-stream')
          return { status: 400, body: 'content type' }
        const [, name] = /^\/([^/]+)$/.exec(argument.path) ?? []
        if (!name) return { status: 400, body: 'path' }
        const before = this.stored.get(at(argument.path))
        const isOverwriting =
          argument.mode === 'overwrite' || (argument.mode as { '.tag'?: string })?.['.tag'] === 'overwrite'
        if (before && !isOverwriting)
          return refused({
            '.tag': 'path',
            ...{ reason: { '.tag': 'conflict', 'conflict': { '.tag': 'file' } } },
          })
        // Uploading identical bytes changes nothing.
        const file = before?.bytes.equals(body) ? before : { name, bytes: body, rev: `r${++this.#revs}` }
        this.stored.set(at(argument.path), file)
        return ok(metadata(file))
      }
      default:
        return { status: 404, body: 'route' }
    }
  }

  #page(from: number): DropboxResponse {
    const all = [...this.stored.values()].map(metadata)
    const folder = {
      '.tag': 'folder',
      'name': 'more',
      'path_lower': '/more',
      'path_display': '/more',
      'id': 'id:0',
    }
    const entries = [...(from === 0 ? [folder] : []), ...all.slice(from, from + PAGE)]
    return ok({ entries, cursor: String(from + PAGE), has_more: from + PAGE < all.length })
  }
}

function send(response: ServerResponse, { status, body, headers }: DropboxResponse): void {
  response.writeHead(status, headers)
  response.end(Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body))
}

/** Starts the server on a free port of loopback. */
export async function startDropbox() {
  const handler = new Handler()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const seen = { route: request.url!.slice(1), headers: request.headers, body: Buffer.concat(chunks) }
    handler.requests.push(seen)
    send(response, handler.fault(seen) ?? handler.answer(seen))
  }
  const { port, ...server } = await startLoopback(handle)
  /** Redirects requests for Dropbox to this server, and refuses all others. */
  const fetchHere: Fetch = async (url, init) => {
    const match = /^https:\/\/(api|content)\.dropboxapi\.com\/(.*)$/.exec(url)
    if (!match) throw new Error(`Not Dropbox: ${url}`)
    return fetch(`http://127.0.0.1:${port}/${match[1]}/${match[2]}`, init)
  }
  return Object.assign(handler, {
    clientId: CLIENT,
    fetch: fetchHere,
    ...server,
  })
}

export type DropboxServer = Awaited<ReturnType<typeof startDropbox>>

/** Signs in a browser; returns its folder and remote, and a `stranger`: a remote whose token is refused. */
export async function foldersOn(server: DropboxServer, fetch = server.fetch) {
  const dialect = dropboxWith(new DropboxApi(server.clientId))
  const ports = { fetch }
  const { page, verifier } = await beginDropbox(memoryArea(), server.clientId)
  const draft = {
    kind: 'dropbox',
    token: '',
    account: '',
    key: newKey(),
    code: server.allow(page),
    verifier,
  } as const
  const completed = await dialect.complete(draft, ports)
  if (!completed.ok) throw new Error(completed.problem.code)
  const folder = { ...completed.value, key: draft.key }
  const stranger = dialect.remote({ ...folder, token: 'wrong' }, ports)
  return { dialect, ports, draft, folder, remote: dialect.remote(folder, ports), stranger }
}
