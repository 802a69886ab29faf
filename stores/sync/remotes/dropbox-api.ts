// The part of Dropbox's HTTP API that a folder needs. Bundled only if the build has an app key. See
// https://www.dropbox.com/developers/documentation/http/documentation
import * as v from 'valibot'
import type { Area } from '../../platform/area.ts'
import { DROPBOX_LOGIN_KEY } from '../../platform/storage-keys.ts'
import { parsed, parseStored } from '../../platform/stored-json.ts'
import { writeBytes } from '../base64url.ts'
import { folderKey, type Draft } from './dialect.ts'
import { bodyOf, isBusy, isRedirect, send, waitOf, type RemotePorts } from './http.ts'
import {
  done,
  failed,
  MAX_FILE_BYTES,
  type Remote,
  type RemoteFile,
  type RemoteProblem,
  type RemoteResult,
} from './remote.ts'
import { newKey } from './seal.ts'

const text = v.pipe(v.string(), v.maxLength(2000))
/** A stored folder in Dropbox. Each browser signs in separately. */
export const StoredDropbox = v.object({
  kind: v.literal('dropbox'),
  /** The refresh token; empty in a draft until `complete`. */
  token: text,
  /** The account id; empty if unknown. */
  account: text,
  key: v.optional(folderKey),
  /** The pasted code and its PKCE verifier, in a draft until `complete`. */
  code: v.optional(text),
  verifier: v.optional(text),
})
/** A folder in Dropbox. */
export type DropboxFolder = Readonly<v.InferOutput<typeof StoredDropbox>> & { readonly key: string }

const API = 'https://api.dropboxapi.com/'
const CONTENT = 'https://content.dropboxapi.com/'
const SCOPES = 'files.metadata.read files.content.read files.content.write'
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** The maximum number of pages of a list. Our files need fewer. */
const MAX_PAGES = 20

const Granted = v.object({
  access_token: v.string(),
  refresh_token: v.optional(v.string()),
  account_id: v.optional(v.string()),
})
const Listed = v.object({
  entries: v.array(v.looseObject({ '.tag': v.string(), 'name': v.string() })),
  cursor: v.string(),
  has_more: v.boolean(),
})
const File = v.object({ rev: v.string(), size: v.number() })
const Refused = v.object({ error: v.unknown() })

/** The tags of an error, which may be nested. */
function tagsIn(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  return Object.entries(error).flatMap(([key, value]) =>
    key === '.tag' ? [String(value)] : key === 'error_summary' ? [] : tagsIn(value),
  )
}

const BY_TAG = {
  not_found: { code: 'missing' },
  insufficient_space: { code: 'full' },
  payload_too_large: { code: 'full' },
  too_many_write_operations: { code: 'busy' },
  too_many_requests: { code: 'busy' },
  no_write_permission: { code: 'forbidden' },
  access_restricted: { code: 'forbidden' },
} as const satisfies Record<string, RemoteProblem>

function problemOf(response: Response, text: string): RemoteProblem {
  const { status } = response
  if (isRedirect(status)) return { code: 'moved' }
  if (status === 401) return { code: 'signIn' }
  if (status === 403) return { code: 'forbidden' }
  if (isBusy(status)) {
    const asked = parseStored(v.object({ error: v.object({ retry_after: v.number() }) }), text)
    return { code: 'busy', waitMs: waitOf(response) ?? (asked && asked.error.retry_after * 1000) }
  }
  const tags = status === 409 ? tagsIn(parseStored(Refused, text)?.error) : []
  const known = tags.find((tag): tag is keyof typeof BY_TAG => Object.hasOwn(BY_TAG, tag))
  if (known !== undefined) return BY_TAG[known]
  // A captive portal answers with its own login page and status 200.
  return status === 200 ? { code: 'foreign' } : { code: 'failed', status }
}

/** The address of the page where the user gets a code for a PKCE verifier. */
async function authorizationOf(clientId: string, verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    token_access_type: 'offline',
    code_challenge_method: 'S256',
    code_challenge: writeBytes(new Uint8Array(hash)),
    scope: SCOPES,
  })
  return `https://www.dropbox.com/oauth2/authorize?${query}`
}

/** A page that shows a code, and the verifier that turns the code into a token. */
export interface DropboxSignIn {
  readonly page: string
  readonly verifier: string
}

/**
 * Starts a sign-in. The verifier stays the same until a folder is connected, because the user may paste the
 * code after closing the panel. Rejects if storage.session fails.
 */
export async function beginDropbox(session: Area, clientId: string): Promise<DropboxSignIn> {
  const known = await session.get(DROPBOX_LOGIN_KEY)
  // A verifier is 32 bytes, like a key.
  const verifier = parsed(folderKey, known) ?? newKey()
  if (verifier !== known) await session.set({ [DROPBOX_LOGIN_KEY]: verifier })
  return { page: await authorizationOf(clientId, verifier), verifier }
}

const readText = async (response: Response): Promise<string> =>
  new TextDecoder().decode(await bodyOf(response, MAX_ANSWER_BYTES))

/** The text of a response with status 200; otherwise the problem. */
async function textOf(response: Response): Promise<RemoteResult<string>> {
  const text = await readText(response)
  return response.status === 200 ? { ok: true, value: text } : failed(problemOf(response, text))
}

/** A POST request: an address, headers and a body. */
type Sent = readonly [url: string, headers: Readonly<Record<string, string>>, body?: BodyInit]

const json = (path: string, value: unknown): Sent => [
  `${API}2/${path}`,
  { 'content-type': 'application/json' },
  JSON.stringify(value),
]
const argument = (value: object) => ({ 'dropbox-api-arg': JSON.stringify(value) })

const filesIn = (entries: v.InferOutput<typeof Listed>['entries']): RemoteFile[] =>
  entries.flatMap(entry => {
    const file = parsed(File, entry)
    return entry['.tag'] === 'file' && file ? [{ name: entry.name, tag: file.rev, size: file.size }] : []
  })

/** The API for an app. Access tokens stay in memory and are renewed with a refresh token. */
export class DropboxApi {
  readonly #clientId: string
  readonly #accessTokens = new Map<string, string>()

  constructor(clientId: string) {
    this.#clientId = clientId
  }

  #askForToken(
    fields: Readonly<Record<string, string>>,
    ports: RemotePorts,
  ): Promise<RemoteResult<v.InferOutput<typeof Granted>>> {
    const body = new URLSearchParams({ ...fields, client_id: this.#clientId })
    return send(ports, `${API}oauth2/token`, { method: 'POST', body }, async response => {
      const text = await readText(response)
      const granted = response.status === 200 ? parseStored(Granted, text) : undefined
      if (granted) return { ok: true, value: granted }
      return failed(response.status === 400 ? { code: 'signIn' } : problemOf(response, text))
    })
  }

  /** An access token; a new one if there is none, or if the current one is `spent` (expired). */
  async #access(refreshToken: string, ports: RemotePorts, spent?: string): Promise<RemoteResult<string>> {
    const known = this.#accessTokens.get(refreshToken)
    if (known !== undefined && known !== spent) return { ok: true, value: known }
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken }
    const granted = await this.#askForToken(fields, ports)
    if (!granted.ok) return granted
    this.#accessTokens.set(refreshToken, granted.value.access_token)
    return { ok: true, value: granted.value.access_token }
  }

  /** Sends a request with an access token. If the token has expired, sends it again with a new one. */
  async #ask<T>(
    { token }: Pick<DropboxFolder, 'token'>,
    ports: RemotePorts,
    [url, headers, body]: Sent,
    answer: (response: Response) => Promise<RemoteResult<T>>,
    spent?: string,
  ): Promise<RemoteResult<T>> {
    const access = await this.#access(token, ports, spent)
    if (!access.ok) return access
    const init = { method: 'POST', body, headers: { authorization: `Bearer ${access.value}`, ...headers } }
    return send(ports, url, init, response =>
      response.status === 401 && spent === undefined
        ? this.#ask({ token }, ports, [url, headers, body], answer, access.value)
        : answer(response),
    )
  }

  async #list(folder: Draft<DropboxFolder>, ports: RemotePorts): Promise<RemoteResult<RemoteFile[]>> {
    const files: RemoteFile[] = []
    let next = json('files/list_folder', { path: '', limit: 2000 })
    for (let page = 0; page < MAX_PAGES; page++) {
      const text = await this.#ask(folder, ports, next, textOf)
      if (!text.ok) return text
      const listed = parseStored(Listed, text.value)
      if (!listed) return failed({ code: 'foreign' })
      files.push(...filesIn(listed.entries))
      if (!listed.has_more) return { ok: true, value: files }
      next = json('files/list_folder/continue', { cursor: listed.cursor })
    }
    return failed({ code: 'foreign' })
  }

  /** The app's folder, which always exists. */
  remote(folder: Draft<DropboxFolder>, ports: RemotePorts): Remote {
    return {
      list: () => this.#list(folder, ports),

      read: name => {
        const sent = [`${CONTENT}2/files/download`, argument({ path: `/${name}` })] as const
        return this.#ask(folder, ports, sent, async response => {
          if (response.status !== 200) return failed(problemOf(response, await readText(response)))
          const bytes = await bodyOf(response, MAX_FILE_BYTES)
          return bytes ? { ok: true, value: bytes } : failed({ code: 'large' })
        })
      },

      write: async (name, bytes) => {
        const how = argument({ path: `/${name}`, mode: 'overwrite', autorename: false, mute: true })
        const headers = { ...how, 'content-type': 'application/octet-stream' }
        const sent = [`${CONTENT}2/files/upload`, headers, bytes] as const
        const written = await this.#ask(folder, ports, sent, textOf)
        return written.ok ? done : written
      },

      remove: async name => {
        const sent = json('files/delete_v2', { path: `/${name}` })
        const removed = await this.#ask(folder, ports, sent, textOf)
        return removed.ok || removed.problem.code === 'missing' ? done : removed
      },
    }
  }

  /** Exchanges a pasted code for a refresh token of this browser. A draft without a code stays as it is. */
  async complete(
    { code = '', verifier = '', key, ...rest }: Draft<DropboxFolder>,
    ports: RemotePorts,
  ): Promise<RemoteResult<Draft<DropboxFolder>>> {
    if (code === '') return { ok: true, value: { ...rest, key } }
    const fields = { grant_type: 'authorization_code', code, code_verifier: verifier }
    const granted = await this.#askForToken(fields, ports)
    if (!granted.ok) return granted
    const { refresh_token: token, account_id: account = '' } = granted.value
    if (token === undefined) return failed({ code: 'signIn' })
    return { ok: true, value: { kind: 'dropbox', token, account, key } }
  }

  /** Revokes this browser's token; those of other browsers stay valid. */
  async revoke(folder: Draft<DropboxFolder>, ports: RemotePorts): Promise<boolean> {
    if (folder.token === '') return true
    const revoked = await this.#ask(folder, ports, [`${API}2/auth/token/revoke`, {}], textOf)
    this.#accessTokens.delete(folder.token)
    return revoked.ok || revoked.problem.code === 'signIn'
  }
}
