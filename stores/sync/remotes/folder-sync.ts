// Connects and disconnects the sync folder, and runs sessions with it, one after another.
import * as v from 'valibot'
import type { Area, Texts } from '../../platform/area.ts'
import { workQueue } from '../../platform/in-turn.ts'
import {
  FOLDER_ASKED_KEY,
  FOLDER_DRAFT_KEY,
  FOLDER_KEY,
  DROPBOX_LOGIN_KEY,
  FOLDER_LOGIN_KEY,
  FOLDER_SEEN_KEY,
  FOLDER_STATE_KEY,
  FOLDER_TRIED_KEY,
  FOLDER_UNUSED_KEY,
} from '../../platform/storage-keys.ts'
import { parseStored } from '../../platform/stored-json.ts'
import { DEVICE_KEY, parseIdentity } from '../device-identity.ts'
import { spreadDelay } from '../rate-limits.ts'
import { copiesIn, copyKey } from './folder-copies.ts'
import { NOW, type FolderPlan } from './folder-plan.ts'
import { loginOrigins } from './login-flow.ts'
import { findPairing, writePairing } from './pairing.ts'
import {
  dialectOf,
  haveSameAccess,
  mayShareKey,
  parseDraft,
  parseSyncFolder,
  writeSyncFolder,
  type SyncFolder,
  type SyncFolderDraft,
} from './sync-folder.ts'
import {
  afterProblem,
  afterDifferingRead,
  SUCCESS,
  TIDY_PAUSE_MS,
  mayRetryEarly,
  isTidyDue,
  nextSession,
  parseFolderState,
  refilled,
  unreadable,
  writeFolderState,
  type FolderState,
} from './folder-state.ts'
import { CONNECT_STEPS, STEP_OF, type ConnectResult, type Unrevoked } from './folder-status.ts'
import type { FolderProblem, Remote, RemoteResult } from './remote.ts'
import { newKey, type Seal } from './seal.ts'
import { FolderSession, Stopped, type FolderSessionPorts } from './folder-session.ts'

/** The ports of a folder sync. */
export interface FolderSyncPorts extends FolderSessionPorts {
  /** storage.session, where a page leaves the draft of a folder. */
  readonly session: Area
  /**
   * `left` aborts requests when the user disconnects the folder or erases data. Call `noteRequest` for each
   * one.
   */
  remoteOf(folder: SyncFolder, left: AbortSignal, noteRequest: () => void): Remote
  /** Completes a draft, e.g. exchanges a pasted code for a token. Never rejects. */
  complete(draft: SyncFolderDraft): Promise<RemoteResult<SyncFolderDraft>>
  /**
   * Revokes access that only this browser was granted. Resolves to false if it may still be valid. Never
   * rejects.
   */
  revoke(folder: SyncFolderDraft): Promise<boolean>
  /** Rejects if the key is invalid. */
  sealOf(key: string): Promise<Seal>
  /** Like `LoginFlow.end`. */
  endLogin(): Promise<SyncFolderDraft | undefined>
  /** Whether the browser lets the extension connect to all of these origins. */
  isAllowed(origins: readonly string[]): Promise<boolean>
  /** Releases the browser's permissions for all other origins. Never rejects. */
  keepOrigins(needed: readonly string[]): Promise<void>
  random(): number
}

/** What attempts to connect have left in storage.session, except logins and drafts. */
const ATTEMPTS = [FOLDER_ASKED_KEY, FOLDER_TRIED_KEY, DROPBOX_LOGIN_KEY]
const TextList = v.array(v.string())
/** The maximum number of unused folders; the latest are kept. */
const MAX_UNUSED = 5

const PUT_DISTANCE_MS = 2000
/** Problems with a write after which the file may have been written anyway. */
const MAY_HAVE_ARRIVED = ['unreachable', 'failed', 'busy', 'locked', 'missing', 'foreign']

const mayPush = ({ pushes, pushedAt }: FolderState, now: number): boolean =>
  pushes >= 1 && now >= pushedAt + PUT_DISTANCE_MS

/** The work that a session does. */
export interface SessionOptions {
  /**
   * Lists the folder and reads changed files. Otherwise no request is made unless there is something to do.
   */
  readonly look: boolean
  /** Writes the items that the folder lacks. */
  readonly push: boolean
  /** Ignores pauses, delays and the limit of requests, because the user requested the session. */
  readonly force?: boolean
}

/** Syncs with the folder. The background has one instance. */
export class FolderSync {
  readonly #ports: FolderSyncPorts
  /** Runs sessions and other work that sends requests or changes the state. */
  readonly #after = workQueue()
  /** Runs work that may change the stored folder. It need not wait for sessions, which never change it. */
  readonly #changeNow = workQueue()
  #leaving = new AbortController()

  constructor(ports: FolderSyncPorts) {
    this.#ports = ports
  }

  /** Runs work that may change the stored folder, after all earlier work. */
  #change<T>(work: () => Promise<T>): Promise<T> {
    return this.#after(() => this.#changeNow(work))
  }

  /** The connected folder. Rejects if storage.local cannot be read. */
  async folder(): Promise<SyncFolder | undefined> {
    return parseSyncFolder(await this.#ports.local.get(FOLDER_KEY))
  }

  #isAllowed(folder: SyncFolder): Promise<boolean> {
    return this.#ports.isAllowed(dialectOf(folder).origins(folder))
  }

  async #connected(): Promise<SyncFolder> {
    const folder = await this.folder()
    if (!folder) throw new Error('No folder is connected')
    return folder
  }

  /** The state as of now. Rejects if storage.local cannot be read. */
  async state(): Promise<FolderState> {
    return refilled(parseFolderState(await this.#ports.local.get(FOLDER_STATE_KEY)), this.#ports.now())
  }

  #keep(state: FolderState): Promise<void> {
    return this.#ports.local.set({ [FOLDER_STATE_KEY]: writeFolderState(state) })
  }

  /** Records that local changes must be sent. Rejects if storage.local cannot be read or written. */
  noteWaiting(): Promise<void> {
    return this.#after(async () => {
      const state = await this.state()
      if (state.waitingSince === 0 && (await this.folder()))
        await this.#keep({ ...state, waitingSince: this.#ports.now() })
    })
  }

  /**
   * Records the problem if the browser no longer allows access to the folder. Makes no requests. Rejects if
   * storage.local cannot be read or written.
   */
  notePermissionRevoked(): Promise<void> {
    return this.#after(async () => {
      const folder = await this.folder()
      if (folder && !(await this.#isAllowed(folder))) await this.#refuse(await this.state())
    })
  }

  /** Records that the browser does not allow access to the folder. */
  async #refuse(state: FolderState): Promise<FolderState> {
    const stopped = this.#afterProblem(state, { code: 'notAllowed' })
    await this.#keep(stopped)
    return stopped
  }

  #afterProblem(state: FolderState, problem: FolderProblem): FolderState {
    return afterProblem(state, problem, this.#ports.now(), this.#ports.random())
  }

  /**
   * Runs a session after all earlier work, unless there is no folder or a pause or the request limit prevents
   * it. Resolves to the time at which the next one is due, in milliseconds since 1970; undefined if none is.
   * Rejects if storage cannot be read or written.
   */
  run(options: SessionOptions): Promise<number | undefined> {
    return this.#after(() => this.#run(options))
  }

  async #run({ look, push, force = false }: SessionOptions): Promise<number | undefined> {
    const { now } = this.#ports
    const folder = await this.folder()
    if (!folder) return undefined
    const state = await this.state()
    const isPaused = now() < state.notBefore && !(look && mayRetryEarly(state, now()))
    if (!force && (isPaused || state.requests < 1)) return nextSession(state)
    if (!(await this.#isAllowed(folder))) return nextSession(await this.#refuse(state))
    const session = await this.#begin(folder, state, force)
    await this.#guarded(session, () => this.#carryOut(session, { look, push, force }))
    return nextSession(session.state)
  }

  /** Begins a session with a folder. `keep` stores its states. */
  async #begin(
    folder: SyncFolder,
    state: FolderState,
    isForced = true,
    keep = (left: FolderState) => this.#keep(left),
  ): Promise<FolderSession> {
    const { remoteOf, sealOf, local, applyLocalRound } = this.#ports
    // The first round gives the device an id, under which it writes.
    if ((await local.get(DEVICE_KEY)) === undefined) await applyLocalRound()
    const remote = remoteOf(folder, this.#leaving.signal, () => session.noteRequest())
    const destination = { remote, seal: await sealOf(folder.key), keep }
    const session = new FolderSession(this.#ports, destination, state, isForced)
    return session
  }

  /** Runs work in a session and stores the resulting state. Resolves to the problem that stopped it. */
  async #guarded(session: FolderSession, work: () => Promise<void>): Promise<FolderProblem | undefined> {
    let problem: FolderProblem | undefined
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
      problem = error.problem
      session.update(this.#afterProblem(session.state, problem))
    }
    await session.keep()
    return problem
  }

  /**
   * A push writes first; the look after it is the read-back. If the folder has not been looked at since the
   * browser started, or if items are about to be carried, the session looks before it writes. Otherwise a
   * profile restored from a backup would overwrite data that only its file in the folder has.
   */
  async #carryOut(session: FolderSession, { look, push, force }: Required<SessionOptions>): Promise<void> {
    const { now, session: area } = this.#ports
    const { lookedAt, carryAt } = session.state
    const mayCarry = carryAt > 0 && (force || now() >= carryAt)
    if (push) await session.applyRound()
    if (!look && !(await this.#isDue(session, mayCarry))) return
    const isKnown = lookedAt > 0 && (await area.get(FOLDER_SEEN_KEY)) !== undefined && !mayCarry
    let sent = push && isKnown ? await this.#send(session, false) : new Map()
    await session.look()
    await area.set({ [FOLDER_SEEN_KEY]: 'yes' })
    if (push && sent.size === 0) {
      sent = await this.#send(session, mayCarry)
      if (sent.size > 0) await session.look()
    }
    await this.#conclude(session, push, await session.provesKept(sent))
  }

  /** Whether there is anything to do in the folder now. Also records waiting changes and items to carry. */
  async #isDue(session: FolderSession, mayCarry: boolean): Promise<boolean> {
    const { now, random } = this.#ports
    const time = now()
    const { writes, isCarryWaiting } = await session.plan(mayCarry)
    const { waitingSince, carryAt } = session.state
    if (writes.size > 0 && waitingSince === 0) session.update({ waitingSince: time })
    if (isCarryWaiting && carryAt === 0) session.update({ carryAt: time + spreadDelay(random()) })
    if (writes.size > 0) return mayPush(session.state, time)
    return waitingSince > 0 || mayCarry || isTidyDue(session.state, time)
  }

  /** Writes the items that the folder lacks, unless it is too soon. Resolves to the files written. */
  async #send(session: FolderSession, mayCarry: boolean): Promise<FolderPlan['writes']> {
    const { writes } = await session.plan(mayCarry)
    if (writes.size === 0 || !mayPush(session.state, this.#ports.now())) return new Map()
    try {
      await session.write(writes)
    } catch (error) {
      if (!(error instanceof Stopped) || !MAY_HAVE_ARRIVED.includes(error.problem.code)) throw error
      // The file may have been written, and only the response lost.
      await session.look()
      if (!(await session.hasKept(writes))) throw error
    }
    return writes
  }

  /**
   * Sets the state after a session that has looked and had no problem. A session without a push runs no
   * round, so it ignores what tabs have written since the last push.
   */
  async #conclude(session: FolderSession, hasPushed: boolean, isKept: boolean): Promise<void> {
    const { now, random } = this.#ports
    const plan = await session.plan(false)
    const { isHeldBack, waitingSince, carryAt } = session.state
    const hasArrived = plan.writes.size === 0 && !isHeldBack && (hasPushed || waitingSince === 0)
    session.update({
      carryAt: plan.isCarryWaiting ? carryAt || now() + spreadDelay(random()) : 0,
      waitingSince: hasArrived && isKept ? 0 : waitingSince || now(),
    })
    if (!isKept) return session.update(afterDifferingRead(session.state, now(), random()))
    session.update(SUCCESS)
    if (hasArrived) {
      session.update({ differingReads: 0, arrivedAt: now() })
      // Only a round determines what this device has absorbed.
      if (hasPushed && !plan.isCarryWaiting) await this.#tidy(session, plan)
    }
    session.update({ problem: unreadable(session.state) })
  }

  /**
   * Deletes files. A failure other than `unreachable` is not a problem, because the folder has everything
   * that it needs.
   */
  async #tidy(session: FolderSession, plan: FolderPlan): Promise<void> {
    try {
      await session.tidy(plan)
    } catch (error) {
      if (!(error instanceof Stopped) || error.problem.code === 'unreachable') throw error
      session.update({ tidyAfter: this.#ports.now() + TIDY_PAUSE_MS })
    }
  }

  /**
   * Checks the folder of the draft in storage.session, connects it if all steps succeed, and removes the
   * draft. Rejects if storage cannot be read or written, or has no draft.
   */
  connect(): Promise<ConnectResult> {
    return this.#change(async () => {
      const { session } = this.#ports
      const draft = parseDraft(await session.get(FOLDER_DRAFT_KEY))
      if (!draft) throw new Error('There is no folder to connect')
      await this.#takeDraft(draft)
      const result = await this.#connectTo(draft).catch(async (error: unknown) => {
        await this.#giveUp()
        throw error
      })
      if (result.failed) return { ...result, unrevoked: await this.#giveUp() }
      // The folder is connected even if this fails. A login or draft that is left belongs to another tab.
      const cleared = session.remove(ATTEMPTS).then(() => this.#giveUp())
      return { ...result, unrevoked: await cleared.catch(() => undefined) }
    })
  }

  /**
   * Revokes access to every unused folder: those that were being checked or were replaced, and `folder`,
   * unless they are connected. Then releases the permissions for origins that are not needed. Resolves to
   * access that may still be valid. Call it after an error of `connect`, and when the background starts,
   * because the previous background may have ended too early. Rejects if storage cannot be read or written.
   */
  giveUp(folder?: SyncFolderDraft): Promise<Unrevoked | undefined> {
    return this.#changeNow(async () => {
      if (folder) await this.#takeDraft(folder)
      return this.#giveUp()
    })
  }

  async #unused(): Promise<SyncFolderDraft[]> {
    const texts = parseStored(TextList, await this.#ports.session.get(FOLDER_UNUSED_KEY)) ?? []
    return texts.flatMap(text => parseDraft(text) ?? [])
  }

  async #storeUnused(folders: readonly SyncFolderDraft[]): Promise<void> {
    const { session } = this.#ports
    const latest = folders.slice(-MAX_UNUSED).map(writeSyncFolder)
    if (latest.length === 0) await session.remove([FOLDER_UNUSED_KEY])
    else await session.set({ [FOLDER_UNUSED_KEY]: JSON.stringify(latest) })
  }

  /**
   * Stores a folder as unused, in place of its draft. This comes before its access is used, because the
   * background may end at any time.
   */
  async #noteUnused(folder: SyncFolderDraft, draft = folder): Promise<void> {
    const unused = await this.#unused()
    const others = unused.filter(other => ![folder, draft].some(one => haveSameAccess(one, other)))
    await this.#storeUnused([...others, folder])
  }

  /** Stores a folder as unused, and then removes its draft, if there is one. */
  async #takeDraft(folder: SyncFolderDraft): Promise<void> {
    const { session } = this.#ports
    await this.#noteUnused(folder)
    const draft = parseDraft(await session.get(FOLDER_DRAFT_KEY))
    if (draft && haveSameAccess(draft, folder)) await session.remove([FOLDER_DRAFT_KEY])
  }

  #giveUp(): Promise<Unrevoked | undefined> {
    return this.#revokeUnused().finally(() => this.#keepNeededOrigins())
  }

  /**
   * Revokes access to unused folders. Each stays listed until it is connected, or until the server confirms
   * that access was revoked.
   */
  async #revokeUnused(): Promise<Unrevoked | undefined> {
    const connected = await this.folder()
    const left: SyncFolderDraft[] = []
    for (const folder of await this.#unused()) {
      const isUsed = connected && haveSameAccess(folder, connected)
      if (!isUsed && !(await this.#ports.revoke(folder))) left.push(folder)
    }
    await this.#storeUnused(left)
    const last = left.at(-1)
    return last && { kind: last.kind, host: dialectOf(last).words(last).host }
  }

  /**
   * Releases the permissions for all origins except those of the connected folder, of unused folders, of a
   * draft, of a pending login, and of a page's attempt to connect. Nothing else releases permissions.
   */
  async #keepNeededOrigins(): Promise<void> {
    const { local, session, now, keepOrigins } = this.#ports
    const stored = await local.get(FOLDER_KEY)
    // A later version has connected the folder.
    if (stored !== undefined && !parseDraft(stored)) return
    const texts = await session.all()
    const drafts = [stored, texts[FOLDER_DRAFT_KEY]].flatMap(text => parseDraft(text) ?? [])
    const folders = [...drafts, ...(await this.#unused())]
    await keepOrigins([
      ...folders.flatMap(folder => dialectOf(folder).origins(folder)),
      ...loginOrigins(texts[FOLDER_LOGIN_KEY], now()),
      ...(parseStored(TextList, texts[FOLDER_ASKED_KEY]) ?? []),
    ])
  }

  /**
   * Completes and checks the folder of a draft. If all steps succeed, it replaces the connected folder;
   * otherwise the connected folder stays.
   */
  async #connectTo(left: SyncFolderDraft): Promise<ConnectResult> {
    const { local, session, complete } = this.#ports
    const connected = await this.folder()
    const tried = findPairing((await session.get(FOLDER_TRIED_KEY)) ?? '')
    const completed = await complete(left)
    if (!completed.ok) {
      const { problem } = completed
      if (STEP_OF[problem.code] === 'reached') return { done: [], failed: { step: 'reached', problem } }
      return { done: ['reached'], failed: { step: 'signedIn', problem } }
    }
    const draft = completed.value
    // Connecting again to the same server or account keeps the key, unless a pairing text has another one.
    const keyBefore = connected && mayShareKey(connected, draft) ? connected.key : undefined
    // Files written by a failed attempt can be opened with the key of that attempt.
    const triedKey = tried.ok && mayShareKey(tried.value, draft) ? tried.value.key : undefined
    const folder = { ...draft, key: draft.key ?? keyBefore ?? triedKey ?? newKey() }
    await this.#noteUnused(folder, left)
    await session.set({ [FOLDER_TRIED_KEY]: writePairing(folder, false) })
    const { written } = await this.state()
    const start =
      keyBefore === undefined
        ? { ...parseFolderState(undefined), written }
        : await this.#emptyState(folder.key !== keyBefore)
    // The connected folder is looked at before it is written to again.
    const before = connected && { ...(await this.state()), lookedAt: 0 }
    const forget = () => this.#replace(before ? { [FOLDER_STATE_KEY]: writeFolderState(before) } : {})
    await forget()
    let isConnected = false
    try {
      const isPaired = draft.key !== undefined
      const { result, state } = await this.#check(folder, start, isPaired, async () => undefined)
      if (result.failed) return result
      if (connected) await this.#noteUnused(connected)
      await local.set({ [FOLDER_KEY]: writeSyncFolder(folder), [FOLDER_STATE_KEY]: writeFolderState(state) })
      isConnected = true
      return result
    } finally {
      if (!isConnected) await forget()
    }
  }

  /**
   * An empty state, except for the files to delete and the files written. With another key, this device's
   * files get new names, so all files written before are to be deleted.
   */
  async #emptyState(hasOtherKey: boolean): Promise<FolderState> {
    const { filesToDelete, written } = await this.state()
    const nothing = parseFolderState(undefined)
    if (!hasOtherKey) return { ...nothing, filesToDelete, written }
    const texts = await this.#ports.local.all()
    const { id, epoch, former = [] } = parseIdentity(texts[DEVICE_KEY]) ?? { id: '', epoch: 0 }
    const read = [...copiesIn(texts)].filter(([, { device }]) => device === id || former.includes(device))
    // Includes files written under former ids, because erasing changes the id and removes the copies.
    const own = {
      ...Object.fromEntries(read.map(([name, { device }]) => [name, { device, epoch }])),
      ...written,
    }
    return {
      ...nothing,
      filesToDelete: [...new Set([...filesToDelete, ...Object.keys(own)])],
      written: own,
    }
  }

  /** Writes new texts, and then removes the copies of the folder's files and `more` keys. */
  async #replace(writes: Texts, ...more: readonly string[]): Promise<void> {
    const { local } = this.#ports
    if (Object.keys(writes).length > 0) await local.set({ ...writes })
    await local.remove([...more, ...[...copiesIn(await local.all()).keys()].map(copyKey)])
  }

  /** Checks the connected folder step by step. Rejects if storage.local fails or no folder is connected. */
  check(): Promise<ConnectResult> {
    return this.#after(async () => {
      const { result } = await this.#check(await this.#connected(), await this.state(), false)
      return result
    })
  }

  /**
   * Takes the steps of connecting. Also returns the resulting state. `isPaired`: other browsers use the same
   * key, so it must open at least one file if there are any.
   */
  async #check(
    folder: SyncFolder,
    state: FolderState,
    isPaired: boolean,
    keep?: (left: FolderState) => Promise<void>,
  ): Promise<{ result: ConnectResult; state: FolderState }> {
    const { local } = this.#ports
    if (!(await this.#isAllowed(folder)))
      return { result: { done: [], failed: { step: 'reached', problem: { code: 'notAllowed' } } }, state }
    const session = await this.#begin(folder, state, true, keep)
    /** The number of steps that have succeeded. */
    let steps = 0
    let isOtherKey = false
    const problem = await this.#guarded(session, async () => {
      await session.look().catch((error: unknown) => {
        // If the folder was listed, the sign-in succeeded, even if its files cannot be read.
        if (error instanceof Stopped)
          steps = session.isFolderThere ? 2 : CONNECT_STEPS.indexOf(STEP_OF[error.problem.code])
        throw error
      })
      steps = 2
      const hasUnopenable = Object.keys(session.state.unopenable).length > 0
      isOtherKey = isPaired && hasUnopenable && copiesIn(await local.all()).size === 0
      if (isOtherKey) throw new Stopped({ code: 'unreadable' })
      if (session.isFolderThere) steps = 3
      await session.applyRound()
      const { writes, targetFiles } = await session.plan(true)
      if (session.state.isHeldBack) throw new Stopped({ code: 'newer' })
      const sent = writes.size > 0 ? writes : new Map([[NOW, targetFiles.get(NOW) ?? {}]])
      await session.write(sent)
      steps = 4
      await session.look()
      const isKept = await session.provesKept(sent)
      if (isKept) steps = 5
      await this.#conclude(session, true, isKept)
    })
    // Some servers list the folder without checking the sign-in.
    if (problem?.code === 'signIn' || problem?.code === 'noBasic') steps = 1
    const done = CONNECT_STEPS.slice(0, steps)
    if (steps === CONNECT_STEPS.length) return { result: { done }, state: session.state }
    const step = isOtherKey ? 'readBack' : CONNECT_STEPS[steps]!
    const failed = { step, problem: problem ?? { code: 'unkept' } } as const
    return { result: { done, failed }, state: session.state }
  }

  /**
   * Forgets the folder with its password and keys, and revokes access to it. Resolves to access that may
   * still be valid. The folder's files stay. The names of this device's files also stay, so that it
   * recognizes them if the folder gets another key. Rejects if storage cannot be read or written.
   */
  disconnect(): Promise<Unrevoked | undefined> {
    return this.#leave(async () => {
      const folder = await this.folder()
      if (folder) await this.#noteUnused(folder)
      const { written } = await this.state()
      const state = writeFolderState({ ...parseFolderState(undefined), written })
      if (Object.keys(written).length > 0) await this.#replace({ [FOLDER_STATE_KEY]: state }, FOLDER_KEY)
      else await this.#replace({}, FOLDER_KEY, FOLDER_STATE_KEY)
      return this.#forgetAttempts()
    })
  }

  /** Runs work after it has ended a pending sign-in, the running session and those queued after it. */
  async #leave<T>(work: () => Promise<T>): Promise<T> {
    const granted = await this.#ports.endLogin()
    this.#leaving.abort()
    return this.#change(async () => {
      this.#leaving = new AbortController()
      if (granted) await this.#noteUnused(granted)
      return work()
    })
  }

  /**
   * Asks the servers once to revoke access to unused folders, and removes what attempts to connect have left.
   */
  #forgetAttempts(): Promise<Unrevoked | undefined> {
    return this.#revokeUnused().finally(async () => {
      const { session } = this.#ports
      await session.remove([...ATTEMPTS, FOLDER_DRAFT_KEY, FOLDER_LOGIN_KEY, FOLDER_UNUSED_KEY])
      await this.#keepNeededOrigins()
    })
  }

  /**
   * Deletes a file of another device, and every other file of that device. Rejects with the code of the
   * problem if that fails.
   */
  forget(file: string): Promise<void> {
    return this.#after(async () => {
      const folder = await this.folder()
      if (!folder) return
      const session = await this.#begin(folder, await this.state())
      const problem = await this.#guarded(session, () => session.forget(file))
      if (problem) throw new Error(problem.code)
    })
  }

  /**
   * Replaces the key. This device's files with the old key are deleted once the new ones have arrived. Other
   * browsers must be paired again. Rejects if storage.local fails or no folder is connected.
   */
  changeKey(): Promise<void> {
    return this.#change(async () => {
      const folder = await this.#connected()
      const state = { ...(await this.#emptyState(true)), waitingSince: this.#ports.now() }
      await this.#replace({
        [FOLDER_KEY]: writeSyncFolder({ ...folder, key: newKey() }),
        [FOLDER_STATE_KEY]: writeFolderState(state),
      })
    })
  }

  /** Records that another browser has the password, so that disconnecting here does not revoke it. */
  notePaired(): Promise<void> {
    return this.#changeNow(async () => {
      const folder = await this.#connected()
      const shared = dialectOf(folder).pairing.shared(folder)
      await this.#ports.local.set({ [FOLDER_KEY]: writeSyncFolder(shared) })
    })
  }

  /**
   * Call it before erasing: ends sessions and a pending sign-in. An aborted session does not count as a
   * problem of the folder. Resolves to access that may still be valid.
   */
  noteErasing(): Promise<Unrevoked | undefined> {
    return this.#leave(async () => {
      const unrevoked = await this.#forgetAttempts()
      const state = await this.state()
      if (state.problem?.code === 'unreachable') await this.#keep({ ...state, ...SUCCESS })
      return unrevoked
    })
  }
}
