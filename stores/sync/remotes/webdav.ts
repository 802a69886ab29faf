// WebDAV with PROPFIND, MKCOL, GET, PUT and DELETE only: none of the tested servers supports conditional
// requests, locks or moves reliably.
import * as v from 'valibot'
import { parsed } from '../../platform/stored-json.ts'
import { folderKey, type Dialect, type Draft } from './dialect.ts'
import { bodyOf, isBusy, isRedirect, send, waitOf, type RemotePorts } from './http.ts'
import { pathIn, readMultistatus, type DavEntry } from './multistatus.ts'
import {
  asUnsettled,
  done,
  failed,
  MAX_FILE_BYTES,
  type Remote,
  type RemoteFile,
  type RemoteProblem,
  type RemoteResult,
} from './remote.ts'
import { hostOf, originOf, readAddress, serverOf } from './webdav-address.ts'

/** Our folder, relative to the user's address. */
const FOLDER = 'quickhand/'
const MAX_LIST_BYTES = 8 * 1024 * 1024

const PROPFIND =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop>' +
  '<resourcetype/><getetag/><getcontentlength/><getlastmodified/></prop></propfind>'

const text = v.pipe(v.string(), v.maxLength(2000))
const Stored = v.object({
  kind: v.literal('webdav'),
  /** The folder that contains `quickhand/`; ends with a slash. */
  address: v.pipe(
    text,
    // Version 1.0 stored percent signs as they were typed.
    v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
      const read = readAddress(value)
      if (read.ok && read.value.replaceAll('%25', '%') === value.replaceAll('%25', '%')) return read.value
      addIssue({ message: 'not a normalized address' })
      return NEVER
    }),
  ),
  user: text,
  password: text,
  key: v.optional(folderKey),
  /** Whether the password comes from a login flow and was not given to another browser. */
  isGranted: v.optional(v.literal(true)),
})

/** A folder on a WebDAV server. */
export type WebdavFolder = Readonly<v.InferOutput<typeof Stored>> & { readonly key: string }

type SignIn = Pick<WebdavFolder, 'address' | 'user' | 'password'>

/** The `Authorization` header of Basic authentication, in UTF-8. */
const authorization = ({ user, password }: SignIn): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)))}`

const CODES: Readonly<
  Record<number, Exclude<RemoteProblem['code'], 'busy' | 'failed' | 'noBasic'> | undefined>
> = {
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

/** The schemes in a `WWW-Authenticate` header. A word followed by `=` is a parameter of a scheme. */
const schemesIn = (offered: string): string[] =>
  [
    ...offered
      .replace(/"(?:[^"\\]|\\.)*"/g, '')
      .matchAll(/(?:^|,)\s*([a-z][a-z\d-]{0,19})(?![a-z\d-]|\s*=)/gi),
  ].map(([, scheme]) => scheme!)

/**
 * The problem after a refused sign-in, by the response's `WWW-Authenticate` header: `noBasic` if it names
 * only other schemes.
 */
export function refusalOf(offered: string): RemoteProblem {
  const schemes = schemesIn(offered)
  if (schemes.length === 0 || schemes.some(scheme => /basic$/i.test(scheme))) return { code: 'signIn' }
  return { code: 'noBasic', schemes: [...new Set(schemes)].slice(0, 4).join(', ') }
}

function problemOf(response: Response): RemoteProblem {
  const { status, headers } = response
  if (isRedirect(status)) return { code: 'moved' }
  if (isBusy(status)) return { code: 'busy', waitMs: waitOf(response) }
  if (status === 401) return refusalOf(headers.get('www-authenticate') ?? '')
  const code = CODES[status]
  return code === undefined ? { code: 'failed', status } : { code }
}

/** A function that sends requests with the user's credentials, never with those of the browser. */
const asker =
  (signIn: SignIn, ports: RemotePorts) =>
  <T>(
    method: string,
    url: string,
    init: { headers?: Record<string, string>; body?: BodyInit },
    answer: Parameters<typeof send<T>>[3],
  ) => {
    const headers = { authorization: authorization(signIn), ...init.headers }
    return send(ports, url, { ...init, method, headers }, answer)
  }

const answerIf =
  (...statuses: number[]) =>
  (response: Response): RemoteResult<undefined> =>
    statuses.includes(response.status) ? done : failed(problemOf(response))

/**
 * The coarsest resolution of the modification times of servers (FAT), in milliseconds. Some ETags consist
 * only of that time and the length.
 */
const TIME_RESOLUTION_MS = 2000

/**
 * The tag of a file. It is unsettled if the server reports nothing about the file, or if the file may change
 * again with the same tag because it was modified just before `answeredAt`, by the server's clock. A weak
 * ETag is treated like a strong one, because servers weaken ETags of unchanged files.
 */
function tagOf({ etag, length, modified }: DavEntry, answeredAt: number): string {
  const isRecent = answeredAt - Date.parse(modified) < TIME_RESOLUTION_MS
  const isUnknown = etag === '' && length === 0 && modified === ''
  const tag = [etag.replace(/^W\//, ''), length, modified].join('|')
  return isRecent || isUnknown ? asUnsettled(tag) : tag
}

/**
 * The listed folder, as the response names it: the requested path, or the shortest one, because behind a
 * proxy a server can have other paths.
 */
function folderIn(entries: readonly DavEntry[], asked: string): string {
  const folders = entries.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1))
  return folders.includes(asked)
    ? asked
    : folders.reduce((one, other) => (other.length < one.length ? other : one))
}

/** A function that reads the files from a response to PROPFIND. `asked`: the decoded path of the folder. */
const listIn =
  (asked: string) =>
  async (response: Response): Promise<RemoteResult<readonly RemoteFile[]>> => {
    if (response.status !== 207 && response.status !== 200) return failed(problemOf(response))
    const bytes = await bodyOf(response, MAX_LIST_BYTES)
    const entries = bytes && readMultistatus(new TextDecoder().decode(bytes))
    if (!entries) return failed({ code: 'foreign' })
    // Some servers send an empty list if the folder does not exist.
    if (entries.length === 0) return failed({ code: 'missing' })
    const folder = folderIn(entries, asked)
    const answeredAt = Date.parse(response.headers.get('date') ?? '')
    return {
      ok: true,
      value: entries.flatMap(entry => {
        const { path, isFolder, length: size } = entry
        // The names of our files have neither a question mark nor a number sign.
        const name = path.slice(folder.length).replace(/[?#].*$/s, '')
        if (isFolder || !path.startsWith(folder) || name === '' || name.includes('/')) return []
        return [{ name, tag: tagOf(entry, answeredAt), size }]
      }),
    }
  }

/** The sync folder on a WebDAV server. */
export function webdav(signIn: SignIn, ports: RemotePorts): Remote {
  const folder = signIn.address + FOLDER
  const ask = asker(signIn, ports)
  /**
   * Whether the last list found no folder and no write has tried to create it since. If it is missing, some
   * servers reject a write with an error that does not say so.
   */
  let isMissing = false

  const list = () => {
    const headers = { 'depth': '1', 'content-type': 'application/xml; charset=utf-8' }
    return ask('PROPFIND', folder, { headers, body: PROPFIND }, listIn(pathIn(folder)))
  }
  /** Creates the folder. Some servers report success if it already exists. */
  const makeFolder = () => ask('MKCOL', folder, {}, answerIf(200, 201, 204))
  const put = (name: string, body: Uint8Array<ArrayBuffer>) => {
    const headers = { 'content-type': 'application/octet-stream' }
    return ask('PUT', folder + name, { body, headers }, answerIf(200, 201, 202, 204))
  }
  /** Some servers respond with 403 if a file or folder does not exist. */
  const mayBeMissing = ({ code }: RemoteProblem) => code === 'missing' || code === 'forbidden'

  return {
    async list() {
      let listed = await list()
      if (!listed.ok && listed.problem.code === 'forbidden' && (await makeFolder()).ok) listed = await list()
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
      const written = isMissing ? failed({ code: 'missing' }) : await put(name, bytes)
      if (written.ok || !mayBeMissing(written.problem)) return written
      const made = await makeFolder()
      isMissing = false
      // 405 means that the folder exists.
      if (made.ok || (written.problem.code === 'missing' && made.problem.code === 'unfit'))
        return put(name, bytes)
      return written.problem.code === 'missing' ? made : written
    },

    remove: name => ask('DELETE', folder + name, {}, answerIf(200, 202, 204, 404, 410)),
  }
}

/** Deletes a folder's Nextcloud app password if a login flow granted it. A 401 means that it is gone. */
async function revoke(folder: Draft<WebdavFolder>, ports: RemotePorts): Promise<boolean> {
  if (!folder.isGranted) return true
  const url = `${serverOf(folder.address)}ocs/v2.php/core/apppassword`
  const headers = { 'ocs-apirequest': 'true' }
  const revoked = await asker(folder, ports)('DELETE', url, { headers }, answerIf(200, 401))
  return revoked.ok
}

/** The WebDAV dialect. */
export const webdavDialect: Dialect<WebdavFolder> = {
  kind: 'webdav',
  parse: stored => parsed(Stored, stored),
  origins: ({ address }) => [originOf(address)],
  mayShareKey: (one, other) => serverOf(one.address) === serverOf(other.address),
  remote: webdav,
  complete: async draft => ({ ok: true, value: draft }),
  revoke,
  pairing: {
    head: 'QHP1',
    hasLines: true,
    write: ({ address, user, password }, withPassword) => [
      address,
      user,
      ...(withPassword ? [password] : []),
    ],
    read: (lines, key) => {
      const [address, user, password = ''] = lines
      return lines.length > 1 && lines.length < 4 && { kind: 'webdav', address, user, password, key }
    },
    shared: folder => ({ ...folder, isGranted: undefined }),
  },
  words: ({ address, user }) => ({ host: hostOf(address), address, user }),
}
