// WebDAV with PROPFIND, GET, PUT and DELETE only: none of the tested servers keeps conditions, locks or moves
// reliably.
import * as v from 'valibot'
import { writeBytes } from '../base64url.ts'
import { folderKey, type Dialect, type RemotePorts } from './dialect.ts'
import { bodyOf, requestInit } from './http.ts'
import { readMultistatus } from './multistatus.ts'
import {
  MAX_FILE_BYTES,
  type Remote,
  type RemoteFile,
  type RemoteProblem,
  type RemoteResult,
} from './remote.ts'
import { hostOf, originOf, readAddress, serverOf } from './webdav-address.ts'

/** Our folder within the user’s address. */
const FOLDER = 'quickhand/'
const MAX_WAIT_MS = 3_600_000
const MAX_LIST_BYTES = 8 * 1024 * 1024

const PROPFIND =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>' +
  '<resourcetype/><getetag/><getcontentlength/><getlastmodified/></prop></propfind>'

/** A folder on a WebDAV server. */
export interface WebdavFolder {
  readonly kind: 'webdav'
  /** The folder that contains `quickhand/`; ends with a slash. */
  readonly address: string
  readonly user: string
  readonly password: string
  readonly key: string
}

type SignIn = Pick<WebdavFolder, 'address' | 'user' | 'password'>

const failed = (problem: RemoteProblem) => ({ ok: false, problem }) as const
const done = { ok: true, value: undefined } as const

/** Basic authentication in UTF-8. */
function authorization({ user, password }: SignIn): string {
  const digits = writeBytes(new TextEncoder().encode(`${user}:${password}`))
  const padded = digits.padEnd(Math.ceil(digits.length / 4) * 4, '=')
  return `Basic ${padded.replaceAll('-', '+').replaceAll('_', '/')}`
}

/** How long a server asks to wait, by its own clock where it names a time. */
function waitOf({ headers }: Response): number | undefined {
  const after = headers.get('retry-after')?.trim() ?? ''
  if (after === '') return undefined
  const here = Date.parse(headers.get('date') ?? '')
  const wait = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - here
  return Number.isFinite(wait) ? Math.min(MAX_WAIT_MS, Math.max(0, wait)) : undefined
}

const CODES: Readonly<Record<number, Exclude<RemoteProblem['code'], 'busy' | 'failed'> | undefined>> = {
  401: 'signIn',
  403: 'forbidden',
  404: 'missing',
  405: 'unfit',
  409: 'missing',
  410: 'missing',
  413: 'full',
  423: 'locked',
  501: 'unfit',
  507: 'full',
}

/** The problem that a status stands for. */
function problemOf(response: Response): RemoteProblem {
  const { status, type } = response
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) return { code: 'moved' }
  if (status === 429 || status === 503) return { code: 'busy', waitMs: waitOf(response) }
  const code = CODES[status]
  return code === undefined ? { code: 'failed', status } : { code }
}

type Ask = <T>(
  method: string,
  url: string,
  init: { headers?: Record<string, string>; body?: BodyInit },
  answer: (response: Response) => Promise<RemoteResult<T>> | RemoteResult<T>,
) => Promise<RemoteResult<T>>

/** Sends requests with the user’s credentials only, not those of the browser. */
const asker =
  (signIn: SignIn, { fetch, left }: RemotePorts): Ask =>
  async (method, url, { headers, body }, answer) => {
    try {
      const response = await fetch(url, {
        ...requestInit(left),
        method,
        ...(body !== undefined && { body }),
        headers: { authorization: authorization(signIn), ...headers },
      })
      return await answer(response)
    } catch {
      return failed({ code: 'unreachable' })
    }
  }

const answerIf =
  (...statuses: number[]) =>
  (response: Response): RemoteResult<undefined> =>
    statuses.includes(response.status) ? done : failed(problemOf(response))

/**
 * The tag of a file; empty where the server tells nothing. Compression and weakness change an ETag without a
 * change of the file.
 */
const tagOf = (etag: string, length: number, modified: string): string =>
  etag === '' && length === 0 && modified === '' ? '' : [etag.replace(/^W\//, ''), length, modified].join('|')

/** The files in an answer to PROPFIND. */
async function listIn(response: Response): Promise<RemoteResult<readonly RemoteFile[]>> {
  if (response.status !== 207 && response.status !== 200) return failed(problemOf(response))
  const bytes = await bodyOf(response, MAX_LIST_BYTES)
  const entries = bytes && readMultistatus(new TextDecoder().decode(bytes))
  if (!entries) return failed({ code: 'foreign' })
  // Some servers say in the list that the folder does not exist.
  if (entries.length === 0) return failed({ code: 'missing' })
  const files = entries.filter(({ isFolder }) => !isFolder)
  return {
    ok: true,
    value: files.map(({ name, etag, length, modified }) => ({
      name,
      tag: tagOf(etag, length, modified),
      size: length,
    })),
  }
}

/** The sync folder on a WebDAV server. */
export function webdav(signIn: SignIn, ports: RemotePorts): Remote {
  const folder = signIn.address + FOLDER
  const ask = asker(signIn, ports)
  /**
   * After a list without the folder: some servers answer a write into a missing folder with an unspecific
   * error.
   */
  let isMissing = false

  // 405 means that it exists.
  const makeFolder = () => ask('MKCOL', folder, {}, answerIf(200, 201, 204, 405))
  const put = (name: string, body: Uint8Array<ArrayBuffer>) => {
    const headers = { 'content-type': 'application/octet-stream' }
    return ask('PUT', folder + name, { body, headers }, answerIf(200, 201, 202, 204))
  }

  return {
    async list() {
      const headers = { 'depth': '1', 'content-type': 'application/xml; charset=utf-8' }
      const listed = await ask('PROPFIND', folder, { headers, body: PROPFIND }, listIn)
      isMissing = !listed.ok && listed.problem.code === 'missing'
      return listed
    },

    read: name =>
      ask('GET', folder + name, {}, async response => {
        if (response.status !== 200 && response.status !== 204) return failed(problemOf(response))
        const bytes = await bodyOf(response, MAX_FILE_BYTES)
        return bytes ? { ok: true, value: bytes } : failed({ code: 'large' })
      }),

    async write(name, bytes) {
      if (!isMissing) {
        const written = await put(name, bytes)
        if (written.ok || written.problem.code !== 'missing') return written
      }
      const made = await makeFolder()
      if (!made.ok) return made
      isMissing = false
      return put(name, bytes)
    },

    remove: name => ask('DELETE', folder + name, {}, answerIf(200, 202, 204, 404, 410)),
  }
}

const text = v.pipe(v.string(), v.maxLength(2000))
const Stored = v.object({
  kind: v.literal('webdav'),
  address: v.pipe(
    text,
    v.check(address => {
      const read = readAddress(address)
      return read.ok && read.value === address
    }),
  ),
  user: text,
  password: text,
  key: v.optional(folderKey),
})

/** WebDAV. */
export const webdavDialect: Dialect<WebdavFolder> = {
  kind: 'webdav',
  parse: stored => {
    const parsed = v.safeParse(Stored, stored)
    return parsed.success ? parsed.output : undefined
  },
  origins: ({ address }) => [originOf(address)],
  sameAccount: (one, other) => serverOf(one.address) === serverOf(other.address),
  remote: webdav,
  pairing: {
    head: 'QHP1',
    write: ({ address, user, password }, withPassword) => [
      address,
      user,
      ...(withPassword ? [password] : []),
    ],
    read: (lines, key) => {
      const [address, user, password = ''] = lines
      return lines.length > 1 && lines.length < 4 && { kind: 'webdav', address, user, password, key }
    },
  },
  words: ({ address, user }) => ({ host: hostOf(address), address, user }),
}
