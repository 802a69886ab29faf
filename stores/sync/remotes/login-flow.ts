// Nextcloud's login flow, version 2: the user signs in on a page of the server, and the extension gets a
// separate app password. See https://docs.nextcloud.com/server/latest/developer_manual/client_apis/LoginFlow/
import * as v from 'valibot'
import { fail, ok, type Result } from '../../../engine/index.ts'
import type { Area } from '../../platform/area.ts'
import { workQueue } from '../../platform/in-turn.ts'
import { FOLDER_ASKED_KEY, FOLDER_DRAFT_KEY, FOLDER_LOGIN_KEY } from '../../platform/storage-keys.ts'
import { parseStored } from '../../platform/stored-json.ts'
import type { Unrevoked } from './folder-status.ts'
import { bodyOf, isBusy, isRedirect, send, type Fetch } from './http.ts'
import { parseDraft, writeSyncFolder, type SyncFolderDraft } from './sync-folder.ts'
import { originOf, serverOf } from './webdav-address.ts'

/**
 * `unreachable`: no response, or a server error. `noLogin`: not a Nextcloud server. `moved`: the address
 * redirects. `late`: nobody signed in within twenty minutes, or the login was canceled.
 */
export type LoginProblem = 'unreachable' | 'noLogin' | 'busy' | 'moved' | 'late'

/** `granted`: the draft of the folder is in storage.session. */
export type LoginState = 'waiting' | 'granted'

/** The ports of the login. */
export interface LoginPorts {
  /** storage.session, which the browser clears when it closes. */
  readonly session: Area
  readonly fetch: Fetch
  /** Opens a tab, and resolves to its id if it has one. */
  open(url: string): Promise<number | undefined>
  /** Closes a tab, unless it shows a page of another server. Never rejects. */
  close(tab: number, server: string): Promise<void>
  /**
   * Removes the draft of a folder, and revokes access to it and to others that are not connected. Resolves to
   * access that may still be valid. Rejects if storage fails.
   */
  giveUp(folder?: SyncFolderDraft): Promise<Unrevoked | undefined>
  /** Milliseconds since 1970. */
  now(): number
}

/** The time for which Nextcloud remembers a login. */
const LIFETIME_MS = 20 * 60_000
/** The time limit for the last request of a canceled login. A page waits for it. */
const END_MS = 5000
const MAX_BYTES = 20_000

const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(2000))
const Begun = v.object({ poll: v.object({ token: text, endpoint: text }), login: text })
const Granted = v.object({ server: text, loginName: text, appPassword: text })
const Stored = v.object({
  endpoint: text,
  token: text,
  until: v.number(),
  key: v.optional(text),
  tab: v.optional(v.number()),
})

/** The origins that a stored login needs; none once it has expired. */
export function loginOrigins(stored: string | undefined, now: number): string[] {
  const login = parseStored(Stored, stored)
  return login && now < login.until ? [originOf(login.endpoint)] : []
}

/**
 * The path and query of an address that a server names, on the server that the user named. Behind a proxy a
 * server may not know its origin, and a response must not lead to another server. Undefined for anything but
 * a web address.
 */
function atServer(named: string, server: string): string | undefined {
  const url = URL.canParse(named, server) ? new URL(named, server) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) return undefined
  // Concatenation could result in another host, so path and query are set on a URL.
  const here = new URL(server)
  here.pathname = url.pathname
  here.search = url.search
  return here.href
}

function problemOf(status: number): LoginProblem | undefined {
  if (isBusy(status)) return 'busy'
  if (isRedirect(status)) return 'moved'
  return status >= 500 ? 'unreachable' : undefined
}

/** A login in progress. Its token is stored only in storage.session. Its methods run one after another. */
export class LoginFlow {
  readonly #ports: LoginPorts
  readonly #after = workQueue()
  /** The number of cancellations. */
  #canceled = 0

  constructor(ports: LoginPorts) {
    this.#ports = ports
  }

  /**
   * Asks the server of the draft for a login, and opens its page in a tab. Cancels a pending login. Rejects
   * if storage fails, if storage.session has no draft for WebDAV, or if the tab cannot be opened.
   */
  begin(): Promise<Result<LoginState, LoginProblem>> {
    const canceled = this.#canceled
    return this.#after(async () => {
      const { session, now, open, giveUp } = this.#ports
      const draft = parseDraft(await session.get(FOLDER_DRAFT_KEY))
      await session.remove([FOLDER_DRAFT_KEY])
      if (draft?.kind !== 'webdav') throw new Error('There is no server to sign in to')
      if ((await session.get(FOLDER_LOGIN_KEY)) !== undefined) await giveUp(await this.#end())
      const server = serverOf(draft.address)
      const answer = await this.#post(`${server}index.php/login/v2`)
      if (answer === undefined) return fail('unreachable')
      const problem = problemOf(answer.status)
      if (problem) return fail(problem)
      const begun = parseStored(Begun, answer.body)
      const endpoint = begun && atServer(begun.poll.endpoint, server)
      const login = begun && atServer(begun.login, server)
      if (!endpoint || !login) return fail('noLogin')
      if (canceled !== this.#canceled) return fail('late')
      // The key of a pairing text is kept for the folder that is granted.
      const stored = { endpoint, token: begun.poll.token, until: now() + LIFETIME_MS, key: draft.key }
      await session.set({ [FOLDER_LOGIN_KEY]: JSON.stringify({ ...stored, tab: await open(login) }) })
      return ok('waiting')
    })
  }

  /**
   * Asks whether the user has signed in, and if so, closes the page and puts the draft of their folder into
   * storage.session. Rejects if storage.session fails.
   */
  ask(): Promise<Result<LoginState, LoginProblem>> {
    return this.#after(() => this.#ask())
  }

  /**
   * Ends an attempt to connect a folder. The page of a pending login is closed, so that access is not granted
   * later. Access that was granted before is revoked, and so is access to a folder that is not connected.
   * Resolves to access that may still be valid. Rejects if storage fails.
   */
  cancel(): Promise<Unrevoked | undefined> {
    this.#canceled++
    return this.#after(async () => {
      const { session, giveUp } = this.#ports
      await session.remove([FOLDER_ASKED_KEY])
      return giveUp(await this.#end())
    })
  }

  /**
   * Ends a pending login and closes its page. Resolves to a folder to which access was granted but that is
   * not connected. Rejects if storage.session fails.
   */
  end(): Promise<SyncFolderDraft | undefined> {
    this.#canceled++
    return this.#after(() => this.#end())
  }

  async #end(): Promise<SyncFolderDraft | undefined> {
    const { session, close } = this.#ports
    const login = parseStored(Stored, await session.get(FOLDER_LOGIN_KEY))
    if (login?.tab !== undefined) await close(login.tab, login.endpoint)
    if (login) await this.#ask(AbortSignal.timeout(END_MS))
    const draft = parseDraft(await session.get(FOLDER_DRAFT_KEY))
    await session.remove([FOLDER_LOGIN_KEY])
    // Any other draft is from another attempt.
    return draft?.kind === 'webdav' && draft.isGranted ? draft : undefined
  }

  async #ask(left?: AbortSignal): Promise<Result<LoginState, LoginProblem>> {
    const { session, now } = this.#ports
    const stored = await session.get(FOLDER_LOGIN_KEY)
    const login = parseStored(Stored, stored)
    if (!login || now() >= login.until) {
      await session.remove([FOLDER_LOGIN_KEY])
      return fail('late')
    }
    const answer = await this.#post(login.endpoint, `token=${encodeURIComponent(login.token)}`, left)
    // Until the user signs in, the server responds that there is no such login.
    if (answer?.status !== 200) return ok('waiting')
    if (login.tab !== undefined) await this.#ports.close(login.tab, login.endpoint)
    const granted = parseStored(Granted, answer.body)
    const server = granted && atServer(granted.server, login.endpoint)
    if (!server) {
      await session.remove([FOLDER_LOGIN_KEY])
      return fail('noLogin')
    }
    const draft = {
      kind: 'webdav',
      // This address is that of the user's folder, regardless of the name they sign in with.
      address: `${server.replace(/\/*$/, '/')}remote.php/webdav/`,
      user: granted.loginName,
      password: granted.appPassword,
      key: login.key,
      isGranted: true,
    } as const
    if ((await session.get(FOLDER_LOGIN_KEY)) !== stored) {
      await this.#ports.giveUp(draft)
      return fail('late')
    }
    await session.set({ [FOLDER_DRAFT_KEY]: writeSyncFolder(draft) })
    await session.remove([FOLDER_LOGIN_KEY])
    return ok('granted')
  }

  /** Status and body of a response; undefined if there is none or it is too long. */
  async #post(
    url: string,
    body?: string,
    left?: AbortSignal,
  ): Promise<{ status: number; body: string } | undefined> {
    const headers = body === undefined ? undefined : { 'content-type': 'application/x-www-form-urlencoded' }
    const { fetch } = this.#ports
    const answer = await send({ fetch, left }, url, { method: 'POST', body, headers }, async response => ({
      ok: true,
      value: { status: response.status, bytes: await bodyOf(response, MAX_BYTES) },
    }))
    if (!answer.ok || !answer.value.bytes) return undefined
    return { status: answer.value.status, body: new TextDecoder().decode(answer.value.bytes) }
  }
}
