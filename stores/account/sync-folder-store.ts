// The sync folder for its panel: status, connecting, pairing and disconnecting. Only the background sends
// network requests; it gets the user name, password and key through storage.session.
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { Origins } from '../platform/origins.ts'
import { follow } from '../platform/following.ts'
import { usePlatform } from '../platform/platform'
import { FOLDER_ASKED_KEY, FOLDER_DRAFT_KEY, FOLDER_KEY } from '../platform/storage-keys.ts'
import type { Draft } from '../sync/remotes/dialect.ts'
import type { LoginProblem } from '../sync/remotes/login-flow.ts'
import type { DropboxFolder } from '../sync/remotes/dropbox-api.ts'
import { writePairing } from '../sync/remotes/pairing.ts'
import {
  dialectOf,
  parseSyncFolder,
  writeSyncFolder,
  type SyncFolderDraft,
} from '../sync/remotes/sync-folder.ts'
import type { WebdavFolder } from '../sync/remotes/webdav.ts'
import { useRemoteGames } from './remote-games-store.ts'
import { readAddress, type AddressProblem } from '../sync/remotes/webdav-address.ts'
import {
  NO_FOLDER,
  folderStatusIn,
  type ConnectResult,
  type FolderStatus,
  type Unrevoked,
} from '../sync/remotes/folder-status.ts'

/** The fields of the form; `key` comes with a pairing text. */
type FolderFields = Omit<Draft<WebdavFolder>, 'kind' | 'isGranted'>

/** Why connecting did not start. `notAllowed`: the user denied access. `nobody`: the user name is missing. */
type NotBegun = AddressProblem | LoginProblem | 'notAllowed' | 'nobody'

/** The polling interval while a login is pending. */
const ASK_AGAIN_MS = 2000

/** The state of the sync folder, and the actions of its panel. */
// oxlint-disable-next-line max-lines-per-function -- A list of what the panel shows and does.
export const useSyncFolder = defineStore('place', () => {
  const platform = usePlatform()
  const { local, session } = platform
  const remoteGames = useRemoteGames()
  const status = shallowRef(NO_FOLDER)
  const result = shallowRef<ConnectResult>()
  /** Why the last attempt to connect did not start. */
  const notBegun = shallowRef<NotBegun>()
  /** The folder of the last attempt to connect or check; undefined once it has been disconnected. */
  const tried = shallowRef<FolderStatus['folder']>()
  /** Whether the browser is asking the user for permission. */
  const isAsking = shallowRef(false)
  const isBusy = shallowRef(false)
  /** The attempt whose result is shown when it ends; undefined if the folder has been disconnected. */
  let attempt: object | undefined
  /** The pending sign-in on the server's page. */
  const signingIn = shallowRef<object>()
  /** Whether this page has begun an attempt to connect since the panel was opened. */
  let hasTried = false
  /** Preloaded, because the browser allows permission requests only directly after a click. */
  let origins: Origins | undefined

  /** Reads the status. Rejects if storage cannot be read. */
  async function refresh(): Promise<void> {
    const wasConnected = status.value.folder !== undefined
    status.value = folderStatusIn(await local.all())
    if (wasConnected && !status.value.folder) forgetAttempt()
  }

  /** The panel is opened: clears the outcome of an earlier attempt, and prepares for permission requests. */
  async function beginPanel(): Promise<void> {
    if (!isBusy.value) clear()
    origins = await platform.origins()
  }

  /** Ends this page's attempt to connect, if any: the panel or the page is being closed. */
  function endAttempt(): void {
    if (hasTried) void stopSigningIn().catch(() => undefined)
  }

  /** Clears the outcome of the last attempt. */
  function clear(): void {
    result.value = undefined
    notBegun.value = undefined
  }

  /** Clears everything about the last attempt, because the folder was disconnected here or in another tab. */
  function forgetAttempt(): void {
    clear()
    tried.value = undefined
  }

  async function asked(work: () => Promise<ConnectResult>): Promise<void> {
    const mine = (attempt = {})
    isBusy.value = true
    clear()
    try {
      const ended = await work().finally(refresh)
      if (attempt === mine) result.value = ended
    } finally {
      isBusy.value = false
    }
  }

  /** Begins an attempt. If it does not start, `notBegun` has the reason. */
  async function tryTo(begin: () => Promise<NotBegun | undefined>): Promise<void> {
    clear()
    notBegun.value = await begin()
  }

  /** Tries to connect. Resolves to whether that succeeded. */
  async function hasConnected(begin: () => Promise<NotBegun | undefined>): Promise<boolean> {
    await tryTo(begin)
    if (!result.value || result.value.failed) return false
    void remoteGames.openLatest()
    return true
  }

  async function connect(fields: FolderFields): Promise<NotBegun | undefined> {
    const address = readAddress(fields.address)
    if (!address.ok) return address.reason.key
    const user = fields.user.trim()
    return user === '' ? 'nobody' : begin({ kind: 'webdav', ...fields, address: address.value, user })
  }

  const begin = async (draft: SyncFolderDraft): Promise<NotBegun | undefined> =>
    (await leaveDraft(draft)) ?? connectDraft()

  async function connectDraft(): Promise<undefined> {
    try {
      await asked(() => platform.ask({ kind: 'folder-connect' }))
    } catch (error) {
      await giveUp()
      throw error
    }
  }

  /** After an error, revokes access that was granted, and reports access that may still be valid. */
  async function giveUp(): Promise<void> {
    const unrevoked = await stopSigningIn().catch(() => undefined)
    if (unrevoked) result.value = { done: [], unrevoked }
  }

  /** Requests permission for the origins of a folder. Call it in a click handler, before any `await`. */
  async function allow(folder: FolderStatus['folder'], needed: readonly string[]): Promise<boolean> {
    tried.value = folder
    isAsking.value = true
    try {
      origins ??= await platform.origins()
      return await origins.allow(needed).catch(() => false)
    } finally {
      isAsking.value = false
    }
  }

  /** Requests permission for the origins of a folder, and stores its draft for the background. */
  async function leaveDraft(draft: SyncFolderDraft): Promise<NotBegun | undefined> {
    const dialect = dialectOf(draft)
    const needed = dialect.origins(draft)
    hasTried = true
    // Stored before the permission is granted, so that the background does not release it.
    const noted = session.set({ [FOLDER_ASKED_KEY]: JSON.stringify(needed) })
    const [isAllowed] = await Promise.all([
      allow({ kind: draft.kind, ...dialect.words(draft) }, needed),
      noted,
    ])
    if (!isAllowed) return 'notAllowed'
    await session.set({ [FOLDER_DRAFT_KEY]: writeSyncFolder(draft) })
    return undefined
  }

  async function signIn({ address, key }: Pick<FolderFields, 'address' | 'key'>) {
    // Only the server matters, so the address of any of its pages will do.
    const server = readAddress(address.replace(/[?#].*$/s, ''))
    if (!server.ok) return server.reason.key
    const draft = { kind: 'webdav', address: server.value, user: '', password: '', key } as const
    const problem = await leaveDraft(draft)
    if (problem) return problem
    const mine = (signingIn.value = {})
    const isCurrent = () => signingIn.value === mine
    try {
      let login = await platform.ask({ kind: 'folder-sign-in' })
      while (isCurrent() && login.ok && login.value === 'waiting') {
        await new Promise(done => setTimeout(done, ASK_AGAIN_MS))
        if (isCurrent()) login = await platform.ask({ kind: 'folder-signed-in' })
      }
      if (!isCurrent()) return undefined
      return login.ok ? await connectDraft() : login.reason.key
    } catch (error) {
      if (isCurrent()) await giveUp()
      throw error
    } finally {
      if (isCurrent()) signingIn.value = undefined
    }
  }

  /**
   * Cancels signing in, closes the server's page, and revokes access to a folder that is not connected.
   * Returns access that may still be valid. Rejects if the background fails.
   */
  function stopSigningIn(): Promise<Unrevoked | undefined> {
    signingIn.value = undefined
    hasTried = false
    return platform.ask({ kind: 'folder-give-up' })
  }

  async function allowAgain(): Promise<NotBegun | undefined> {
    const { folder, origins: needed } = status.value
    if (!(await allow(folder, needed))) return 'notAllowed'
    await platform.ask({ kind: 'folder-look', why: 'wanted' })
    return undefined
  }

  /** Disconnects the folder, or cancels connecting it; returns the access that may still be valid. */
  async function disconnect(): Promise<Unrevoked | undefined> {
    attempt = undefined
    const unrevoked = await platform.ask({ kind: 'folder-disconnect' })
    forgetAttempt()
    await refresh()
    return unrevoked
  }

  /** The pairing text; undefined while no folder is connected. */
  async function pairingText(withPassword: boolean): Promise<string | undefined> {
    const folder = parseSyncFolder(await local.get(FOLDER_KEY))
    return folder && writePairing(folder, withPassword)
  }

  return {
    status,
    result,
    notBegun,
    isAsking,
    isBusy,
    isSigningIn: computed(() => signingIn.value !== undefined),
    /** The host for display, such as `cloud.example`. */
    host: computed(() => status.value.folder?.host ?? ''),
    tried,
    refresh,
    /** Calls `read` now and after every change, until the scope is disposed. */
    follow: (read: () => unknown) => follow(local, '', read),
    beginPanel,
    endAttempt,
    clear,
    /**
     * Requests permission for the folder's origin, then asks the background to check and connect the folder.
     * Resolves to whether it is connected. Call it in a click handler. Rejects if storage or the background
     * fails; so do `connectDropbox` and `signIn`.
     */
    connect: (fields: FolderFields) => hasConnected(() => connect(fields)),
    /** The same for Dropbox, with the code that the user pasted. */
    connectDropbox: (code: Pick<DropboxFolder, 'code' | 'verifier'> & { readonly key?: string }) =>
      hasConnected(() => begin({ kind: 'dropbox', token: '', account: '', ...code })),
    /** Lets the user sign in on their Nextcloud's page, then does the same. `stopSigningIn` cancels it. */
    signIn: (fields: Pick<FolderFields, 'address' | 'key'>) => hasConnected(() => signIn(fields)),
    stopSigningIn,
    /** Requests permission for the connected folder again. Call it in a click handler. */
    allowAgain: () => tryTo(allowAgain),
    disconnect,
    pairingText,
    check(): Promise<void> {
      tried.value = status.value.folder
      return asked(() => platform.ask({ kind: 'folder-check' }))
    },
    async look(): Promise<void> {
      clear()
      await platform.ask({ kind: 'folder-look', why: 'wanted' })
    },
    notePaired: () => platform.ask({ kind: 'folder-paired' }),
    forget: (file: string) => platform.ask({ kind: 'folder-forget', file }),
    changeKey: () => platform.ask({ kind: 'folder-change-key' }),
  }
})
