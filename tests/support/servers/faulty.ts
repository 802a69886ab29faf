// A small WebDAV server in this process that records requests, and can simulate faults of servers and
// networks. It also implements Nextcloud's login flow.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startLoopback } from './loopback.ts'
import type { TestServer } from './real.ts'

/** The fault of one request. */
export type Fault =
  /** The request takes effect, but the connection closes without a response. */
  | 'lostReply'
  /** A PUT that gets no response, and takes effect when `deliverLate` is called. */
  | 'late'
  /** A PUT that stores half of the body and reports success. */
  | 'half'
  /** A PUT that stores nothing and reports success. */
  | 'forgotten'
  /** The connection closes before anything is done. */
  | 'refused'
  /** The login page of a captive portal, with status 200. */
  | 'portal'
  | 'redirect'
  /** A response with this status and these headers. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<IncomingMessage['headers']>
  readonly bytes: number
}

interface File {
  readonly bytes: Buffer
  readonly modified: number
  readonly tag: number
}

/** The controls of the server. */
export interface FaultyServer extends TestServer {
  /** All requests so far; a test can clear them. */
  readonly requests: SeenRequest[]
  /** Milliseconds before each response, as on a distant network. */
  latency: number
  /** The fault of a request; none by default. */
  fault: (request: SeenRequest) => Fault | undefined
  /** Whether listings have tags. Without tags, they have only times, with a resolution of one second. */
  hasTags: boolean
  /** The files, by path. */
  readonly stored: Map<string, File>
  readonly folders: Set<string>
  /** Lets late PUTs take effect. */
  deliverLate(): void
  /** Takes a snapshot; the returned function restores it, like a backup. */
  snapshot(): () => void
  /** Removes all files and all folders except the two roots. */
  wipe(): void
  grantLogin(): void
}

const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

/** The folder is `/`, and `/remote.php/webdav/` for the login flow. */
class Handler {
  readonly requests: SeenRequest[] = []
  readonly stored = new Map<string, File>()
  readonly folders = new Set(['/', '/remote.php/webdav/'])
  latency = 0
  hasTags = true
  isGranted = false
  fault: FaultyServer['fault'] = () => undefined
  address = ''
  user = 'ann'
  password = 'correct horse'
  #late: (() => void)[] = []
  #tags = 0

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const { method = '', url: path = '', headers } = request
    const seen = { method, path, headers, bytes: body.length }
    this.requests.push(seen)
    if (this.latency > 0) await wait(this.latency)
    const fault = this.fault(seen)
    if (fault === 'refused') request.socket.destroy()
    else if (fault === 'portal') answer(response, 200, '<!doctype html><title>Hotel</title>Please log in')
    else if (fault === 'redirect') answer(response, 302, '', { location: 'http://127.0.0.1:9/elsewhere/' })
    else if (typeof fault === 'object') answer(response, fault.status, '', fault.headers)
    else if (path.startsWith('/index.php/login/v2')) this.#login(method, path, response)
    else if (!this.#isSignedIn(headers.authorization))
      answer(response, 401, '', { 'www-authenticate': 'Basic realm="files"' })
    else this.#serve({ method, path, headers, body, fault }, request.socket, response)
  }

  #isSignedIn = (given = ''): boolean =>
    given === `Basic ${Buffer.from(`${this.user}:${this.password}`).toString('base64')}`

  #serve(
    {
      method,
      path,
      headers,
      body,
      fault,
    }: {
      method: string
      path: string
      headers: IncomingMessage['headers']
      body: Buffer
      fault?: 'lostReply' | 'late' | 'half' | 'forgotten'
    },
    socket: Socket,
    response: ServerResponse,
  ): void {
    const respond = (
      status: number,
      text: string | Buffer = '',
      more: Readonly<Record<string, string>> = {},
    ) => {
      if (fault === 'lostReply') socket.destroy()
      else answer(response, status, text, more)
    }
    const file = this.stored.get(path)
    switch (method) {
      case 'PROPFIND':
        if (!this.folders.has(path) && !file) return respond(404)
        return respond(207, this.#list(path, headers.depth === '1'), { 'content-type': 'application/xml' })
      case 'GET':
        return file ? respond(200, file.bytes) : respond(404)
      case 'MKCOL':
        if (this.folders.has(path)) return respond(405)
        if (!this.folders.has(path.replace(/[^/]+\/$/, ''))) return respond(409)
        this.folders.add(path)
        return respond(201)
      case 'DELETE':
        return respond(this.stored.delete(path) ? 204 : 404)
      case 'PUT': {
        if (!this.folders.has(path.slice(0, path.lastIndexOf('/') + 1))) return respond(409)
        const kept = fault === 'half' ? body.subarray(0, body.length >> 1) : body
        const store = () =>
          void this.stored.set(path, { bytes: kept, modified: Date.now(), tag: ++this.#tags })
        if (fault === 'late') {
          this.#late.push(store)
          socket.destroy()
          return
        }
        if (fault !== 'forgotten') store()
        return respond(file ? 204 : 201)
      }
      default:
        return respond(405)
    }
  }

  #list(folder: string, isDeep: boolean): string {
    const files = [...this.stored].filter(([path]) => path.startsWith(folder) && isDeep)
    const entry = (path: string, properties: string) =>
      `<d:response><d:href>${escape(path)}</d:href><d:propstat><d:prop>${properties}</d:prop>` +
      '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>'
    return (
      '<?xml version="1.0"?><d:multistatus xmlns:d="DAV:">' +
      entry(folder, '<d:resourcetype><d:collection/></d:resourcetype>') +
      files
        .map(([path, { bytes, modified, tag }]) =>
          entry(
            path,
            '<d:resourcetype/>' +
              `<d:getcontentlength>${bytes.length}</d:getcontentlength>` +
              `<d:getlastmodified>${new Date(modified).toUTCString()}</d:getlastmodified>` +
              (this.hasTags ? `<d:getetag>"${tag}"</d:getetag>` : ''),
          ),
        )
        .join('') +
      '</d:multistatus>'
    )
  }

  /** Nextcloud's login flow, version 2: one URL for the user, and one to poll. */
  #login(method: string, path: string, response: ServerResponse): void {
    if (path === '/index.php/login/v2' && method === 'POST') {
      this.isGranted = false
      const endpoint = `${this.address}index.php/login/v2/poll`
      const login = `${this.address}index.php/login/v2/flow/1`
      return answer(response, 200, JSON.stringify({ poll: { token: 'token', endpoint }, login }))
    }
    if (path.endsWith('/poll') && method === 'POST')
      return this.isGranted
        ? answer(
            response,
            200,
            JSON.stringify({ server: this.address, loginName: this.user, appPassword: this.password }),
          )
        : answer(response, 404, '[]')
    return answer(response, 200, '<!doctype html><title>Nextcloud</title>Grant access')
  }

  deliverLate(): void {
    this.#late.forEach(store => store())
    this.#late = []
  }
}

function answer(
  response: ServerResponse,
  status: number,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)
}

/** Starts the server on a free port of loopback. */
export async function startFaultyServer(): Promise<FaultyServer> {
  const handler = new Handler()
  const { port, ...server } = await startLoopback((request, response) => handler.handle(request, response))
  handler.address = `http://127.0.0.1:${port}/`
  return Object.assign(handler, {
    ...server,
    snapshot: () => {
      const files = [...handler.stored]
      return () => {
        handler.stored.clear()
        for (const [path, file] of files) handler.stored.set(path, file)
      }
    },
    wipe: () => {
      handler.stored.clear()
      for (const path of handler.folders)
        if (!/^\/(remote\.php\/webdav\/)?$/.test(path)) handler.folders.delete(path)
    },
    grantLogin: () => {
      handler.isGranted = true
    },
  })
}
